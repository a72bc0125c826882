import { sql } from 'kysely'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import type { Reader } from '#server/db/connect.ts'
import { offeredCars } from '../decide.ts'
import { classesOf } from '../store.ts'
import { carsOfEvents } from '../store/drivers.ts'
import { namedCars } from './views.ts'

/** Seasons that one may choose from. */
const SEASONS_AT_MOST = 100

export type SeasonTarget = {
  readonly leagueId: LeagueId
  readonly name: string
  readonly maxEntries: number
  /** A car of several classes stands there once for each of them. */
  readonly cars: { readonly model: string; readonly name: string; readonly carClassId: string | null; readonly carClass: string | null }[]
}

/** A championship as what drivers are picked for; a series has no drivers of its own. */
export async function seasonTarget(db: Reader, id: TournamentId): Promise<SeasonTarget | null> {
  const row = await db
    .selectFrom('tournaments')
    .select(['league_id', 'name', 'max_entries', 'car_ids', 'game'])
    .where('id', '=', id)
    .where('type', '=', 'CHAMPIONSHIP')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const classes = await classesOf(db, id)
  const named = (ids: readonly string[], of: { readonly class_id: string; readonly name: string } | null) =>
    namedCars(row.game as GameId, ids).map(({ id: model, name }) => ({ model, name, carClassId: of?.class_id ?? null, carClass: of?.name ?? null }))
  const cars =
    classes.length > 0
      ? classes.flatMap((one) => named(one.car_ids, one))
      : named(offeredCars({ ofSeason: row.car_ids, ofClass: null, ofEvents: await carsOfEvents(db, id) }), null)
  return { leagueId: row.league_id, name: row.name, maxEntries: row.max_entries, cars }
}

/** Championships of a community that take drivers, the latest first. */
export async function openSeasons(db: Reader, leagueId: LeagueId): Promise<readonly { readonly id: TournamentId; readonly name: string }[]> {
  return await db
    .selectFrom('tournaments')
    .select(['id', 'name'])
    .where('league_id', '=', leagueId)
    .where('type', '=', 'CHAMPIONSHIP')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(status = 'REGISTRATION' or (status = 'STARTED' and join_after_start))`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(SEASONS_AT_MOST)
    .execute()
}
