import type { RefusalError } from '../http.ts'
import type { Text } from '../texts.tsx'

/** Why something was not done: the server's own words, or ours where it said nothing. `isGone`: there is no form any more to send it again from. */
export function wordsOfRefusal(refusal: RefusalError | null | undefined, text: Text<'web'>, isGone = false): string {
  if (refusal?.message) return refusal.message
  if (refusal?.status !== 0) return text('error.fault')
  if (isGone) return text('error.unanswered')
  return text(navigator.onLine ? 'error.unreachable' : 'error.offline')
}
