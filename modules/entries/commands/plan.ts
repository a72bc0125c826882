import type { SessionId } from '#core/ids.ts'
import { saveCheckIn, sessionFacts, type SessionFacts } from '#modules/sessions/door.ts'
import { SPLITS_FROZEN_MS } from '#modules/sessions/rules.ts'
import type { ChangeContext } from '#server/room.ts'
import { entriesWork } from '../contract/jobs.ts'
import { checkInOpensAt, offersEndAt, plannedCheckIn, type CheckIn } from '../rules/check-in.ts'
import { forgetCheckIns } from '../store/check-in.ts'
import { forgetSplits } from '../store/splits.ts'

/**
 * Orders what becomes of a field before the start: check-in, and the moment in which it closes and splits are frozen. After an edit splits that
 * it has thawed are divided anew, and a check-in that it has moved is held anew.
 */
export async function planField(context: ChangeContext, sessionId: SessionId): Promise<void> {
  const { tx, later } = context
  const session = await sessionFacts(tx, sessionId)
  if (session?.status !== 'WAITING') return
  const checkIn = await planCheckIn(context, session)
  const isFrozen = session.splits?.frozenAt != null
  if (!isFrozen) await forgetSplits(tx, sessionId)
  if ((!session.splits || isFrozen) && (!checkIn.closesAt || checkIn.closedAt)) return
  const at = new Date(session.startsAt.getTime() - SPLITS_FROZEN_MS)
  later(entriesWork.settleField, { sessionId }, { at, key: `${sessionId} ${session.startsAt.toISOString()}` })
}

async function planCheckIn({ tx, now, later }: ChangeContext, session: SessionFacts): Promise<CheckIn> {
  const { id: sessionId, checkIn: before } = session
  const planned = plannedCheckIn(session, now)
  const { closesAt, closedAt } = planned
  const isSame = closesAt?.getTime() === before.closesAt?.getTime() && closedAt?.getTime() === before.closedAt?.getTime()
  if (!isSame) await saveCheckIn(tx, sessionId, planned)
  if (!closedAt) await forgetCheckIns(tx, sessionId, closesAt && checkInOpensAt(closesAt))
  if (!closesAt) return planned
  const key = `${sessionId} ${session.startsAt.toISOString()}`
  const opensAt = checkInOpensAt(closesAt)
  // any other edit while it is open asks nobody again
  if (!closedAt && (!isSame || now < opensAt))
    later(entriesWork.openCheckIn, { sessionId, closesAt: closesAt.toISOString(), v: session.v }, { at: opensAt, key })
  later(entriesWork.endOffers, { sessionId }, { at: offersEndAt(session.startsAt), key })
  return planned
}
