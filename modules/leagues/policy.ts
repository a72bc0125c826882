import { refuse, type Verdict } from '#core/result.ts'
import { maySeeLeague } from '#modules/visibility/rules.ts'
import { atLeast, type Role } from './rules.ts'

/** What a policy of this room looks at: the league as it stands and the actor's role in it. */
export type LeagueFacts = { readonly closed: boolean; readonly hidden: boolean; readonly role: Role | null }

export const mayAdminister = (facts: LeagueFacts): Verdict => hiddenOrClosed(facts) ?? (atLeast(facts.role, 'admin') || refuse('ADMIN_REQUIRED'))

/** The community's own facts, its pictures, terms, visibility and its end are the owner's alone (product.md §6). */
export const mayOwn = (facts: LeagueFacts): Verdict => hiddenOrClosed(facts) ?? (facts.role === 'owner' || refuse('OWNER_REQUIRED'))

/** Refuses what is hidden, then what is closed; `null`: neither. */
export function hiddenOrClosed(facts: LeagueFacts): Exclude<Verdict, true> | null {
  const seen = maySeeLeague(facts)
  if (seen !== true) return seen
  return facts.closed ? refuse('COMMUNITY_CLOSED') : null
}
