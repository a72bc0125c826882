import type { ResultFileId, SessionId } from '#core/ids.ts'
import { checkReason } from '#core/reason.ts'
import { ok, refuse } from '#core/result.ts'
import { discardHandedIn, eventOfFile } from '#modules/result-files/door.ts'
import { managedEvent } from '#modules/results/door.ts'
import { lockSession, reopenSession, topicsOf } from '#modules/sessions/door.ts'
import type { CommandsOf } from '#server/room.ts'
import type { manualResultsContract } from '../contract.ts'
import { mayDiscard, mayReopen } from '../policy.ts'
import { REOPEN_REASON } from '../rules.ts'
import { discardDrafts } from '../store.ts'

export const takingBackCommands: Pick<CommandsOf<typeof manualResultsContract>, 'DiscardResultFile' | 'ReopenResults'> = {
  DiscardResultFile: async (context, { id }) => {
    const { tx, now, actor, record } = context
    const fileId = id as ResultFileId
    const sessionId = await eventOfFile(tx, fileId)
    if (!sessionId) return refuse('NOT_FOUND')
    const managed = await managedEvent(tx, sessionId, actor.userId)
    if (!managed.ok) return managed
    const event = await lockSession(tx, sessionId)
    const may = event ? mayDiscard(event, now) : refuse('NOT_FOUND')
    if (may !== true) return may
    // the drafts before the file they refer to
    const drafts = await discardDrafts(tx, sessionId, { fileId }, now)
    const gone = await discardHandedIn(context, event!, fileId)
    if (!gone.ok) return gone
    record({
      type: 'ResultFileDiscarded',
      aggregate: 'session',
      aggregateId: sessionId,
      leagueId: event!.leagueId,
      data: { fileId, name: gone.value.name, drafts },
      topics: topicsOf(sessionId, event!.leagueId),
    })
    return ok({ id: fileId })
  },

  ReopenResults: async (context, { id, body }) => {
    const sessionId = id as SessionId
    const managed = await managedEvent(context.tx, sessionId, context.actor.userId)
    if (!managed.ok) return managed
    const said = checkReason(body.reason, REOPEN_REASON)
    if (said !== true) return said
    const event = await lockSession(context.tx, sessionId)
    const may = event ? mayReopen(event) : refuse('NOT_FOUND')
    if (may !== true) return may
    const opened = await reopenSession(context, sessionId, body.reason.trim())
    return opened.ok ? ok({ status: 'IN_PROGRESS' as const }) : opened
  },
}
