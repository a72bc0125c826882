/** One line of a chart. */
export type Curve = {
  readonly id: string
  readonly name: string
  readonly short: string
  readonly look: Look
  /** From the start (index 0) lap by lap, or round by round. */
  readonly values: readonly (number | null)[]
  readonly isStrong: boolean
  /** By how many pixels its name stands off the end of its line, where others end beside it. */
  readonly nameShift?: number
}

/** Colour and, for whoever sees no colours, the dashes of a line. */
export type Look = { readonly color: string; readonly dash: string }

/** One's own stands out in the house's red. */
export const MINE: Look = { color: 'var(--primary)', dash: '' }
export const FAINT: Look = { color: 'var(--text-3)', dash: '' }
