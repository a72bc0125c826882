import type { PenaltyKind } from './penalty.ts'

export type Outcome = 'SERVED' | 'MISSED'
/** What the results of an event have of somebody. */
export type Driven = { readonly hasQualified: boolean; readonly hasRaced: boolean }

/**
 * What became of a penalty for the next race in one that was driven (decisions.md §3: what a driver missed stays due): a suspension is served by
 * staying away, the others by starting; a ban from qualifying by starting without having qualified.
 */
export function outcomeOf(kind: PenaltyKind, { hasQualified, hasRaced }: Driven): Outcome {
  if (kind === 'SUSPENSION') return hasRaced || hasQualified ? 'MISSED' : 'SERVED'
  return hasRaced && !(kind === 'QUALIFYING_BAN' && hasQualified) ? 'SERVED' : 'MISSED'
}

export type Counted = { readonly racesLeft: number; readonly carriedOver: number }
/** A penalty's counters once a race came to something, or to something else than before (`null`: to nothing). */
export const countedAfter = ({ racesLeft, carriedOver }: Counted, before: Outcome | null, after: Outcome): Counted => {
  const of = (outcome: Outcome): number => Number(after === outcome) - Number(before === outcome)
  return { racesLeft: racesLeft - of('SERVED'), carriedOver: carriedOver + of('MISSED') }
}
