import type { SessionId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { correctionsContract as calls, type CorrectionView } from '../contract.ts'

export type Corrections = { readonly all: readonly CorrectionView[]; readonly mayAdjust: boolean }

/** What was done to the results of an event, the oldest first, as this reader sees it; undefined while it is on its way. */
export function useCorrections(id: string): Corrections | undefined {
  const isSignedIn = useMe() !== null
  const at = { sessionId: id as SessionId }
  const open = useAsk(calls.publicCorrections, at, { when: !isSignedIn }).data
  const adjustments = useAsk(calls.pointAdjustments, at, { when: isSignedIn }).data
  const penalties = useAsk(calls.penalties, at, { when: isSignedIn }).data
  if (!isSignedIn) return open && { all: open.corrections, mayAdjust: false }
  if (!adjustments || !penalties) return undefined
  const all = [...adjustments.adjustments, ...penalties.penalties].toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
  return { all, mayAdjust: penalties.may.adjust }
}
