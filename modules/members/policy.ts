import { refuse, type Verdict } from '#core/result.ts'
import { atLeast, type Role } from '#modules/leagues/rules.ts'
import { maySeeLeague } from '#modules/visibility/rules.ts'
import { hasChat, mayTakePart } from './rules.ts'

/** The community and the actor in it, as they stand under its lock. */
export type MembershipFacts = {
  readonly closed: boolean
  readonly hidden: boolean
  readonly role: Role | null
  /** A ban that holds. */
  readonly ban: { readonly endsAt: Date | null } | null
  readonly pending: boolean
  readonly directJoin: boolean
  readonly openEvents: boolean
  readonly discordRequired: boolean
  readonly discordLinked: boolean
}
type LeagueAccess = Pick<MembershipFacts, 'closed' | 'hidden' | 'role'>

/** Missing first, then closed. */
export function mayAct(access: LeagueAccess): Verdict {
  const seen = maySeeLeague(access)
  if (seen !== true) return seen
  return !access.closed || refuse('COMMUNITY_CLOSED')
}

/** By a membership, by an application, or by registering for an event that is open to all. */
export type Way = 'join' | 'apply' | 'register'

/** Up to the password and the terms: closed, banned, already in, the other way in, waiting already, chat account (product.md §4 "Membership flow"). */
export function mayEnter(way: Way, facts: MembershipFacts): Verdict {
  const act = mayAct(facts)
  if (act !== true) return act
  if (facts.ban) return refuse('MEMBER_BANNED', { endsAt: facts.ban.endsAt?.toISOString() ?? null })
  if (facts.role !== null) return refuse('ALREADY_MEMBER')
  if (way === 'join' && !facts.directJoin) return refuse('APPLICATION_REQUIRED')
  if (way === 'apply' && facts.directJoin) return refuse('WRONG_STATE')
  if (way === 'apply' && facts.pending) return refuse('APPLICATION_PENDING')
  return way === 'register' ? mayTakePart(facts) : hasChat(facts)
}

export const mayAdminister = (access: LeagueAccess): Verdict => first(mayAct(access), () => atLeast(access.role, 'admin') || refuse('ADMIN_REQUIRED'))

/** Demoting admins and handing the community over are the owner's alone (product.md §6). */
export const mayOwn = (access: LeagueAccess): Verdict => first(mayAct(access), () => access.role === 'owner' || refuse('OWNER_REQUIRED'))

/** Who is a member at all may leave or accept the terms. */
export const mayAsMember = (access: LeagueAccess): Verdict => first(mayAct(access), () => access.role !== null || refuse('NOT_A_MEMBER'))

/** Reading lists of admins: also of a closed community. */
export const mayReadAsAdmin = (access: LeagueAccess): Verdict =>
  first(maySeeLeague(access), () => atLeast(access.role, 'admin') || refuse('ADMIN_REQUIRED'))

/** Taking somebody out: never the owner; an admin only by the owner, or demoting would have a side door. */
export function mayTakeOut(actor: Role | null, target: Role | null): Verdict {
  if (target === 'owner') return refuse('OWNER_CANNOT_LEAVE')
  return target !== 'admin' || actor === 'owner' || refuse('OWNER_REQUIRED')
}

const first = (verdict: Verdict, otherwise: () => Verdict): Verdict => (verdict === true ? otherwise() : verdict)
