import type { SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { closeReopened, fieldOf, reopenedOf, trackOf } from '#modules/result-files/door.ts'
import { gridSource } from '#modules/result-files/rules.ts'
import { plannedSegment } from '#modules/result-files/rules/segments.ts'
import { namedBefore } from '#modules/matching/door.ts'
import { dropByHand, fillGrid, managedEvent, showSegment, shownVersions, tellResults } from '#modules/results/door.ts'
import { sourceOf } from '#modules/results/rules/participant.ts'
import { endSession, lockSession, moveSplit, sessionFacts, splitsOf, type SessionFacts } from '#modules/sessions/door.ts'
import type { ChangeContext, CommandContext, CommandsOf } from '#server/room.ts'
import type { manualResultsContract } from '../contract.ts'
import { ManualResultsPublished, RaceResultSaved } from '../contract/facts.ts'
import { missingEntry, resultsOf, saveRace, presentRows } from '../decide/drafts.ts'
import { mayEnterNow } from '../policy.ts'
import { withReopened, type ReopenableEvent } from '../queries/reopened.ts'
import { racesOf, versionOfAll } from '../rules.ts'
import { findDrafts, findDraftVersions, findSources, saveDraft } from '../store.ts'

/** One split: whoever keeps results by hand has one server, wherever it stands. */
const SPLIT = 1

export const manualCommands: Pick<CommandsOf<typeof manualResultsContract>, 'SaveRaceResult' | 'PublishResults'> = {
  SaveRaceResult: async (context, { id, body }) => {
    const event = await manualEvent(context, id as SessionId)
    if (!event.ok) return event
    const { id: sessionId, leagueId, segments } = event.value
    const index = racesOf(segments)[body.raceNo - 1]
    if (index === undefined) return refuse('MANUAL_RESULT_INCOMPLETE', { field: 'raceNo' })
    const before = (await findDrafts(context.tx, sessionId)).find(({ segmentIndex }) => segmentIndex === index)
    if (body.v !== undefined && body.v !== (await versionOf(context, sessionId, index))) return refuse('VERSION_CONFLICT')
    const { entries } = await fieldOf(context.tx, event.value, SPLIT, [], undefined)
    const rows = saveRace(body.entryResults, before?.rows ?? [], entries)
    if (!rows.ok) return rows
    const draft = { segmentIndex: index, type: 'RACE' as const, no: body.raceNo, rows: rows.value }
    const v = await saveDraft(context.tx, sessionId, draft, context.now)
    context.record(RaceResultSaved, { sessionId, leagueId, raceNo: body.raceNo, v, rows: body.entryResults })
    return ok({ raceNo: body.raceNo, v })
  },

  PublishResults: async (context, { id, body }) => {
    const event = await publishable(context, id as SessionId)
    if (!event.ok) return event
    const { id: sessionId, leagueId, manual, status } = event.value
    if (body.v !== undefined && body.v !== versionOfAll(await findDraftVersions(context.tx, sessionId))) return refuse('VERSION_CONFLICT')
    const published = manual ? await publishDrafts(context, event.value) : await publishAgain(context, event.value)
    if (!published.ok) return published
    const reopened = await reopenedOf(context.tx, sessionId)
    await closeReopened(context.tx, sessionId, context.now)
    const ended = status === 'ENDED' ? ok({ status }) : await endSession(context, sessionId, null)
    if (!ended.ok) return ended
    tellResults(context, sessionId, reopened ? { id: context.newId(), reason: reopened.reason } : {})
    context.record(ManualResultsPublished, { sessionId, leagueId, segments: published.value.segments, people: published.value.userIds })
    return ok({ status: 'ENDED' as const })
  },
}

/** The version of a race's draft; 0 before the first. */
export const versionOf = async ({ tx }: CommandContext, id: SessionId, index: number): Promise<number> =>
  (await findDraftVersions(tx, id)).get(index) ?? 0

/** The event whose results the actor may publish now: a manual session, or another one whose results were opened again. */
async function publishable(context: CommandContext, id: SessionId): Promise<Result<ReopenableEvent>> {
  const facts = await sessionFacts(context.tx, id)
  if (!facts || facts.manual) return manualEvent(context, id)
  const managed = await managedEvent(context.tx, id, context.actor.userId)
  if (!managed.ok) return managed
  const event = await lockSession(context.tx, id)
  if (!event) return refuse('NOT_FOUND')
  const reopenable = await withReopened(context.tx, event)
  return reopenable.isReopened ? ok(reopenable) : refuse('WRONG_STATE', { status: event.status })
}

/** Of what nobody keeps by hand the files' results stand already; refuses MANUAL_RESULT_INCOMPLETE where no race does. */
async function publishAgain({ tx }: CommandContext, { id }: SessionFacts): Promise<Result<Published>> {
  const shown = (await shownVersions(tx, id)).filter(({ hasRows }) => hasRows)
  const hasRace = shown.some(({ type }) => type === 'RACE')
  return hasRace ? ok({ segments: shown.length, userIds: [] }) : refuse('MANUAL_RESULT_INCOMPLETE', { field: 'raceNo', raceNo: 1 })
}

type Published = { readonly segments: number; readonly userIds: readonly UserId[] }

/** The manual session, locked and begun, when the actor may keep its results now. Whoever comes second waits here for the first. */
export async function manualEvent(context: CommandContext, id: SessionId): Promise<Result<ReopenableEvent>> {
  const managed = await managedEvent(context.tx, id, context.actor.userId)
  if (!managed.ok) return managed
  const event = await lockSession(context.tx, id)
  if (!event) return refuse('NOT_FOUND')
  const reopenable = await withReopened(context.tx, event)
  const now = mayEnterNow(reopenable, context.now)
  if (now !== true) return now
  if (event.status === 'WAITING') await begin(context, event)
  return ok(reopenable)
}

/** Its start has passed and the order to begin is on its way. */
async function begin(context: ChangeContext, { id }: SessionFacts): Promise<void> {
  for (const split of await splitsOf(context.tx, id))
    if (split.status === 'WAITING') await moveSplit(context, { splitId: split.id, to: 'IN_PROGRESS', now: context.now })
}

/** Makes the drafts results; refuses MANUAL_RESULT_INCOMPLETE for the first race that is not saved or lacks somebody. */
async function publishDrafts(context: ChangeContext, event: SessionFacts): Promise<Result<Published>> {
  const { tx } = context
  const { id: sessionId, segments } = event
  const drafts = await findDrafts(tx, sessionId)
  const { entries } = await fieldOf(tx, event, SPLIT, [], undefined)
  for (const [i, index] of racesOf(segments).entries()) {
    const draft = drafts.find(({ segmentIndex }) => segmentIndex === index)
    const missing = draft ? missingEntry(presentRows(draft.rows, entries), entries) : null
    if (!draft || missing) return refuse('MANUAL_RESULT_INCOMPLETE', { field: 'raceNo', raceNo: i + 1, ...(missing ? { entryId: missing } : {}) })
  }
  const sources = await findSources(tx, sessionId)
  const standing = await shownVersions(tx, sessionId)
  const people = new Set<UserId>()
  const written: number[] = []
  for (const draft of drafts) {
    const stored = sources.get(draft.segmentIndex)
    const { results, matches } = resultsOf({ ...draft, sources: stored?.sources ?? {} }, entries)
    const { index: segmentIndex, no } = segments[draft.segmentIndex]
      ? plannedSegment(draft.segmentIndex, segments)
      : { index: draft.segmentIndex, no: draft.no }
    const session = { type: draft.type, results }
    const { source } = (stored?.facts ?? {}) as { readonly source?: string }
    const desk = { source: source ?? sourceOf(event.game), named: await namedBefore(tx, event.leagueId, [session]), entries }
    const facts = { ...trackOf(event), ...stored?.facts }
    const shown = { splitNo: SPLIT, segmentIndex, no, fileId: null, session, matches, desk, facts, warnings: [], digest: null }
    const stands = standing.find((one) => one.splitNo === SPLIT && one.segmentIndex === segmentIndex)
    for (const userId of await showSegment(context, event, shown, stands ?? null)) people.add(userId)
    written.push(segmentIndex)
  }
  // of an event that was opened again: what was published of a segment nobody keeps any more
  await dropByHand(tx, sessionId, written)
  for (const race of racesOf(segments)) {
    const source = gridSource(segments, race, 0)
    if (source) await fillGrid(tx, { sessionId, splitNo: SPLIT, race, source: source.index, reversed: 0 })
  }
  return ok({ segments: drafts.length, userIds: [...people] })
}
