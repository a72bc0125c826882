import { person, type Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'

/** Everybody who asks: as they stand to the own community and its events. `host` runs its servers, `otherHost` those of the foreign one. */
export const ASKERS = [
  'visitor',
  'host',
  'otherHost',
  'newcomer',
  'user',
  'supporter',
  'banned',
  'applicant',
  'member',
  'waiting',
  'left',
  'participant',
  'steward',
  'admin',
  'owner',
] as const
export type Asker = (typeof ASKERS)[number]

/** Without a login: a race host is nobody but to the calls of race hosts. */
export const NOBODY: readonly Asker[] = ['visitor', 'host', 'otherHost']
/** Signed in, but not in the community. */
export const OUTSIDERS: readonly Asker[] = ['newcomer', 'user', 'supporter', 'banned', 'applicant']
export const INSIDERS: readonly Asker[] = ['member', 'waiting', 'left', 'participant', 'steward', 'admin', 'owner']
export const SIGNED_IN: readonly Asker[] = [...OUTSIDERS, ...INSIDERS]
export const ADMINS: readonly Asker[] = ['admin', 'owner']

/** Who there is in a community; the `other` ones are those something is done to. */
const CAST = [
  'owner',
  'admin',
  'steward',
  'member',
  'waiting',
  'left',
  'participant',
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
