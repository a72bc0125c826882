import { DAY_MS } from '#core/duration.ts'
import { momentAt, wallTime } from '#core/time-zone.ts'

/** decisions.md §3 "Daily schedule". */
export const DAILY = { daysAhead: 28, startsPerDay: 12, createdAheadMs: DAY_MS } as const

/** Monday is 1, as ISO 8601 counts. */
export const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

/** When events are made of a template, by the clocks of a zone. */
export type Schedule = {
  /** IANA. */
  readonly timeZone: string
  readonly days: readonly number[]
  /** `HH:MM`. */
  readonly times: readonly string[]
  /** The last day, `YYYY-MM-DD`. */
  readonly until: string
}

/** What becomes of a start. MISSED: it passed before anything could be made. */
export const START_STATES = ['PLANNED', 'CANCELLED', 'CREATED', 'REFUSED', 'MISSED'] as const
export type StartState = (typeof START_STATES)[number]

/** Why a start is REFUSED: what the community's plan does not allow. The page has a sentence for each. */
export const PLAN_REFUSALS = [
  'FEATURE_NOT_IN_PLAN',
  'LIMIT_GRID_SIZE',
  'EVENT_DURATION_TOO_LONG',
  'LIMIT_EVENTS_PER_WEEK',
  'LIMIT_DURATION_PER_MONTH',
] as const
export type PlanRefusal = (typeof PLAN_REFUSALS)[number]

/** When the event of a start is made. */
export const createdAt = (startsAtMs: number): number => startsAtMs - DAILY.createdAheadMs

/** The day of a moment by the clocks of a zone. */
export const dateIn = (timeZone: string, atMs: number): string => wallTime(atMs, timeZone).slice(0, 10)

/** The last day a schedule may have that is set now. */
export const lastUntil = (timeZone: string, nowMs: number): string => dateOf(dayOf(dateIn(timeZone, nowMs)) + DAILY.daysAhead)

/**
 * The starts of a schedule after a moment, each once, in their order. They keep the zone's own time across clock changes: a time that comes twice is
 * the first of the two, one that is left out counts on from before it (docs/decisions/0019).
 */
export function startsOf({ timeZone, days, times, until }: Schedule, afterMs: number): readonly Date[] {
  const today = dayOf(dateIn(timeZone, afterMs))
  const starts = new Set<number>()
  for (let day = today; day <= Math.min(dayOf(until), today + DAILY.daysAhead); day++) {
    if (!days.includes(weekdayOf(day))) continue
    for (const time of times) {
      const at = momentAt(`${dateOf(day)}T${time}`, timeZone)?.getTime()
      if (at !== undefined && at > afterMs) starts.add(at)
    }
  }
  return [...starts].toSorted((a, b) => a - b).map((at) => new Date(at))
}

/** The day so many days after another, `YYYY-MM-DD` both. */
export const dayAfter = (date: string, days: number): string => dateOf(dayOf(date) + days)

// days since 1970-01-01, a Thursday
const dayOf = (date: string): number => Date.parse(`${date}T00:00Z`) / DAY_MS
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1
