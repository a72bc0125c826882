import type { EntryId, SessionId, UserId } from '#core/ids.ts'
import { checkReason } from '#core/reason.ts'
import { all, allowed, keeping, ok, refuse, type Result, type Verdict } from '#core/result.ts'
import { enterByRegistering, type Entrant } from '#modules/members/door.ts'
import { notify } from '#modules/notifications/door.ts'
import { addWaiting, freeClassSeat, freeSeat, lockSession, raiseVersion, sessionFacts, takeClassSeat, takeSeat } from '#modules/sessions/door.ts'
import { maySeeEvent } from '#modules/visibility/rules.ts'
import { spend } from '#server/db/budget.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import { entriesNotices } from './contract/notices.ts'
import type { entriesContract } from './contract.ts'
import { EntryAdded, EntryCarChanged, EntryLeft, EntryNumberChanged, EntryQueued, EntryRemoved, EntrySkinChanged, GridSet } from './contract/facts.ts'
import { type CarOfEntry, chooseCar, chooseNumber, chooseSkin, orderGrid } from './decide.ts'
import { giveUpSeat, promoteWaiting } from './door.ts'
import { mayCancel, mayChange, mayChangeCar, mayChangeNumber, mayPickNumber, mayRegister, mayRemove, maySetGrid } from './policy.ts'
import { PASSWORD_TRIES, REMOVAL_REASON, endOf } from './rules.ts'
import { activeIds, endEntry, type EntryOfDrivers, type Facts, findEntry, findFacts, saveGrid, updateEntry } from './store.ts'
import { insertEntry } from './store/adding.ts'

/** Commands on an event's entry list. Whoever changes a list locks the session's row first: by taking a seat, or by asking for the lock. */
export const entriesCommands: CommandsOf<typeof entriesContract> = {
  AddEntry: async (context, { id, v, body }) => {
    const { tx, actor, now, newId, record } = context
    const sessionId = id as SessionId
    const facts = await findFacts(tx, sessionId, actor.userId, now)
    if (!facts || !allowed(maySeeEvent(facts, facts.status))) return refuse('NOT_FOUND')
    const may = mayRegister(now, facts.event, { ...facts.person, plan: actor.plan })
    if (may !== true) return may
    if (facts.v !== v) return refuse('VERSION_CONFLICT')
    const mayWait = body.waitingList ?? false
    const car = chooseCar(facts.offer, body.entry.car)
    if (!car.ok) return car
    const wanted = body.entry.raceNumber ?? null
    const mayPick = wanted === null || mayPickNumber(facts.event, { role: facts.role, plan: actor.plan })
    if (mayPick !== true) return mayPick
    const number = chooseNumber(wanted, facts.numbers)
    if (!number.ok) return number
    // plain already: a crowd at a full grid need not queue for the session's row
    if (facts.taken >= facts.max_entries && !mayWait) return refuse('REGISTRATION_FULL')
    const known = await knowsPassword(context, facts, body.password ?? '')
    if (known !== true) return known
    // the community is locked before the event, as everywhere
    const isAsked = facts.role === null || facts.tos !== null
    const entrant = isAsked ? await enterByRegistering(context, facts.league_id, { password: body.membershipPassword, tos: body.tos }) : ok(KNOWN)
    if (!entrant.ok) return entrant
    const status = await takeSeatFor(context, facts, car.value, mayWait)
    if (!status.ok) return status
    const person = { sessionId, leagueId: facts.league_id, userId: actor.userId, ...entrant.value }
    const entry = { ...car.value, ...person, id: newId<'entry'>(), status: status.value, raceNumber: number.value }
    const added = await insertEntry(tx, { ...entry, account: facts.event.account }, facts.numbers, now)
    if (!added.ok) return added
    const { raceNumber } = added.value
    record(status.value === 'ACTIVE' ? EntryAdded : EntryQueued, {
      ...about(facts, { id: entry.id, drivers: [actor.userId] }),
      ...car.value,
      ...entrant.value,
      raceNumber,
    })
    return ok({ aggregateId: entry.id, v: 1, status: status.value, raceNumber })
  },

  ChangeCar: async (context, { id, v, body }) => {
    const found = await entryToChange(context, id as SessionId, body.entryId)
    if (!found.ok) return found
    const { facts, entry } = found.value
    const may = mayChangeCar(facts.event, facts.person, entry.drivers.includes(context.actor.userId))
    if (may !== true) return may
    const car = chooseCar(facts.offer, body.car, entry.class_id)
    if (!car.ok) return car
    const { carId: car_id, skin, classId: class_id } = car.value
    const isMove = class_id !== entry.class_id
    if (isMove && entry.status === 'ACTIVE') {
      if (class_id !== null && !(await takeClassSeat(context.tx, facts.id, class_id))) return refuse('CLASS_LIMIT_REACHED', { field: 'car' })
      if (entry.class_id !== null) await freeClassSeat(context.tx, facts.id, entry.class_id)
    }
    const saved = await updateEntry(context.tx, entry.id, v, { car_id, skin, class_id })
    if (!saved.ok) return saved
    context.record(EntryCarChanged, { ...about(facts, entry), ...car.value })
    // the class that was left has room again, or who waits has moved to one that has
    if (isMove) await promoteWaiting(context, facts.id)
    return saved
  },

  ChangeSkin: async (context, { id, v, body }) => {
    const found = await entryToChange(context, id as SessionId, body.entryId)
    if (!found.ok) return found
    const { facts, entry } = found.value
    const skin = chooseSkin(facts.offer, entry.car_id, body.skin)
    const saved = await updateEntry(context.tx, entry.id, v, { skin })
    if (saved.ok) context.record(EntrySkinChanged, { ...about(facts, entry), skin })
    return saved
  },

  ChangeRaceNumber: async (context, { id, v, body }) => {
    const found = await entryToChange(context, id as SessionId, body.entryId)
    if (!found.ok) return found
    const { facts, entry } = found.value
    const { raceNumber } = body
    // in a team the manager decides, and whoever drives alone is one
    const isManager = entry.managerId === context.actor.userId
    const may = mayChangeNumber(facts.event, { role: facts.role, plan: context.actor.plan }, isManager)
    if (may !== true) return may
    const others = facts.numbers.filter((taken) => taken !== entry.race_number)
    const number = chooseNumber(raceNumber, others)
    if (!number.ok) return number
    const saved = await updateEntry(context.tx, entry.id, v, { race_number: raceNumber })
    if (saved.ok) context.record(EntryNumberChanged, { ...about(facts, entry), raceNumber })
    return saved
  },

  RemoveEntry: async (context, { id, v, body }) => {
    const locked = await lockedFacts(context, id as SessionId)
    if (!locked.ok) return locked
    const facts = locked.value
    const may = all(mayRemove(facts.event, facts.role), checkReason(body.reason, REMOVAL_REASON))
    if (may !== true) return may
    const entry = await findEntry(context.tx, facts.id, body.entryId)
    if (!entry) return refuse('NOT_FOUND')
    if (entry.v !== v) return refuse('VERSION_CONFLICT')
    const ended = await endEntry(context.tx, entry.id, { ...endOf(body.type), reason: body.reason }, context.now)
    context.record(EntryRemoved, { ...about(facts, entry), type: body.type, reason: body.reason })
    await giveUpSeat(context, facts.id, entry)
    for (const userId of entry.drivers)
      await notify(context, entriesNotices.removed, {
        userId,
        params: { event: facts.name, reason: body.reason },
        link: `/events/${facts.id}`,
        effectKey: `removed-from-event:${entry.id}:${userId}`,
      })
    return ok(ended)
  },

  Leave: async (context, { id, v }) => {
    const locked = await lockedFacts(context, id as SessionId)
    if (!locked.ok) return locked
    const facts = locked.value
    const may = mayCancel(context.now, facts.event, { ...facts.person, plan: context.actor.plan })
    if (may !== true) return may
    const entry = facts.entry_id && (await findEntry(context.tx, facts.id, facts.entry_id))
    if (!entry) return refuse('NOT_REGISTERED')
    if (entry.v !== v) return refuse('VERSION_CONFLICT')
    const ended = await endEntry(context.tx, entry.id, { ...endOf('LEFT'), reason: null }, context.now)
    context.record(EntryLeft, about(facts, entry))
    await giveUpSeat(context, facts.id, entry)
    return ok(ended)
  },

  SetGridPositions: async (context, { id, v, body }) => {
    const locked = await lockedFacts(context, id as SessionId)
    if (!locked.ok) return locked
    const facts = locked.value
    const may = maySetGrid(facts.event, facts.role)
    if (may !== true) return may
    // an event has one grid, named like the event
    if (body.gridPositionId && body.gridPositionId !== facts.id) return refuse('NOT_FOUND')
    const grid = orderGrid(body.grid, await activeIds(context.tx, facts.id))
    if (!grid.ok) return grid
    const saved = await raiseVersion(context.tx, facts.id, v)
    if (!saved.ok) return saved
    await saveGrid(context.tx, grid.value)
    context.record(GridSet, { sessionId: facts.id, leagueId: facts.league_id, grid: grid.value })
    return saved
  },
}

type Context = CommandContext
/** A member who has nothing left to accept. */
const KNOWN: Entrant = { isMember: true, tosVersion: null }

/** Guessing is counted for each person and event, also when the guess is refused. */
async function knowsPassword({ tx, actor, now, sealer }: Context, facts: Facts, password: string): Promise<Verdict> {
  if (facts.entry_password_sealed === null) return true
  const budget = await spend(tx, now, `entry-password:${facts.id}:${actor.userId}`, PASSWORD_TRIES.most, PASSWORD_TRIES.windowMs)
  if (budget !== true) return budget
  return sealer.holds(facts.entry_password_sealed, password) || keeping(refuse('WRONG_PASSWORD', { field: 'password' }))
}

/** A seat of the event and of the class, or a place in the waiting list where that is wanted. */
async function takeSeatFor({ tx }: Context, { id, v }: Facts, { classId }: CarOfEntry, mayWait: boolean): Promise<Result<'ACTIVE' | 'WAITING_LIST'>> {
  let hasSeat = await takeSeat(tx, id, v)
  if (!hasSeat) {
    const session = mayWait ? await lockSession(tx, id) : await sessionFacts(tx, id)
    if (session?.status !== 'WAITING') return refuse('REGISTRATION_CLOSED')
    // edited between our reading and our try: the car may be none of its cars any more
    if (session.v !== v) return refuse('VERSION_CONFLICT')
    if (!mayWait) return refuse('REGISTRATION_FULL')
    // freed between our try and our lock
    hasSeat = await takeSeat(tx, id, v)
  }
  if (hasSeat && (classId === null || (await takeClassSeat(tx, id, classId)))) return ok('ACTIVE')
  if (!mayWait) return refuse('CLASS_LIMIT_REACHED', { field: 'car' })
  if (hasSeat) await freeSeat(tx, id)
  await addWaiting(tx, id, 1)
  return ok('WAITING_LIST')
}

async function lockedFacts({ tx, actor, now }: Context, id: SessionId): Promise<Result<Facts>> {
  if (!(await lockSession(tx, id))) return refuse('NOT_FOUND')
  const facts = await findFacts(tx, id, actor.userId, now)
  return facts && allowed(maySeeEvent(facts, facts.status)) ? ok(facts) : refuse('NOT_FOUND')
}

type ToChange = { readonly facts: Facts; readonly entry: EntryOfDrivers }

async function entryToChange(context: Context, id: SessionId, entryId: EntryId): Promise<Result<ToChange>> {
  const locked = await lockedFacts(context, id)
  if (!locked.ok) return locked
  const facts = locked.value
  const entry = await findEntry(context.tx, id, entryId)
  if (!entry) return refuse('NOT_FOUND')
  const may = mayChange(facts.event, facts.role, entry.drivers.includes(context.actor.userId))
  return may === true ? ok({ facts, entry }) : may
}

/** Where an entry stands, for the facts about it. */
const about = ({ id, league_id }: Facts, entry: { readonly id: EntryId; readonly drivers: readonly UserId[] }) => ({
  sessionId: id,
  leagueId: league_id,
  entryId: entry.id,
  drivers: entry.drivers,
})
