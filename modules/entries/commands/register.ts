import type { SessionId } from '#core/ids.ts'
import { all, allowed, keeping, ok, refuse, type Result, type Verdict } from '#core/result.ts'
import { enterByRegistering, type Entrant } from '#modules/members/door.ts'
import { addWaiting, freeSeat, lockSession, seatsLeft, sessionFacts, takeClassSeat, takeSeat, type SessionFacts } from '#modules/sessions/door.ts'
import { hasRoom } from '#modules/sessions/rules/seats.ts'
import { maySeeEvent } from '#modules/visibility/rules.ts'
import { spend } from '#server/db/budget.ts'
import type { CommandContext } from '#server/room.ts'
import { EntryAdded, EntryQueued } from '../contract/facts.ts'
import type { ChosenCar, Registered } from '../contract/shapes.ts'
import { type CarOfEntry, chooseCar, chooseNumber } from '../decide.ts'
import { nameTeam } from '../decide/teams.ts'
import { comesIn } from '../door/line.ts'
import { mayEnterAs, mayPickNumber, mayRegister } from '../policy.ts'
import { PASSWORD_TRIES } from '../rules.ts'
import { type Facts, findFacts } from '../store.ts'
import { insertEntry, numberOf, sendEntry, type NewEntry } from '../store/adding.ts'
import { hasOpened } from '../rules/check-in.ts'
import { about } from './locked.ts'

type Wish = {
  readonly car: ChosenCar
  readonly raceNumber?: number | null | undefined
  /** The event's. */
  readonly password?: string | null | undefined
  readonly membershipPassword?: string | undefined
  readonly tos?: boolean | undefined
  readonly tosVersion?: number | undefined
  readonly waitingList?: boolean | undefined
  /** Who enters with others. */
  readonly team?: { readonly name: string; readonly pin: string }
}

/** Registers the one who asks, alone or as the manager of a new team, or puts them on the waiting list. */
export async function register(context: CommandContext, sessionId: SessionId, v: number, wish: Wish): Promise<Result<Registered>> {
  const { tx, actor, now, newId, record, sealer } = context
  const facts = await findFacts(tx, sessionId, actor.userId, now)
  if (!facts || !allowed(maySeeEvent(facts, facts.status))) return refuse('NOT_FOUND')
  const may = all(mayRegister(now, facts.event, { ...facts.person, plan: actor.plan }), mayEnterAs(facts.event, wish.team !== undefined))
  if (may !== true) return may
  if (facts.v !== v) return refuse('VERSION_CONFLICT')
  const mayWait = wish.waitingList ?? false
  const name = wish.team ? nameTeam(wish.team.name) : ok(null)
  if (!name.ok) return name
  const car = chooseCar(facts.offer, wish.car)
  if (!car.ok) return car
  const wanted = wish.raceNumber ?? null
  const mayPick = wanted === null || mayPickNumber(facts.event, { role: facts.role, plan: actor.plan })
  if (mayPick !== true) return mayPick
  const number = chooseNumber(wanted, facts.numbers)
  if (!number.ok) return number
  // plain already: a crowd at a full grid need not queue for the session's row
  if (facts.taken >= facts.seats && !mayWait) return refuse('REGISTRATION_FULL')
  const known = await knowsPassword(context, facts, wish.password ?? '')
  if (known !== true) return known
  const entrant = await entering(context, facts, wish)
  if (!entrant.ok) return entrant
  const person = { sessionId, leagueId: facts.league_id, userId: actor.userId, ...entrant.value, account: facts.event.account }
  const team = wish.team && name.value !== null ? { name: name.value, passwordSealed: sealer.seal(wish.team.pin) } : null
  // whoever comes while others check in is there
  const checkedInAt = hasOpened(facts.event.checkIn, now) ? now : null
  const entry = { ...car.value, ...person, id: newId<'entry'>(), raceNumber: number.value, team, checkedInAt }
  const isPlain = !mayWait && entry.classId === null && facts.event.checkIn.closedAt === null
  const entered = (isPlain && enterAtOnce(context, facts, entry)) || (await enterInTurn(context, facts, entry, mayWait))
  if (!entered.ok) return entered
  const { status, raceNumber } = entered.value
  record(status === 'ACTIVE' ? EntryAdded : EntryQueued, {
    ...about(facts, { id: entry.id, drivers: [actor.userId] }),
    ...car.value,
    ...entrant.value,
    raceNumber,
    teamName: name.value,
  })
  return ok({ aggregateId: entry.id, v: 1, status, raceNumber })
}

/** A member who has nothing left to accept. */
const KNOWN: Entrant = { isMember: true, tosVersion: null }

/** What the community asks of who comes into its event. It is locked before the event, as everywhere. */
export async function entering(
  context: CommandContext,
  { role, tos, league_id }: Facts,
  answers: Pick<Wish, 'membershipPassword' | 'tos' | 'tosVersion'>,
): Promise<Result<Entrant>> {
  if (role !== null && tos === null) return ok(KNOWN)
  return await enterByRegistering(context, league_id, { ...answers, password: answers.membershipPassword })
}

/** Guessing is counted for each person and event, also when the guess is refused. */
export async function knowsPassword({ tx, actor, now, sealer }: CommandContext, facts: Facts, password: string): Promise<Verdict> {
  if (facts.entry_password_sealed === null) return true
  const budget = await spend(tx, now, `entry-password:${facts.id}:${actor.userId}`, PASSWORD_TRIES.most, PASSWORD_TRIES.windowMs)
  if (budget !== true) return budget
  return sealer.holds(facts.entry_password_sealed, password) || keeping(refuse('WRONG_PASSWORD', { field: 'password' }))
}

/** There are seats, and none for who comes now: their class is full, or what is free is offered to who waited. */
const keptFromThem = ({ classes }: Facts['offer'], classId: string | null) =>
  classId === null || classes.some((one) => one.classId === classId && hasRoom(one))
    ? refuse('REGISTRATION_FULL', { reason: 'offered' })
    : refuse('CLASS_LIMIT_REACHED', { field: 'car' })

type Coming = Omit<NewEntry, 'status'>
type Entered = Pick<Registered, 'status' | 'raceNumber'>

/**
 * As most come: on a seat of the event, which is all there is to it. Seat and entry are sent with all that stands behind them, so that a crowd waits at
 * the event's row for no answer. `null`: it must be done in turn.
 */
function enterAtOnce({ tx, now, atOnce }: CommandContext, facts: Facts, entry: Coming): Result<Entered> | null {
  const raceNumber = numberOf(entry, facts)
  if (!atOnce || raceNumber === null) return null
  const sent: NewEntry = { ...entry, status: 'ACTIVE' }
  atOnce(EntryAdded, about(facts, { id: entry.id, drivers: [entry.userId] }), (asking) => [
    takeSeat(tx, facts.id, facts.v),
    ...sendEntry(tx, sent, facts, raceNumber, now, asking),
  ])
  return ok({ status: 'ACTIVE', raceNumber })
}

/** First the seat, then the entry by what came of it. */
async function enterInTurn(context: CommandContext, facts: Facts, entry: Coming, mayWait: boolean): Promise<Result<Entered>> {
  const status = await takeSeatFor(context, facts, entry, mayWait)
  if (!status.ok) return status
  const added = await insertEntry(context.tx, { ...entry, status: status.value }, facts, context.now)
  return added.ok ? ok({ status: status.value, raceNumber: added.value.raceNumber }) : added
}

/** Registration stands, and the event is as the driver saw it: edited meanwhile, the car may be none of its cars any more. */
const stands = (session: SessionFacts | null, v: number): Verdict =>
  session?.status !== 'WAITING' ? refuse('REGISTRATION_CLOSED') : session.v === v || refuse('VERSION_CONFLICT')

/** A seat of the event and of the class, or a place in the waiting list where that is wanted. */
async function takeSeatFor(
  context: CommandContext,
  { id, v, offer }: Facts,
  { classId }: CarOfEntry,
  mayWait: boolean,
): Promise<Result<'ACTIVE' | 'WAITING_LIST'>> {
  const { tx } = context
  let hasSeat = await takeSeat(tx, id, v)
  if (!hasSeat) {
    let session = mayWait ? await lockSession(tx, id) : await sessionFacts(tx, id)
    const hasClosed = session?.checkIn.closedAt != null
    if (hasClosed && !mayWait) session = await lockSession(tx, id)
    const may = stands(session, v)
    if (may !== true) return may
    if (!mayWait && !hasClosed) return refuse('REGISTRATION_FULL')
    // freed between our try and our lock, or such as the check-in has left
    hasSeat = session?.checkIn.closedAt ? (await comesIn(context, session, classId)) && (await takeSeat(tx, id)) : await takeSeat(tx, id, v)
    if (!hasSeat && !mayWait) return hasClosed && (await seatsLeft(tx, id)) > 0 ? keptFromThem(offer, classId) : refuse('REGISTRATION_FULL')
  }
  if (hasSeat && (classId === null || (await takeClassSeat(tx, id, classId)))) return ok('ACTIVE')
  if (!mayWait) return refuse('CLASS_LIMIT_REACHED', { field: 'car' })
  if (hasSeat) await freeSeat(tx, id)
  await addWaiting(tx, id, 1)
  return ok('WAITING_LIST')
}
