import { all, refuse, type Verdict } from '#core/result.ts'
import { hasFeature, type Plan } from '#modules/billing/rules.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { maySeeEvent, maySeeLeague, type Sight } from '#modules/visibility/rules.ts'
import { isNotStarted, type SessionStatus } from './rules.ts'

/** What a policy of this room looks at. */
export type SessionPolicyFacts = Sight & { readonly closed: boolean }

/** Creating, editing, publishing, deleting, duplicating, restarting: admins of a community that is not closed. */
export const mayAdminister = (facts: SessionPolicyFacts): Verdict =>
  all(maySeeLeague(facts), atLeast(facts.role, 'admin') || refuse('ADMIN_REQUIRED'), !facts.closed || refuse('COMMUNITY_CLOSED'))

/** A picture of its own: admins of a community whose plan has EVENT_IMAGES; taking one away needs no plan. */
export const mayChangeImage = (facts: SessionPolicyFacts, status: SessionStatus, plan: Plan | null): Verdict =>
  all(
    maySeeEvent(facts, status),
    mayAdminister(facts),
    plan === null || hasFeature(plan, 'eventImages') || refuse('FEATURE_NOT_IN_PLAN', { field: 'img' }),
  )

/** product.md §5 "Set BOP button": a game that has one, not manual, before the start. */
export const hasBop = (event: { readonly manual: boolean; readonly gameHasBop: boolean; readonly status: SessionStatus }): boolean =>
  event.gameHasBop && !event.manual && isNotStarted(event.status) && event.status !== 'RECURRING'

/** Results by hand in place of a server's: where the server is elsewhere, so that nobody but people can say how it ended. */
export const canBeKeptByHand = (event: { readonly manual: boolean; readonly hosting: string }): boolean =>
  !event.manual && event.hosting === 'ELSEWHERE'
