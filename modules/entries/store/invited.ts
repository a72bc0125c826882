import { sql } from 'kysely'
import type { RoundId, UserId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'

/** Brings drivers into a round, each once: whoever is in stays as they came. Gives those who are new. */
export async function bringIn(tx: Tx, roundId: RoundId, userIds: readonly UserId[], from: RoundId | null, now: Date): Promise<readonly UserId[]> {
  const rows = await tx
    .insertInto('invited_drivers')
    .values([...new Set(userIds)].toSorted().map((userId) => ({ list_id: roundId, user_id: userId, from_list_id: from, invited_at: now })))
    .onConflict((there) => there.columns(['list_id', 'user_id']).doNothing())
    .returning('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/** Takes drivers out of a round, or everybody; gives those who were in. */
export async function takeOut(tx: Tx, roundId: RoundId, userIds: readonly UserId[] | 'all'): Promise<readonly UserId[]> {
  const gone = tx.deleteFrom('invited_drivers').where('list_id', '=', roundId)
  const rows = await (userIds === 'all' ? gone : gone.where('user_id', 'in', userIds)).returning('user_id').execute()
  return rows.map((row) => row.user_id)
}

export async function isBroughtIn(db: Reader, roundId: RoundId, userId: UserId): Promise<boolean> {
  const { rows } = await sql`select from invited_drivers where list_id = ${roundId} and user_id = ${userId}`.execute(db)
  return rows.length > 0
}
