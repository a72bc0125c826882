import type { ResultRowView } from '../../contract.ts'

/** One driver's line of a chart. */
export type Curve = {
  readonly id: string
  readonly name: string
  readonly short: string
  readonly position: number
  readonly look: Look
  /** From the start (index 0) lap by lap. */
  readonly values: readonly (number | null)[]
  readonly isStrong: boolean
}

/** Colour and, for whoever sees no colours, the dashes of a line. */
export type Look = { readonly color: string; readonly dash: string }

const MINE: Look = { color: 'var(--primary)', dash: '' }
export const FAINT: Look = { color: 'var(--text-3)', dash: '' }
const COLORS = ['--info', '--gold', '--personal-best', '--session-best', '--silver', '--bronze', '--warn']
const DASHES = ['', '8 4', '2 4', '12 4 2 4']

/** A look of their own for each of the chosen, in the order of the table; one's own stands out in the house's red. */
export function looksOf(rows: readonly ResultRowView[], isMine: (row: ResultRowView) => boolean): ReadonlyMap<string, Look> {
  let others = 0
  return new Map(
    rows.map((row) => {
      if (isMine(row)) return [row.participantId, MINE]
      const no = others++
      const look = { color: `var(${COLORS[no % COLORS.length]})`, dash: DASHES[Math.floor(no / COLORS.length) % DASHES.length]! }
      return [row.participantId, look]
    }),
  )
}
