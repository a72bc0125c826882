import type { SentOf } from '#core/contract.ts'
import { DAY_MS } from '#core/duration.ts'
import { wallTime } from '#core/time-zone.ts'
import { dayAfter } from '#modules/sessions/rules/daily.ts'
import type { plannerContract } from '../../contract/planner.ts'
import type { MemberView } from '../../contract/shapes.ts'
import { plannedDates, type PlannedDate, type RoundPlan } from '../../rules/planner.ts'

export type TypedRound = {
  /** Stays with it wherever it goes. */
  readonly key: number
  readonly trackId: string
  readonly layoutId: string | null
  /** As the track is called. */
  readonly track: string
  /** Empty: made from its number and track. */
  readonly name: string
  /** Null: as the plan says. */
  readonly startsAt: string | null
}
/** Minutes of a round; none: without it. */
export type TypedMinutes = { readonly practice: number | null; readonly qualify: number | null; readonly race: number | null }
export const TYPED = 'typed'
const USUAL_MINUTES: TypedMinutes = { practice: null, qualify: 15, race: 45 }

export type TypedPlan = Omit<RoundPlan, 'everyWeeks'> & {
  /** An event that rounds are made like, or TYPED: of what is typed here. */
  readonly template: string
  readonly minutes: TypedMinutes
  readonly everyWeeks: number | null
  readonly rounds: readonly TypedRound[]
}

/** After the last round there is, a week later at its time; a season without any begins in a week. */
export function firstPlan({ sessions, timeZone: planned }: Pick<MemberView, 'sessions' | 'timeZone'>, here: string, nowMs: number): TypedPlan {
  const timeZone = planned ?? here
  const last = sessions.at(-1)
  const [day, time] = wallTime(last?.startsAt ?? nowMs, timeZone).split('T') as [string, string]
  return {
    template: last?.sessionId ?? '',
    minutes: USUAL_MINUTES,
    timeZone,
    firstDay: dayAfter(day, PER_WEEK),
    time: last ? time : USUAL_TIME,
    everyWeeks: 1,
    skipped: [],
    rounds: [],
  }
}
const USUAL_TIME = '20:00'
const PER_WEEK = 7

/** A date of the plan as a line of the table; `round` is the index of the one that is on it. */
export type Line = PlannedDate & { readonly round: number | null }

export function linesOf(plan: TypedPlan): readonly Line[] {
  let round = 0
  return plannedDates({ ...plan, everyWeeks: plan.everyWeeks ?? 1 }, plan.rounds.length).map((date) => ({
    ...date,
    round: date.isSkipped ? null : round++,
  }))
}

export const added = (rounds: readonly TypedRound[], track: Pick<TypedRound, 'trackId' | 'layoutId' | 'track'>): readonly TypedRound[] => [
  ...rounds,
  { ...track, key: Math.max(0, ...rounds.map(({ key }) => key)) + 1, name: '', startsAt: null },
]

export const isWhole = ({ template, minutes, firstDay, time, everyWeeks, rounds }: TypedPlan): boolean =>
  template !== '' && (template !== TYPED || (minutes.race ?? 0) > 0) && firstDay !== '' && time !== '' && everyWeeks !== null && rounds.length > 0

/** `nameOf` makes the name of one that has none. */
export function bodyOf(
  plan: TypedPlan,
  { publish, maxEntries }: { readonly publish: boolean; readonly maxEntries: number },
  nameOf: (index: number) => string,
): SentOf<typeof plannerContract.PlanRounds> {
  const { template, minutes, timeZone, firstDay, time, everyWeeks, skipped, rounds } = plan
  return {
    template:
      template === TYPED
        ? { typed: { config: { segments: segmentsOf(minutes), maxEntries } } }
        : { sessionId: template as MemberView['sessions'][number]['sessionId'] },
    plan: { timeZone, firstDay, time, everyWeeks: everyWeeks ?? 1, skipped: [...skipped] },
    rounds: rounds.map(({ trackId, layoutId, name, startsAt }, index) => ({
      name: name.trim() || nameOf(index),
      trackId,
      layoutId,
      ...(startsAt === null ? {} : { startsAt }),
    })),
    publish,
  }
}

const segmentsOf = ({ practice, qualify, race }: TypedMinutes) =>
  (
    [
      ['PRACTICE', practice],
      ['QUALIFY', qualify],
      ['RACE', race],
    ] as const
  ).flatMap(([type, durationMin]) => (durationMin ? [{ type, durationMin }] : []))

/** The first day a plan may begin. */
export const earliest = (timeZone: string, nowMs: number): string => wallTime(nowMs, timeZone).slice(0, 10)
/** An event is planned at most a year ahead. */
export const latest = (timeZone: string, nowMs: number): string => wallTime(nowMs + 365 * DAY_MS, timeZone).slice(0, 10)
