import type { Lap, ResultRow } from '#games/game.ts'
import { paceOf } from '../rules/lap-charts.ts'
import type { LapStats } from '../rules/standing.ts'

/** Sectors of a lap may miss its time by this much: clocks round; more means that a sector is missing (game-formats.md §9.7). */
const SECTOR_TOLERANCE_MS = 10
/** Fewer clean laps say nothing about consistency. */
const CONSISTENT_FROM = 3
/** Slower than this share of the own best is a pit stop or an accident: ACC's files do not say which. */
const REGULAR_SHARE = 1.07

/**
 * Statistics of a driver's laps. The average is that of the laps which charts call pace: a race's first, pit laps and accidents left out. Optimal
 * lap, best sectors and consistency come from clean laps whose sectors are complete; consistency is 100 less the standard deviation in percent of
 * the mean, the lap from the grid, pit laps and accidents left out.
 */
export function lapStats(row: Pick<ResultRow, 'laps' | 'bestCleanLapTime'>, isRace: boolean): LapStats {
  const timed = row.laps.filter((lap): lap is Lap & { time: number } => lap.time !== null)
  const pace = paceOf(
    row.laps.map((lap) => lap.time),
    pitsOf(row.laps),
    isRace,
  ).filter((time) => time !== null)
  const whole = timed.filter((lap) => lap.valid && hasAllSectors(lap))
  const sectorCount = Math.max(0, ...whole.map((lap) => lap.sectors.length))
  const complete = whole.filter((lap) => lap.sectors.length === sectorCount)
  const best = Array.from({ length: complete.length > 0 ? sectorCount : 0 }, (_, i) => Math.min(...complete.map((lap) => lap.sectors[i] ?? Infinity)))
  return {
    bestCleanLapTimeMs: row.bestCleanLapTime,
    bestUncleanLapTimeMs: least(timed.filter((lap) => !lap.valid).map((lap) => lap.time)),
    averageLapMs: pace.length > 0 ? Math.round(mean(pace)) : null,
    optimalLapTimeMs: best.length > 0 ? best.reduce((sum, sector) => sum + sector, 0) : null,
    consistencyPercentage: consistency(complete.filter((lap) => !lap.pit && !(isRace && lap.lapNumber === 1)).map((lap) => lap.time)),
    bestSectorTimesMs: best,
  }
}

/** Numbers of the laps that ended in the pits. */
function pitsOf(laps: readonly Lap[]): readonly number[] {
  const pits: number[] = []
  for (const [i, { pit }] of laps.entries()) if (pit) pits.push(i + 1)
  return pits
}

/** Whose laps are fewer than this share of the most that anybody drove has no average to be measured by: two laps of a race are no pace. */
const AVERAGE_SHARE = 0.5

/** The best value of each statistic among all rows. */
export function bestOf(rows: readonly { readonly stats: LapStats; readonly lapCount: number }[]): LapStats {
  const all = rows.map(({ stats }) => stats)
  const enough = Math.max(0, ...rows.map(({ lapCount }) => lapCount)) * AVERAGE_SHARE
  const of = (key: Exclude<keyof LapStats, 'bestSectorTimesMs'>) => all.flatMap((stats) => stats[key] ?? [])
  const consistent = of('consistencyPercentage')
  const sectorCount = Math.max(0, ...all.map((stats) => stats.bestSectorTimesMs.length))
  return {
    bestCleanLapTimeMs: least(of('bestCleanLapTimeMs')),
    bestUncleanLapTimeMs: least(of('bestUncleanLapTimeMs')),
    averageLapMs: least(rows.flatMap(({ stats, lapCount }) => (lapCount >= enough ? (stats.averageLapMs ?? []) : []))),
    optimalLapTimeMs: least(of('optimalLapTimeMs')),
    consistencyPercentage: consistent.length > 0 ? Math.max(...consistent) : null,
    bestSectorTimesMs: Array.from({ length: sectorCount }, (_, i) => Math.min(...all.map((stats) => stats.bestSectorTimesMs[i] ?? Infinity))),
  }
}

/**
 * Places after every lap of a race, one list per row: the file's own where it has them, else by the time each car has driven so far. From a
 * lap without a time on a car's place is not known.
 */
export function positionsByLap(rows: readonly Pick<ResultRow, 'laps'>[]): readonly (readonly (number | null)[])[] {
  const clocks = rows.map((row) => clockOf(row.laps))
  const longest = Math.max(0, ...rows.map((row) => row.laps.length))
  const positions = rows.map((row) => row.laps.map((lap) => lap.position))
  for (let lap = 0; lap < longest; lap++) {
    const order = clocks
      .map((clock, i) => ({ i, at: clock[lap] ?? null }))
      .filter((one): one is { i: number; at: number } => one.at !== null)
      .sort((a, b) => a.at - b.at)
    for (const [index, { i }] of order.entries()) positions[i]![lap] ??= index + 1
  }
  return positions
}

/** How often the leader at the line was another one than a lap before. */
export function leadChanges(positions: readonly (readonly (number | null)[])[]): number | null {
  const longest = Math.max(0, ...positions.map((line) => line.length))
  if (longest === 0) return null
  const leaders = Array.from({ length: longest }, (_, lap) => positions.findIndex((line) => line[lap] === 1)).filter((row) => row >= 0)
  return leaders.filter((row, i) => i > 0 && row !== leaders[i - 1]).length
}

function clockOf(laps: readonly Lap[]): readonly (number | null)[] {
  let clock: number | null = 0
  return laps.map((lap) => (clock = clock === null || lap.time === null ? null : clock + lap.time))
}

const hasAllSectors = (lap: Lap & { time: number }): boolean =>
  lap.sectors.length > 0 && Math.abs(lap.sectors.reduce((sum, sector) => sum + sector, 0) - lap.time) <= SECTOR_TOLERANCE_MS

function consistency(all: readonly number[]): number | null {
  const slowest = Math.min(...all) * REGULAR_SHARE
  const times = all.filter((time) => time <= slowest)
  if (times.length < CONSISTENT_FROM) return null
  const middle = mean(times)
  const deviation = Math.sqrt(mean(times.map((time) => (time - middle) ** 2)))
  return Math.max(0, Math.round(1000 - (1000 * deviation) / middle) / 10)
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const least = (values: readonly number[]): number | null => (values.length > 0 ? Math.min(...values) : null)
