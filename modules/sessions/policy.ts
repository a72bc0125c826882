import { all, refuse, type Verdict } from '#core/result.ts'
import { hasFeature, type Plan } from '#modules/billing/rules.ts'
import { atLeast, type Role } from '#modules/leagues/rules.ts'
import { isNotStarted, type SessionStatus } from './rules.ts'

/** What a policy of this room looks at. `foreign` is the community's own secrecy: who may not see it is told that there is nothing. */
export type SessionPolicyFacts = { readonly hidden: boolean; readonly closed: boolean; readonly role: Role | null }

/** Whether a session exists for somebody: those of hidden communities for members, drafts and templates for admins only. */
export const maySee = ({ hidden, role }: Pick<SessionPolicyFacts, 'hidden' | 'role'>, status: SessionStatus): Verdict =>
  ((!hidden || role !== null) && ((status !== 'DRAFT' && status !== 'RECURRING') || atLeast(role, 'admin'))) || refuse('NOT_FOUND')

/** Creating, editing, publishing, deleting, duplicating, restarting: admins of a community that is not closed. */
export function mayAdminister({ hidden, closed, role }: SessionPolicyFacts): Verdict {
  if (hidden && role === null) return refuse('NOT_FOUND')
  if (!atLeast(role, 'admin')) return refuse('ADMIN_REQUIRED')
  return closed ? refuse('COMMUNITY_CLOSED') : true
}

/** A picture of its own: admins of a community whose plan has EVENT_IMAGES; taking one away needs no plan. */
export const mayChangeImage = (facts: SessionPolicyFacts, status: SessionStatus, plan: Plan | null): Verdict =>
  all(
    maySee(facts, status),
    mayAdminister(facts),
    plan === null || hasFeature(plan, 'eventImages') || refuse('FEATURE_NOT_IN_PLAN', { field: 'img' }),
  )

/** product.md §5 "Set BOP button": a game that has one, not manual, before the start. */
export const hasBop = (event: { readonly manual: boolean; readonly gameHasBop: boolean; readonly status: SessionStatus }): boolean =>
  event.gameHasBop && !event.manual && isNotStarted(event.status) && event.status !== 'RECURRING'
