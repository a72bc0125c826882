/** Daily races: events that a template makes (decisions.md §2 "Session", §3 "Daily schedule"; calls.tsv SetSchedule). */
import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { sessionId } from '#core/ids.ts'
import { word, wordLike } from '#core/text.ts'
import { isTimeZone } from '#core/time-zone.ts'
import { DAILY, PLAN_REFUSALS, START_STATES, WEEKDAYS } from '../rules/daily.ts'
import { SESSION_STATUSES } from '../rules.ts'

const isDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length
const same = { error: 'same' }
const moment = z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString())

export const schedule = z.strictObject({
  timeZone: word(60).refine(isTimeZone, { error: 'zone' }),
  /** Monday is 1, Sunday 7. */
  days: z.array(z.number().int().min(1).max(WEEKDAYS.length)).min(1).max(WEEKDAYS.length).refine(isDistinct, same).readonly(),
  /** `HH:MM` by the clocks of the zone. */
  times: z
    .array(wordLike(/^([01]\d|2[0-3]):[0-5][05]$/, 'steps'))
    .min(1)
    .max(DAILY.startsPerDay)
    .refine(isDistinct, same)
    .readonly(),
  /** The last day, at most 28 days ahead. */
  until: z.iso.date({ error: 'date' }),
})

const REFUSALS = ['ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'WRONG_STATE', 'NOT_FOUND', 'VERSION_CONFLICT'] as const
const atStart = z.strictObject({ startsAt: moment })

export const dailyContract = {
  schedule: query('/query/race/{id}/schedule', {
    summary: 'The coming starts of a daily template and what becomes of each, for its admins',
    params: z.object({ id: sessionId }),
    reply: z.object({
      v: z.number().int(),
      /** Null while nothing is made of the event. */
      schedule: schedule.nullable(),
      starts: z.array(
        z.object({
          startsAt: z.string(),
          state: z.enum(START_STATES),
          /** When its event is made, which is then open to drivers. */
          opensAt: z.string(),
          /** What kept its event from being made. */
          reason: z.enum(PLAN_REFUSALS).nullable(),
          /** What was made; null where nothing was, or where it was deleted since. */
          event: z
            .object({
              id: sessionId,
              status: z.enum(SESSION_STATUSES),
              startsAt: z.string(),
              taken: z.number().int(),
              maxEntries: z.number().int(),
            })
            .nullable(),
        }),
      ),
    }),
    refusals: ['ADMIN_REQUIRED', 'NOT_FOUND'],
  }),
  SetSchedule: command('race', 'SetSchedule', {
    summary: 'Makes a draft a daily template, or changes when events are made of one; what was made stays',
    body: schedule,
    refusals: [...REFUSALS, 'CONFIG_INVALID', 'FEATURE_NOT_IN_PLAN'],
  }),
  EndSchedule: command('race', 'EndSchedule', {
    summary: 'Makes nothing more of a daily template; what was made stays',
    refusals: [...REFUSALS],
  }),
  CancelStart: command('race', 'CancelStart', {
    summary: 'Leaves out one start of a daily template whose event is not made yet',
    body: atStart,
    refusals: [...REFUSALS],
  }),
  RestoreStart: command('race', 'RestoreStart', {
    summary: 'Takes a cancelled start back, or tries again what could not be made',
    body: atStart,
    refusals: [...REFUSALS, 'EVENT_TOO_SOON'],
  }),
}
