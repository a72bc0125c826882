/** What a split of an event may hold: most and least (decisions.md §5). */
export type SplitSize = { readonly most: number; readonly least: number }

type Row<Id> = { readonly id: Id; readonly class_id: string | null; readonly registered_at: Date | string }

/** The field as it is divided. A rank comes in here and nowhere else: nobody has one yet, so that registration decides. */
export const fieldOf = <Id extends string>(rows: readonly Row<Id>[]) =>
  rows.map((row) => ({ id: row.id, classId: row.class_id, rank: null as number | null, registeredAt: new Date(row.registered_at) }))

/** Into how many splits so many entries go: as few as hold them all, fewer still where each would be too small. */
export function splitCount(entries: number, { most, least }: SplitSize): number {
  let splits = Math.max(1, Math.ceil(entries / most))
  while (splits > 1 && Math.floor(entries / splits) < least) splits -= 1
  return splits
}

/** Field strength: rounded mean rank of a split's entries; `null` while nobody's is known. */
export function fieldStrength(ranks: readonly (number | null)[]): number | null {
  const known = ranks.filter((rank) => rank !== null)
  return known.length === 0 ? null : Math.round(known.reduce((sum, rank) => sum + rank, 0) / known.length)
}
