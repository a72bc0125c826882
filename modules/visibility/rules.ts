/**
 * visibility: who may see a community and what is in it. Rooms ask here and nowhere else; in statements they use `door.ts`, which says the same.
 * Specification: product.md §6; decisions.md §2 "Session", §6 (what a role may not see is left out, and a foreign thing answers like a missing one).
 */
import type { UserId } from '#core/ids.ts'
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

export const VISITOR = 'visitor'
export const SIGNED_IN = 'signed in'
/**
 * Who reads of drivers: somebody, a visitor, who has no login, or whoever has one and nobody in particular: what is the same for all of those is
 * worked out without knowing them (docs/decisions/0011). Neither of the last two has a role, and that makes nobody a visitor.
 */
export type Viewer = UserId | typeof VISITOR | typeof SIGNED_IN

/** Who it is, where it is somebody. */
export const personOf = (viewer: Viewer): UserId | null => (viewer === VISITOR || viewer === SIGNED_IN ? null : viewer)

/** Who drives in an event and how it ended is told to the signed-in, to visitors where the community has opened it (docs/decisions/0017). */
export const maySeeDrivers = (viewer: Viewer, openResults: boolean): Verdict => viewer !== VISITOR || openResults || refuse('LOGIN_REQUIRED')
