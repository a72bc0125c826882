import type { ApplicationId, LeagueId } from '#core/ids.ts'
import { newId } from '#server/db/change.ts'
import { person, type Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'

export const PLACES = [
  'user',
  'banned',
  'applicant',
  'member',
  'steward',
  'admin',
  'owner',
  'otherMember',
  'otherSteward',
  'otherAdmin',
  'foreign',
] as const
export type People = Readonly<Record<(typeof PLACES)[number], Person>>

/** One person for each place somebody can have in a community; `foreign` owns another one. */
export async function people(server: TestServer): Promise<People> {
  const made = await Promise.all(PLACES.map(async (place) => [place, await person(server, `The ${place}`)] as const))
  return Object.fromEntries(made) as People
}

export type Fields = {
  readonly directJoin?: boolean
  readonly visibility?: 'PUBLIC' | 'HIDDEN'
  readonly closed?: boolean
  readonly plan?: string
  readonly password?: string
  readonly tos?: string
  readonly discordRequired?: boolean
}
export type TestLeague = { readonly id: LeagueId; readonly application: ApplicationId }

/** A community with everybody in their place, written straight into the database. */
export async function leagueOf(server: TestServer, all: People, fields: Fields = {}): Promise<TestLeague> {
  const { machine } = server.running
  const now = machine.clock()
  const id = newId<'league'>(now)
  const application = newId<'application'>(now)
  const { db } = machine
  const roles = {
    member: 'member',
    steward: 'steward',
    admin: 'admin',
    owner: 'owner',
    otherMember: 'member',
    otherSteward: 'steward',
    otherAdmin: 'admin',
  }
  const values = {
    id,
    name: 'Test Racing',
    short_name: id.slice(-12).replaceAll('-', ''),
    languages: ['en'],
    direct_join: fields.directJoin ?? true,
    visibility: fields.visibility ?? 'PUBLIC',
    plan: fields.plan ?? 'LEAGUE_PLUS',
    password_sealed: fields.password === undefined ? null : machine.sealer.seal(fields.password),
    tos: fields.tos === undefined ? null : JSON.stringify(fields.tos),
    tos_version: fields.tos === undefined ? 0 : 1,
    discord_required: fields.discordRequired ?? false,
    members_count: Object.keys(roles).length,
    created_at: now,
    closed_at: fields.closed ? now : null,
  }
  await db.insertInto('leagues').values(values).execute()
  const members = Object.entries(roles).map(([place, role]) => ({ league_id: id, user_id: all[place as 'owner'].id, role, joined_at: now }))
  await db.insertInto('memberships').values(members).execute()
  await db.insertInto('applications').values({ id: application, league_id: id, user_id: all.applicant.id, applied_at: now }).execute()
  const reason = 'crashed into half the field'
  await db.insertInto('bans').values({ league_id: id, user_id: all.banned.id, reason, banned_at: now, banned_by: all.admin.id }).execute()
  return { id, application }
}
