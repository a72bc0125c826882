import type { Barred, Driving } from '../next-action.ts'

const SHUT_OUT: ReadonlySet<Barred> = new Set<Barred>(['MEMBER_BANNED', 'COMMUNITY_CLOSED', 'REJOIN_NOT_ALLOWED'])
/** Whether until when one registers and cancels is for somebody to know: not for who is in, which says it itself, nor for whom nothing lets in. */
export const isToldClosing = (action: Driving): boolean => !('entry' in action) && !(action.kind === 'barred' && SHUT_OUT.has(action.code))
