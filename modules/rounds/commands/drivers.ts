import type { RoundId } from '#core/ids.ts'
import { refuse } from '#core/result.ts'
import { bringIn, seatDrivers, takeOut } from '#modules/entries/door.ts'
import type { CommandsOf } from '#server/room.ts'
import type { roundsContract } from '../contract.ts'
import { DriversBroughtIn, DriversTakenOut } from '../contract/facts.ts'
import { tellBroughtIn } from '../jobs.ts'
import { bump, lockRow, strangersOf, unclassifiedOf } from '../store.ts'
import { at, ordered } from './managed.ts'

type Drivers = Pick<CommandsOf<typeof roundsContract>, 'AddDriverEntries' | 'RemoveDriverEntries'>

/** Who goes on from one round to another. */
export const driverCommands: Drivers = {
  AddDriverEntries: async (context, { id, v, body: { driverIds, fromRound } }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as RoundId, 'bringIn')
    if (!found.ok) return found
    const { league, round } = found.value
    const from = fromRound === null ? null : await lockRow(tx, fromRound)
    if (fromRound !== null && from?.league_id !== round.league_id) return refuse('NOT_FOUND', { field: 'fromRound' })
    if (from && from.start_date >= round.start_date) return refuse('ROUND_DATE_ORDER', { field: 'fromRound' })
    const drove = from && (await unclassifiedOf(tx, from.id, driverIds))
    if (drove && drove.length > 0) return refuse('ROUND_NOT_ELIGIBLE', { field: 'driverIds', count: drove.length })
    if (!from && (await strangersOf(tx, round.league_id, driverIds)).length > 0) return refuse('MEMBER_REQUIRED', { field: 'driverIds' })
    const saved = await bump(tx, round.id, v, {})
    if (!saved.ok) return saved
    const userIds = await bringIn(tx, round.id, driverIds, from?.id ?? null, now)
    for (const userId of round.status === 'PUBLISHED' ? userIds : [])
      tellBroughtIn(context, { id: round.id, name: round.name, league: league.name }, userId, now)
    if (userIds.length > 0) record(DriversBroughtIn, { ...at(round), name: round.name, userIds })
    return saved
  },

  RemoveDriverEntries: async (context, { id, v, body: { driverIds } }) => {
    const { tx, record } = context
    const found = await ordered(context, id as RoundId, 'edit')
    if (!found.ok) return found
    const { round, events } = found.value
    const saved = await bump(tx, round.id, v, {})
    if (!saved.ok) return saved
    const userIds = await takeOut(tx, round.id, driverIds)
    // who is not in the round any more does not drive in it
    for (const event of events) if (event.roundId === round.id) await seatDrivers(context, event.id, { comes: [], goes: userIds })
    if (userIds.length > 0) record(DriversTakenOut, { ...at(round), name: round.name, userIds })
    return saved
  },
}
