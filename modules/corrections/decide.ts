import { refuse, ok, type Result, type Verdict } from '#core/result.ts'
import type { UserId } from '#core/ids.ts'
import { rowsAbout, type CountedRow, type StandingSegment } from '#modules/results/rules/standing.ts'
import type { CorrectionKind } from './rules.ts'

/** Where somebody drove, as corrections know them. */
export type Found = {
  readonly splitNo: number
  readonly keys: readonly string[]
  readonly people: readonly UserId[]
  /** What its file or keeper says of it. */
  readonly status: CountedRow['status']
  /** What its race took, with all that stands against it; null: of an event as a whole, or where nobody timed it. */
  readonly timeMs: number | null
}
export type Whom = {
  readonly driverId?: UserId | undefined
  readonly participantId?: string | undefined
  /** Of a driver who may have driven in several: the one that is meant. */
  readonly splitNo?: number | undefined
  /** Of a driver who drove several cars: the keys of the one that is meant, as its row had them when that was said. */
  readonly carKeys?: readonly string[] | undefined
}

/** The driver's or team's row in a race, or in any (`raceNo` null); refuses NOT_FOUND. */
export function findRow(
  segments: readonly StandingSegment[],
  raceNo: number | null,
  { driverId, participantId, splitNo: only, carKeys }: Whom,
): Result<Found> {
  const isTheirs = ({ id, userIds }: CountedRow): boolean => (driverId === undefined ? id === participantId : userIds.includes(driverId))
  for (const { type, no, splitNo, rows } of segments) {
    if (type !== 'RACE' || no !== (raceNo ?? no) || splitNo !== (only ?? splitNo)) continue
    const row = carAmong(rows.filter(isTheirs), carKeys)
    if (row) return ok({ splitNo, keys: row.keys, people: row.userIds, status: row.status, timeMs: timeOf(row) })
  }
  return refuse('NOT_FOUND', { field: driverId === undefined ? 'participantId' : 'driverId' })
}

const timeOf = ({ totalTimeMs, counts }: CountedRow): number | null => (totalTimeMs === null ? null : totalTimeMs + counts.penaltyMs)

/** Time that is given back leaves some of the race; refuses TIME_GIVEN_TOO_LONG with the most that can be given, in seconds. */
export function mayGive(kind: CorrectionKind, value: number | null, timeMs: number | null): Verdict {
  if (kind !== 'TIME' || value === null || value > 0 || timeMs === null || timeMs + value > 0) return true
  return refuse('TIME_GIVEN_TOO_LONG', { field: 'time', max: Math.max(0, timeMs - 1) / 1000 })
}

/** Of a driver's rows the one that is meant: of several only that, of one that is left it, whatever it was; the first where nothing was said. */
function carAmong(rows: readonly CountedRow[], keys: readonly string[] | undefined): CountedRow | undefined {
  const [first, ...others] = rows
  return keys && others.length > 0 ? rowsAbout(keys, rows)[0] : first
}

type Penalty = {
  readonly time?: number | undefined
  readonly points?: number | undefined
  readonly positions?: number | undefined
  readonly disqualified?: boolean | undefined
}

/** The kind of a penalty, and its value as it is kept; refuses ADJUSTMENT_ZERO. */
export function penaltyOf({
  time,
  points,
  positions,
  disqualified,
}: Penalty): Result<{ readonly kind: CorrectionKind; readonly value: number | null }> {
  if (time !== undefined) return time === 0 ? refuse('ADJUSTMENT_ZERO', { field: 'time' }) : ok({ kind: 'TIME', value: Math.round(time * 1000) })
  if (points !== undefined) return points === 0 ? refuse('ADJUSTMENT_ZERO', { field: 'points' }) : ok({ kind: 'POINTS', value: points })
  if (positions !== undefined)
    return positions === 0 ? refuse('ADJUSTMENT_ZERO', { field: 'positions' }) : ok({ kind: 'POSITIONS', value: positions })
  return ok({ kind: disqualified === false ? 'REINSTATEMENT' : 'DISQUALIFICATION', value: null })
}
