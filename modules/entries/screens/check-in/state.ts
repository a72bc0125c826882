import type { EntryList } from '../../contract.ts'
import { seatsForComer } from '../../rules/seats.ts'

/** What there is to say of the reader's check-in, and whether they can do something about it. */
export type CheckInState =
  | { readonly kind: 'later' | 'now' | 'nowInLine'; readonly at: string }
  /** They are in, and there; or stand ready for the next seat. */
  | { readonly kind: 'done' | 'ready' }
  /** It has closed and they wait: with one tap for a seat that is free, or for the next one. */
  | { readonly kind: 'free' | 'next' }

/** `null`: none is held, or they are not in, or registration is over. What the server said is carried on by the clock. */
export function checkInState(list: EntryList, nowMs: number): CheckInState | null {
  const { mine, checkIn, status } = list
  if (!mine || !checkIn || status !== 'WAITING') return null
  if (mine.checkedIn) return { kind: mine.status === 'ACTIVE' ? 'done' : 'ready' }
  if (nowMs < Date.parse(checkIn.opensAt)) return { kind: 'later', at: checkIn.opensAt }
  // who waits has no seat to lose, but one to win
  if (checkIn.closedAt === null) return { kind: mine.status === 'ACTIVE' ? 'now' : 'nowInLine', at: checkIn.closesAt }
  return { kind: isThereFor(list, mine, nowMs) ? 'free' : 'next' }
}

/** Whether a seat is theirs with one tap: whoever is late comes after those it is kept for, and nobody drives in a class that is full. */
function isThereFor(list: EntryList, { isLate, car }: NonNullable<EntryList['mine']>, nowMs: number): boolean {
  const own = list.carClasses.find(({ id }) => id === car.carClassId)
  const hasRoom = own === undefined || own.maxClassEntries === null || own.currentEntries < own.maxClassEntries
  return hasRoom && (isLate ? seatsForComer(list, nowMs) : list.seatsLeft) > 0
}

const CAN: ReadonlySet<CheckInState['kind']> = new Set<CheckInState['kind']>(['now', 'nowInLine', 'free', 'next'])
export const canCheckIn = (state: CheckInState | null): boolean => state !== null && CAN.has(state.kind)
