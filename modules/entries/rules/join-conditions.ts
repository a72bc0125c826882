import { DAY_MS } from '#core/duration.ts'
import type { RefusalParams } from '#core/refusal.ts'
import { refuse, type Verdict } from '#core/result.ts'
import { LICENCES, type Standing } from '#modules/ranking/rules/licence.ts'
import {
  askedIn,
  isMet,
  RATE_OF_AT_LEAST,
  type DriverFigures,
  type JoinCondition,
  type JoinConditions,
} from '#modules/sessions/rules/join-conditions.ts'

/**
 * What conditions are held to of somebody: since when they have an account, in how many events they started, at how many they were not there, and
 * what their races brought them to, the rank in the event's game.
 */
export type DriverRecord = {
  readonly since: Date
  readonly starts: number
  readonly noShows: number
  readonly rank: number
  readonly standing: Pick<Standing, 'licence' | 'level'>
}

/** One condition as it stands for somebody. */
export type Judged = {
  readonly condition: JoinCondition
  readonly asked: number
  readonly own: number
  readonly isMet: boolean
  /** When it will be met without anything being done, where that is known. */
  readonly metAt: Date | null
}

/**
 * In the units in which they are said, rounded against the driver, a rank as it is shown everywhere: what is said decides, so nobody reads "20 %,
 * at most 20 %" beside a no.
 */
export function figuresOf({ since, starts, noShows, rank, standing }: DriverRecord, now: Date): DriverFigures {
  return {
    accountAgeDays: Math.max(0, Math.floor((now.getTime() - since.getTime()) / DAY_MS)),
    racesDone: starts,
    noShowPercent: Math.ceil((noShows * 100) / Math.max(starts + noShows, RATE_OF_AT_LEAST)),
    rank: Math.round(rank),
    license: LICENCES.indexOf(standing.licence),
    safety: standing.level / 100,
  }
}

/** A level counts inside its licence: of who has a higher one than the event asks for, none is asked. */
const isAbove = (conditions: JoinConditions, figures: DriverFigures): boolean =>
  conditions.license !== undefined && figures.license > conditions.license

/** What an event asks of drivers, and how far somebody is. */
export function judge(conditions: JoinConditions, record: DriverRecord, now: Date): readonly Judged[] {
  const figures = figuresOf(record, now)
  return askedIn(conditions).map(([condition, asked]) => {
    const own = figures[condition]
    const met = isMet(condition, asked, own) || (condition === 'safety' && isAbove(conditions, figures))
    const comes = condition === 'accountAgeDays' && !met
    return { condition, asked, own, isMet: met, metAt: comes ? new Date(record.since.getTime() + asked * DAY_MS) : null }
  })
}

/** Whether somebody may come in by their record; the refusal names every condition they miss, with their own figure. */
export function meetsConditions(conditions: JoinConditions, record: DriverRecord, now: Date): Verdict {
  const missed = judge(conditions, record, now).filter((one) => !one.isMet)
  if (missed.length === 0) return true
  const said = (condition: JoinCondition, value: number) => (condition === 'license' ? LICENCES[value]! : value)
  const figures = missed.flatMap(({ condition, own, asked }) => [
    [condition, said(condition, own)] as const,
    [`${condition}Asked`, said(condition, asked)] as const,
  ])
  return refuse('JOIN_CONDITIONS_NOT_MET', {
    unmet: missed.map(({ condition }) => condition).join(' '),
    ...(Object.fromEntries(figures) as RefusalParams),
  })
}
