import type { SessionId } from '#core/ids.ts'
import { job } from '#core/joint.ts'

type Change = { readonly id: string; readonly reason?: string }

export const resultsWork = {
  tell: job<{ readonly sessionId: SessionId; readonly change?: Change }>('results.tell'),
  /** Rates events that were over before races were. */
  ratePast: job('results.rate-past'),
}
