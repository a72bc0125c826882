import type { EntryId, SessionId, UserId } from '#core/ids.ts'
import { allowed, ok, refuse, type Result } from '#core/result.ts'
import { lockSession } from '#modules/sessions/door.ts'
import { maySeeEvent } from '#modules/visibility/rules.ts'
import type { CommandContext } from '#server/room.ts'
import type { Part } from '../policy.ts'
import { type EntryOfDrivers, type Facts, findEntry, findFacts } from '../store.ts'

/** The facts of an event whose row is locked until the change commits; refuses NOT_FOUND also for what is not seen. */
export async function lockedFacts({ tx, actor, now }: CommandContext, id: SessionId): Promise<Result<Facts>> {
  if (!(await lockSession(tx, id))) return refuse('NOT_FOUND')
  const facts = await findFacts(tx, id, actor.userId, now)
  return facts && allowed(maySeeEvent(facts, facts.status)) ? ok(facts) : refuse('NOT_FOUND')
}

type Found = { readonly facts: Facts; readonly entry: EntryOfDrivers; readonly part: Part }

/** As `lockedFacts`, with an entry that is in or waits, and what the person who asks is to it. */
export async function lockedEntry(context: CommandContext, id: SessionId, entryId: EntryId): Promise<Result<Found>> {
  const locked = await lockedFacts(context, id)
  if (!locked.ok) return locked
  const entry = await findEntry(context.tx, id, entryId)
  return entry ? ok({ facts: locked.value, entry, part: partOf(entry, context.actor.userId) }) : refuse('NOT_FOUND')
}

/** As `lockedEntry`, of a team. */
export async function lockedTeam(context: CommandContext, id: SessionId, entryId: EntryId): Promise<Result<Found>> {
  const found = await lockedEntry(context, id, entryId)
  return found.ok && found.value.entry.team_name === null ? refuse('NOT_FOUND') : found
}

const partOf = ({ drivers, managerId }: EntryOfDrivers, userId: UserId): Part =>
  managerId === userId ? 'MANAGER' : drivers.includes(userId) ? 'DRIVER' : null

/** Where an entry stands, for the facts about it. */
export const about = ({ id, league_id }: Facts, entry: { readonly id: EntryId; readonly drivers: readonly UserId[] }) => ({
  sessionId: id,
  leagueId: league_id,
  entryId: entry.id,
  drivers: entry.drivers,
})
