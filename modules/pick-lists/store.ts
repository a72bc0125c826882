import { sql } from 'kysely'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import { NO_LIST, type PickList } from './decide.ts'

export async function findPickList(db: Reader, leagueId: LeagueId): Promise<PickList> {
  const row = await db.selectFrom('pick_lists').select(['v', 'active', 'session_id', 'is_swap']).where('league_id', '=', leagueId).executeTakeFirst()
  if (!row) return NO_LIST
  const picks = await db
    .selectFrom('pick_list_entries')
    .select(['user_id as userId', 'car_id as carId'])
    .where('league_id', '=', leagueId)
    .orderBy('position')
    .execute()
  return { v: row.v, active: row.active, sessionId: row.session_id, isSwap: row.is_swap, picks }
}

/** Under the community's lock, by which two admins at once come one after the other. Whoever has no account any more is left out. */
export async function savePickList(tx: Tx, leagueId: LeagueId, { v, active, sessionId, isSwap, picks }: PickList, now: Date): Promise<{ v: number }> {
  await tx.deleteFrom('pick_list_entries').where('league_id', '=', leagueId).execute()
  const facts = { active, session_id: sessionId, is_swap: isSwap, updated_at: now, v: v + 1 }
  await tx
    .insertInto('pick_lists')
    .values({ league_id: leagueId, ...facts })
    .onConflict((there) => there.column('league_id').doUpdateSet(facts))
    .execute()
  await sql`
    insert into pick_list_entries (league_id, user_id, position, car_id)
    select ${leagueId}::uuid, u.id, p.position, p.car_id
    from unnest(${picks.map(({ userId }) => userId)}::uuid[], ${picks.map(({ carId }) => carId)}::text[]) with ordinality as p (user_id, car_id, position)
    join users u on u.id = p.user_id and u.removed_at is null`.execute(tx)
  return { v: v + 1 }
}

export async function forgetPicked(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('pick_list_entries').where('user_id', '=', userId).execute()
}

/** An event that is gone is no list's target. */
export async function forgetTarget(tx: Tx, sessionId: SessionId): Promise<void> {
  await tx
    .updateTable('pick_lists')
    .set({ session_id: null, is_swap: false, v: sql`v + 1` })
    .where('session_id', '=', sessionId)
    .execute()
}
