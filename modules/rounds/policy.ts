import { all, refuse, type Verdict } from '#core/result.ts'
import { hasFeature, type Plan } from '#modules/billing/rules.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { maySeeLeague, type Sight } from '#modules/visibility/rules.ts'
import type { RoundStatus } from './rules.ts'

type Facts = Sight & { readonly closed: boolean }

/** A round is there for whoever sees its community; one that is not published for admins alone. */
export const maySee = (sight: Sight, status: RoundStatus): Verdict =>
  status === 'UNPUBLISHED' && !atLeast(sight.role, 'admin') ? refuse('NOT_FOUND') : maySeeLeague(sight)

/** product.md §6: admins manage rounds. */
export const mayManage = (facts: Facts): Verdict =>
  all(maySeeLeague(facts), atLeast(facts.role, 'admin') || refuse('ADMIN_REQUIRED'), !facts.closed || refuse('COMMUNITY_CLOSED'))

/** decisions.md §3: rounds are of the plan Advanced. */
export const mayAdd = (facts: Facts, plan: Plan): Verdict =>
  all(mayManage(facts), hasFeature(plan, 'rounds') || refuse('FEATURE_NOT_IN_PLAN', { feature: 'rounds' }))

/** As `mayManage`, of a round: whoever may not see it hears that there is none. */
export const mayChange = (facts: Facts, status: RoundStatus): Verdict => all(maySee(facts, status), mayManage(facts))

/** `plan` null: the picture is taken away, which every plan lets. */
export const mayChangeImage = (facts: Facts, status: RoundStatus, plan: Plan | null): Verdict =>
  all(mayChange(facts, status), plan === null || hasFeature(plan, 'eventImages') || refuse('FEATURE_NOT_IN_PLAN', { feature: 'eventImages' }))
