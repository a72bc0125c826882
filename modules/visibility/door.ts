import { type RawBuilder, sql } from 'kysely'
import type { LeagueId, UserId } from '#core/ids.ts'
import type { Role } from '#modules/leagues/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import { UNPUBLISHED, VISITOR, type Sight, type Viewer } from './rules.ts'

/** The one asking; `null` for a visitor, and for nobody in particular. */
type Asker = UserId | null | RawBuilder<unknown>

// Parts of statements that have the tables `leagues` and `sessions` under these names, or under those given.

export const isHidden = (leagues = 'leagues'): RawBuilder<boolean> => sql`(${sql.ref(leagues)}.visibility = 'HIDDEN')`
export const isClosed = (leagues = 'leagues'): RawBuilder<boolean> => sql`(${sql.ref(leagues)}.closed_at is not null)`

/** The asker's role in a community, read with it. */
export const roleOf = (asker: Asker, leagues = 'leagues'): RawBuilder<Role | null> =>
  sql`(select m.role from memberships m where m.league_id = ${sql.ref(leagues)}.id and m.user_id = ${asker}::uuid)`

/** Whether a community stands where everybody looks: in the directory, in lists of events, on profiles. */
export const isListed = (leagues = 'leagues'): RawBuilder<boolean> =>
  sql`(${sql.ref(leagues)}.closed_at is null and ${sql.ref(leagues)}.visibility = 'PUBLIC')`

/** As `isListed`; somebody's own communities stand in their lists in any case. */
export const isListedFor = (asker: Asker, leagues = 'leagues'): RawBuilder<boolean> =>
  sql`(${isListed(leagues)} or ${roleOf(asker, leagues)} is not null)`

/** `maySeeLeague` of rules.ts. */
export const seesLeague = (asker: Asker, leagues = 'leagues'): RawBuilder<boolean> =>
  sql`(not ${isHidden(leagues)} or ${roleOf(asker, leagues)} is not null)`

/** Whether an event is more than a draft or a template. */
export const isPublished = (sessions = 'sessions'): RawBuilder<boolean> =>
  sql`${sql.ref(sessions)}.status not in (${sql.join(UNPUBLISHED.map((status) => sql.lit(status)))})`

/** `maySeeEvent` of rules.ts. */
export const seesEvent = (asker: Asker, sessions = 'sessions', leagues = 'leagues'): RawBuilder<boolean> =>
  sql`(${seesLeague(asker, leagues)} and (${isPublished(sessions)} or coalesce(${roleOf(asker, leagues)} in ('admin', 'owner'), false)))`

/** Whether visitors see who drives in a community's events, for `maySeeDrivers`. */
export const opensResults = (leagues = 'leagues'): RawBuilder<boolean> => sql`${sql.ref(leagues)}.open_results`

/** `maySeeDrivers` of rules.ts. */
export const seesDrivers = (viewer: Viewer, leagues = 'leagues'): RawBuilder<boolean> => (viewer === VISITOR ? opensResults(leagues) : sql`true`)

/** How a community stands to somebody; `null` when there is none. */
export async function sightOf(db: Reader, id: LeagueId, asker: UserId | null): Promise<(Sight & { readonly closed: boolean }) | null> {
  const row = await db
    .selectFrom('leagues')
    .select([isHidden().as('hidden'), isClosed().as('closed'), roleOf(asker).as('role')])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
