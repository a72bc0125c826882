import { sql } from 'kysely'
import type { EntryId, SessionId, UserId } from '#core/ids.ts'
import { notify } from '#modules/notifications/door.ts'
import { addWaiting, freeClassSeat, freeSeat, lockSession, takeClassSeat, takeSeat } from '#modules/sessions/door.ts'
import type { Tx } from '#server/db/connect.ts'
import type { ChangeContext } from '#server/room.ts'
import { EntryAdded, EntryCarChanged, EntryQueued, EntryRemoved } from '../contract/facts.ts'
import { entriesNotices } from '../contract/notices.ts'
import { chooseCar, type CarOfEntry, type Offer } from '../decide.ts'
import { endOf } from '../rules.ts'
import { hasOpened } from '../rules/check-in.ts'
import { endEntry, findEntry, findFacts, updateEntry, type Facts } from '../store.ts'
import { insertEntry } from '../store/adding.ts'
import { stopWatching } from './leaving.ts'
import { giveUpSeat, promoteWaiting } from './line.ts'

/** Somebody who drives a championship: what they chose for it, `null` where it left nothing to choose, and since when. */
export type SeasonDriver = { readonly userId: UserId; readonly carId: string | null; readonly classId: string | null; readonly since: Date }

/**
 * Makes an event's entries agree with its championship: `comes` are in, or wait where there is no seat; `goes` are out, and who waits has the
 * seat. Whoever an admin has taken out stays out, whoever is in otherwise stays in. Only while registration stands.
 */
export async function seatDrivers(
  context: ChangeContext,
  sessionId: SessionId,
  { comes, goes }: { readonly comes: readonly SeasonDriver[]; readonly goes: readonly UserId[] },
): Promise<void> {
  const { tx, now } = context
  const session = await lockSession(tx, sessionId)
  if (session?.status !== 'WAITING') return
  const past = await pastOf(tx, sessionId)
  for (const userId of goes) {
    const one = past.get(userId)
    if (one?.isIn) await takeOut(context, session.leagueId, sessionId, one.entryId)
  }
  for (const driver of comes) {
    const one = past.get(driver.userId)
    if (one?.isIn || one?.isBarred) continue
    // read anew for each: whoever came before has a number and a seat
    const facts = await findFacts(tx, sessionId, null, now)
    if (facts) await comeIn(context, facts, driver)
  }
  // once the check-in has closed they wait, and may be there: what is kept for nobody is theirs at once
  if (session.checkIn.closedAt !== null) await promoteWaiting(context, sessionId)
}

/** Gives a driver another car in an event where they drive the one they had for the season; `classId`: in that class, where the event has it and a seat in it. */
export async function changeSeasonCar(context: ChangeContext, sessionId: SessionId, { userId, from, to, classId }: CarChange): Promise<void> {
  const { tx, now, record } = context
  const session = await lockSession(tx, sessionId)
  const one = session?.status === 'WAITING' ? (await pastOf(tx, sessionId)).get(userId) : undefined
  const entry = one?.isIn ? await findEntry(tx, sessionId, one.entryId) : undefined
  const facts = entry && entry.car_id === from ? await findFacts(tx, sessionId, null, now) : undefined
  const hasClass = facts?.offer.classes.some((one) => one.classId === classId)
  const car = facts && chooseCar(facts.offer, { model: to, skin: null, carClassId: hasClass ? classId : entry!.class_id })
  // an event without the car keeps the one it has
  if (!entry || !car?.ok) return
  const { carId: car_id, skin, classId: class_id } = car.value
  const isMove = class_id !== entry.class_id
  if (isMove && entry.status === 'ACTIVE') {
    if (class_id !== null && !(await takeClassSeat(tx, sessionId, class_id))) return
    if (entry.class_id !== null) await freeClassSeat(tx, sessionId, entry.class_id)
  }
  await updateEntry(tx, entry.id, entry.v, { car_id, skin, class_id })
  record(EntryCarChanged, { sessionId, leagueId: session!.leagueId, entryId: entry.id, drivers: entry.drivers, ...car.value })
  // the class that was left has room again, or who waits has moved to one that has
  if (isMove) await promoteWaiting(context, sessionId)
}
export type CarChange = { readonly userId: UserId; readonly from: string | null; readonly to: string; readonly classId?: string | null }

/** Of everybody who was ever in an event: whether they are, and whether an admin has said that they may not be. */
async function pastOf(tx: Tx, sessionId: SessionId): Promise<ReadonlyMap<UserId, { entryId: EntryId; isIn: boolean; isBarred: boolean }>> {
  const { rows } = await sql<{ userId: UserId; entryId: EntryId; isIn: boolean; isBarred: boolean }>`
    select distinct on (d.user_id) d.user_id as "userId", e.id as "entryId", d.active and e.status in ('ACTIVE', 'WAITING_LIST') as "isIn",
      e.status in ('DISQUALIFIED', 'BANNED') and d.active or e.left_reason is not null as "isBarred"
    from entries e join entry_drivers d on d.entry_id = e.id where e.session_id = ${sessionId}
    order by d.user_id, e.registered_at desc, e.id desc`.execute(tx)
  return new Map(rows.map(({ userId, ...row }) => [userId, row]))
}

async function takeOut(context: ChangeContext, leagueId: Facts['league_id'], sessionId: SessionId, entryId: EntryId): Promise<void> {
  const entry = await findEntry(context.tx, sessionId, entryId)
  if (!entry) return
  await endEntry(context.tx, entryId, { ...endOf('LEFT'), reason: null }, context.now)
  context.record(EntryRemoved, { sessionId, leagueId, entryId, drivers: entry.drivers, type: 'LEFT' })
  await giveUpSeat(context, sessionId, entry)
}

async function comeIn(context: ChangeContext, facts: Facts, driver: SeasonDriver): Promise<void> {
  const { tx, now, newId, record } = context
  const { userId, carId, classId, since } = driver
  const { id: sessionId, league_id: leagueId, event } = facts
  const car = carFor(facts.offer, carId, classId)
  if (!car) return
  const status = await seatFor(context, facts, car)
  const person = { sessionId, leagueId, userId, isMember: true, account: event.account }
  // who comes into the season while others check in is there; of everybody else nobody knows
  const checkedInAt = hasOpened(event.checkIn, since) ? now : null
  const entry = { ...person, ...car, id: newId<'entry'>(), status, raceNumber: null, team: null, checkedInAt }
  const added = await insertEntry(tx, entry, facts, now)
  if (added.ok) {
    const { raceNumber } = added.value
    const about = { sessionId, leagueId, entryId: entry.id, drivers: [userId], ...car, raceNumber, isMember: true, tosVersion: null, teamName: null }
    record(status === 'ACTIVE' ? EntryAdded : EntryQueued, about)
    if (checkedInAt === null) askToCheckIn(context, facts, { userId, entryId: entry.id })
    return
  }
  await giveUpSeat(context, sessionId, { status, class_id: car.classId })
  // whoever drives the season drives: they watched what they had skipped, or before they came into it
  if (added.refusal.code === 'SPECTATING' && (await stopWatching(context, { sessionId, leagueId }, userId)))
    return await comeIn(context, facts, driver)
  notify(context, entriesNotices.notSeated, {
    userId,
    params: { event: facts.name },
    link: `/events/${sessionId}`,
    effectKey: `not-seated:${sessionId}:${userId}`,
  })
}

/** Who comes in while the check-in is open was not among those who were told that it is; who comes when it has closed has a seat by checking in. */
function askToCheckIn(
  context: ChangeContext,
  { id, name, event }: Facts,
  { userId, entryId }: { readonly userId: UserId; readonly entryId: EntryId },
) {
  const { closesAt, closedAt } = event.checkIn
  if (closesAt === null || !hasOpened(event.checkIn, context.now)) return
  const told = { userId, link: `/events/${id}`, effectKey: `check-in:${entryId}:${closesAt.toISOString()}:${userId}` }
  if (closedAt === null) notify(context, entriesNotices.checkInOpen, { ...told, params: { event: name, closesAt: closesAt.toISOString() } })
  else notify(context, entriesNotices.lateInLine, { ...told, params: { event: name } })
}

/** The car of the season where the event has it, else the first of the class, else the first; nothing for an event without cars. */
function carFor(offer: Offer, carId: string | null, classId: string | null): CarOfEntry | null {
  const ofClass = offer.classes.find((one) => one.classId === classId)
  const models = [carId, ofClass?.carIds[0], offer.carIds[0]].filter((model) => typeof model === 'string')
  for (const model of models) {
    const chosen = chooseCar(offer, { model, skin: null, carClassId: ofClass?.carIds.includes(model) ? ofClass.classId : undefined })
    if (chosen.ok) return chosen.value
  }
  return null
}

async function seatFor({ tx }: ChangeContext, { id, event }: Facts, { classId }: CarOfEntry): Promise<'ACTIVE' | 'WAITING_LIST'> {
  // what is free once the check-in has closed is theirs who waited and are there
  const hasSeat = event.checkIn.closedAt === null && (await takeSeat(tx, id))
  if (hasSeat && (classId === null || (await takeClassSeat(tx, id, classId)))) return 'ACTIVE'
  if (hasSeat) await freeSeat(tx, id)
  await addWaiting(tx, id, 1)
  return 'WAITING_LIST'
}
