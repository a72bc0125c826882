import type { RefusalError } from '../http.ts'
import type { Text } from '../texts.tsx'
import { currentTrouble } from './connection.ts'

/** Why something was not done: the server's own words, or ours where it said nothing. `isGone`: there is no form any more to send it again from. */
export function wordsOfRefusal(refusal: RefusalError | null | undefined, text: Text<'web'>, isGone = false): string {
  if (refusal?.message) return refusal.message
  if (refusal?.status !== 0) return text('error.fault')
  if (isGone) return text('error.unanswered')
  // a browser may hear of the network's going after the call has failed
  return text(refusal.isOffline || currentTrouble() === 'offline' ? 'error.offline' : 'error.unreachable')
}
