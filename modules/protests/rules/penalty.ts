/** What a verdict can give, the mildest first: of votes that differ the milder one counts where as many want it. */
export const PENALTY_KINDS = [
  'NO_ACTION',
  'WARNING',
  'REPRIMAND',
  'TIME',
  'POINTS',
  'POSITIONS',
  'GRID_DROP',
  'PIT_LANE_START',
  'QUALIFYING_BAN',
  'SUSPENSION',
  'DISQUALIFICATION',
] as const
export type PenaltyKind = (typeof PENALTY_KINDS)[number]
export type Penalty = { readonly kind: PenaltyKind; readonly amount: number | null }

/** decisions.md §3 "Penalties": of the race it was driven in, or waiting for the next one. */
export const IN_RACE = ['TIME', 'POINTS', 'POSITIONS', 'DISQUALIFICATION'] as const satisfies readonly PenaltyKind[]
export const isInRace = (kind: PenaltyKind): kind is (typeof IN_RACE)[number] => IN_RACE.some((one) => one === kind)
export const NEXT_RACE: readonly PenaltyKind[] = ['GRID_DROP', 'PIT_LANE_START', 'QUALIFYING_BAN', 'SUSPENSION']
/** Seconds, points, places, places, races. */
export const AMOUNT_MOST: Readonly<Partial<Record<PenaltyKind, number>>> = { TIME: 600, POINTS: 100, POSITIONS: 100, GRID_DROP: 100, SUSPENSION: 20 }
export const PENALTIES_AT_MOST = 2

/** Of one penalty in the catalogue. */
export const AMOUNTS = 12
/** Saved phrases, and the characters of each. */
export const PHRASES = { most: 30, length: 160 } as const

export const PENALTY_CATALOGUE = 'PENALTY_CATALOGUE'
/** What stewards of a community choose from. */
export type Catalogue = {
  /** Each with the amounts that are offered; none where nothing is counted. */
  readonly penalties: readonly { readonly kind: PenaltyKind; readonly amounts: readonly number[] }[]
  /** Sentences that stewards put into their reasons. */
  readonly phrases: readonly string[]
  /** What a steward should have read: which offence usually gets what. */
  readonly guide: string
}

export const DEFAULT_CATALOGUE: Catalogue = {
  penalties: [
    { kind: 'NO_ACTION', amounts: [] },
    { kind: 'WARNING', amounts: [] },
    { kind: 'REPRIMAND', amounts: [] },
    { kind: 'TIME', amounts: [5, 10, 20, 30] },
    { kind: 'POINTS', amounts: [1, 3, 5, 10] },
    { kind: 'POSITIONS', amounts: [1, 2, 3, 5] },
    { kind: 'DISQUALIFICATION', amounts: [] },
    { kind: 'GRID_DROP', amounts: [3, 5, 10] },
    { kind: 'PIT_LANE_START', amounts: [] },
    { kind: 'QUALIFYING_BAN', amounts: [] },
    { kind: 'SUSPENSION', amounts: [1, 2, 3] },
  ],
  phrases: [],
  guide: '',
}

/** The amounts that somebody typed, each once; `null` of what is no list of whole numbers: 2.5 is not 2 and 5, and 5-10 not both. */
export const amountsIn = (typed: string): readonly number[] | null =>
  /\d\.\d|[-−–]\s*\d/.test(typed) ? null : [...new Set((typed.match(/\d+/g) ?? []).map(Number))]

/** Whether stewards may give it. */
export const isOffered = ({ penalties }: Catalogue, { kind, amount }: Penalty): boolean =>
  penalties.some((one) => one.kind === kind && (AMOUNT_MOST[kind] === undefined ? amount === null : amount !== null && one.amounts.includes(amount)))

/** Whether another may come beside those that are chosen: to take no action stands alone. */
export const mayAddTo = (chosen: readonly Penalty[]): boolean =>
  chosen.length > 0 && chosen.length < PENALTIES_AT_MOST && chosen.every(({ kind }) => kind !== 'NO_ACTION')

/** What is chosen once one more is: one that is there already goes; else it comes beside the others, or in the place of the last. */
export function chosenWith(chosen: readonly Penalty[], next: Penalty, isBeside: boolean): readonly Penalty[] {
  const others = chosen.filter(({ kind }) => kind !== next.kind)
  if (others.length < chosen.length) return others
  if (next.kind === 'NO_ACTION') return [next]
  return isBeside && mayAddTo(chosen) ? [...chosen, next] : [...chosen.slice(0, -1), next]
}

/** What the votes that carried the verdict give: most of them; of as many, the milder. Nothing but an empty list takes no action. */
export function penaltiesOf(votes: readonly (readonly Penalty[])[]): readonly Penalty[] {
  const wanted = Map.groupBy(
    votes.map((penalties) => penalties.filter(({ kind }) => kind !== 'NO_ACTION').toSorted(byWeight)),
    (penalties) => JSON.stringify(penalties),
  )
  const [first] = [...wanted.values()].toSorted((one, other) => other.length - one.length || weigh(one[0]!, other[0]!))
  return first?.[0] ?? []
}

const byWeight = (one: Penalty, other: Penalty): number =>
  PENALTY_KINDS.indexOf(one.kind) - PENALTY_KINDS.indexOf(other.kind) || (one.amount ?? 0) - (other.amount ?? 0)

/** The heaviest of each is compared first. */
function weigh(one: readonly Penalty[], other: readonly Penalty[]): number {
  const [a, b] = [one.toReversed(), other.toReversed()]
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const [mine, theirs] = [a[index], b[index]]
    if (!mine || !theirs) return mine ? 1 : -1
    const difference = byWeight(mine, theirs)
    if (difference !== 0) return difference
  }
  return 0
}
