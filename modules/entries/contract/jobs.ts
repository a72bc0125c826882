import type { SessionId } from '#core/ids.ts'
import { job } from '#core/joint.ts'

type OfEvent = { readonly sessionId: SessionId }

export const entriesWork = {
  /** The check-in closes, and splits are frozen. */
  settleField: job<OfEvent>('entries.freeze-splits'),
  openCheckIn: job<OfEvent & { readonly closesAt: string }>('entries.open-check-in'),
  endOffers: job<OfEvent>('entries.end-offers'),
}
