/** The season planner: many rounds in one call, a season over again, and a calendar that shifts. */
import { z } from 'zod'
import { command, createdReply } from '#core/contract.ts'
import { sessionId } from '#core/ids.ts'
import { text, word, wordLike } from '#core/text.ts'
import { isTimeZone } from '#core/time-zone.ts'
import { sessionBody } from '#modules/sessions/contract/shapes.ts'
import { SAVE_REFUSALS } from '#modules/sessions/contract.ts'
import { TOURNAMENT } from '../rules.ts'
import { PLANNER } from '../rules/planner.ts'

const day = z.iso.date({ error: 'date' })
export const timeZone = word(60).refine(isTimeZone, { error: 'zone' })

/** What an event form says, but where and when: those are each round’s own. Cars and classes left out are the season’s. */
const typed = sessionBody.omit({
  leagueId: true,
  game: true,
  sessionName: true,
  serverName: true,
  trackId: true,
  layoutId: true,
  startsAt: true,
  registrationOpensAt: true,
})
export type TypedTemplate = z.infer<typeof typed>

const plannedRound = z.strictObject({
  name: sessionBody.shape.sessionName,
  trackId: sessionBody.shape.trackId,
  layoutId: sessionBody.shape.layoutId,
  /** An exception: this round alone is then, on its date of the plan is none. */
  startsAt: sessionBody.shape.startsAt.optional(),
})

export const plan = z.strictObject({
  timeZone,
  firstDay: day,
  time: wordLike(/^([01]\d|2[0-3]):[0-5][05]$/, 'steps'),
  everyWeeks: z.number().int().min(PLANNER.everyWeeks[0]).max(PLANNER.everyWeeks[1]).default(1),
  skipped: z.array(day).max(PLANNER.skipped).default([]),
})

const MANAGED = ['VERSION_CONFLICT', 'WRONG_STATE', ...SAVE_REFUSALS] as const

export const plannerContract = {
  PlanRounds: command('tournament', 'PlanRounds', {
    summary: 'Makes an event for each of these rounds: the same weekday and time by the clocks of a zone, all of them or none',
    body: z.strictObject({
      template: z.union([z.strictObject({ sessionId }), z.strictObject({ typed })]),
      plan,
      rounds: z.array(plannedRound).min(1).max(TOURNAMENT.sessions),
      /** Events that drivers see at once, not drafts that are published with the season. */
      publish: z.boolean().default(false),
    }),
    reply: z.object({ v: z.number().int(), sessionIds: z.array(sessionId) }),
    refusals: [...MANAGED],
  }),
  MoveRounds: command('tournament', 'MoveRounds', {
    summary: 'Moves a round, and all after it unless it alone is meant, by weeks, at the same time by the clocks of a zone',
    body: z.strictObject({
      /** The first that moves. */
      sessionId,
      /** The others stay where they are. */
      only: z.boolean().default(false),
      weeks: z
        .number()
        .int()
        .min(-PLANNER.moveWeeks)
        .max(PLANNER.moveWeeks)
        .refine((weeks) => weeks !== 0),
      timeZone,
    }),
    refusals: [...MANAGED, 'EVENT_STARTED'],
  }),
  DuplicateTournament: command('tournament', 'DuplicateTournament', {
    summary: 'Begins another one with the same rules and no drivers; its rounds come along as drafts where a first day is given',
    body: z.strictObject({
      name: text(...TOURNAMENT.name),
      /** When the first round is; the others keep their distance in days, and their time by the clocks of the zone. */
      rounds: z.strictObject({ firstDay: day, timeZone }).nullish(),
    }),
    reply: createdReply,
    refusals: [...MANAGED],
  }),
}
