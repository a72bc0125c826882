import type { EntryView } from '../contract.ts'

/** Entries from pole to last: by position where there is one, the others behind in their order. */
export const gridOrder = (entries: readonly EntryView[]): readonly EntryView[] =>
  entries.toSorted((a, b) => (a.gridPosition ?? Infinity) - (b.gridPosition ?? Infinity) || 0)
