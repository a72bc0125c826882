import type { ResultId, UserId } from '#core/ids.ts'
import { checkReason } from '#core/reason.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { managedEvent, rowsOf, setVersionState, standInstead, tellResults, versionsOf } from '#modules/results/door.ts'
import type { Version } from '#modules/results/rules/version.ts'
import { lockSession, type SessionFacts } from '#modules/sessions/door.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import type { laterContract } from '../contract/later.ts'
import { LaterResultLeft, LaterResultTaken, ResultChoiceUndone } from '../contract/facts.ts'
import { mayUndo, segmentVersion } from '../decide/later.ts'
import { fillGrids } from '../jobs/grid.ts'
import { CHOICE_REASON, isPublished } from '../rules.ts'
import { eventOfResult, findChoices, insertChoice, markUndone, segmentOfChoice, type Choice, type SegmentAt } from '../store/choices.ts'
import { findReopened } from '../store/withdrawals.ts'

export const laterCommands: CommandsOf<typeof laterContract> = {
  TakeLaterResult: async (context, { id, v, body }) => {
    const found = await chosenResult(context, id as ResultId, v, body.reason)
    if (!found.ok) return found
    const { event, at, version, choices } = found.value
    const { tx, now, newId, actor } = context
    const replacedId = await standInstead(tx, { ...at, id: version.id })
    await fillGrids(tx, event, at.splitNo, at.segmentIndex)
    const choiceId = newId<'resultChoice'>()
    const choice = { ...at, id: choiceId, no: choices.length + 1, action: 'TAKEN' as const, resultId: version.id, stateBefore: version.state }
    await insertChoice(tx, { ...choice, replacedId, reason: body.reason.trim(), by: actor.userId }, now)
    await changed(context, event, { fact: LaterResultTaken, choiceId, ids: [version.id, replacedId], reason: body.reason.trim(), at })
    return ok({ v: v + 1 })
  },

  LeaveLaterResult: async (context, { id, v, body }) => {
    const found = await chosenResult(context, id as ResultId, v, body.reason)
    if (!found.ok) return found
    const { event, at, version, choices } = found.value
    if (version.state !== 'WAITING') return refuse('WRONG_STATE', { status: version.state })
    const { tx, now, newId, actor, record } = context
    await setVersionState(tx, version.id, 'LEFT')
    const choiceId = newId<'resultChoice'>()
    const choice = { ...at, id: choiceId, no: choices.length + 1, action: 'LEFT' as const, resultId: version.id, stateBefore: version.state }
    await insertChoice(tx, { ...choice, replacedId: null, reason: body.reason.trim(), by: actor.userId }, now)
    record(LaterResultLeft, { ...at, leagueId: event.leagueId, results: [version.id], reason: body.reason.trim() })
    return ok({ v: v + 1 })
  },

  UndoResultChoice: async (context, { id, v, body }) => {
    const segment = await segmentOfChoice(context.tx, id)
    if (!segment) return refuse('NOT_FOUND')
    const at = { sessionId: segment.session_id, splitNo: segment.split_no, segmentIndex: segment.segment_index }
    const there = await lockedSegment(context, at, v, body.reason)
    if (!there.ok) return there
    const { event, choices, versions } = there.value
    const choice = choices.find(({ undoneAt }) => undoneAt === null)
    if (choice?.id !== id || !mayUndo(choice, versions)) return refuse('WRONG_STATE')
    const { tx, now, actor, record } = context
    const reason = body.reason.trim()
    await markUndone(tx, id, actor.userId, now)
    if (choice.action === 'TAKEN' && choice.replacedId) await standInstead(tx, { ...at, id: choice.replacedId })
    await setVersionState(tx, choice.resultId, choice.stateBefore)
    if (choice.action === 'TAKEN') await fillGrids(tx, event, at.splitNo, at.segmentIndex)
    if (choice.action === 'TAKEN')
      await changed(context, event, { fact: ResultChoiceUndone, choiceId: `${id} undone`, ids: [choice.resultId, choice.replacedId], reason, at })
    else record(ResultChoiceUndone, { ...at, leagueId: event.leagueId, results: [choice.resultId], reason, people: [] })
    return ok({ v: v + 1 })
  },
}

type There = { readonly event: SessionFacts; readonly choices: readonly Choice[]; readonly versions: readonly Version[] }
type Chosen = There & { readonly at: SegmentAt; readonly version: Version }

/** A result beside the one that stands, its event locked; refuses VERSION_CONFLICT to whoever looked before another admin chose. */
async function chosenResult(context: CommandContext, id: ResultId, v: number, reason: string): Promise<Result<Chosen>> {
  const sessionId = await eventOfResult(context.tx, id)
  if (!sessionId) return refuse('NOT_FOUND')
  const version = (await versionsOf(context.tx, sessionId)).find((one) => one.id === id)
  if (!version) return refuse('NOT_FOUND')
  const at = { sessionId, splitNo: version.splitNo, segmentIndex: version.segmentIndex }
  const there = await lockedSegment(context, at, v, reason)
  if (!there.ok) return there
  // read again: it was not locked
  const now = there.value.versions.find((one) => one.id === id)
  if (!now) return refuse('NOT_FOUND')
  return now.state === 'STANDS' || now.state === 'DISCARDED' ? refuse('WRONG_STATE', { status: now.state }) : ok({ ...there.value, at, version: now })
}

async function lockedSegment(context: CommandContext, at: SegmentAt, v: number, reason: string): Promise<Result<There>> {
  const managed = await managedEvent(context.tx, at.sessionId, context.actor.userId)
  if (!managed.ok) return managed
  const may = checkReason(reason, CHOICE_REASON)
  if (may !== true) return may
  const event = await lockSession(context.tx, at.sessionId)
  if (!event) return refuse('NOT_FOUND')
  const isThere = (one: Omit<SegmentAt, 'sessionId'>): boolean => one.splitNo === at.splitNo && one.segmentIndex === at.segmentIndex
  const choices = (await findChoices(context.tx, at.sessionId)).filter(isThere)
  const versions = (await versionsOf(context.tx, at.sessionId)).filter(isThere)
  return segmentVersion(choices, versions) === v ? ok({ event, choices, versions }) : refuse('VERSION_CONFLICT')
}

type Change = {
  readonly fact: typeof LaterResultTaken
  readonly choiceId: string
  readonly ids: readonly (ResultId | null)[]
  readonly reason: string
  readonly at: SegmentAt
}

/** What everybody sees is another one now. Whoever was told of it is told again; of what is not published yet nobody was. */
async function changed(context: CommandContext, event: SessionFacts, { fact, choiceId, ids, reason, at }: Change): Promise<void> {
  const results = ids.filter((id) => id !== null)
  const rows = await rowsOf(context.tx, results)
  const people: readonly UserId[] = [...new Set(rows.flatMap(({ userIds }) => userIds))]
  const isReopened = (await findReopened(context.tx, event.id)) !== null
  if (isPublished({ ...event, isReopened })) tellResults(context, event.id, { id: choiceId, reason })
  context.record(fact, { ...at, leagueId: event.leagueId, results, reason, people })
}
