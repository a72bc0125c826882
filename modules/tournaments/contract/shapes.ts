/** Shapes of the tournaments contract: what is typed into the form, and what the pages are given. */
import { z } from 'zod'
import { leagueId, sessionId, tournamentId, userId } from '#core/ids.ts'
import { longText, text, wordLike } from '#core/text.ts'
import { GAME_IDS } from '#games/game.ts'
import { accountAsked } from '#modules/entries/contract/shapes.ts'
import { confirmation } from '#modules/results/contract/confirmation.ts'
import { eventCard } from '#modules/sessions/contract/shapes.ts'
import { SHORT_NAME } from '#modules/sessions/rules.ts'
import { COUNTED_IN } from '#modules/standings/rules/teams/counted-in.ts'
import { DEFAULT_POINTS, GRID_POINTS } from '#modules/points/rules.ts'
import { TOURNAMENT_TYPES } from '#modules/sessions/rules/season.ts'
import { rating } from '#modules/ranking/contract.ts'
import { successBallast } from './ballast.ts'
import { CAR_CHANGES, PARTICIPANT_STATUSES, TOURNAMENT, TOURNAMENT_STATUSES } from '../rules.ts'

const int = z.number().int()
const carId = text(1, 80)
const table = z.array(z.number().min(0).max(TOURNAMENT.points)).min(1).max(TOURNAMENT.places)
export const raceTables = z.array(table.nullable()).max(10).nullish()
export const bonusPoints = z.number().min(0).max(TOURNAMENT.points)
const bonus = bonusPoints.default(0)
const round = int.min(1).max(TOURNAMENT.sessions)

/** How the season scores (decisions.md §3 "Points tables"). What is left out is as usual. */
export const pointSystem = z.strictObject({
  overallPointTable: table.default([...DEFAULT_POINTS]),
  /** Everybody stands by the best race time of all rounds; points are hidden. */
  onlyBestRaceTime: z.boolean().default(false),
  minimumDistancePercent: int.min(0).max(100).default(75),
  scope: z.enum(['OVERALL', 'CLASS']).default('OVERALL'),
  gridSize: z
    .strictObject({
      base: z.number().min(GRID_POINTS.baseRange[0]).max(GRID_POINTS.baseRange[1]),
      multiplier: z.number().min(GRID_POINTS.multiplierRange[0]).max(GRID_POINTS.multiplierRange[1]),
    })
    .nullable()
    .default(null),
  bonus: z.strictObject({ pole: bonus, fastestLap: bonus, fastestLapWithin: int.min(1).max(100).nullable().default(null) }).prefault({}),
  /** Of the rounds from one to another the best so many count, and besides those that are excepted; none: all do. */
  bestRounds: z
    .array(z.strictObject({ from: round, to: round, best: round, except: z.array(round).max(TOURNAMENT.sessions).optional() }))
    .max(TOURNAMENT.parts)
    .default([]),
  /** Of each team, or as many of its drivers; null: all. */
  countingCars: int.min(1).max(50).nullable().default(null),
  /** Cars of each race, or of all races of a round together; or drivers, each with all they have of a round, or of the season after their drops. */
  countingIn: z.enum(COUNTED_IN).default('RACE'),
  sharedCar: z.enum(['FULL', 'SHARE']).default('FULL'),
  nations: z.boolean().default(false),
})
export type PointSystem = z.infer<typeof pointSystem>

const carClass = z.strictObject({
  /** Its short name. */
  id: wordLike(SHORT_NAME, 'letters 1 12'),
  name: text(1, TOURNAMENT.className),
  color: wordLike(/^#[0-9a-fA-F]{6}$/, 'colour'),
  cars: z.array(carId).min(1).max(TOURNAMENT.cars),
  maxClassEntries: int.min(1).max(TOURNAMENT.entries[1]).nullish(),
})

export const tournamentFields = {
  name: text(...TOURNAMENT.name),
  description: longText(0, TOURNAMENT.description).default(''),
  cars: z
    .array(z.strictObject({ id: carId }))
    .max(TOURNAMENT.cars)
    .default([]),
  /** Multiclass; the cars are then those of the classes. */
  carClasses: z.array(carClass).max(TOURNAMENT.classes[1]).default([]),
  entryRules: z.strictObject({ joinAfterStart: z.boolean().default(true), carChange: z.enum(CAR_CHANGES).default('BEFORE_START') }).prefault({}),
  participationRules: z.strictObject({ sessionSkipLimit: int.min(0).max(TOURNAMENT.skips).default(0) }).prefault({}),
  maxEntries: int.min(1).max(TOURNAMENT.entries[1]),
}
export const tournamentBody = z.strictObject({
  leagueId,
  type: z.enum(TOURNAMENT_TYPES),
  game: z.enum(GAME_IDS),
  ...tournamentFields,
  pointSystem: pointSystem.prefault({}),
})
export const editBody = z.strictObject(tournamentFields)
export type EditBody = z.infer<typeof editBody>

const cardShape = {
  id: tournamentId,
  leagueId,
  leagueName: z.string(),
  leagueLogoUrl: z.string().nullable(),
  type: z.enum(TOURNAMENT_TYPES),
  status: z.enum(TOURNAMENT_STATUSES),
  game: z.enum(GAME_IDS),
  gameName: z.string(),
  name: z.string(),
  taken: int,
  maxEntries: int,
  bgImage: z.string().nullable(),
  bgImageSmall: z.string().nullable(),
  carClasses: z.array(z.object({ id: z.string(), name: z.string(), color: z.string() })),
}
export const tournamentCard = z.object({
  ...cardShape,
  /** Events that were raced or still can be, and those of them that were. */
  rounds: int,
  roundsOver: int,
  /** The next of its events; null: none is planned. */
  nextStartsAt: z.string().nullable(),
})
export type TournamentCard = z.infer<typeof tournamentCard>

/** An event of the season. */
export const roundView = z.object({
  sessionId,
  no: int,
  name: z.string(),
  /** Three letters of the track, for the head of a column. */
  code: z.string(),
  trackName: z.string(),
  country: z.string().nullable(),
  outline: z.string().nullable(),
  startsAt: z.string(),
  status: eventCard.shape.status,
  multiplier: z.number(),
  table: z.array(z.number()).nullable(),
  /** How many races are planned in it, and the points that single ones have of their own. */
  races: int,
  /** Cars on its grid, and drivers of the season who stay away from it. */
  taken: int,
  skips: int,
  raceTables: z.array(z.array(z.number()).nullable()).nullable(),
  /** What its fastest lap is worth; null: as in the season. */
  fastestLap: z.number().nullable(),
  /** Whether its results are final; null: it is not over, or nothing was said of it. */
  confirmation: confirmation.nullable(),
})
export type RoundView = z.infer<typeof roundView>

export const tournamentView = z.object({
  ...cardShape,
  v: int,
  description: z.string(),
  cars: z.array(z.object({ id: z.string(), name: z.string() })),
  carClasses: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      color: z.string(),
      cars: z.array(z.string()),
      /** Of each of them, as people know it. */
      carNames: z.array(z.string()),
      maxClassEntries: int.nullable(),
      currentEntries: int,
    }),
  ),
  entryRules: z.object({ joinAfterStart: z.boolean(), carChange: z.enum(CAR_CHANGES) }),
  participationRules: z.object({ sessionSkipLimit: int }),
  /** With what single rounds have of their own. */
  pointSystem: z.object({
    ...pointSystem.shape,
    rounds: z.array(
      z.object({
        sessionId,
        multiplier: z.number(),
        table: z.array(z.number()).nullable(),
        raceTables: z.array(z.array(z.number()).nullable()).nullable(),
        fastestLap: z.number().nullable(),
      }),
    ),
  }),
  /** What the first of the season carry into its next race; null: nothing. */
  successBallast: successBallast.nullable(),
  /** Whether its calendar file is there for everybody. */
  hasCalendar: z.boolean(),
  sessions: z.array(roundView),
  /** How many of them were raced, of those that were or still can be. */
  raced: z.object({ over: int, of: int }),
  /** By whose clocks its rounds were planned last, IANA; null: none were planned together. */
  timeZone: z.string().nullable(),
  publishedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
})
export type TournamentView = z.infer<typeof tournamentView>

export const memberView = z.object({
  ...tournamentView.shape,
  /** The asker's own registration, and the events they stay away from. */
  entry: z
    .object({
      status: z.enum(PARTICIPANT_STATUSES),
      carClassId: z.string().nullable(),
      /** Null: the first car of each event. */
      carId: z.string().nullable(),
      teamName: z.string().nullable(),
      skippedSessionIds: z.array(sessionId),
      /** Of who waits for a seat, or for one in their class: the how manyth they are. */
      inLine: int.nullable(),
    })
    .nullable(),
  /** Of its community, whose members alone register. */
  isMember: z.boolean(),
  /** Its events in which the asker drives or waits for a seat, and their number there. */
  drives: z.array(z.object({ sessionId, raceNumber: int, isWaiting: z.boolean() })),
  /** `needed`: without it nobody is on the grid of an event to come. */
  account: accountAsked,
  /** Which cars there are to choose from; of a class those of the class. */
  offeredCars: z.array(z.object({ id: z.string(), name: z.string() })),
  may: z.object({
    edit: z.boolean(),
    publish: z.boolean(),
    end: z.boolean(),
    delete: z.boolean(),
    duplicate: z.boolean(),
    register: z.boolean(),
    leave: z.boolean(),
    changeCar: z.boolean(),
    /** Not in a game that takes neither ballast nor restrictor. */
    setBallast: z.boolean(),
    skip: z.boolean(),
  }),
})
export type MemberView = z.infer<typeof memberView>

export const participantView = z.object({
  /** Null for somebody who erased the account. */
  driverId: userId.nullable(),
  name: z.string().nullable(),
  country: z.string().nullable(),
  /** In the game of the season, of who was ever rated. */
  rating: rating.nullable(),
  status: z.enum(PARTICIPANT_STATUSES),
  carClassId: z.string().nullable(),
  /** Null: the first car of each event. */
  carId: z.string().nullable(),
  teamName: z.string().nullable(),
  registeredAt: z.string(),
})
