import { sql } from 'kysely'
import type { ResultFileId, ResultId, SessionId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { KeptEntry, StoredRow } from './decide.ts'

/** Grows when logs hold more: those of an older version are looked through again when their event is. */
const LOG_VERSION = 1

export type Unread = { readonly resultId: ResultId; readonly fileId: ResultFileId; readonly digest: string }

/** The results of an event that stand and whose files nobody has looked through as they are now, or whose log is of rows that are there no more. */
export async function findUnread(db: Reader, sessionId: SessionId): Promise<readonly Unread[]> {
  const { rows } = await sql<Unread>`
    select r.id as "resultId", r.file_id as "fileId", r.digest
    from results r left join race_logs l on l.result_id = r.id
    where r.session_id = ${sessionId} and r.state = 'STANDS' and r.file_id is not null and r.digest is not null
      and ((l.file_id, l.digest, l.log_version) is distinct from (r.file_id, r.digest, ${LOG_VERSION}::int)
        or exists (select from race_log_entries e where e.result_id = r.id and not exists (select from result_rows x where x.id = e.row_id)))
    order by r.split_no, r.segment_index`.execute(db)
  return rows
}

/** The rows of a result in their order, with what tells which row of the file each is. */
export async function findRows(db: Reader, resultId: ResultId): Promise<readonly StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select x.id, x.car_id as "carId", x.total_time_ms::float8 as "totalMs", l.times
    from result_rows x join result_laps l on l.row_id = x.id
    where x.result_id = ${resultId} order by x.position`.execute(db)
  return rows
}

/** Keeps the log of a result in place of the one before. */
export async function keepLog(
  tx: Tx,
  sessionId: SessionId,
  { resultId, fileId, digest }: Unread,
  log: { readonly isKnown: boolean; readonly entries: readonly KeptEntry[] },
  now: Date,
): Promise<void> {
  await tx.deleteFrom('race_logs').where('result_id', '=', resultId).execute()
  const read = { session_id: sessionId, file_id: fileId, digest, log_version: LOG_VERSION, is_known: log.isKnown, read_at: now }
  await tx
    .insertInto('race_logs')
    .values({ result_id: resultId, ...read })
    .execute()
  if (log.entries.length === 0) return
  await sql`
    insert into race_log_entries (result_id, no, kind, row_id, other_row_id, lap, at_ms, driver_no, value, detail)
    select ${resultId}, e.no, e.kind, e.row_id, e.other_row_id, e.lap, e.at_ms, e.driver_no, e.value, e.detail
    from jsonb_populate_recordset(null::race_log_entries, ${JSON.stringify(log.entries)}::jsonb) e`.execute(tx)
}

/** Events that nobody has looked through yet, at most so many; they are not waiting any more. */
export async function takeBacklog(tx: Tx, most: number): Promise<readonly SessionId[]> {
  const { rows } = await sql<{ session_id: SessionId }>`
    delete from race_log_backlog where session_id in (select session_id from race_log_backlog order by session_id limit ${most} for update skip locked)
    returning session_id`.execute(tx)
  return rows.map(({ session_id }) => session_id)
}
