import { type RawBuilder, sql } from 'kysely'
import type { ReplyOf } from '#core/contract.ts'
import type { LeagueId, UserId } from '#core/ids.ts'
import { isListedFor, roleOf, seesDrivers } from '#modules/visibility/door.ts'
import { personOf, type Viewer } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { protestsContract } from '../contract.ts'
import { PROTEST_RULES } from '../rules.ts'
import { decidedPage } from './decisions.ts'
import { isDecidedIn } from './parts.ts'

/** Of reports `p`: they name somebody who has an account still. */
const names = (id: UserId) =>
  sql`((p.reporter_id = ${id}::uuid or p.reportee_id = ${id}::uuid) and exists (select from users u where u.id = ${id}::uuid and u.removed_at is null))`

/** `mayReadDecisions` of policy.ts, of communities `l` that stand on profiles, with what visitors are told of drivers. */
const readsDecisions = (viewer: Viewer) => sql`(${isListedFor(personOf(viewer), 'l')} and ${seesDrivers(viewer, 'l')}
  and (${roleOf(personOf(viewer), 'l')} is not null or exists (select from league_configs c where c.config_type = ${sql.lit(PROTEST_RULES)}
    and c.scope = 'LEAGUE' and c.scope_entity_id = l.id and (c.config ->> 'public_decisions')::boolean)))`

/** What was decided about somebody, or about what they reported, across communities, as far as the viewer may read it. */
export function driverDecisions(
  db: Reader,
  id: UserId,
  viewer: Viewer,
  page: { readonly limit: number; readonly offset: number },
): Promise<ReplyOf<typeof protestsContract.driverDecisions>> {
  const own = personOf(viewer)
  const may = sql`coalesce(${roleOf(own, 'l')} is not null or ${own}::uuid in (p.reporter_id, p.reportee_id), false)`
  const more = sql`, l.name as "leagueName", ${may} as "mayOpen"`
  return decidedPage(db, more, sql`${names(id)} and ${readsDecisions(viewer)}`, page)
}

export type DriverVerdicts = { readonly count: number; readonly leagues: readonly LeagueId[] }

/**
 * For a statement: how many `driverDecisions` there are, of themselves how many reports that were not taken back; and whose answers of somebody
 * change with it.
 */
export const verdictsFor = (id: UserId, viewer: Viewer): RawBuilder<DriverVerdicts> => sql`(
  select json_build_object('count', count(*) filter (where ${
    personOf(viewer) === id ? sql`p.status <> 'WITHDRAWN'` : sql`${isDecidedIn('p')} and ${readsDecisions(viewer)}`
  }), 'leagues', coalesce(json_agg(distinct p.league_id), '[]'))
  from protest_reports p join sessions s on s.id = p.session_id and s.deleted_at is null join leagues l on l.id = p.league_id where ${names(id)})`

/** `verdictsFor`, asked alone. */
export async function driverVerdicts(db: Reader, id: UserId, viewer: Viewer): Promise<DriverVerdicts> {
  const { rows } = await sql<{ verdicts: DriverVerdicts }>`select ${verdictsFor(id, viewer)} as verdicts`.execute(db)
  return rows[0]!.verdicts
}
