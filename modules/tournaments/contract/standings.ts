/** A table of the season as its page shows it. */
import { z } from 'zod'
import { sessionId, userId } from '#core/ids.ts'
import { wordLike } from '#core/text.ts'
import { rating } from '#modules/ranking/contract.ts'
import { SHORT_NAME } from '#modules/sessions/rules.ts'
import { TABLES } from '#modules/standings/rules/outcomes.ts'
import { TIE_RULES } from '#modules/standings/rules/season.ts'

/** As they are asked for (calls.tsv). */
const SCOPES = ['drivers', 'teams', 'nations', 'class'] as const
export type Scope = (typeof SCOPES)[number]
/** The tables as they are kept, by what asks for them. */
export const TABLE_OF = { drivers: 'DRIVERS', class: 'DRIVERS', teams: 'TEAMS', nations: 'NATIONS' } as const satisfies Record<
  Scope,
  (typeof TABLES)[number]
>

const int = z.number().int()
const status = z.enum(['FINISHED', 'DNF', 'DSQ', 'DNS'])

const cell = z.object({
  points: z.number(),
  isDropped: z.boolean(),
  isDisqualified: z.boolean(),
  isMissed: z.boolean(),
  races: z.array(
    z.object({
      /** Its number in the round. */
      no: int,
      points: z.number(),
      places: z.array(int),
      status,
      hasPole: z.boolean(),
      hasFastestLap: z.boolean(),
      adjustment: z.number(),
      /** Added to the time after the flag. */
      penaltyMs: int,
    }),
  ),
})

const row = z.object({
  /** A driver, a team or a country, by a key of this table. */
  key: z.string(),
  /** Null for a team, a country, and somebody who erased the account. */
  driverId: userId.nullable(),
  name: z.string().nullable(),
  country: z.string().nullable(),
  /** Of a driver who was ever rated. */
  rating: rating.nullable(),
  teamName: z.string().nullable(),
  carClassId: z.string().nullable(),
  /** Null: disqualified from the season. */
  position: int.nullable(),
  isShared: z.boolean(),
  change: int.nullable(),
  points: z.number(),
  grossPoints: z.number(),
  gap: z.number(),
  interval: z.number(),
  wins: int,
  podiums: int,
  poles: int,
  fastestLaps: int,
  starts: int,
  cells: z.array(cell.nullable()),
  /** The events a driver stays away from, over or to come. */
  skippedSessionIds: z.array(sessionId),
  progress: z.array(z.number()),
  adjustment: z.number(),
  decidedBy: z.object({ by: z.enum(TIE_RULES), at: int, first: z.number().nullable(), second: z.number().nullable() }).nullable(),
  possiblePoints: z.number(),
  bestPlace: int.nullable(),
  worstPlace: int.nullable(),
  mayWin: z.boolean(),
  /** Of a season of best race times, in milliseconds. */
  bestTimeMs: int.nullable(),
})
export type StandingsRowView = z.infer<typeof row>

export const standingsAsked = {
  /** Which table; `class`: of the drivers of one, whose id `carClass` says. */
  scope: z.enum(SCOPES).default('drivers'),
  carClass: wordLike(SHORT_NAME, 'letters 1 12').optional(),
}
export const standingsView = z.object({
  of: z.enum(TABLES),
  carClassId: z.string().nullable(),
  rounds: z.array(sessionId),
  roundsHeld: int,
  pointsLeft: z.number(),
  onlyBestRaceTime: z.boolean(),
  rows: z.array(row),
  /** The reader's own, on whatever page it is; null: they are not in this table. */
  mine: row.nullable(),
  total: int,
  /** The community shows who drives to the signed-in alone. */
  loginRequired: z.boolean(),
})
export type StandingsView = z.infer<typeof standingsView>
