import type { SessionId, UserId } from '#core/ids.ts'
import { freeSpectatorSeat, lockSession } from '#modules/sessions/door.ts'
import type { ChangeContext } from '#server/room.ts'
import { assignManager } from '../commands/teams.ts'
import { EntryRemoved, SpectatorRemoved, TeamMemberRemoved } from '../contract/facts.ts'
import { heirOf } from '../decide/teams.ts'
import { endEntry, findEntry, updateEntry } from '../store.ts'
import { comingEntriesOf, type ComingEntry } from '../store/coming.ts'
import { type ComingWatch, deleteSpectator } from '../store/spectators.ts'
import { takeOutDriver } from '../store/teams.ts'
import { giveUpSeat, promoteWaiting } from './line.ts'

/** Takes people out of an event who may not drive it any more, as long as registration stands: their teams go on without them. */
export async function takeOutOf(context: ChangeContext, sessionId: SessionId, userIds: readonly UserId[]): Promise<void> {
  if ((await lockSession(context.tx, sessionId))?.status !== 'WAITING') return
  for (const coming of await comingEntriesOf(context.tx, sessionId, userIds)) await leaveEvent(context, coming, 'LEFT')
}

/** Takes a driver out of an event that is locked: out of a team that others go on with, else with the entry, whose seat goes to who waits. */
export async function leaveEvent(context: ChangeContext, coming: ComingEntry, status: 'BANNED' | 'LEFT'): Promise<void> {
  const { sessionId, id, leagueId, userId } = coming
  const { tx, now, record } = context
  const entry = await findEntry(tx, sessionId, id)
  if (!entry) return
  const heir = entry.team_name === null ? null : heirOf(entry, userId)
  if (heir !== null) {
    await updateEntry(tx, id, entry.v, {})
    await takeOutDriver(tx, id, userId, now)
    record(TeamMemberRemoved, { sessionId, leagueId, entryId: id, drivers: entry.drivers, userId })
    if (heir !== entry.managerId) await assignManager(context, { id: sessionId, league_id: leagueId, name: coming.event }, entry, heir)
    return
  }
  await endEntry(tx, id, { status, reason: null, mayReturn: true }, now)
  record(EntryRemoved, { sessionId, leagueId, entryId: id, drivers: entry.drivers, type: status })
  await giveUpSeat(context, sessionId, entry)
}

/** Takes somebody from the spectators of an event that is locked, and who waits has the place; `false`: they did not watch. */
export async function stopWatching(context: ChangeContext, { sessionId, leagueId }: ComingWatch, userId: UserId): Promise<boolean> {
  if (!(await deleteSpectator(context.tx, sessionId, userId))) return false
  await freeSpectatorSeat(context.tx, sessionId)
  context.record(SpectatorRemoved, { sessionId, leagueId, userId })
  await promoteWaiting(context, sessionId)
  return true
}
