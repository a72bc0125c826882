/** A row of a race that is kept by hand (product.md §3 "Manual result"). */
export type HandRow = { readonly position: number; readonly isDNF: boolean; readonly isSkip: boolean; readonly timeMs: number | null }

/** Finishers, behind them who did not finish, last the skipped (product.md §4, calls-and-constants.md §9 "Result sort"). */
const groupOf = ({ isDNF, isSkip }: HandRow): 0 | 1 | 2 => (isSkip ? 2 : isDNF ? 1 : 0)

/** A DNF has no time; who skipped the race has neither. */
export const cleared = <Row extends HandRow>(row: Row): Row =>
  row.isSkip ? { ...row, isDNF: false, timeMs: null } : row.isDNF ? { ...row, timeMs: null } : row

/** The rows in the order given, DNFs moved below the finishers and the skipped to the end, numbered from 1 without a gap. */
export const renumbered = <Row extends HandRow>(rows: readonly Row[]): readonly Row[] =>
  rows
    .map(cleared)
    .toSorted((a, b) => groupOf(a) - groupOf(b))
    .map((row, i) => ({ ...row, position: i + 1 }))

/** One row taken out and put elsewhere; nobody is dragged out of their group. */
export function moved<Row extends HandRow>(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const row = rows[from]
  if (!row) return rows
  const rest = rows.toSpliced(from, 1)
  return renumbered(rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, row))
}

export type OrderFault = { readonly index: number; readonly field: 'position' | 'timeMs' }

/**
 * What is wrong with the order of rows, as the index of the first such row: positions are not 1…n, a finisher stands behind a DNF or a DNF
 * behind a skipped one, or somebody needed less time than the one before on the same lap. `laps` are known of imported rows alone.
 */
export function orderFault<Row extends HandRow>(rows: readonly Row[], lapsOf: (row: Row) => number | null = () => null): OrderFault | null {
  const seen = new Set<number>()
  for (const [index, { position }] of rows.entries()) {
    if (position < 1 || position > rows.length || seen.has(position)) return { index, field: 'position' }
    seen.add(position)
  }
  const placed = rows.map((row, index) => ({ row, index })).toSorted((a, b) => a.row.position - b.row.position)
  const wrong = placed.find(({ row }, i) => i > 0 && groupOf(row) < groupOf(placed[i - 1]!.row))
  if (wrong) return { index: wrong.index, field: 'position' }
  const timed = placed.filter(({ row }) => groupOf(row) === 0 && row.timeMs !== null)
  const faster = timed.find(({ row }, i) => {
    const before = timed[i - 1]?.row
    return before !== undefined && lapsOf(before) === lapsOf(row) && before.timeMs! > row.timeMs!
  })
  return faster ? { index: faster.index, field: 'timeMs' } : null
}
