import { all, refuse, type Verdict } from '#core/result.ts'
import { hasFeature, type Plan } from '#modules/billing/rules.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { maySeeLeague, type Sight } from '#modules/visibility/rules.ts'
import type { TournamentStatus } from './rules.ts'

type Facts = Sight & { readonly closed: boolean }

/** A season is there for whoever sees its community; one that is not published for admins alone. */
export const maySee = (sight: Sight, status: TournamentStatus): Verdict =>
  status === 'UNPUBLISHED' && !atLeast(sight.role, 'admin') ? refuse('NOT_FOUND') : maySeeLeague(sight)

/** product.md §6: admins create, edit and publish championships. */
export const mayManage = (facts: Facts): Verdict =>
  all(maySeeLeague(facts), atLeast(facts.role, 'admin') || refuse('ADMIN_REQUIRED'), !facts.closed || refuse('COMMUNITY_CLOSED'))

/** As `mayManage`, of a season: whoever may not see it hears that there is none. */
export const mayChange = (facts: Facts, status: TournamentStatus): Verdict => all(maySee(facts, status), mayManage(facts))

/** `plan` null: the picture is taken away, which every plan lets. */
export const mayChangeImage = (facts: Facts, status: TournamentStatus, plan: Plan | null): Verdict =>
  all(mayChange(facts, status), plan === null || hasFeature(plan, 'eventImages') || refuse('FEATURE_NOT_IN_PLAN', { feature: 'eventImages' }))

/** Members drive; a community of open events asks whoever wants to drive its seasons to join. */
export const mayJoin = (facts: Facts, status: TournamentStatus): Verdict =>
  all(maySee(facts, status), !facts.closed || refuse('COMMUNITY_CLOSED'), facts.role !== null || refuse('MEMBER_REQUIRED'))
