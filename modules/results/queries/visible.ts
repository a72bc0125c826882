import type { SessionId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { Viewer } from '#modules/visibility/rules.ts'
import type { QueryContext, UserActor } from '#server/room.ts'
import { maySee } from '../policy.ts'
import { eventInSight, type EventInSight } from './event-in-sight.ts'

export const asker = ({ actor }: QueryContext): UserActor => actor as UserActor

/** Whether an event is there, and what came of it told to the signed-in alone. */
export const isKept = (event: Result<EventInSight>): boolean => !event.ok && event.refusal.code === 'LOGIN_REQUIRED'

/** The event, when the viewer may know of it and who drove there; names the topics on which that depends. */
export async function visible(
  { db, dependsOn }: QueryContext,
  sessionId: SessionId,
  viewer: Viewer,
  withTables = false,
): Promise<Result<EventInSight>> {
  dependsOn(`session:${sessionId}`)
  const event = await eventInSight(db, sessionId, viewer, withTables)
  if (!event) return refuse('NOT_FOUND')
  dependsOn(`league:${event.leagueId}`)
  const may = maySee(event)
  return may === true ? ok(event) : may
}
