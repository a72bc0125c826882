import type { ResultFileId, SessionId } from '#core/ids.ts'
import { checkReason } from '#core/reason.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { discardHandedIn, eventOfFile, noteWithdrawal } from '#modules/result-files/door.ts'
import { WITHDRAWAL_REASON } from '#modules/result-files/rules.ts'
import { managedEvent } from '#modules/results/door.ts'
import { lockSession } from '#modules/sessions/door.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import type { manualResultsContract } from '../contract.ts'
import { RaceResultDiscarded, ResultFileDiscarded, ResultsReopened } from '../contract/facts.ts'
import { mayEnterNow, mayReopen } from '../policy.ts'
import { isByPeople, withReopened, type ReopenableEvent } from '../queries/reopened.ts'
import { racesOf } from '../rules.ts'
import { discardDrafts } from '../store.ts'
import { manualEvent, versionOf } from './manual.ts'

type Calls = 'DiscardDraft' | 'DiscardResultFile' | 'ReopenResults'

export const takingBackCommands: Pick<CommandsOf<typeof manualResultsContract>, Calls> = {
  DiscardDraft: async (context, { id, body }) => {
    const { tx, now, newId, actor, record } = context
    const { raceNo, v } = body
    const event = await manualEvent(context, id as SessionId)
    if (!event.ok) return event
    const checked = checkReason(body.reason, WITHDRAWAL_REASON)
    if (checked !== true) return checked
    const { id: sessionId, leagueId, segments } = event.value
    const segmentIndex = racesOf(segments)[raceNo - 1]
    if (segmentIndex === undefined) return refuse('MANUAL_RESULT_INCOMPLETE', { field: 'raceNo' })
    if (v !== undefined && v !== (await versionOf(context, sessionId, segmentIndex))) return refuse('VERSION_CONFLICT')
    const gone = await discardDrafts(tx, sessionId, { segmentIndex }, now)
    if (gone.length === 0) return refuse('MANUAL_RESULT_INCOMPLETE', { field: 'raceNo' })
    const reason = body.reason.trim()
    await noteWithdrawal(tx, { id: newId(), sessionId, kind: 'DRAFT', raceNo, reason, by: actor.userId }, now)
    record(RaceResultDiscarded, { sessionId, leagueId, raceNo, reason })
    return ok({ raceNo, v: await versionOf(context, sessionId, segmentIndex) })
  },

  DiscardResultFile: async (context, { id, body }) => {
    const { tx, now, record } = context
    const fileId = id as ResultFileId
    const sessionId = await eventOfFile(tx, fileId)
    if (!sessionId) return refuse('NOT_FOUND')
    const found = await manageable(context, sessionId, body.reason)
    if (!found.ok) return found
    const event = found.value
    const may = event.manual ? mayEnterNow(event, now) : true
    if (may !== true) return may
    // the drafts before the file they refer to
    const drafts = await discardDrafts(tx, sessionId, { fileId }, now)
    const reason = body.reason.trim()
    const gone = await discardHandedIn(context, event, fileId, reason)
    if (!gone.ok) return gone
    record(ResultFileDiscarded, { sessionId, leagueId: event.leagueId, fileId, drafts, reason, ...gone.value })
    return ok({ id: fileId })
  },

  ReopenResults: async (context, { id, body }) => {
    const { tx, now, newId, actor, record } = context
    const sessionId = id as SessionId
    const found = await manageable(context, sessionId, body.reason)
    if (!found.ok) return found
    const event = found.value
    const may = mayReopen(event, await isByPeople(tx, event))
    if (may !== true) return may
    const reason = body.reason.trim()
    await noteWithdrawal(tx, { id: newId(), sessionId, kind: 'REOPENED', reason, by: actor.userId }, now)
    record(ResultsReopened, { sessionId, leagueId: event.leagueId, reason })
    return ok({ reopened: { time: now.toISOString(), reason } })
  },
}

/** The event of an admin who gives a reason, locked; refuses NOT_FOUND, ADMIN_REQUIRED, REASON_LENGTH. */
async function manageable(context: CommandContext, id: SessionId, reason: string): Promise<Result<ReopenableEvent>> {
  const managed = await managedEvent(context.tx, id, context.actor.userId)
  if (!managed.ok) return managed
  const checked = checkReason(reason, WITHDRAWAL_REASON)
  if (checked !== true) return checked
  const event = await lockSession(context.tx, id)
  return event ? ok(await withReopened(context.tx, event)) : refuse('NOT_FOUND')
}
