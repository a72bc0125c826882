import type { DrivenSegment } from '#games/event.ts'
import type { OrderDriver, ServerOrder } from '#games/game.ts'
import type { Driven, DrivenLap } from '#games/race.ts'
import { encodeUtf16 } from '#games/text.ts'
import { nationalityOf } from './catalogue.ts'
import { shortNameOf, splitName } from './names.ts'

const NO_TIME_MS = 2 ** 31 - 1

/** The server numbers cars from 1001 in the order they connect. */
export const carIdOf = (racer: number): number => 1001 + racer

/** A result file with the names, order, indent and encoding of the server's own, `sessionType` twice as in its newer versions. */
export function resultFile(
  order: ServerOrder,
  { segment, rows }: DrivenSegment,
  at: { readonly index: number; readonly weekend: number; readonly letter: string },
): Uint8Array {
  const race = segment.type === 'RACE'
  const laps = rows.flatMap((row) => row.laps.map((lap) => ({ row, lap }))).sort((a, b) => a.lap.endMs - b.lap.endMs)
  const content = {
    sessionType: at.letter,
    trackName: order.trackId,
    sessionIndex: at.index,
    // counts the resets of the weekend
    raceWeekendIndex: at.weekend,
    metaData: order.tag,
    serverName: order.serverName,
    sessionResult: {
      bestlap: Math.min(NO_TIME_MS, ...rows.map((row) => row.bestMs ?? NO_TIME_MS)),
      bestSplits: bestSplits(laps.map(({ lap }) => lap)),
      isWetSession: Number(order.options['trackCondition.weather.rain'] ?? 0) > 0 ? 1 : 0,
      type: race ? 1 : 0,
      leaderBoardLines: rows.map((row) => lineOf(order, row, race)),
    },
    laps: laps.map(({ row, lap }) => ({
      carId: carIdOf(row.racer),
      driverIndex: lap.driver,
      laptime: lap.timeMs,
      isValidForBest: lap.valid,
      splits: lap.sectors,
    })),
    penalties: [],
    post_race_penalties: [],
  }
  const text = JSON.stringify(content, null, 4).replace('\n    "sessionResult"', () => `\n    "sessionType": "${at.letter}",\n    "sessionResult"`)
  return encodeUtf16(text)
}

function lineOf(order: ServerOrder, row: Driven, race: boolean): object {
  const entry = order.entries[row.racer]
  const drivers = (entry?.drivers ?? []).map(driverOf)
  const current = row.laps.at(-1)?.driver ?? 0
  return {
    car: {
      carId: carIdOf(row.racer),
      raceNumber: entry?.raceNumber ?? 0,
      carModel: Number(entry?.carId ?? 0),
      cupCategory: 0,
      teamName: '',
      nationality: nationalityOf(entry?.drivers[0]?.country ?? null),
      carGuid: -1,
      teamGuid: -1,
      drivers,
    },
    currentDriver: drivers[current],
    currentDriverIndex: current,
    timing: {
      lastLap: row.laps.at(-1)?.timeMs ?? NO_TIME_MS,
      lastSplits: row.laps.at(-1)?.sectors ?? [],
      bestLap: row.bestMs ?? NO_TIME_MS,
      bestSplits: bestSplits(row.laps),
      totalTime: row.totalMs || NO_TIME_MS,
      lapCount: row.laps.length,
      lastSplitId: 0,
    },
    missingMandatoryPitstop: race ? 0 : -1,
    driverTotalTimes: race ? drivers.map((_, i) => row.laps.reduce((sum, lap) => sum + (lap.driver === i ? lap.timeMs : 0), 0)) : [],
  }
}

const driverOf = (driver: OrderDriver) => ({
  ...splitName(driver.name),
  shortName: shortNameOf(driver.name),
  playerId: driver.platformId === '' ? '' : `S${driver.platformId}`,
})

const bestSplits = (laps: readonly DrivenLap[]): readonly number[] =>
  [0, 1, 2].map((sector) => Math.min(NO_TIME_MS, ...laps.flatMap((lap) => (lap.valid ? (lap.sectors[sector] ?? []) : []))))
