import { DAY_MS } from '#core/duration.ts'
import { momentAt, wallTime } from '#core/time-zone.ts'
import { dayAfter } from '#modules/sessions/rules/daily.ts'

export const PLANNER = { everyWeeks: [1, 8], moveWeeks: 26, skipped: 60 } as const

/** When the rounds of a season are, by the clocks of a zone; as many as there are tracks. */
export type RoundPlan = {
  /** IANA. */
  readonly timeZone: string
  /** `YYYY-MM-DD`; its weekday is that of every round. */
  readonly firstDay: string
  /** `HH:MM`. */
  readonly time: string
  readonly everyWeeks: number
  /** Days without a race: the round is at the next date. */
  readonly skipped: readonly string[]
}

/** A date of the plan: a round, or one left out. */
export type PlannedDate = { readonly day: string; readonly startsAt: Date; readonly isSkipped: boolean }

const PER_WEEK = 7

/**
 * The dates of so many rounds, with those left out between them: the same weekday at the same time of the zone's clocks, whatever they do. A time that
 * comes twice is the first of the two, one that is left out counts on from before it (docs/decisions/0019). Empty for a plan that is half typed.
 */
export function plannedDates({ timeZone, firstDay, time, everyWeeks, skipped }: RoundPlan, rounds: number): readonly PlannedDate[] {
  const leftOut = new Set(skipped)
  const dates: PlannedDate[] = []
  const step = everyWeeks * PER_WEEK
  for (let at = 0, made = 0; made < rounds && at < rounds + leftOut.size; at++) {
    if (momentAt(`${firstDay}T${time}`, timeZone) === null) return []
    const day = dayAfter(firstDay, at * step)
    const startsAt = momentAt(`${day}T${time}`, timeZone)
    if (startsAt === null) return dates
    const isSkipped = leftOut.has(day)
    dates.push({ day, startsAt, isSkipped })
    if (!isSkipped) made += 1
  }
  return dates
}

/** A start so many days later, or earlier, at the same time of the zone's clocks. */
export function daysLater(startsAt: Date, days: number, timeZone: string): Date {
  const [day, time] = wallTime(startsAt, timeZone).split('T') as [string, string]
  // the clocks of a zone that is known show every day
  return momentAt(`${dayAfter(day, days)}T${time}`, timeZone)!
}
export const weeksLater = (startsAt: Date, weeks: number, timeZone: string): Date => daysLater(startsAt, weeks * PER_WEEK, timeZone)

/** How many days from the day of a start in the zone to another day. */
export const daysTo = (firstDay: string, startsAt: Date, timeZone: string): number =>
  (Date.parse(`${firstDay}T00:00Z`) - Date.parse(`${wallTime(startsAt, timeZone).slice(0, 10)}T00:00Z`)) / DAY_MS

/** The same list with one of it elsewhere. */
export function movedTo<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const moved = list[from]
  if (moved === undefined || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, moved)
}
