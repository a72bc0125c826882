import type { Role } from '#modules/leagues/rules.ts'
import { majorityOf } from '../rules.ts'

/** How somebody who would review stands to a case. */
export type Relation = {
  readonly role: Role | null
  readonly isReporter: boolean
  readonly isReportee: boolean
  /** Shares a car with one of the two in this event. */
  readonly isTeamMate: boolean
  /** Has voted at this stage. */
  readonly hasReviewed: boolean
  /** Has voted on the report that is appealed now. */
  readonly decidedFirst: boolean
}

/** decisions.md §6: nobody reviews a case in which they, or their team, are named. */
export const isNamed = ({ isReporter, isReportee, isTeamMate }: Pick<Relation, 'isReporter' | 'isReportee' | 'isTeamMate'>): boolean =>
  isReporter || isReportee || isTeamMate

/** Stewards who could decide a case though nobody had voted on it before. */
export const othersAmong = (stewards: readonly { readonly isNamed: boolean; readonly decidedFirst: boolean }[]): number =>
  stewards.filter((one) => !one.isNamed && !one.decidedFirst).length

/**
 * decisions.md §2: those who voted first are left out of the appeal where enough other stewards exist: who is neither named nor has voted first.
 */
export const isLeftOut = ({ decidedFirst }: Pick<Relation, 'decidedFirst'>, others: number, required: number): boolean =>
  decidedFirst && others >= required

/**
 * How many stewards more it takes until a case can be decided: one side needs a majority, and where all who may have voted and it is not decided,
 * as many votes as it wants.
 */
export function stewardsMissing({ voted, toVote, required }: { readonly voted: number; readonly toVote: number; readonly required: number }): number {
  const most = voted + toVote
  if (most < majorityOf(required)) return majorityOf(required) - most
  return toVote === 0 ? Math.max(0, required - voted) : 0
}

/** Why somebody may not review, in the order in which it is said; `null`: they may. */
export function conflictOf(
  relation: Relation,
  others: number,
  required: number,
): 'STEWARD_REQUIRED' | 'PROTEST_OWN_CASE' | 'PROTEST_ALREADY_REVIEWED' | null {
  const { role, hasReviewed } = relation
  if (role === null || role === 'member') return 'STEWARD_REQUIRED'
  if (isNamed(relation)) return 'PROTEST_OWN_CASE'
  return hasReviewed || isLeftOut(relation, others, required) ? 'PROTEST_ALREADY_REVIEWED' : null
}
