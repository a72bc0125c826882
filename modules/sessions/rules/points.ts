import type { PointsFields } from '../contract.ts'

/** An event's own points as its row holds them; `null` where it has none. */
export const pointsOf = (stored: unknown): PointsFields | null =>
  typeof stored === 'object' && stored !== null && 'table' in stored ? (stored as PointsFields) : null
