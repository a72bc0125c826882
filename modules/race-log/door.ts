import { sql } from 'kysely'
import type { ResultId, SessionId, UserId } from '#core/ids.ts'
import type { LogKind } from '#games/log/log.ts'
import type { Reader } from '#server/db/connect.ts'

/** Of a row of a result: its drivers who are ours, and what its file calls it. */
export type Involved = { readonly userIds: readonly UserId[]; readonly name: string }

/** Something that happened, as a protest refers to it: the result's id and its number there name it until the result is another one. */
export type LoggedIncident = {
  readonly resultId: ResultId
  readonly no: number
  readonly kind: LogKind
  /** Whom it happened to, and who else was in it. */
  readonly who: Involved
  readonly other: Involved | null
  readonly lap: number | null
  readonly atMs: number | null
  readonly value: number | null
  readonly detail: string | null
}

export type Looked = {
  readonly sessionId: SessionId
  readonly segmentIndex: number
  readonly splitNo: number
  readonly kinds: readonly LogKind[]
  /** Only where one of them was in it, whoever’s fault it was. */
  readonly userIds?: readonly UserId[] | undefined
  readonly laps?: { readonly from: number; readonly to: number } | undefined
  /** Only this one. */
  readonly one?: { readonly resultId: ResultId; readonly no: number } | undefined
  readonly limit: number
  readonly offset?: number | undefined
}

const involved = (row: 'a' | 'b') => sql`jsonb_build_object('userIds', ${sql.ref(`${row}.user_ids`)}, 'name', ${sql.ref(`${row}.name`)})`

/** What happened in the results of a segment that stand, in their order, with how many there are. */
export async function loggedIncidents(
  db: Reader,
  looked: Looked,
): Promise<{ readonly incidents: readonly LoggedIncident[]; readonly total: number }> {
  const { sessionId, segmentIndex, splitNo, kinds, userIds, laps, one, limit, offset = 0 } = looked
  const { rows } = await sql<LoggedIncident & { readonly total: number }>`
    select e.result_id as "resultId", e.no, e.kind, ${involved('a')} as who, case when b.id is not null then ${involved('b')} end as other,
      e.lap, e.at_ms as "atMs", e.value, e.detail, count(*) over ()::int as total
    from results r join race_log_entries e on e.result_id = r.id join result_rows a on a.id = e.row_id left join result_rows b on b.id = e.other_row_id
    where r.session_id = ${sessionId} and r.segment_index = ${segmentIndex} and r.split_no = ${splitNo} and r.state = 'STANDS' and e.kind = any (${[...kinds]})
      ${userIds ? sql`and (a.user_ids && ${[...userIds]}::uuid[] or b.user_ids && ${[...userIds]}::uuid[])` : sql``}
      ${laps ? sql`and (e.lap is null or e.lap between ${laps.from} and ${laps.to})` : sql``}
      ${one ? sql`and e.result_id = ${one.resultId} and e.no = ${one.no}` : sql``}
    order by e.no limit ${limit} offset ${offset}`.execute(db)
  return { incidents: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}
