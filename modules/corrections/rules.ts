import { reasonLength } from '#core/reason.ts'
import type { Correction } from '#modules/results/rules/standing.ts'

export const CORRECTION_KINDS = ['ADJUSTMENT', 'POINTS', 'TIME', 'POSITIONS', 'DISQUALIFICATION', 'REINSTATEMENT'] as const
export type CorrectionKind = Correction['kind']
/** product.md §5: a reason is not empty and has at most 500 characters. */
export const CORRECTION_REASON = { min: 1, max: 500 } as const
export const MOST_POINTS = 1000
export const MOST_SECONDS = 36_000
export const MOST_PLACES = 100
/** What a form begins with (product.md §5): −1 for points, 1 for time and penalty. */
export const FIRST_VALUE = {
  ADJUSTMENT: -1,
  POINTS: 1,
  TIME: 1,
  POSITIONS: 1,
  DISQUALIFICATION: null,
  REINSTATEMENT: null,
} as const satisfies Record<CorrectionKind, number | null>

/** The largest value of each kind, to either side, and its smallest step; `TIME` in seconds. */
export const VALUE_BOUNDS = {
  ADJUSTMENT: { most: MOST_POINTS, step: 0.01 },
  POINTS: { most: MOST_POINTS, step: 0.01 },
  TIME: { most: MOST_SECONDS, step: 0.001 },
  POSITIONS: { most: MOST_PLACES, step: 1 },
} as const satisfies Partial<Record<CorrectionKind, { readonly most: number; readonly step: number }>>

/** Whether it says how much: that somebody is out, or is not, does not. */
export const hasValue = (kind: CorrectionKind): kind is keyof typeof VALUE_BOUNDS => kind in VALUE_BOUNDS

/** What may be chosen for a row: of whom its file disqualified it may be taken back. */
export const kindsFor = (row: { readonly status: string; readonly raw: { readonly status: string } | null }): readonly CorrectionKind[] =>
  CORRECTION_KINDS.filter((kind) => kind !== 'REINSTATEMENT' || (row.raw ?? row).status === 'DSQ')

/** product.md §5: whether a correction can be added: a number that is not zero, and a reason. */
export function mayBeAdded(kind: CorrectionKind, value: number | null, reason: string): boolean {
  const length = reasonLength(reason)
  const { min, max } = CORRECTION_REASON
  return length >= min && length <= max && (!hasValue(kind) || isValue(value, VALUE_BOUNDS[kind]))
}

const isValue = (value: number | null, { most, step }: { readonly most: number; readonly step: number }): boolean =>
  value !== null && value !== 0 && Math.abs(value) <= most && Number((Math.round(value / step) * step).toFixed(3)) === value
