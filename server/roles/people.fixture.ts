import { person, type Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'

/** Who there is in a community; the `other` ones are those something is done to. */
const CAST = [
  'owner',
  'admin',
  'steward',
  'member',
  'waiting',
  'left',
  'participant',
  'spectator',
  'banned',
  'applicant',
  'otherMember',
  'otherSteward',
  'otherAdmin',
] as const
export type Cast = Readonly<Record<(typeof CAST)[number], Person>>

export async function castOf(server: TestServer, label: string): Promise<Cast> {
  const made = await Promise.all(CAST.map(async (role) => [role, await person(server, `${label} ${role}`)] as const))
  return Object.fromEntries(made) as Cast
}

export type Strangers = Readonly<Record<'user' | 'supporter' | 'newcomer', Person>>

export const strangers = async (server: TestServer): Promise<Strangers> => ({
  user: await person(server, 'A user'),
  supporter: await person(server, 'A supporter', { plan: 'PREMIUM' }),
  newcomer: await person(server, 'A newcomer', { onboarded: false }),
})
