import { START_RANK } from '#modules/ranking/rules/rank.ts'

/** What a split of an event may hold: most and least (decisions.md §5). */
export type SplitSize = { readonly most: number; readonly least: number }

/** `ranks`: those of its drivers in the event's game; `null` of who was never rated there. */
type Row<Id> = {
  readonly id: Id
  readonly class_id: string | null
  readonly registered_at: Date | string
  readonly ranks: readonly (number | null)[]
}

/** The field as it is divided: the strength of a team is the mean of its drivers', since nobody has driven yet. */
export const fieldOf = <Id extends string>(rows: readonly Row<Id>[]) =>
  rows.map((row) => ({ id: row.id, classId: row.class_id, rank: meanRank(row.ranks), registeredAt: new Date(row.registered_at) }))

/** Whoever was never rated begins where everybody does. */
const meanRank = (ranks: readonly (number | null)[]): number =>
  ranks.length === 0 ? START_RANK : ranks.reduce<number>((sum, rank) => sum + (rank ?? START_RANK), 0) / ranks.length

/** Into how many splits so many entries go: as few as hold them all, fewer still where each would be too small. */
export function splitCount(entries: number, { most, least }: SplitSize): number {
  let splits = Math.max(1, Math.ceil(entries / most))
  while (splits > 1 && Math.floor(entries / splits) < least) splits -= 1
  return splits
}

/** Field strength: rounded mean rank of a split's drivers; `null` while nobody of them was ever rated. */
export const fieldStrength = (ranks: readonly (number | null)[]): number | null =>
  ranks.every((rank) => rank === null) ? null : Math.round(meanRank(ranks))
