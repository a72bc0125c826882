import type { EntryList } from '#modules/entries/contract.ts'
import { canCheckIn, checkInState } from '#modules/entries/screens/check-in/state.ts'
import { isRaceTime } from '#modules/sessions/rules.ts'

/** What the night of an event asks of whoever is in: each is said anew, though an earlier one was put away. */
export type Phase = 'before' | 'checkIn' | 'server'

export const phaseOf = (list: EntryList, nowMs: number): Phase =>
  isRaceTime(list.status) ? 'server' : canCheckIn(checkInState(list, nowMs)) ? 'checkIn' : 'before'

/** How the reader stands to it; `null` where they have nothing to do with it any more. */
export function placeIn({ mine, watching, status }: EntryList, phase: Phase): 'in' | 'notCheckedIn' | 'waits' | 'watches' | null {
  if (mine?.status === 'WAITING_LIST') return status === 'WAITING' ? 'waits' : null
  if (mine) return phase === 'checkIn' ? 'notCheckedIn' : 'in'
  return watching.isMine ? 'watches' : null
}
