import { MINUTE_MS, SECOND_MS } from '#core/duration.ts'
import { OFFERS_END_MS, SPLITS_FROZEN_MS } from '#modules/sessions/rules.ts'

/** Times of a check-in before the start; it closes when splits are frozen, and is not held where drivers would have less than `atLeastMs` for it. */
export const CHECK_IN = { opensMs: 60 * MINUTE_MS, closesMs: SPLITS_FROZEN_MS, atLeastMs: 15 * MINUTE_MS } as const

/** `null`: none is held, or it has not closed. */
export type CheckIn = { readonly closesAt: Date | null; readonly closedAt: Date | null }

type Asking = { readonly startsAt: Date; readonly checkIn: CheckIn & { readonly isAsked: boolean } }

/**
 * The check-in that is held of an event that was published or edited at `now` (docs/decisions/0015). One that has closed stays so, unless the
 * start has moved so far that there is time for another.
 */
export function plannedCheckIn({ startsAt, checkIn: { isAsked, closesAt, closedAt } }: Asking, now: Date): CheckIn {
  const wanted = new Date(startsAt.getTime() - CHECK_IN.closesMs)
  if (!isAsked) return { closesAt: null, closedAt: null }
  if (closesAt?.getTime() === wanted.getTime()) return { closesAt, closedAt }
  if (wanted.getTime() - now.getTime() >= CHECK_IN.atLeastMs) return { closesAt: wanted, closedAt: null }
  return closedAt ? { closesAt, closedAt } : { closesAt: null, closedAt: null }
}

export const checkInOpensAt = (closesAt: Date): Date => new Date(closesAt.getTime() - (CHECK_IN.opensMs - CHECK_IN.closesMs))

/** Whether one that is held is open, or has closed. */
export const hasOpened = ({ closesAt }: CheckIn, now: Date): boolean => closesAt !== null && now >= checkInOpensAt(closesAt)

/** Until when seats that became free are offered to those who waited before anybody else may have them. */
export const offersEndAt = (startsAt: Date): Date => new Date(startsAt.getTime() - OFFERS_END_MS)

/** The database, which keeps the orders, may have a clock a little ahead of ours. */
const CLOCK_SKEW_MS = 5 * SECOND_MS
/** Whether the moment has come for which a job was ordered. */
export const isDue = (at: Date, now: Date): boolean => at.getTime() - now.getTime() <= CLOCK_SKEW_MS
