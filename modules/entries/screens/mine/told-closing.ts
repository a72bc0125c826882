import type { Barred, Driving } from '../next-action.ts'

const SHUT_OUT: ReadonlySet<Barred> = new Set<Barred>(['MEMBER_BANNED', 'COMMUNITY_CLOSED', 'REJOIN_NOT_ALLOWED'])
/** Whether until when one registers and cancels is for somebody to know: not for who is in, which says it itself, nor for whom nothing lets in. */
export const isToldClosing = (action: Driving): boolean => !('entry' in action) && !(action.kind === 'barred' && SHUT_OUT.has(action.code))

/** Whose drivers come with a season, for whom no date lets in. */
const OF_SEASON: ReadonlySet<Barred> = new Set<Barred>(['register_to_tournament', 'ROUND_NOT_ELIGIBLE'])
/** Whether whoever first has to do something else is told when registration opens: everybody else reads it as their next action. */
export const isToldOpening = (action: Driving, opensAt: string, nowMs: number): boolean =>
  action.kind === 'barred' && isToldClosing(action) && !OF_SEASON.has(action.code) && nowMs < Date.parse(opensAt)
