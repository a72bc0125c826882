import { all, refuse, type Verdict } from '#core/result.ts'
import { atLeast, type Role } from '#modules/leagues/rules.ts'
import { BARRED, hasAccount, mayEnterAs, waiting, type EventFacts, type PersonFacts } from '../policy.ts'
import { meetsConditions } from '../rules/join-conditions.ts'

/** Whether admins enter others into an event: as long as registration stands, and alone (product.md §6: no pick list for team events, nor in a championship's). */
export const mayEnterOthers = (event: EventFacts, role: Role | null): Verdict =>
  all(
    atLeast(role, 'admin') || refuse('ADMIN_REQUIRED'),
    !event.leagueClosed || refuse('COMMUNITY_CLOSED'),
    waiting(event),
    !event.ofSeason || refuse('register_to_tournament'),
    mayEnterAs(event, false),
  )

/** Whether somebody can be entered by an admin, for whom registration need not be open yet; nobody accepts terms for somebody else. */
export const mayBeEntered = (now: Date, event: EventFacts, person: Omit<PersonFacts, 'plan'>, hasTerms: boolean): Verdict =>
  all(
    !person.banned || refuse('MEMBER_BANNED'),
    person.role !== null || refuse('MEMBER_REQUIRED'),
    !event.invitedOnly || person.invited || refuse('ROUND_NOT_ELIGIBLE'),
    !person.spectates || refuse('SPECTATING'),
    !BARRED.has(person.entry) || refuse('REJOIN_NOT_ALLOWED'),
    meetsConditions(event.joinConditions, person.record, now),
    !hasTerms || refuse('TERMS_NOT_ACCEPTED'),
    hasAccount(event, person),
  )
