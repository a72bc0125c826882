import { all, refuse, type Verdict } from '#core/result.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { maySeeLeague, type Sight } from '#modules/visibility/rules.ts'

/** The list is the community's: each of its admins sees and changes the same one. */
export const mayReadPicks = (sight: Sight): Verdict => all(maySeeLeague(sight), atLeast(sight.role, 'admin') || refuse('ADMIN_REQUIRED'))

export const mayPick = (facts: Sight & { readonly closed: boolean }): Verdict => all(mayReadPicks(facts), !facts.closed || refuse('COMMUNITY_CLOSED'))
