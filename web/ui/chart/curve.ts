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

const COLORS = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)']
const DASHES = ['', '8 4', '2 4', '12 4 2 4']

/** The look of the line after so many others: until all have been used each has its own, and two that follow differ in colour and in dashes. */
export function lookOf(no: number): Look {
  const [color, turn] = [no % COLORS.length, Math.floor(no / COLORS.length)]
  return { color: COLORS[color]!, dash: DASHES[(color + turn) % DASHES.length]! }
}
