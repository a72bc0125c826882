import { refuse, type Verdict } from '#core/result.ts'
import { isNotStarted, type SessionStatus } from '#modules/sessions/rules.ts'
import { isDone, isWonOut, NOT_DRIVEN } from '#modules/tournaments/rules.ts'
import type { RoundStatus } from './rules.ts'

export type Order = 'edit' | 'publish' | 'end' | 'remove' | 'bringIn'

/** Which orders each state takes (decisions.md §2: UNPUBLISHED → PUBLISHED → ENDED). */
const ORDERS: Readonly<Record<RoundStatus, readonly Order[]>> = {
  UNPUBLISHED: ['edit', 'publish', 'remove', 'bringIn'],
  PUBLISHED: ['edit', 'end', 'remove', 'bringIn'],
  ENDED: [],
}
export const takes = (status: RoundStatus, order: Order): Verdict => ORDERS[status].includes(order) || refuse('WRONG_STATE', { status })

/** A round ends when nothing of it is still to be driven, which could change who goes on: one of its events that failed does not hold it up. */
export const checkEnd = (status: RoundStatus, events: readonly SessionStatus[]): Verdict => {
  const taken = takes(status, 'end')
  if (taken !== true) return taken
  const open = events.find((one) => !isDone(one))
  return open === undefined || refuse('WRONG_STATE', { status: open })
}

export type EventState = { readonly status: SessionStatus; readonly statusAt: Date; /** A race of it has a result. */ readonly hasResult: boolean }
/** Nothing of it is taken from anybody: it has not started, or it came to nothing for good, as a season says of its own (docs/decisions/0056). */
export const isFree = ({ status, statusAt, hasResult }: EventState, now: Date): boolean =>
  isNotStarted(status) || (NOT_DRIVEN.includes(status) && isWonOut(status, statusAt.getTime(), now.getTime()) && !hasResult)

/** Nothing is taken from anybody: a round that was driven in, or from which drivers went on, stays. */
export const checkRemove = (status: RoundStatus, facts: { readonly areFree: boolean; readonly wentOn: boolean }): Verdict => {
  const taken = takes(status, 'remove')
  if (taken !== true) return taken
  return (!facts.wentOn && facts.areFree) || refuse('ROUND_NOT_REMOVABLE')
}

type Neighbours = {
  /** The latest start of those its drivers came from, and the earliest of those they went on to. */
  readonly after: Date | null
  readonly before: Date | null
}
/** Drivers go on in time: a round begins behind those they came from. */
export const checkStartDate = (startDate: Date, { after, before }: Neighbours): Verdict =>
  ((!after || startDate > after) && (!before || startDate < before)) || refuse('ROUND_DATE_ORDER', { field: 'startDate' })
