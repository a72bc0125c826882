import { lookOf, MINE, type Look } from '#web/ui/chart/curve.ts'
import type { ResultRowView } from '../../contract.ts'

/** A look of their own for each of the chosen, in the order of the table; one's own stands out in the house's red. */
export function looksOf(rows: readonly ResultRowView[], isMine: (row: ResultRowView) => boolean): ReadonlyMap<string, Look> {
  let others = 0
  return new Map(rows.map((row) => [row.participantId, isMine(row) ? MINE : lookOf(others++)]))
}
