import type { RefusalError } from '../http.ts'
import { useTexts } from '../texts.tsx'
import { useTrouble } from './connection.ts'

/**
 * Why something was not done: the server's own words, or ours where it said nothing. `isGone`: there is no form any more to send it again from.
 * A browser may hear of the network's going after the call has failed: the words follow.
 */
export function useRefusalWords(): (refusal: RefusalError | null | undefined, isGone?: boolean) => string {
  const text = useTexts('web')
  const isOffline = useTrouble() === 'offline'
  return (refusal, isGone = false) => {
    if (refusal?.message) return refusal.message
    if (refusal?.status !== 0) return text('error.fault')
    if (isGone) return text('error.unanswered')
    return text(refusal.isOffline || isOffline ? 'error.offline' : 'error.unreachable')
  }
}
