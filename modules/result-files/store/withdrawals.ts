import type { ResultFileId, SessionId, UserId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'

/** What was taken back before it was published, a file or the draft of a race, or that what was published was opened again. */
export type Withdrawal = {
  readonly kind: 'FILE' | 'DRAFT' | 'REOPENED'
  readonly fileName: string | null
  readonly raceNo: number | null
  readonly reason: string
  /** `null`: they erased the account. */
  readonly by: string | null
  readonly at: Date
}

/** What was taken back in an event, newest first. */
export async function findWithdrawals(db: Reader, sessionId: SessionId): Promise<readonly Withdrawal[]> {
  const rows = await db
    .selectFrom('result_withdrawals as w')
    .innerJoin('users as u', 'u.id', 'w.withdrawn_by')
    .leftJoin('result_files as f', 'f.id', 'w.file_id')
    .select(['w.kind', 'f.name as file_name', 'w.race_no', 'w.reason', 'u.name', 'u.removed_at', 'w.withdrawn_at'])
    .where('w.session_id', '=', sessionId)
    .orderBy('w.withdrawn_at', 'desc')
    .orderBy('w.id', 'desc')
    .execute()
  return rows.map((row) => ({
    kind: row.kind as Withdrawal['kind'],
    fileName: row.file_name,
    raceNo: row.race_no,
    reason: row.reason,
    by: row.removed_at ? null : row.name,
    at: row.withdrawn_at,
  }))
}

export type NewWithdrawal = {
  readonly id: string
  readonly sessionId: SessionId
  readonly kind: Withdrawal['kind']
  readonly fileId?: ResultFileId
  readonly raceNo?: number
  readonly reason: string
  readonly by: UserId
}

export const insertWithdrawal = (tx: Tx, { id, sessionId, kind, fileId, raceNo, reason, by }: NewWithdrawal, now: Date) =>
  tx
    .insertInto('result_withdrawals')
    .values({ id, session_id: sessionId, kind, file_id: fileId ?? null, race_no: raceNo ?? null, reason, withdrawn_by: by, withdrawn_at: now })
    .execute()

/** When and why the published results of an event were opened again; `null` for one that was not, or was published anew since. */
export async function findReopened(db: Reader, sessionId: SessionId): Promise<{ readonly at: Date; readonly reason: string } | null> {
  const row = await db
    .selectFrom('result_withdrawals')
    .select(['withdrawn_at', 'reason'])
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'REOPENED')
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row ? { at: row.withdrawn_at, reason: row.reason } : null
}

/** What was opened again is published. */
export const closeReopened = (tx: Tx, sessionId: SessionId, now: Date) =>
  tx
    .updateTable('result_withdrawals')
    .set({ closed_at: now })
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'REOPENED')
    .where('closed_at', 'is', null)
    .execute()
