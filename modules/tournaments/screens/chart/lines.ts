import { lookOf, MINE, type Curve } from '#web/ui/chart/curve.ts'
import type { StandingsRowView, StandingsView } from '../../contract/standings.ts'

/** Of so many, and the reader. */
const MOST = 6
/** The rounds that were held, be it in one split alone, by their places in the table. */
export const heldOf = ({ rows }: Pick<StandingsView, 'rows'>): readonly number[] =>
  (rows[0]?.cells ?? []).flatMap((_, at) => (rows.some(({ cells }) => cells[at]) ? [at] : []))

/** Lines of the first, and of the reader, from nothing on; the reader's over all others. */
export function linesOf({ rows, mine }: Pick<StandingsView, 'rows' | 'mine'>, nameOf: (row: StandingsRowView) => string): readonly Curve[] {
  const first = rows.slice(0, MOST)
  const shown = mine && !first.some(({ key }) => key === mine.key) ? [...first, mine] : first
  const curves = shown.map((row, at): Curve => {
    const isMine = row.key === mine?.key
    const name = nameOf(row)
    const short = name.trim().split(/\s+/).at(-1) ?? name
    return { id: row.key, name, short, look: isMine ? MINE : lookOf(at), values: [0, ...row.progress], isStrong: true }
  })
  return curves.toSorted((a, b) => Number(a.look === MINE) - Number(b.look === MINE))
}

/** With their names apart from one another at the ends of the lines, in a picture of this height whose top is worth `most`. */
export function apart(curves: readonly Curve[], { height, most, least }: { height: number; most: number; least: number }): readonly Curve[] {
  const yOf = ({ values }: Curve): number => height - ((values.at(-1) ?? 0) / Math.max(1, most)) * height
  const shifts = new Map<Curve, number>()
  let free = -Infinity
  for (const curve of curves.toSorted((a, b) => yOf(a) - yOf(b))) {
    const y = Math.max(yOf(curve), free)
    shifts.set(curve, y - yOf(curve))
    free = y + least
  }
  return curves.map((curve) => ({ ...curve, nameShift: shifts.get(curve) ?? 0 }))
}
