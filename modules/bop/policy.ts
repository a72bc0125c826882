import { all, refuse, type Verdict } from '#core/result.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { maySeeLeague, type Sight } from '#modules/visibility/rules.ts'

/** Templates are the community's: its admins read them, also once it is closed. */
export const mayReadTemplates = (sight: Sight): Verdict => all(maySeeLeague(sight), atLeast(sight.role, 'admin') || refuse('ADMIN_REQUIRED'))

export const mayChangeTemplates = (facts: Sight & { readonly closed: boolean }): Verdict =>
  all(mayReadTemplates(facts), !facts.closed || refuse('COMMUNITY_CLOSED'))
