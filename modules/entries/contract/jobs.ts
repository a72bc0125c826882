import type { SessionId } from '#core/ids.ts'
import { job } from '#core/joint.ts'

type OfEvent = { readonly sessionId: SessionId }

export const entriesWork = {
  /** The check-in closes, and splits are frozen. */
  settleField: job<OfEvent>('entries.freeze-splits'),
  /** `v`: the event's, with which this one came to be held: whoever was told of an earlier one is told anew. */
  openCheckIn: job<OfEvent & { readonly closesAt: string; readonly v?: number }>('entries.open-check-in'),
  endOffers: job<OfEvent>('entries.end-offers'),
}
