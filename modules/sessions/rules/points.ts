import { DEFAULT_POINTS } from '#modules/results/rules.ts'
import type { PointsFields } from '../contract.ts'

/** Tables to start from (decisions.md §3 "Points tables"). */
export const POINTS_PRESETS = {
  usual: DEFAULT_POINTS,
  short: [10, 8, 6, 5, 4, 3, 2, 1],
  twenty: [40, 35, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 3, 2, 1],
  endurance: [50, 36, 30, 24, 20, 16, 12, 8, 4, 2],
  linear: Array.from({ length: 20 }, (_, index) => 20 - index),
} as const satisfies Readonly<Record<string, readonly number[]>>
export type PointsPreset = keyof typeof POINTS_PRESETS

/** The preset that is this table; `null` for one of somebody's own. */
export const presetOf = (table: readonly number[]): PointsPreset | null =>
  (Object.keys(POINTS_PRESETS) as PointsPreset[]).find((name) => POINTS_PRESETS[name].join(' ') === table.join(' ')) ?? null

/** An event's own points as its row holds them; `null` where it has none. */
export const pointsOf = (kept: unknown): PointsFields | null =>
  typeof kept === 'object' && kept !== null && 'table' in kept ? (kept as PointsFields) : null

/** Reads `25 18 15`, with commas or blanks between; `null` when something else stands there. */
export function readTable(typed: string): readonly number[] | null {
  const parts = typed.split(/[\s,;]+/).filter(Boolean)
  const table = parts.map(Number)
  return parts.length > 0 && table.every((points) => Number.isFinite(points) && points >= 0) ? table : null
}
