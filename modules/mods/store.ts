import type { LeagueId, ModId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { GameId } from '#games/game.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { ModColumns } from './decide.ts'

const columns = ({ onlyFor, cars, tracks, ...typed }: ModColumns, now: Date) => ({
  ...typed,
  only_for: onlyFor,
  cars: [...cars],
  tracks: [...tracks],
  updated_at: now,
})

export const findMod = (db: Reader, id: ModId) => db.selectFrom('mods').select(['league_id', 'game', 'name']).where('id', '=', id).executeTakeFirst()

/** Counted under the community's lock. */
export async function countMods(tx: Tx, leagueId: LeagueId, game: GameId): Promise<number> {
  const { count } = await tx
    .selectFrom('mods')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('league_id', '=', leagueId)
    .where('game', '=', game)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Made = { readonly id: ModId; readonly leagueId: LeagueId; readonly game: GameId }

export async function insertMod(tx: Tx, { id, leagueId, game }: Made, mod: ModColumns, now: Date): Promise<void> {
  await tx
    .insertInto('mods')
    .values({ id, league_id: leagueId, game, ...columns(mod, now) })
    .execute()
}

/** Saves over the version the caller has seen. */
export async function updateMod(tx: Tx, id: ModId, v: number, mod: ModColumns, now: Date): Promise<Result<{ v: number }>> {
  const row = await tx
    .updateTable('mods')
    .set({ ...columns(mod, now), v: v + 1 })
    .where('id', '=', id)
    .where('v', '=', v)
    .returning('v')
    .executeTakeFirst()
  return row ? ok(row) : refuse('VERSION_CONFLICT')
}

export async function deleteMod(tx: Tx, id: ModId, v: number): Promise<Result<{ v: number }>> {
  const gone = await tx.deleteFrom('mods').where('id', '=', id).where('v', '=', v).executeTakeFirst()
  return gone.numDeletedRows === 1n ? ok({ v: v + 1 }) : refuse('VERSION_CONFLICT')
}
