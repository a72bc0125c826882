import type { PointsFields } from '../contract.ts'

/** The points of an event as its row holds them; `null` where it has none. What a season adds for single races stays on the row. */
export function pointsOf(stored: unknown): PointsFields | null {
  if (typeof stored !== 'object' || stored === null || !('table' in stored)) return null
  const { fastestLapWithin: _, multiplier: __, raceTables: ___, ...points } = stored as PointsFields & SeasonPoints
  return points
}

/** What only a season says of how its event scores (`pointsRulesOf` of the room of points). */
export type SeasonPoints = {
  readonly fastestLapWithin?: number | null
  readonly multiplier?: number
  readonly raceTables?: readonly (readonly number[] | null)[] | null
}
