import type { EntryId, SessionId } from '#core/ids.ts'
import { notify } from '#modules/notifications/door.ts'
import {
  addWaiting,
  freeClassSeat,
  freeSeat,
  lockSession,
  seatsLeft,
  sessionFacts,
  takeClassSeat,
  takeSeat,
  type SessionFacts,
} from '#modules/sessions/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { ChangeContext } from '#server/room.ts'
import { EntryPromoted } from '../contract/facts.ts'
import { entriesNotices } from '../contract/notices.ts'
import { serve, type Turn, type Waiting } from '../decide/line.ts'
import { isDue, offersEndAt, type CheckIn } from '../rules/check-in.ts'
import { admitEntry, findEntry, type EntryRow } from '../store.ts'
import { waitingLine } from '../store/check-in.ts'

/**
 * Fills free seats from the waiting list inside the caller's change, whatever has freed them. Once the check-in has closed only who has checked
 * in gets one, and what is left is offered to who waited.
 */
export async function promoteWaiting(context: ChangeContext, sessionId: SessionId): Promise<void> {
  await seatWaiting(context, sessionId)
  await offerSeats(context, sessionId)
}

/** In line, whoever's class has room, each is told. Only while registration stands (WAITING). Locks the session first. */
export async function seatWaiting(context: ChangeContext, sessionId: SessionId): Promise<void> {
  const { tx, record } = context
  const session = await lockSession(tx, sessionId)
  if (!session || session.waiting === 0) return
  const { line, seated } = await served(context, session)
  for (const id of seated) {
    if (!(await takeSeat(tx, sessionId))) return
    const { classId } = line.find((one) => one.id === id)!
    if (classId !== null) await takeClassSeat(tx, sessionId, classId)
    await addWaiting(tx, sessionId, -1)
    const { v, drivers } = await admitEntry(tx, sessionId, id)
    record(EntryPromoted, { sessionId, leagueId: session.leagueId, entryId: id, drivers })
    for (const userId of drivers)
      notify(context, entriesNotices.promoted, {
        userId,
        params: { event: session.name },
        link: `/events/${sessionId}`,
        // whoever loses the seat again by not checking in may have another
        effectKey: `promoted:${id}:${v}:${userId}`,
      })
  }
}

/** What an ended entry held is free again, and goes to the first in line in the same change. The session is locked already. */
export async function giveUpSeat(context: ChangeContext, sessionId: SessionId, entry: Pick<EntryRow, 'status' | 'class_id'>): Promise<void> {
  const { tx } = context
  if (entry.status === 'WAITING_LIST') await addWaiting(tx, sessionId, -1)
  else {
    await freeSeat(tx, sessionId)
    if (entry.class_id !== null) await freeClassSeat(tx, sessionId, entry.class_id)
  }
  await promoteWaiting(context, sessionId)
}

/**
 * Whoever a seat is offered to, once the check-in has closed, is told, each once: it is kept for them, for a few minutes, whether they know or
 * not. The session is locked already.
 */
export async function offerSeats(context: ChangeContext, sessionId: SessionId): Promise<void> {
  const session = await sessionFacts(context.tx, sessionId)
  const { closesAt, closedAt } = session?.checkIn ?? { closesAt: null, closedAt: null }
  if (session?.status !== 'WAITING' || closesAt === null || closedAt === null || session.waiting === 0) return
  const { offered } = await served(context, session)
  for (const id of offered)
    for (const userId of (await findEntry(context.tx, sessionId, id))?.drivers ?? [])
      notify(context, entriesNotices.seatOffered, {
        userId,
        params: { event: session.name, untilAt: offersEndAt(session.startsAt).toISOString() },
        link: `/events/${sessionId}`,
        effectKey: `seat-offered:${id}:${closesAt.toISOString()}:${userId}`,
      })
}

/** Whether somebody who comes when the check-in has closed has a seat at once: none that is offered to who waits. The session is locked already. */
export async function comesIn(context: ChangeContext, session: SessionFacts, classId: string | null): Promise<boolean> {
  const comer: Waiting<EntryId> = { id: NEW, classId, isReady: true, isLate: true }
  return (await served(context, session, [comer])).seated.includes(NEW)
}
const NEW = '' as EntryId

/** How many of the free seats are kept for who waited, once the check-in has closed. */
export async function keptSeats(db: Reader, id: SessionId, free: number, event: Timed, now: Date): Promise<number> {
  if (event.checkIn.closedAt === null) return 0
  const { line, classes } = await waitingLine(db, id)
  return serve(line, { seats: free, classes }, turnOf(event, now)).offered.length
}

async function served({ tx, now }: ChangeContext, session: SessionFacts, more: readonly Waiting<EntryId>[] = []) {
  const { line, classes } = await waitingLine(tx, session.id)
  const seats = await seatsLeft(tx, session.id)
  return { line, ...serve([...line, ...more], { seats, classes }, turnOf(session, now)) }
}

type Timed = { readonly startsAt: Date; readonly checkIn: CheckIn }
const turnOf = ({ checkIn, startsAt }: Timed, now: Date): Turn =>
  checkIn.closedAt === null ? 'everybody' : isDue(offersEndAt(startsAt), now) ? 'ready' : 'offered'
