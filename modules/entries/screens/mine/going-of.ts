import type { EntryList, EntryView } from '../../contract.ts'
import type { Leave } from '../next-action.ts'

type Asked = {
  readonly entry: Pick<EntryView, 'status' | 'participant'>
  readonly cancel: Exclude<Leave, 'season'>
  readonly list: Pick<EntryList, 'status' | 'mine' | 'cancelUntil' | 'closesAt'>
}
type Timed =
  | 'state.cancelUntil'
  | 'state.leaveQueueUntil'
  | 'next.tooLate'
  | 'next.tooLateToLeave'
  | 'team.until.cancel'
  | 'team.until.leave'
  | 'team.until.both'
export type Going = { readonly key: Timed; readonly at: string } | { readonly key: 'state.over' }

/**
 * What there is to say to whoever is in, or waits, about going: until when they can, and once registration is over that nobody can any more; a moment
 * that has passed is named only beside the button it holds back. While the race is on, and once it has failed, there is nothing to say. A
 * driver of a team leaves it; its manager alone cancels for all of them.
 */
export function goingOf({ entry, cancel, list: { status, mine, cancelUntil, closesAt } }: Asked): readonly Going[] {
  if (cancel === 'closed') return status === 'IN_PROGRESS' || status === 'FAILED' ? [] : [{ key: 'state.over' }]
  const isLate = cancel === 'tooLate'
  if (entry.participant.type === 'TEAM' && mine?.isManager === false) {
    if (cancelUntil === closesAt) return [isLate ? { key: 'state.over' } : { key: 'team.until.both', at: closesAt }]
    return [...(isLate ? [] : [{ key: 'team.until.cancel', at: cancelUntil } as const]), { key: 'team.until.leave', at: closesAt }]
  }
  if (entry.status === 'WAITING_LIST') return [{ key: isLate ? 'next.tooLateToLeave' : 'state.leaveQueueUntil', at: cancelUntil }]
  return [{ key: isLate ? 'next.tooLate' : 'state.cancelUntil', at: cancelUntil }]
}
