import { sql } from 'kysely'
import type { LeagueId, SessionId, TournamentId, UserId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import { NO_LIST, type PickList, type Target } from './decide.ts'

export async function findPickList(db: Reader, leagueId: LeagueId): Promise<PickList> {
  const row = await db
    .selectFrom('pick_lists')
    .select(['v', 'active', 'session_id', 'tournament_id', 'is_swap'])
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  if (!row) return NO_LIST
  const picks = await db
    .selectFrom('pick_list_entries')
    .select(['user_id as userId', 'car_id as carId', 'class_id as classId'])
    .where('league_id', '=', leagueId)
    .orderBy('position')
    .execute()
  return { v: row.v, active: row.active, target: targetOf(row), picks }
}

type Aimed = { readonly session_id: SessionId | null; readonly tournament_id: TournamentId | null; readonly is_swap: boolean }
function targetOf({ session_id, tournament_id, is_swap: isSwapList }: Aimed): Target | null {
  if (session_id !== null) return { type: 'EVENT', id: session_id, isSwapList }
  return tournament_id === null ? null : { type: 'TOURNAMENT', id: tournament_id, isSwapList }
}
const aimedAt = (target: Target | null): Aimed => ({
  session_id: target?.type === 'EVENT' ? (target.id as SessionId) : null,
  tournament_id: target?.type === 'TOURNAMENT' ? (target.id as TournamentId) : null,
  is_swap: target?.isSwapList ?? false,
})

/** Under the community's lock, by which two admins at once come one after the other. Whoever has no account any more is left out. */
export async function savePickList(tx: Tx, leagueId: LeagueId, { v, active, target, picks }: PickList, now: Date): Promise<{ v: number }> {
  await tx.deleteFrom('pick_list_entries').where('league_id', '=', leagueId).execute()
  const facts = { active, ...aimedAt(target), updated_at: now, v: v + 1 }
  await tx
    .insertInto('pick_lists')
    .values({ league_id: leagueId, ...facts })
    .onConflict((there) => there.column('league_id').doUpdateSet(facts))
    .execute()
  await sql`
    insert into pick_list_entries (league_id, user_id, position, car_id, class_id)
    select ${leagueId}::uuid, u.id, p.position, p.car_id, p.class_id
    from unnest(${picks.map(({ userId }) => userId)}::uuid[], ${picks.map(({ carId }) => carId)}::text[], ${picks.map(({ classId }) => classId)}::text[])
      with ordinality as p (user_id, car_id, class_id, position)
    join users u on u.id = p.user_id and u.removed_at is null`.execute(tx)
  return { v: v + 1 }
}

export async function forgetPicked(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('pick_list_entries').where('user_id', '=', userId).execute()
}

/** An event that is gone is no list's target, nor is a season. */
export const forgetEvent = (tx: Tx, id: SessionId): Promise<void> => forget(tx, 'session_id', id)
export const forgetSeason = (tx: Tx, id: TournamentId): Promise<void> => forget(tx, 'tournament_id', id)

async function forget(tx: Tx, column: 'session_id' | 'tournament_id', id: string): Promise<void> {
  await tx
    .updateTable('pick_lists')
    .set({ session_id: null, tournament_id: null, is_swap: false, v: sql`v + 1` })
    .where(sql.ref(column), '=', id)
    .execute()
}
