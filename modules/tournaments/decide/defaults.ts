import type { LeagueId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import { multiplied } from '#modules/points/rules.ts'
import type { PointsFields, SessionBody } from '#modules/sessions/contract.ts'
import type { SeasonPoints } from '#modules/sessions/rules/points.ts'
import type { TypedTemplate } from '../contract/planner.ts'
import type { EditBody, PointSystem } from '../contract/shapes.ts'
import type { SeasonEvent } from './season.ts'

/** An event of the season as it would be typed: what it says of its own stands, cars and classes it leaves out are the season's. Where and when follow. */
export function inherited(typed: TypedTemplate, season: { readonly league_id: LeagueId; readonly game: string }, fields: EditBody): SessionBody {
  const isOwn = typed.cars.length > 0 || typed.carClasses.length > 0
  return {
    ...typed,
    ...(isOwn ? {} : carsOf(fields)),
    leagueId: season.league_id,
    game: season.game as GameId,
    sessionName: '',
    trackId: '',
    startsAt: '',
  }
}

/** Classes that share a car are drivers' classes, as Pro and Am are: an event has their cars alone. */
function carsOf({ cars, carClasses }: EditBody): Pick<EditBody, 'cars' | 'carClasses'> {
  const ofClasses = carClasses.flatMap((one) => one.cars)
  const different = [...new Set(ofClasses)]
  return different.length === ofClasses.length ? { cars, carClasses } : { cars: different.map((id) => ({ id })), carClasses: [] }
}

type Scoring = Partial<Pick<SeasonEvent, 'multiplier' | 'table' | 'raceTables' | 'fastestLap'>>

/**
 * The points that an event of the season shows: what its places are worth in the standings, drop rounds apart. Where points grow with the grid they
 * are multiplied after that. Of a season of best times none has any.
 */
export function eventPointsOf(
  { overallPointTable, minimumDistancePercent, scope, gridSize, bonus, onlyBestRaceTime }: PointSystem,
  { multiplier = 1, table, raceTables, fastestLap }: Scoring = {},
): PointsFields & SeasonPoints {
  if (onlyBestRaceTime) return { table: [0], minimumDistancePercent, scope }
  const times = (points: readonly number[]): number[] => points.map((one) => (gridSize ? one : multiplied(one, multiplier)))
  return {
    table: times(table ?? overallPointTable),
    minimumDistancePercent,
    scope,
    gridSize,
    bonus: { pole: bonus.pole, fastestLap: fastestLap ?? bonus.fastestLap },
    fastestLapWithin: bonus.fastestLapWithin,
    ...(gridSize ? { multiplier } : {}),
    ...(raceTables ? { raceTables: raceTables.map((one) => one && times(one)) } : {}),
  }
}
