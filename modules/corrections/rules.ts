import type { Correction } from '#modules/results/rules/standing.ts'

export const CORRECTION_KINDS = ['ADJUSTMENT', 'POINTS', 'TIME', 'POSITIONS', 'DISQUALIFICATION'] as const
export type CorrectionKind = Correction['kind']
/** product.md §5: a reason is not empty and has at most 500 characters. */
export const CORRECTION_REASON = { min: 1, max: 500 } as const
export const MOST_POINTS = 1000
export const MOST_SECONDS = 36_000
export const MOST_PLACES = 100
/** What a form begins with (product.md §5): −1 for points, 1 for time and penalty. */
export const FIRST_VALUE = { ADJUSTMENT: -1, POINTS: 1, TIME: 1, POSITIONS: 1, DISQUALIFICATION: null } as const satisfies Record<
  CorrectionKind,
  number | null
>
