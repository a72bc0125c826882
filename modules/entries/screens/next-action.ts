import type { SessionStatus } from '#modules/sessions/rules.ts'
import type { EntryList, EntryView, PublicEntryList } from '../contract.ts'
import { seatsForComer } from '../rules/seats.ts'

export { seatsForComer }

/** What a person can do next at an event, and what there is to say about it. */
export type NextAction =
  /** Registration is over and the viewer is not in. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'login' | 'loginFull'; readonly opensAt: string | null }
  | { readonly kind: 'opens'; readonly at: string }
  /** `seats`: for who comes now. */
  | { readonly kind: 'register'; readonly seats: number }
  | { readonly kind: 'queue' }
  /** `code` says why; some have a way out. */
  | { readonly kind: 'barred'; readonly code: Barred; readonly wayOut: WayOut | null }
  | { readonly kind: 'watches'; readonly leave: Leave }
  | { readonly kind: 'in' | 'waits'; readonly entry: EntryView; readonly mayChange: boolean; readonly cancel: Leave }

/** Of whoever does not watch. */
export type Driving = Exclude<NextAction, { readonly kind: 'watches' }>

/** Whether somebody who is in, or watches, may still go; `season`: where they drive the season. */
export type Leave = 'yes' | 'tooLate' | 'closed' | 'season'

/** Why somebody cannot register; the page has a sentence for each. */
const BARRED = [
  'MEMBER_REQUIRED',
  'APPLICATION_PENDING',
  'DISCORD_REQUIRED',
  'MEMBER_BANNED',
  'REJOIN_NOT_ALLOWED',
  'JOIN_CONDITIONS_NOT_MET',
  'COMMUNITY_CLOSED',
  'ALREADY_REGISTERED',
  'REGISTRATION_CLOSED',
  'register_to_tournament',
  'ROUND_NOT_ELIGIBLE',
] as const
export type Barred = (typeof BARRED)[number]

/** `conditions`: what they miss is shown. */
type WayOut = 'community' | 'discord' | 'conditions' | 'season'
const WAYS_OUT: Readonly<Partial<Record<Barred, WayOut>>> = {
  MEMBER_REQUIRED: 'community',
  DISCORD_REQUIRED: 'discord',
  JOIN_CONDITIONS_NOT_MET: 'conditions',
  register_to_tournament: 'season',
}

/** The one next action at `nowMs`; what the server said is carried on by the clock, so a countdown that ends turns into a button. */
export function nextAction(list: EntryList, nowMs: number): NextAction {
  const { mine, may, whyNot } = list
  const isLate = nowMs >= Date.parse(list.cancelUntil)
  const cancel: Leave = list.status !== 'WAITING' ? 'closed' : isLate ? 'tooLate' : 'yes'
  if (mine) {
    const ofSeason = cancel !== 'closed' && whyNot.cancel === 'register_to_tournament'
    return {
      kind: mine.status === 'WAITING_LIST' ? 'waits' : 'in',
      entry: mine,
      mayChange: may.changeSkin ?? false,
      cancel: ofSeason ? 'season' : cancel,
    }
  }
  if (list.watching.isMine) return { kind: 'watches', leave: cancel }
  if (list.status !== 'WAITING') return { kind: 'closed' }
  const code = whyNot.register
  if (code === 'REGISTRATION_NOT_OPEN' && nowMs < Date.parse(list.opensAt)) return { kind: 'opens', at: list.opensAt }
  // an account that is missing is said in the dialog, with the way to link it
  if (code === undefined || code === 'REGISTRATION_NOT_OPEN' || code === 'REGISTRATION_FULL' || code === list.account?.alert) {
    const seats = seatsForComer(list, nowMs)
    return seats > 0 ? { kind: 'register', seats } : { kind: 'queue' }
  }
  const barred = BARRED.find((one) => one === code) ?? 'REGISTRATION_CLOSED'
  return { kind: 'barred', code: barred, wayOut: WAYS_OUT[barred] ?? null }
}

type Claim = `state.${'in' | 'waits' | 'failedIn' | 'failedWaits'}`
/** What whoever is registered is; in what has failed, all of it or the split they drive in, the seat is kept for when an admin starts it again. */
export function claimOf(kind: 'in' | 'waits', status: SessionStatus, splitNo: number | null, failedSplits: readonly number[]): Claim {
  if (status === 'FAILED' || (splitNo !== null && failedSplits.includes(splitNo))) return kind === 'in' ? 'state.failedIn' : 'state.failedWaits'
  return `state.${kind}`
}

type Seen = Pick<PublicEntryList, 'status' | 'startsAt' | 'opensAt' | 'seatsLeft' | 'checkIn'>

/**
 * A visitor logs in first, whatever there is to do then: a full grid has a waiting list. Where drivers come with a championship it is there that
 * one registers, and no login leads into this event.
 */
export function visitorAction(list: Seen, nowMs: number, isOfSeason = false): Driving {
  const { status, opensAt } = list
  if (!isRegistering(status)) return { kind: 'closed' }
  if (isOfSeason) return { kind: 'barred', code: 'register_to_tournament', wayOut: 'season' }
  const isLater = nowMs < Date.parse(opensAt)
  return { kind: !isLater && seatsForComer(list, nowMs) === 0 ? 'loginFull' : 'login', opensAt: isLater ? opensAt : null }
}

const isRegistering = (status: SessionStatus): boolean => status === 'WAITING'
