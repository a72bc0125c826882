import { splitCount, type SplitSize } from '../rules/splits.ts'

/** A car that is in; a team is one, with the rating of the team. */
export type SplitEntry<Id extends string = string> = {
  readonly id: Id
  readonly classId: string | null
  /** `null`: not known, behind all that are. */
  readonly rank: number | null
  readonly registeredAt: Date
}

/** By split, from the strongest; `waiting` is who no split has a seat for. Both in the order in which they are lined up. */
export type Divided<Id extends string = string> = { readonly splits: readonly (readonly Id[])[]; readonly waiting: readonly Id[] }

/**
 * Divides who is in into splits (decisions.md §5). Sizes differ by at most one, and so do the numbers of each class; the ranks fall from split to
 * split within each class (docs/decisions/0014).
 */
export function divide<Id extends string>(entries: readonly SplitEntry<Id>[], size: SplitSize): Divided<Id> {
  const count = splitCount(entries.length, size)
  const inTurn = entries.toSorted(byRegistration)
  const seated = inTurn.slice(0, count * size.most)
  const byClass = Map.groupBy(seated, ({ classId }) => classId ?? '')
  const splits: Id[][] = Array.from({ length: count }, () => [])
  let dealt = 0
  for (const classId of [...byClass.keys()].toSorted()) {
    const field = byClass.get(classId)!.toSorted(byStrength)
    let next = 0
    for (const [split, members] of splits.entries()) {
      const share = dealtTo(split, dealt, field.length, count)
      members.push(...field.slice(next, next + share).map(({ id }) => id))
      next += share
    }
    dealt += field.length
  }
  return { splits, waiting: inTurn.slice(count * size.most).map(({ id }) => id) }
}

/**
 * How many of a class a split gets: seats are dealt like cards, each class going on where the one before has ended, which
 * keeps the sizes and every class even at once.
 */
const dealtTo = (split: number, dealt: number, ofClass: number, count: number): number => {
  const upTo = (cards: number): number => Math.ceil((cards - split) / count)
  return upTo(dealt + ofClass) - upTo(dealt)
}

const byRegistration = (a: SplitEntry, b: SplitEntry): number => a.registeredAt.getTime() - b.registeredAt.getTime() || (a.id < b.id ? -1 : 1)
const byStrength = (a: SplitEntry, b: SplitEntry): number => (b.rank ?? -Infinity) - (a.rank ?? -Infinity) || byRegistration(a, b)
