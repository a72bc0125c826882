import { sql } from 'kysely'
import type { ResultFileId, SessionId, UserId } from '#core/ids.ts'
import type { SegmentResults } from '#games/game.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { DraftRow, Sources } from './decide/drafts.ts'

export type Draft = {
  readonly segmentIndex: number
  readonly type: SegmentResults['type']
  readonly no: number
  readonly v: number
  readonly rows: readonly DraftRow[]
  readonly fileName: string | null
  readonly fileId: ResultFileId | null
  readonly savedAt: Date
}

const columns = ['segment_index', 'type', 'type_no', 'v', 'rows', 'file_name', 'file_id', 'saved_at'] as const

/** What is kept by hand of a session, in the order of its segments; what was taken back is not there. */
export async function findDrafts(db: Reader, sessionId: SessionId): Promise<readonly Draft[]> {
  const rows = await db
    .selectFrom('manual_results')
    .select(columns)
    .where('session_id', '=', sessionId)
    .where('discarded', '=', false)
    .orderBy('segment_index')
    .execute()
  return rows.map((row) => ({
    segmentIndex: row.segment_index,
    type: row.type as Draft['type'],
    no: row.type_no,
    v: row.v,
    rows: row.rows as readonly DraftRow[],
    fileName: row.file_name,
    fileId: row.file_id as ResultFileId | null,
    savedAt: row.saved_at,
  }))
}

/** The version of each segment's draft, also of one that was taken back. */
export async function findDraftVersions(db: Reader, sessionId: SessionId): Promise<ReadonlyMap<number, number>> {
  const rows = await db.selectFrom('manual_results').select(['segment_index', 'v']).where('session_id', '=', sessionId).execute()
  return new Map(rows.map((row) => [row.segment_index, row.v]))
}

/** What the files know of the drafts, by segment: laps and all. */
export async function findSources(
  db: Reader,
  sessionId: SessionId,
): Promise<ReadonlyMap<number, { readonly sources: Sources; readonly facts: object }>> {
  const rows = await db.selectFrom('manual_results').select(['segment_index', 'sources', 'facts']).where('session_id', '=', sessionId).execute()
  return new Map(rows.map((row) => [row.segment_index, { sources: row.sources as Sources, facts: row.facts as object }]))
}

export type NewDraft = Pick<Draft, 'segmentIndex' | 'type' | 'no' | 'rows'> & {
  /** From a file; left out, what an earlier one told stays. */
  readonly file?: { readonly id: ResultFileId; readonly name: string; readonly sources: Sources; readonly facts: object }
}

/** Saves a draft over the one before and counts on; the session is locked already. */
export async function saveDraft(tx: Tx, sessionId: SessionId, { segmentIndex, type, no, rows, file }: NewDraft, now: Date): Promise<number> {
  const values = {
    rows: JSON.stringify(rows),
    saved_at: now,
    discarded: false,
    ...(file ? { sources: JSON.stringify(file.sources), facts: JSON.stringify(file.facts), file_name: file.name, file_id: file.id } : {}),
  }
  const saved = await tx
    .insertInto('manual_results')
    .values({ session_id: sessionId, segment_index: segmentIndex, type, type_no: no, ...values })
    .onConflict((conflict) => conflict.columns(['session_id', 'segment_index']).doUpdateSet({ ...values, v: sql<number>`manual_results.v + 1` }))
    .returning('v')
    .executeTakeFirstOrThrow()
  return saved.v
}

/** Somebody has erased the account: what a file told them by may follow from it. */
export const forgetTold = (tx: Tx, userId: UserId) =>
  sql`
    update manual_results m set sources = (
      select jsonb_object_agg(s.key, case when s.value -> 'userIds' ? ${userId} then s.value - 'told' else s.value end) from jsonb_each(m.sources) s)
    where m.sources @? ${`$.*.userIds[*] ? (@ == "${userId}")`}::jsonpath`.execute(tx)

/** Takes drafts back, those of one file or that of one segment; their versions count on. Gives the segments. */
export async function discardDrafts(
  tx: Tx,
  sessionId: SessionId,
  which: { readonly fileId: ResultFileId } | { readonly segmentIndex: number },
  now: Date,
): Promise<readonly number[]> {
  const [column, value] = 'fileId' in which ? (['file_id', which.fileId] as const) : (['segment_index', which.segmentIndex] as const)
  const nothing = { rows: '[]', sources: '{}', facts: '{}', file_name: null, file_id: null }
  const rows = await tx
    .updateTable('manual_results')
    .set({ ...nothing, discarded: true, v: sql`v + 1`, saved_at: now })
    .where('session_id', '=', sessionId)
    .where(column, '=', value as never)
    .where('discarded', '=', false)
    .returning('segment_index')
    .execute()
  return rows.map((row) => row.segment_index)
}
