import { lookOf, MINE, type Look } from '#web/ui/chart/curve.ts'
import type { ResultRowView } from '../../contract.ts'

/** A look of their own for each of the chosen, in the order of the table; one's own stands out in the house's red. */
export function looksOf(rows: readonly ResultRowView[], isMine: (row: ResultRowView) => boolean): ReadonlyMap<string, Look> {
  let others = 0
  return new Map(rows.map((row) => [row.participantId, isMine(row) ? MINE : lookOf(others++)]))
}

/** So many stand out before anybody is chosen, and the reader. */
const SHOWN_FIRST = 3

/** Who stands out in charts: whoever was chosen. Of other rows than they were chosen among, of another split or a later result, it is the first again. */
export const standOut = <Row extends { readonly participantId: string }>(
  chosen: ReadonlySet<string> | null,
  rows: readonly Row[],
  isMine: (row: Row) => boolean,
): ReadonlySet<string> =>
  chosen && (chosen.size === 0 || rows.some(({ participantId }) => chosen.has(participantId)))
    ? chosen
    : new Set(rows.filter((row, i) => i < SHOWN_FIRST || isMine(row)).map(({ participantId }) => participantId))
