import { sql } from 'kysely'
import type { ResultId, SessionId, UserId } from '#core/ids.ts'
import type { VersionState } from '#modules/results/rules/version.ts'
import type { Reader, Tx } from '#server/db/connect.ts'

/** A segment of a split. */
export type SegmentAt = { readonly sessionId: SessionId; readonly splitNo: number; readonly segmentIndex: number }

export type Choice = {
  readonly id: string
  readonly splitNo: number
  readonly segmentIndex: number
  readonly action: 'TAKEN' | 'LEFT'
  readonly resultId: ResultId
  readonly stateBefore: VersionState
  readonly replacedId: ResultId | null
  readonly reason: string
  readonly chosenAt: Date
  /** `null`: they erased the account. */
  readonly chosenBy: string | null
  readonly undoneAt: Date | null
  readonly undoneBy: string | null
}

/** What was chosen in an event, newest first. */
export async function findChoices(db: Reader, sessionId: SessionId): Promise<readonly Choice[]> {
  const { rows } = await sql<Choice>`
    select c.id, c.split_no as "splitNo", c.segment_index as "segmentIndex", c.action, c.result_id as "resultId", c.state_before as "stateBefore",
      c.replaced_id as "replacedId", c.reason, c.chosen_at as "chosenAt", c.undone_at as "undoneAt",
      case when b.removed_at is null then b.name end as "chosenBy", case when u.removed_at is null then u.name end as "undoneBy"
    from result_choices c join users b on b.id = c.chosen_by left join users u on u.id = c.undone_by
    where c.session_id = ${sessionId} order by c.no desc`.execute(db)
  return rows
}

/** Whether what stands there is somebody's choice. */
export async function isChosen(db: Reader, at: SegmentAt): Promise<boolean> {
  return (await findChoices(db, at.sessionId)).some(
    (one) => one.splitNo === at.splitNo && one.segmentIndex === at.segmentIndex && one.undoneAt === null,
  )
}

/** The event of a result; `null` where there is none of this id. */
export const eventOfResult = async (db: Reader, id: ResultId): Promise<SessionId | null> =>
  (await db.selectFrom('results').select('session_id').where('id', '=', id).executeTakeFirst())?.session_id ?? null

/** Where a choice was made; `undefined` where there is none of this id. */
export const segmentOfChoice = (tx: Tx, id: string) =>
  tx.selectFrom('result_choices').select(['session_id', 'split_no', 'segment_index']).where('id', '=', id).executeTakeFirst()

export type NewChoice = SegmentAt & {
  readonly id: string
  readonly no: number
  readonly action: Choice['action']
  readonly resultId: ResultId
  readonly stateBefore: VersionState
  readonly replacedId: ResultId | null
  readonly reason: string
  readonly by: UserId
}

export const insertChoice = (tx: Tx, { by, ...choice }: NewChoice, now: Date) =>
  tx
    .insertInto('result_choices')
    .values({
      id: choice.id,
      session_id: choice.sessionId,
      split_no: choice.splitNo,
      segment_index: choice.segmentIndex,
      no: choice.no,
      action: choice.action,
      result_id: choice.resultId,
      state_before: choice.stateBefore,
      replaced_id: choice.replacedId,
      reason: choice.reason,
      chosen_by: by,
      chosen_at: now,
    })
    .execute()

export const markUndone = (tx: Tx, id: string, by: UserId, now: Date) =>
  tx.updateTable('result_choices').set({ undone_by: by, undone_at: now }).where('id', '=', id).execute()
