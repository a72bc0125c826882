import type { EntryView } from '#modules/entries/contract.ts'

/** So many of the grid stand beside the next race. */
export const GRID_ROWS = 5

type Row = { readonly participant: Pick<EntryView['participant'], 'currentRank'> }
export type Placed<R> = { readonly place: number; readonly entry: R }

/** The first of a grid by rank, whoever has none behind all who have one; the reader's own, further back, takes the last row. */
export function gridRows<R extends Row>(entries: readonly R[], isMine: (entry: R) => boolean): readonly Placed<R>[] {
  const placed = entries
    .toSorted((a, b) => (b.participant.currentRank ?? -1) - (a.participant.currentRank ?? -1))
    .map((entry, index) => ({ place: index + 1, entry }))
  const first = placed.slice(0, GRID_ROWS)
  const mine = placed.slice(GRID_ROWS).find(({ entry }) => isMine(entry))
  return mine ? [...first.slice(0, -1), mine] : first
}
