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

/** A table has a thousand of these and more: what would only say no, or nothing, is left out. */
const cell = z.object({
  points: z.number(),
  isDropped: z.boolean().optional(),
  isDisqualified: z.boolean().optional(),
  isMissed: z.boolean().optional(),
  races: z.array(
    z.object({
      /** Its number in the round. */
      no: int,
      points: z.number(),
      places: z.array(int),
      status,
      hasPole: z.boolean().optional(),
      hasFastestLap: z.boolean().optional(),
      adjustment: z.number().optional(),
      /** Of a car that was shared the part of its points that is theirs; left out where all of them are. */
      share: z.number().optional(),
      /** Added to the time after the flag. */
      penaltyMs: int.optional(),
      /** Lost by a penalty; given, where they are less than none. */
      penaltyPlaces: int.optional(),
      /** Of whoever drove in another split than the first. */
      splitNo: int.optional(),
      /** Cars of a team that do not count, the best first; left out where all do. */
      leftOut: z.array(z.object({ points: z.number(), place: int.nullable(), status })).optional(),
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
  /** Points of the season by hand, of no race, and why. */
  byHand: z.array(z.object({ id: z.string(), points: z.number(), reason: z.string() })),
  decidedBy: z.object({ by: z.enum(TIE_RULES), at: int, first: z.number().nullable(), second: z.number().nullable() }).nullable(),
  possiblePoints: z.number(),
  bestPlace: int.nullable(),
  worstPlace: int.nullable(),
  mayWin: z.boolean(),
  /** Of a season of best race times, in milliseconds. */
  bestTimeMs: int.nullable(),
})
export type StandingsRowView = z.infer<typeof row>

const winner = row.pick({ key: true, driverId: true, name: true, country: true, rating: true })
export type Winner = z.infer<typeof winner>

/** Somebody's place among those of their class. */
const inClass = z.object({
  carClassId: z.string(),
  position: int.nullable(),
  /** To the first of the class. */
  gap: z.number(),
  /** Of the first, to the second. */
  lead: z.number().nullable(),
})

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
  /** Who won a race of each of `rounds`, on whatever page they are: of several races, splits or classes each. */
  winners: z.array(z.array(winner)),
  /** Rounded mean rank of who is registered, in the table of all drivers; null: nobody of them was ever rated. */
  fieldStrength: int.nullable(),
  /** The reader's own, on whatever page it is; null: they are not in this table. */
  mine: row.nullable(),
  /** In the table of all drivers: where the reader stands in their class; null: in none. */
  myClass: inClass.nullable(),
  total: int,
  /** The community shows who drives to the signed-in alone. */
  loginRequired: z.boolean(),
})
export type StandingsView = z.infer<typeof standingsView>
