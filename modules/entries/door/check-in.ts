import type { SessionId } from '#core/ids.ts'
import { notify } from '#modules/notifications/door.ts'
import { addWaiting, freeSeats, lockSession, saveCheckIn, type SessionFacts } from '#modules/sessions/door.ts'
import type { ChangeContext } from '#server/room.ts'
import { CheckInClosed, CheckInMissed } from '../contract/facts.ts'
import { entriesNotices } from '../contract/notices.ts'
import { isDue } from '../rules/check-in.ts'
import { sendMissingToWait } from '../store/check-in.ts'
import { offerSeats, seatWaiting } from './line.ts'
import { freezeSplits } from './splits.ts'

/**
 * What stands of the field from 15 minutes before the start, in one change: who has not checked in loses the seat to who waits and is there,
 * then splits are frozen. Nothing happens too early, nor twice.
 */
export async function settleField(context: ChangeContext, sessionId: SessionId): Promise<void> {
  await closeCheckIn(context, sessionId)
  await freezeSplits(context, sessionId)
  // what is free is known once there are as many splits as there will be
  await offerSeats(context, sessionId)
}

export const isSettled = ({ checkIn: { closesAt, closedAt }, splits }: Pick<SessionFacts, 'checkIn' | 'splits'>): boolean =>
  (closesAt === null || closedAt !== null) && (splits === null || splits.frozenAt !== null)

async function closeCheckIn(context: ChangeContext, sessionId: SessionId): Promise<void> {
  const { tx, now, record } = context
  const session = await lockSession(tx, sessionId)
  const { closesAt, closedAt } = session?.checkIn ?? { closesAt: null, closedAt: null }
  if (session?.status !== 'WAITING' || closesAt === null || closedAt || !isDue(closesAt, now)) return
  await saveCheckIn(tx, sessionId, { closesAt, closedAt: now })
  const missing = await sendMissingToWait(tx, sessionId, now)
  const at = { sessionId, leagueId: session.leagueId }
  for (const { id, drivers } of missing) record(CheckInMissed, { ...at, entryId: id, drivers })
  if (missing.length > 0) {
    const classes = missing.map(({ classId }) => classId)
    await freeSeats(tx, sessionId, classes)
    await addWaiting(tx, sessionId, missing.length)
  }
  record(CheckInClosed, { ...at, missed: missing.length })
  await seatWaiting(context, sessionId)
  const about = { params: { event: session.name }, link: `/events/${sessionId}` }
  for (const { id, drivers } of missing)
    for (const userId of drivers)
      notify(context, entriesNotices.checkInMissed, {
        ...about,
        userId,
        effectKey: `check-in-missed:${id}:${closesAt.toISOString()}:${userId}`,
      })
}
