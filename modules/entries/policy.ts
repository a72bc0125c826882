import { MINUTE_MS } from '#core/duration.ts'
import { all, refuse, type Verdict } from '#core/result.ts'
import { GAME_FACTS } from '#games/facts/facts.ts'
import type { GameId } from '#games/game.ts'
import { atLeast, type Role } from '#modules/leagues/rules.ts'
import { mayTakePart } from '#modules/members/rules.ts'
import { isOver, registrationOpensAt, type Hosting, type SessionStatus } from '#modules/sessions/rules.ts'
import type { JoinConditions } from '#modules/sessions/rules/join-conditions.ts'
import type { EntryStatus, OfSeason } from './contract/shapes.ts'
import type { TeamRules } from './rules/teams.ts'
import { alertOf, cancelClosesAt, noCancelBeforeMs, type EventAccount } from './rules.ts'
import type { CheckIn } from './rules/check-in.ts'
import { meetsConditions, type DriverRecord } from './rules/join-conditions.ts'
import { changesNumber, picksNumber } from './rules/numbers.ts'

/** The event as a policy of this room looks at it. */
export type EventFacts = {
  readonly status: SessionStatus
  readonly startsAt: Date
  readonly hosting: Hosting
  readonly registrationOpensAt: Date | null
  readonly isManual: boolean
  readonly hasGridPositions: boolean
  readonly driverSwap: boolean
  readonly teamRules: TeamRules
  readonly game: GameId
  readonly account: EventAccount | null
  /** Who drives comes with the championship the event is of. */
  readonly ofSeason: boolean
  /** Only drivers who were brought into the round the event is of. */
  readonly invitedOnly: boolean
  readonly checkIn: CheckIn
  readonly leagueClosed: boolean
  readonly openEvents: boolean
  readonly discordRequired: boolean
  readonly joinConditions: JoinConditions
}

/** The person who asks, as they stand to the event and its community. */
export type PersonFacts = {
  readonly role: Role | null
  readonly banned: boolean
  /** Whether an application to the community waits, which takes nobody in but on application. */
  readonly applied: boolean
  readonly discordLinked: boolean
  readonly plan: string
  /** Platforms at which the person has an account linked. */
  readonly accounts: readonly string[]
  /** Of the person's latest entry here. */
  readonly entry: EntryStatus | null
  /** Whether the person manages that entry; whoever drives alone does. */
  readonly isManager: boolean
  /** Whether the person watches the event. */
  readonly spectates: boolean
  /** Whether the person was brought into the round the event is of, where it asks for that. */
  readonly invited: boolean
  /** What the person is to the championship the event is of. */
  readonly ofSeason: OfSeason | null
  /** What the event's conditions are held to. */
  readonly record: DriverRecord
}

/** What somebody is to an entry. */
export type Part = 'MANAGER' | 'DRIVER' | null

export const BARRED: ReadonlySet<EntryStatus | null> = new Set(['DISQUALIFIED', 'BANNED'])

export const isIn = ({ entry }: Pick<PersonFacts, 'entry'>): boolean => entry === 'ACTIVE' || entry === 'WAITING_LIST'

/** Registering, queueing or joining a team, up to passwords and terms; whether there is a seat is found out when it is taken. `already` is said to who is in. */
export function mayRegister(
  now: Date,
  event: EventFacts,
  person: PersonFacts,
  already: 'ALREADY_REGISTERED' | 'ALREADY_IN_TEAM' = 'ALREADY_REGISTERED',
): Verdict {
  if (event.leagueClosed) return refuse('COMMUNITY_CLOSED')
  if (event.status !== 'WAITING') return refuse('REGISTRATION_CLOSED')
  if (isIn(person)) return refuse(already)
  if (event.ofSeason) return refuse('register_to_tournament')
  if (event.invitedOnly && !person.invited) return refuse('ROUND_NOT_ELIGIBLE')
  if (person.spectates) return refuse('SPECTATING')
  if (person.banned) return refuse('MEMBER_BANNED')
  // before anything is asked for: nobody joins a community, or tells a password, for nothing (product.md §5)
  const eligible = meetsConditions(event.joinConditions, person.record, now)
  if (eligible !== true) return eligible
  const mayBeHere = person.role !== null || mayTakePart({ ...event, ...person })
  if (mayBeHere !== true) return person.applied && !event.openEvents ? refuse('APPLICATION_PENDING') : mayBeHere
  if (BARRED.has(person.entry)) return refuse('REJOIN_NOT_ALLOWED')
  const inSeason = stillInSeason(person)
  if (inSeason !== true) return inSeason
  const opensAt = registrationOpensAt(event, person.plan)
  return all(now >= opensAt || refuse('REGISTRATION_NOT_OPEN', { opensAt: opensAt.toISOString() }), hasAccount(event, person))
}

/** "Tournament participant LEFT or DISQUALIFIED blocks registration" (product.md §4): also where teams share a car, which nobody else registers for. */
const stillInSeason = ({ ofSeason }: PersonFacts): Verdict =>
  ofSeason === 'SKIPS'
    ? refuse('REJOIN_NOT_ALLOWED', { reason: 'skips' })
    : (ofSeason !== 'LEFT' && ofSeason !== 'DISQUALIFIED') || refuse('REJOIN_NOT_ALLOWED', { reason: 'season' })

/** Drivers enter alone, or as a team where cars are shared. */
export const mayEnterAs = ({ driverSwap }: Pick<EventFacts, 'driverSwap'>, isTeam: boolean): Verdict =>
  isTeam === driverSwap || refuse('TEAM_EVENT', isTeam ? { reason: 'alone' } : {})

/** Whether somebody has the account the event needs; refuses with the specification's alert. */
export const hasAccount = ({ account }: Pick<EventFacts, 'account'>, { accounts }: Pick<PersonFacts, 'accounts'>): Verdict =>
  !account?.needed || accounts.includes(account.provider) || refuse(alertOf(account.provider))

/** Cancelling or leaving the waiting list: only while WAITING, and not once the server is being set up, elsewhere in the last minute. Of a team its manager. */
export function mayCancel(now: Date, event: EventFacts, person: PersonFacts): Verdict {
  if (!isIn(person)) return refuse('NOT_REGISTERED')
  if (event.ofSeason) return refuse('register_to_tournament', { reason: 'skip' })
  if (!person.isManager) return refuse('MANAGER_REQUIRED')
  if (event.status !== 'WAITING') return refuse('REGISTRATION_CLOSED')
  return now < cancelClosesAt(event) || refuse('CANCEL_TOO_LATE', { minutes: noCancelBeforeMs(event.hosting) / MINUTE_MS })
}

/** Car, livery or number of an entry: its driver, of a team the manager, or an admin of the community, while WAITING. */
export const mayChange = (event: EventFacts, role: Role | null, part: Part): Verdict =>
  all(part === 'MANAGER' || atLeast(role, 'admin') || refuse(part === 'DRIVER' ? 'MANAGER_REQUIRED' : 'FORBIDDEN'), waiting(event))

/**
 * As `mayChange`; of their own without the account the event needs only admins choose another car (product.md §5 "Car selection"), nor in an event
 * of a championship, whose drivers have theirs for the season ("Car change: … not tournament").
 */
export const mayChangeCar = (event: EventFacts, person: Pick<PersonFacts, 'role' | 'accounts'>, part: Part): Verdict =>
  all(
    mayChange(event, person.role, part),
    atLeast(person.role, 'admin') || all(!event.ofSeason || refuse('register_to_tournament', { reason: 'car' }), hasAccount(event, person)),
  )

/**
 * Choosing one of an event's cars where they are shown (product.md §5 "Car selection"): who is in takes another, of a team its manager alone;
 * everybody else registers with it. A full grid is waited for, not chosen from.
 */
export function mayChooseCar(
  now: Date,
  event: EventFacts,
  person: PersonFacts,
  { isFull, carCount }: { readonly isFull: boolean; readonly carCount: number },
): Verdict {
  if (!isIn(person)) return all(mayRegister(now, event, person), mayEnterAs(event, false), !isFull || refuse('REGISTRATION_FULL'))
  return mayTakeAnother(mayChangeCar(event, person, person.isManager ? 'MANAGER' : 'DRIVER'), carCount)
}

/** Who may change the car finds another only where the event has one. */
export const mayTakeAnother = (mayChange: Verdict, carCount: number): Verdict => all(mayChange, carCount > 1 || refuse('CAR_CHANGE_NOT_ALLOWED'))

/** Whether a grid may be closed to whom it does not know by their account: not while somebody is in it, or waits, whom it would keep out. */
export function mayClose({ account }: Pick<EventFacts, 'account'>, without: readonly { readonly name: string | null }[]): Verdict {
  if (account?.provider !== 'steam' || !account.needed || without.length === 0) return true
  return refuse('GRID_ACCOUNTS_MISSING', { names: without.map(({ name }) => name ?? '–').join(', '), count: without.length })
}

/** A number of one's own at registration: admins, teams, and who has the plan; everybody else gets theirs. */
export const mayPickNumber = (event: EventFacts, { role, plan }: Pick<PersonFacts, 'role' | 'plan'>): Verdict =>
  mayNumber(event, role, picksNumber(plan), 'pickNumber')

/** Another number later: admins of any entry, a team's manager, and who has the plan for it. */
export const mayChangeNumber = (event: EventFacts, { role, plan }: Pick<PersonFacts, 'role' | 'plan'>, part: Part): Verdict =>
  all(mayChange(event, role, part), mayNumber(event, role, changesNumber(plan), 'changeNumber'))

/** "A team's manager and admins always" (decisions.md §3): who drives alone only where the game shows the number, and with the plan for it. */
function mayNumber(event: EventFacts, role: Role | null, hasPlan: boolean, reason: 'pickNumber' | 'changeNumber'): Verdict {
  if (atLeast(role, 'admin') || event.driverSwap) return true
  if (!GAME_FACTS[event.game].raceNumbers) return refuse('FORBIDDEN', { field: 'raceNumber', reason: 'raceNumber' })
  return hasPlan || refuse('FEATURE_NOT_IN_PLAN', { field: 'raceNumber', reason })
}

export const mayRemove = (event: EventFacts, role: Role | null): Verdict => all(admin(role), !isOver(event.status) || refuse('EVENT_STARTED'))

export const maySetGrid = (event: EventFacts, role: Role | null): Verdict =>
  all(admin(role), waiting(event), event.hasGridPositions || refuse('WRONG_STATE'))

/** The entry list file exists for team races only, of games that have one (product.md §6 Admin). */
export const mayDownload = (event: EventFacts, role: Role | null): Verdict =>
  all(admin(role), (GAME_FACTS[event.game].entryListFile !== undefined && event.driverSwap) || refuse('FEATURE_NOT_IN_PLAN', { reason: 'entryList' }))

const admin = (role: Role | null): Verdict => atLeast(role, 'admin') || refuse('ADMIN_REQUIRED')
export const waiting = ({ status }: Pick<EventFacts, 'status'>): Verdict => status === 'WAITING' || refuse('REGISTRATION_CLOSED')
