/**
 * visibility: who may see a community and what is in it. Rooms ask here and nowhere else; in statements they use `door.ts`, which says the same.
 * Specification: product.md §6; decisions.md §2 "Session", §6 (what a role may not see is left out, and a foreign thing answers like a missing one).
 */
import { refuse, type Verdict } from '#core/result.ts'
import { atLeast, type Role } from '#modules/leagues/rules.ts'
import type { SessionStatus } from '#modules/sessions/rules.ts'

/** What seeing depends on: the community's secrecy and the asker's role there, `null` for a visitor, a stranger, an applicant. */
export type Sight = { readonly hidden: boolean; readonly role: Role | null }

/** Events in these states are their admins' own affair. */
export const UNPUBLISHED: readonly SessionStatus[] = ['DRAFT', 'RECURRING']

/** A hidden community is missing for whoever is not in it. A closed one stays there to be read; only lists leave it out (`isListed`). */
export const maySeeLeague = ({ hidden, role }: Sight): Verdict => !hidden || role !== null || refuse('NOT_FOUND')

/** An event, its entries, servers and results are there for whoever sees the community; one that is not published for admins alone. */
export const maySeeEvent = (sight: Sight, status: SessionStatus): Verdict =>
  UNPUBLISHED.includes(status) && !atLeast(sight.role, 'admin') ? refuse('NOT_FOUND') : maySeeLeague(sight)
