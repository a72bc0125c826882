import type { EntryId, SessionId } from '#core/ids.ts'
import { checkReason } from '#core/reason.ts'
import { all, ok, refuse } from '#core/result.ts'
import { notify } from '#modules/notifications/door.ts'
import { freeClassSeat, raiseVersion, takeClassSeat } from '#modules/sessions/door.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import { checkInCommands } from './commands/check-in.ts'
import { about, lockedEntry, lockedFacts } from './commands/locked.ts'
import { register } from './commands/register.ts'
import { spectatorsCommands } from './commands/spectators.ts'
import { teamsCommands, tellOthers } from './commands/teams.ts'
import { entriesNotices } from './contract/notices.ts'
import type { entriesContract } from './contract.ts'
import { EntryCarChanged, EntryLeft, EntryNumberChanged, EntryRemoved, EntrySkinChanged, GridSet } from './contract/facts.ts'
import { chooseCar, chooseNumber, chooseSkin, orderGrid } from './decide.ts'
import { giveUpSeat, promoteWaiting } from './door.ts'
import { mayCancel, mayChange, mayChangeCar, mayChangeNumber, mayRemove, maySetGrid } from './policy.ts'
import { REMOVAL_REASON, endOf } from './rules.ts'
import { endEntry, findEntry, updateEntry } from './store.ts'
import { activeIds, saveGrid } from './store/grid.ts'

/** Commands on an event's entry list. Whoever changes a list locks the session's row first: by taking a seat, or by asking for the lock. */
export const entriesCommands: CommandsOf<typeof entriesContract> = {
  ...teamsCommands,
  ...spectatorsCommands,
  ...checkInCommands,

  AddEntry: (context, { id, v, body: { entry, ...answers } }) => register(context, id as SessionId, v, { ...entry, ...answers }),

  ChangeCar: async (context, { id, v, body }) => {
    const found = await entryToChange(context, id as SessionId, body.entryId)
    if (!found.ok) return found
    const { facts, entry, part } = found.value
    // another livery of the same car is the driver's own affair
    const may = body.car.model === entry.car_id || mayChangeCar(facts.event, facts.person, part)
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
    const { facts, entry, part } = found.value
    const { raceNumber } = body
    const may = mayChangeNumber(facts.event, { role: facts.role, plan: context.actor.plan }, part)
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
      notify(context, entriesNotices.removed, {
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
    await tellOthers(context, facts, entry)
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

async function entryToChange(context: CommandContext, id: SessionId, entryId: EntryId) {
  const found = await lockedEntry(context, id, entryId)
  if (!found.ok) return found
  const may = mayChange(found.value.facts.event, found.value.facts.role, found.value.part)
  return may === true ? found : may
}
