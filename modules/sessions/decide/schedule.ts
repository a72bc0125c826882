import { refuse, type Verdict } from '#core/result.ts'
import { hasFeature, type Plan } from '#modules/billing/rules.ts'
import { DAILY, lastUntil, startsOf, type Schedule, type StartState } from '../rules/daily.ts'
import { isTooSoon, LAUNCH_LEAD_MS } from '../rules.ts'

/** Refuses FEATURE_NOT_IN_PLAN, and CONFIG_INVALID for a last day that is too far ahead or before which nothing starts. */
export function checkSchedule(schedule: Schedule, plan: Plan, now: Date): Verdict {
  if (!hasFeature(plan, 'dailyRacing')) return refuse('FEATURE_NOT_IN_PLAN', { field: 'days' })
  if (schedule.until > lastUntil(schedule.timeZone, now.getTime()))
    return refuse('CONFIG_INVALID', { field: 'until', reason: 'daysAhead', max: DAILY.daysAhead })
  return startsOf(schedule, now.getTime()).length > 0 || refuse('CONFIG_INVALID', { field: 'until', reason: 'noStart' })
}

/** Whether a start may be left out: what was made of it is called off as any event. */
export const checkCancelled = (state: StartState): Verdict => state === 'PLANNED' || refuse('WRONG_STATE', { status: state })

/** Whether a start that was cancelled, or could not be made, may be made after all. */
export function checkRestored(state: StartState, startsAt: Date, now: Date): Verdict {
  if (state !== 'CANCELLED' && state !== 'REFUSED') return refuse('WRONG_STATE', { status: state })
  return !isTooSoon(startsAt.getTime(), now.getTime()) || refuse('EVENT_TOO_SOON', { field: 'startsAt', minutes: LAUNCH_LEAD_MS / 60_000 })
}
