import { sql } from 'kysely'
import type { ResultId, SessionId } from '#core/ids.ts'
import type { LogKind } from '#games/log/log.ts'
import type { Reader } from '#server/db/connect.ts'

/** Something that happened, as a protest refers to it: the result's id and its number there name it until the result is another one. */
export type LoggedIncident = {
  readonly resultId: ResultId
  readonly no: number
  readonly kind: LogKind
  readonly segmentIndex: number
  readonly splitNo: number
  /** Rows of the result: whom it happened to, and who else was in it. */
  readonly rowId: string
  readonly otherRowId: string | null
  readonly lap: number | null
  readonly atMs: number | null
  readonly value: number | null
  readonly detail: string | null
}

/** What happened in the results of an event that stand, in their order; of one row where it is named, whoever's fault it was. */
export async function loggedIncidents(db: Reader, sessionId: SessionId, rowId: string | null = null): Promise<readonly LoggedIncident[]> {
  const { rows } = await sql<LoggedIncident>`
    select e.result_id as "resultId", e.no, e.kind, r.segment_index as "segmentIndex", r.split_no as "splitNo", e.row_id as "rowId",
      e.other_row_id as "otherRowId", e.lap, e.at_ms as "atMs", e.value, e.detail
    from results r join race_log_entries e on e.result_id = r.id
    where r.session_id = ${sessionId} and r.state = 'STANDS' and (${rowId}::uuid is null or e.row_id = ${rowId}::uuid or e.other_row_id = ${rowId}::uuid)
    order by r.segment_index, r.split_no, e.no`.execute(db)
  return rows
}
