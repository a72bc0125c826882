import type { LeagueId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import type { PointsFields, SessionBody } from '#modules/sessions/contract.ts'
import type { TypedTemplate } from '../contract/planner.ts'
import type { EditBody, PointSystem } from '../contract/shapes.ts'

/** An event of the season as it would be typed: what it says of its own stands, cars and classes it leaves out are the season's. Where and when follow. */
export function inherited(typed: TypedTemplate, season: { readonly league_id: LeagueId; readonly game: string }, fields: EditBody): SessionBody {
  const isOwn = typed.cars.length > 0 || typed.carClasses.length > 0
  return {
    ...typed,
    ...(isOwn ? {} : { cars: fields.cars, carClasses: fields.carClasses }),
    leagueId: season.league_id,
    game: season.game as GameId,
    sessionName: '',
    trackId: '',
    startsAt: '',
  }
}

/** The points that an event of the season shows; rounds, multipliers and drop rounds are the season's alone. */
export const eventPointsOf = ({ overallPointTable, minimumDistancePercent, scope, gridSize, bonus }: PointSystem): PointsFields => ({
  table: overallPointTable,
  minimumDistancePercent,
  scope,
  gridSize,
  bonus: { pole: bonus.pole, fastestLap: bonus.fastestLap },
})
