import type { ResultRow } from '#games/game.ts'
import type { LapStats, SegmentFacts } from '../rules/standing.ts'
import { bestOf } from './laps.ts'

/** A row as it counts; time in milliseconds, with penalties. */
export type FactRow<Id> = {
  readonly id: Id
  readonly status: ResultRow['status']
  readonly lapCount: number
  readonly timeMs: number | null
  readonly bestLapMs: number | null
  readonly stats: LapStats
}

/** Of rows in the order in which they count. Who is disqualified or did not start has no part in it, as in the bonus for the fastest lap. */
export function segmentFacts<Id>(all: readonly FactRow<Id>[], isRace: boolean): SegmentFacts<Id> {
  const rows = all.filter(({ status }) => status !== 'DSQ' && status !== 'DNS')
  return { fastestLap: fastestOf(rows), topTenSpreadMs: isRace ? topTenSpread(rows) : null, laps: bestOf(rows) }
}

/** Of two who drove the same the earlier in the order. */
function fastestOf<Id>(rows: readonly FactRow<Id>[]): SegmentFacts<Id>['fastestLap'] {
  const least = Math.min(...rows.map(({ bestLapMs }) => bestLapMs ?? Infinity))
  const fastest = rows.find(({ bestLapMs }) => bestLapMs === least)
  return fastest ? { participantId: fastest.id, timeMs: least } : null
}

/** Between the fastest and the slowest of the first ten on the winner's lap: by places alone a slower one may stand before a faster. */
function topTenSpread(rows: readonly FactRow<unknown>[]): number | null {
  const [winner] = rows
  const isWith = (row: FactRow<unknown>): boolean => row.status === 'FINISHED' && row.lapCount === winner?.lapCount
  const times = rows.slice(0, 10).flatMap((row) => (isWith(row) && row.timeMs !== null ? [row.timeMs] : []))
  return times.length > 1 && winner?.timeMs != null ? Math.max(...times) - Math.min(...times) : null
}
