import { sql } from 'kysely'
import type { SessionId, TournamentId, UserId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { ParticipantStatus } from '../rules.ts'

export const findDriver = (db: Reader, id: TournamentId, userId: UserId) =>
  db
    .selectFrom('tournament_entries')
    .select(['status', 'class_id', 'team_name'])
    .where('tournament_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Counts one more in; false: it is full. However many come at once, the row's own count decides. */
export async function takeSeat(tx: Tx, id: TournamentId): Promise<boolean> {
  const row = await tx
    .updateTable('tournaments')
    .set({ taken: sql`taken + 1` })
    .where('id', '=', id)
    .whereRef('taken', '<', 'max_entries')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function takeClassSeat(tx: Tx, id: TournamentId, classId: string): Promise<boolean> {
  const { rows } = await sql`update tournament_classes set taken = taken + 1
    where tournament_id = ${id} and class_id = ${classId} and (max_entries is null or taken < max_entries) returning class_id`.execute(tx)
  return rows.length === 1
}

export async function freeSeat(tx: Tx, id: TournamentId, classId: string | null): Promise<void> {
  await tx
    .updateTable('tournaments')
    .set({ taken: sql`taken - 1` })
    .where('id', '=', id)
    .execute()
  if (classId === null) return
  await tx
    .updateTable('tournament_classes')
    .set({ taken: sql`taken - 1` })
    .where('tournament_id', '=', id)
    .where('class_id', '=', classId)
    .execute()
}

type Joined = { readonly id: TournamentId; readonly userId: UserId; readonly classId: string | null; readonly teamName: string | null }

export async function insertDriver(tx: Tx, { id, userId, classId, teamName }: Joined, now: Date): Promise<void> {
  await tx
    .insertInto('tournament_entries')
    .values({ tournament_id: id, user_id: userId, status: 'ACTIVE', class_id: classId, team_name: teamName, registered_at: now })
    .execute()
}

type End = { readonly status: ParticipantStatus; readonly reason: string | null; readonly at: Date | null }

export async function setDriver(tx: Tx, id: TournamentId, userId: UserId, { status, reason, at }: End): Promise<void> {
  await tx
    .updateTable('tournament_entries')
    .set({ status, left_reason: reason, left_at: at })
    .where('tournament_id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}

/** Seasons in which somebody drives, in the order in which they are locked. */
export async function drivenBy(db: Reader, userId: UserId): Promise<readonly TournamentId[]> {
  const rows = await db
    .selectFrom('tournament_entries')
    .select('tournament_id')
    .where('user_id', '=', userId)
    .where('status', '=', 'ACTIVE')
    .orderBy('tournament_id')
    .execute()
  return rows.map((row) => row.tournament_id)
}

export async function countSkips(db: Reader, id: TournamentId, userId: UserId): Promise<number> {
  const { rows } = await sql<{ used: number }>`select count(*)::int as used from tournament_skips k
    join tournament_sessions t on t.session_id = k.session_id where t.tournament_id = ${id} and k.user_id = ${userId}`.execute(db)
  return rows[0]!.used
}

/** False: skipped already. */
export async function insertSkip(tx: Tx, sessionId: SessionId, userId: UserId, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('tournament_skips')
    .values({ session_id: sessionId, user_id: userId, skipped_at: now })
    .onConflict((there) => there.columns(['session_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSkip(tx: Tx, sessionId: SessionId, userId: UserId): Promise<boolean> {
  const gone = await tx.deleteFrom('tournament_skips').where('session_id', '=', sessionId).where('user_id', '=', userId).executeTakeFirst()
  return gone.numDeletedRows === 1n
}
