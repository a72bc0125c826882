import type { TieRule } from './season.ts'

/** What decides between two who have the same points. */
export type Record = {
  readonly id: string
  readonly points: number
  /** How often 1st, 2nd …: `finishes[0]` are the wins. */
  readonly finishes: readonly number[]
  /** As `finishes`, only of places that earn points. */
  readonly scoring: readonly number[]
  /** Place in each race that decides ties, the latest first; `null`: not classified or not there. */
  readonly lastPlaces: readonly (number | null)[]
  /** As `lastPlaces`, the first race first, and only places that earn points. */
  readonly firstPlaces: readonly (number | null)[]
  readonly registeredAt: number | null
}

/** Why the first stands before the second: with `place`, how often each came there; or the place of each in the race so many back. */
export type Decision = {
  readonly by: TieRule
  /** PLACES: which place. LAST_RESULT: how many races back, 0 the last; FIRST_RESULT: in which race, 0 the first. REGISTRATION: 0. */
  readonly at: number
  readonly first: number | null
  readonly second: number | null
}

/** Below 0: `a` stands before `b`. 0: nothing decides, both have the same place. */
export function compare(a: Record, b: Record, rules: readonly TieRule[]): number {
  if (a.points !== b.points) return b.points - a.points
  for (const rule of rules) {
    const order = orderBy(rule, a, b)
    if (order !== 0) return order
  }
  return 0
}

/** What decides between two who are level, the first of whom stands before; `null`: nothing does. */
export function decisionOf(first: Record, second: Record, rules: readonly TieRule[]): Decision | null {
  for (const by of rules) {
    const at = differsAt(by, first, second)
    if (at === null) continue
    if (by === 'REGISTRATION') return { by, at, first: first.registeredAt, second: second.registeredAt }
    const [one, other] = [listOf(by, first), listOf(by, second)]
    const none = isOfRaces(by) ? null : 0
    return { by, at: isOfRaces(by) ? at : at + 1, first: one[at] ?? none, second: other[at] ?? none }
  }
  return null
}

const isOfRaces = (rule: TieRule): boolean => rule === 'LAST_RESULT' || rule === 'FIRST_RESULT'

function listOf(rule: TieRule, record: Record): readonly (number | null)[] {
  if (rule === 'LAST_RESULT') return record.lastPlaces
  if (rule === 'FIRST_RESULT') return record.firstPlaces
  return rule === 'PLACES' ? record.finishes : record.scoring
}

/** The first place, race or moment in which they differ by this rule. */
function differsAt(rule: TieRule, a: Record, b: Record): number | null {
  if (rule === 'REGISTRATION') return a.registeredAt === b.registeredAt ? null : 0
  const [one, other] = [listOf(rule, a), listOf(rule, b)]
  const none = isOfRaces(rule) ? null : 0
  for (let at = 0; at < Math.max(one.length, other.length); at++) if ((one[at] ?? none) !== (other[at] ?? none)) return at
  return null
}

function orderBy(rule: TieRule, a: Record, b: Record): number {
  const at = differsAt(rule, a, b)
  if (at === null) return 0
  if (rule === 'REGISTRATION') return (a.registeredAt ?? Infinity) < (b.registeredAt ?? Infinity) ? -1 : 1
  const [one, other] = [listOf(rule, a)[at], listOf(rule, b)[at]]
  return isOfRaces(rule) ? ((one ?? Infinity) < (other ?? Infinity) ? -1 : 1) : (other ?? 0) - (one ?? 0)
}
