import { all, refuse, type Verdict } from '#core/result.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { maySeeLeague, type Sight } from '#modules/visibility/rules.ts'

/** The list is the community's, kept by its admins. */
export const mayChangeMods = (facts: Sight & { readonly closed: boolean }): Verdict =>
  all(maySeeLeague(facts), atLeast(facts.role, 'admin') || refuse('ADMIN_REQUIRED'), !facts.closed || refuse('COMMUNITY_CLOSED'))
