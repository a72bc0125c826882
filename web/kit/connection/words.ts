import type { RefusalError } from '../http.ts'
import type { Text } from '../texts.tsx'

/** Why something was not done: the server's own words, or ours where it said nothing. */
export function wordsOfRefusal(refusal: RefusalError | null | undefined, text: Text<'web'>): string {
  if (refusal?.message) return refusal.message
  if (refusal?.status !== 0) return text('error.fault')
  return text(navigator.onLine ? 'error.unreachable' : 'error.offline')
}
