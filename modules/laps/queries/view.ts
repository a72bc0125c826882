import type { UserId } from '#core/ids.ts'
import { findCar, layoutBeside } from '#games/catalogue.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { outlineUrl } from '#games/outlines/outlines.ts'
import { carNameOf } from '#modules/results/rules/car-name.ts'
import type { BestLap, DriverLap, LapPlace } from '../contract.ts'
import { seesAllBestLaps } from '../rules.ts'
import type { StoredLap } from './list.ts'
import type { StoredOwnLap } from './of-driver.ts'

/** Laps in their order as they are told, the first one at `from`. */
export const lapViews = (laps: readonly StoredLap[], asker: UserId | null, from = 0): readonly BestLap[] =>
  laps.map((lap, index) => lapView(lap, asker, from + index + 1))

function lapView(lap: StoredLap, asker: UserId | null, position: number): BestLap {
  const catalogue = gameOf(lap.game as GameId)?.catalogue
  const car = catalogue && findCar(catalogue, lap.carId)
  const track = catalogue?.tracks.find(({ id }) => id === lap.trackId)
  return {
    position,
    driver: { id: lap.userId, name: lap.name, country: lap.country, rating: lap.rating },
    car: {
      name: carNameOf(lap.game, lap.carId || null, lap.carName),
      className: catalogue?.classes.find(({ id }) => id === car?.classId)?.name ?? null,
    },
    track: { name: track?.name ?? lap.trackName ?? lap.trackId, layoutName: layoutBeside(track, lap.layoutId) },
    lapTime: lap.lapMs,
    segmentType: lap.segmentType,
    segment: lap.segment,
    wet: lap.wet,
    date: new Date(lap.drivenAt).toISOString(),
    sessionId: lap.sessionId,
    leagueId: lap.leagueId,
    driverId: lap.userId,
    carModelId: lap.carId,
    trackId: lap.trackId,
    layoutId: lap.layoutId,
    mine: lap.userId === asker,
  }
}

/** Whether a reader is told of a lap: their own, the first of a track, which everybody is told, and all of them with the plan for it. */
const isTold = (lap: StoredOwnLap, reader: LapReader): boolean =>
  lap.place !== null || (reader !== null && (lap.userId === reader.userId || seesAllBestLaps(reader.plan)))

/** Who reads of laps; null: a visitor. */
export type LapReader = { readonly userId: UserId; readonly plan: string } | null

/** As `lapView`, for pages about drivers; null in place of one that the reader is not told of. */
export function driverLapView(lap: StoredOwnLap, reader: LapReader): DriverLap | null {
  if (!isTold(lap, reader)) return null
  const gameId = lap.game as GameId
  const country = gameOf(gameId)?.catalogue.tracks.find(({ id }) => id === lap.trackId)?.country ?? null
  const outline = outlineUrl(gameId, lap.trackId, lap.layoutId || null)
  return { ...lapView(lap, reader?.userId ?? null, 0), position: lap.place, gameId, country, outline, driven: lap.driven }
}

export const placeViews = (laps: readonly StoredLap[], asker: UserId | null): readonly LapPlace[] =>
  laps
    .map((lap): LapPlace => {
      const record = lapView(lap, asker, 1)
      const gameId = lap.game as GameId
      const { trackId, layoutId } = lap
      const country = gameOf(gameId)?.catalogue.tracks.find(({ id }) => id === trackId)?.country ?? null
      return {
        gameId,
        trackId,
        layoutId,
        name: record.track.name,
        layoutName: record.track.layoutName,
        country,
        outline: outlineUrl(gameId, trackId, layoutId || null),
        record,
      }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.layoutName ?? '').localeCompare(b.layoutName ?? '', 'en'))
