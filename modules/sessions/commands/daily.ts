import type { SessionId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { planInForce } from '#modules/billing/rules.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import type { sessionsContract } from '../contract.ts'
import { ScheduleSet, StartCancelled, StartRestored } from '../contract/facts.ts'
import { sessionsWork } from '../contract/jobs.ts'
import { checkCancelled, checkRestored, checkSchedule } from '../decide/schedule.ts'
import { dateIn, startsOf, type Schedule, type StartState } from '../rules/daily.ts'
import { bump, saveStatus, type SessionRow } from '../store.ts'
import { planStarts, saveNextStart, saveSchedule, saveStart, stateOfStart } from '../store/daily.ts'
import { at, ordered } from './order.ts'

type Calls = 'SetSchedule' | 'EndSchedule' | 'CancelStart' | 'RestoreStart'

/** Commands on when events are made of a template. What was made of it is an event like any other, and none of them touches it. */
export const dailyCommands: Pick<CommandsOf<typeof sessionsContract>, Calls> = {
  SetSchedule: async (context, { id, v, body }) => {
    const { tx, now } = context
    const found = await ordered(context, id as SessionId, 'schedule')
    if (!found.ok) return found
    const { league, session } = found.value
    // a template is driven by nobody, and a round would wait for it
    if (session.round_id) return refuse('WRONG_STATE', { status: session.status })
    const schedule: Schedule = { ...body, days: body.days.toSorted((a, b) => a - b), times: body.times.toSorted() }
    const allowed = checkSchedule(schedule, planInForce(league.plan, league.plan_ends_at, now), now)
    if (allowed !== true) return allowed
    const starts = startsOf(schedule, now.getTime())
    const saved = await saveSchedule(tx, session.id, v, schedule)
    if (!saved.ok) return saved
    await planStarts(tx, session.id, starts, now)
    await saveNextStart(tx, session.id)
    if (session.status === 'DRAFT') await saveStatus(tx, session.id, { session: 'RECURRING', reason: null }, now)
    context.record(ScheduleSet, { ...at(session), until: schedule.until, starts: starts.length })
    context.later(sessionsWork.daily, { sessionId: session.id })
    return saved
  },

  EndSchedule: async (context, { id, v }) => {
    const { tx, now } = context
    const found = await ordered(context, id as SessionId, 'endSchedule')
    if (!found.ok) return found
    const { session } = found.value
    const schedule = session.schedule as Schedule
    const saved = await saveSchedule(tx, session.id, v, { ...schedule, until: dateIn(schedule.timeZone, now.getTime()) })
    if (!saved.ok) return saved
    await planStarts(tx, session.id, [], now)
    context.record(ScheduleSet, { ...at(session), until: null, starts: 0 })
    return saved
  },

  CancelStart: async (context, { id, v, body }) => {
    const startsAt = new Date(body.startsAt)
    const found = await ofStart(context, id as SessionId, startsAt)
    if (!found.ok) return found
    const { session, state } = found.value
    const may = checkCancelled(state)
    if (may !== true) return may
    const saved = await bump(context.tx, session.id, v, {})
    if (!saved.ok) return saved
    await saveStart(context.tx, session.id, startsAt, state, { state: 'CANCELLED' })
    await saveNextStart(context.tx, session.id)
    context.record(StartCancelled, { ...at(session), startsAt: startsAt.toISOString() })
    return saved
  },

  RestoreStart: async (context, { id, v, body }) => {
    const startsAt = new Date(body.startsAt)
    const found = await ofStart(context, id as SessionId, startsAt)
    if (!found.ok) return found
    const { session, state } = found.value
    const may = checkRestored(state, startsAt, context.now)
    if (may !== true) return may
    const saved = await bump(context.tx, session.id, v, {})
    if (!saved.ok) return saved
    await saveStart(context.tx, session.id, startsAt, state, { state: 'PLANNED' })
    await saveNextStart(context.tx, session.id)
    context.record(StartRestored, { ...at(session), startsAt: startsAt.toISOString() })
    context.later(sessionsWork.daily, { sessionId: session.id })
    return saved
  },
}

/** A start of a template, both locked, when the actor is an admin. */
async function ofStart(
  context: CommandContext,
  id: SessionId,
  startsAt: Date,
): Promise<Result<{ readonly session: SessionRow; readonly state: StartState }>> {
  const found = await ordered(context, id, 'endSchedule')
  if (!found.ok) return found
  const { session } = found.value
  const state = await stateOfStart(context.tx, session.id, startsAt)
  return state ? ok({ session, state }) : refuse('NOT_FOUND')
}
