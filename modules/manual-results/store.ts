import { sql } from 'kysely'
import type { SessionId, UserId } from '#core/ids.ts'
import type { SessionResults } from '#games/game.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { DraftRow, Sources } from './decide/drafts.ts'

export type Draft = {
  readonly segmentIndex: number
  readonly type: SessionResults['type']
  readonly no: number
  readonly v: number
  readonly rows: readonly DraftRow[]
  readonly fileName: string | null
  readonly savedAt: Date
}

const columns = ['segment_index', 'type', 'type_no', 'v', 'rows', 'file_name', 'saved_at'] as const

/** What is kept by hand of a session, in the order of its segments. */
export async function findDrafts(db: Reader, sessionId: SessionId): Promise<readonly Draft[]> {
  const rows = await db.selectFrom('manual_results').select(columns).where('session_id', '=', sessionId).orderBy('segment_index').execute()
  return rows.map((row) => ({
    segmentIndex: row.segment_index,
    type: row.type as Draft['type'],
    no: row.type_no,
    v: row.v,
    rows: row.rows as readonly DraftRow[],
    fileName: row.file_name,
    savedAt: row.saved_at,
  }))
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
  readonly file?: { readonly name: string; readonly sources: Sources; readonly facts: object }
}

/** Saves a draft over the one before and counts on; the session is locked already. */
export async function saveDraft(tx: Tx, sessionId: SessionId, { segmentIndex, type, no, rows, file }: NewDraft, now: Date): Promise<number> {
  const values = {
    rows: JSON.stringify(rows),
    saved_at: now,
    ...(file ? { sources: JSON.stringify(file.sources), facts: JSON.stringify(file.facts), file_name: file.name } : {}),
  }
  const saved = await tx
    .insertInto('manual_results')
    .values({ session_id: sessionId, segment_index: segmentIndex, type, type_no: no, ...values })
    .onConflict((conflict) => conflict.columns(['session_id', 'segment_index']).doUpdateSet({ ...values, v: sql<number>`manual_results.v + 1` }))
    .returning('v')
    .executeTakeFirstOrThrow()
  return saved.v
}

export type Person = { readonly name: string | null; readonly country: string | null }

/** People of ours as they are called today; without a name who erased the account. */
export async function findPeople(db: Reader, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, Person>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'country', 'removed_at'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.removed_at ? { name: null, country: null } : { name: row.name, country: row.country }]))
}
