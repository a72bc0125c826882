import type { TournamentId } from '#core/ids.ts'
import { overallOf } from '#modules/ranking/door.ts'
import { type RawBuilder, sql } from 'kysely'
import { IN_RACE } from '../rules/penalty.ts'
import { DECIDED_STATUSES, OPEN_STATUSES } from '../rules.ts'

/** Pieces that the room's statements have in common. */

/** A person of a joined `users`; without a name once the account is erased. */
export const personOf = (users: string, more: RawBuilder<unknown> = sql``): RawBuilder<never> => {
  const of = sql.ref(users)
  return sql`jsonb_build_object('id', ${of}.id, 'name', ${nameOf(users)}, 'country', case when ${of}.removed_at is null then ${of}.country end,
    'rating', case when ${of}.removed_at is null then ${overallOf(`${users}.id`)} end${more})`
}
export const nameOf = (users: string) => sql<string | null>`case when ${sql.ref(users)}.removed_at is null then ${sql.ref(users)}.name end`

/** A moment as the wire has it. */
export const momentOf = (column: string) => sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const listed = (words: readonly string[]) => sql.join(words.map((one) => sql.lit(one)))

/** Of reports `p`: stewards have still to decide it. */
export const isOpenIn = (p: string) => sql<boolean>`${sql.ref(p)}.status in (${listed(OPEN_STATUSES)})`
/** Of reports `p`: stewards have decided it, and no appeal runs. */
export const isDecidedIn = (p: string) => sql<boolean>`${sql.ref(p)}.status in (${listed(DECIDED_STATUSES)})`
/** What was decided, and no appeal has turned. */
export const holds = (p: string, verdict: 'ACCEPT' | 'REJECT') =>
  sql<boolean>`(${sql.ref(p)}.verdict = ${sql.lit(verdict)} and ${sql.ref(p)}.status <> 'APPEAL_ACCEPTED')`

/** And of reports `p`: their events are rounds of the season. */
export const ofSeason = (p: string, id: TournamentId) =>
  sql`and exists (select 1 from tournament_sessions o where o.session_id = ${sql.ref(p)}.session_id and o.tournament_id = ${id})`

/** Of penalties `g`: it is of this race, and the results have nothing that it could correct. */
export const isMissing = (g: string) =>
  sql<boolean>`(${sql.ref(g)}.state = 'STANDS' and ${sql.ref(g)}.correction_id is null and ${sql.ref(g)}.kind in (${listed(IN_RACE)}))`

/** What a report gave. */
export const penaltiesOf = (p: string) => sql<never>`coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'kind', g.kind, 'amount', g.amount,
  'state', g.state, 'isMissing', ${isMissing('g')}, 'correctionId', g.correction_id) order by g.id) from protest_penalties g where g.report_id = ${sql.ref(p)}.id), '[]')`
