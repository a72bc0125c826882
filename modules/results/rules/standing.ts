import type { ResultId, UserId } from '#core/ids.ts'
import type { ResultRow } from '#games/game.ts'
import type { SegmentKind } from '../rules.ts'
import type { StoredDriver } from './participant.ts'

/** What stands against, or for, a driver or team in one race; time in milliseconds, places down, points taken or given. */
export type Correction = {
  readonly kind: 'ADJUSTMENT' | 'POINTS' | 'TIME' | 'POSITIONS' | 'DISQUALIFICATION' | 'REINSTATEMENT'
  readonly value: number | null
  readonly keys: readonly string[]
}

/** A row as its file or its keeper said it. */
export type RawRow = {
  readonly id: string
  readonly position: number
  readonly status: ResultRow['status']
  readonly retired: { readonly type: ResultRow['timeRetired']['type']; readonly value: number | null }
  readonly lapCount: number
  readonly totalTimeMs: number | null
  readonly bestLapMs: number | null
  readonly classId: string | null
  /** By which corrections know it: its own, that of before somebody was named, and what its file alone tells it by. */
  readonly keys: readonly string[]
}

/**
 * The rows that a correction is about, by the keys their row had when it was given: the last is what the file tells it by, those before a name that
 * may have been wrong. That one is asked only where no row is known by the other, so that a correction stays with its row whoever that is said to be.
 */
export function rowsAbout<Row extends Pick<RawRow, 'keys'>>(keys: readonly string[], rows: readonly Row[]): readonly Row[] {
  const found = rows.map((row) => Math.max(...row.keys.map((key) => keys.indexOf(key))))
  const known = Math.max(...found)
  return known < 0 ? [] : rows.filter((_, at) => found[at] === known)
}

/** How keys begin that tell a car by its file alone. */
export const FILE_KEY = 'told:'

/**
 * Which car of some rows is which of others, each at most once: by what its file tells it by, whoever has linked an account in between, else by who
 * drove it.
 */
export function sameCars<One extends Pick<RawRow, 'keys'>, Other extends Pick<RawRow, 'keys'>>(
  ones: readonly One[],
  others: readonly Other[],
): ReadonlyMap<One, Other> {
  const byKey = new Map(others.flatMap((other) => other.keys.map((key) => [key, other] as const)))
  const taken = new Set<Other>()
  const pairs = new Map<One, Other>()
  for (const isTold of [true, false])
    for (const one of ones) {
      if (pairs.has(one)) continue
      const other = one.keys
        .filter((key) => key.startsWith(FILE_KEY) === isTold)
        .map((key) => byKey.get(key))
        .find((found) => found && !taken.has(found))
      if (!other) continue
      taken.add(other)
      pairs.set(one, other)
    }
  return pairs
}

/** What the points of a row are made of. */
export type PointsParts = { readonly place: number; readonly pole: number; readonly fastestLap: number }

/** A row as it counts. */
export type StandingRow = {
  readonly id: string
  readonly position: number
  readonly classPosition: number
  readonly status: ResultRow['status']
  readonly retired: RawRow['retired']
  readonly finalTimeMs: number | null
  readonly penaltyMs: number
  /** Places lost by penalties, or given where they are less than none. */
  readonly penaltyPlaces: number
  readonly points: number
  readonly parts: PointsParts | null
  readonly adjustment: number
  /** Of the event as a whole, at the first race of who it is for; it counts in the sum of all races alone. */
  readonly eventAdjustment: number
}

/** Statistics of one row's laps (product.md §3 "Driver laps"); `null` where the laps do not tell. */
export type LapStats = {
  readonly bestCleanLapTimeMs: number | null
  readonly bestUncleanLapTimeMs: number | null
  readonly averageLapMs: number | null
  readonly optimalLapTimeMs: number | null
  readonly consistencyPercentage: number | null
  readonly bestSectorTimesMs: readonly number[]
}

/** What is told of a segment that follows from how its rows count. */
export type SegmentFacts<Id> = {
  readonly fastestLap: { readonly participantId: Id; readonly timeMs: number } | null
  readonly topTenSpreadMs: number | null
  /** The best value of each statistic. */
  readonly laps: LapStats
}

/** A row of a segment that stands: as it was found, as it counts, and who it is. */
export type CountedRow = RawRow & {
  readonly counts: Omit<StandingRow, 'id'>
  readonly userIds: readonly UserId[]
  readonly drivers: readonly StoredDriver[]
  readonly incidents: Readonly<Record<string, number>> | null
  readonly isTeam: boolean
  readonly stats: LapStats
}
export type StandingSegment = {
  readonly resultId: ResultId
  readonly type: SegmentKind
  readonly no: number
  readonly index: number
  readonly splitNo: number
  readonly isByHand: boolean
  readonly facts: Readonly<Record<string, unknown>>
  /** As they are kept. */
  readonly bestStats: SegmentFacts<string>
  /** As they were found, the first first. */
  readonly rows: readonly CountedRow[]
}

/** A correction of a race, or of the event as a whole (`raceNo` null), in the split where its driver is. */
export type PlacedCorrection = Correction & { readonly splitNo: number; readonly raceNo: number | null }
