/** A season as a file tells it: races with every row, and the rules it was scored by. Reads it into what `modules/standings` works with. */
import { z } from 'zod'
import { pointsRulesOf } from '#modules/points/rules.ts'
import {
  NO_BONUS,
  type Participant,
  type Race,
  type Season,
  type SeasonAdjustment,
  type SeasonRules,
  type TieRule,
  TIE_RULES,
  USUAL_SEASON,
} from '#modules/standings/rules/season.ts'
import { carsOf, type Scoring } from './cars.ts'

/** Until then only places in the points decided between two who were level, and who had no points had no place. */
const EVERY_PLACE_DECIDES_SINCE = 2000
/** Of these years the published tables have who was in the points first before who was later. */
const FIRST_RESULT_DECIDED: ReadonlySet<number> = new Set([1995, 1998, 1999])
/** Until then the best car of a team counted, and its rounds were dropped as drivers' were. */
const EVERY_CAR_COUNTS_SINCE = 1979
/** A win was worth 9 points to its driver, and to its team as before. */
const TEAM_POINTS: Readonly<Record<number, readonly number[]>> = { 1961: [8, 6, 4, 3, 2, 1] }
/** Until then the fastest lap was the driver's alone. */
const TEAMS_HAVE_BONUS_SINCE = 1960
/** Of drivers alone: its cars were no cars of the teams' championship. */
const isOfDriversAlone = (year: number, circuit: string | undefined): boolean => year <= 1960 && circuit === 'indianapolis'

const told = z.unknown().optional()
const row = z.strictObject({
  driver: z.string(),
  constructor: z.string().nullish(),
  number: z.union([z.number(), z.string()]).nullish(),
  position: z.number().nullish(),
  status: z.string(),
  laps: z.number().nullish(),
  timeMs: z.number().nullish(),
  pole: z.boolean().optional(),
  fastestLap: z.boolean().optional(),
  sharedCar: z.boolean().optional(),
  points: z.number().nullish(),
  class: z.string().nullish(),
  // what is told of it and changes no points: times and places stand with the penalty
  grid: told,
  timePenaltyMs: told,
  reason: told,
})
const best = z.number().int().min(0)
const parts = z.array(z.strictObject({ rounds: z.tuple([z.number(), z.number()]), best }))
const bonus = z.number().min(0).optional()
const seasonFile = z.strictObject({
  season: z.union([z.number(), z.string()]),
  rules: z.strictObject({
    points: z.array(z.number()),
    bestResults: best.optional(),
    bestResultsInParts: parts.optional(),
    constructorBestResults: best.optional(),
    constructorBestResultsInParts: parts.optional(),
    constructorPoints: z.array(z.number()).optional(),
    constructorCountingCars: z.number().int().min(1).optional(),
    fastestLap: bonus,
    fastestLapInTop10: bonus,
    pole: bonus,
    sprintPoints: z.array(z.number()).optional(),
    multipliers: z.record(z.string(), z.number()).optional(),
    ties: z.array(z.enum(TIE_RULES)).optional(),
    of: told,
    note: told,
  }),
  races: z.array(
    z.strictObject({
      round: z.number(),
      name: z.string().optional(),
      date: told,
      circuit: z.string().optional(),
      laps: told,
      results: z.array(row),
      sprint: z.array(row).optional(),
    }),
  ),
  driverStandings: z.array(z.strictObject({ position: z.number().nullable(), driver: z.string(), points: z.number() })).optional(),
  constructorStandings: z.array(z.strictObject({ position: z.number().nullable(), constructor: z.string(), points: z.number() })).optional(),
  source: told,
})
export type SeasonFile = z.infer<typeof seasonFile>
export type FileRow = z.infer<typeof row>

/** The season, or what is wrong with the file, a sentence each. A field it does not know may change who wins, so none is passed over. */
export function readSeason(json: string): { readonly file: SeasonFile } | { readonly wrong: readonly string[] } {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (fault) {
    return { wrong: [`This is no JSON: ${(fault as Error).message}`] }
  }
  const read = seasonFile.safeParse(value)
  return read.success ? { file: read.data } : { wrong: read.error.issues.map(wordsOf) }
}

function wordsOf(issue: z.core.$ZodIssue): string {
  const at = issue.path.length > 0 ? issue.path.join('.') : 'the file'
  if (issue.code !== 'unrecognized_keys') return `${at}: ${issue.message}`
  const keys = issue.keys.map((key) => `“${key}”`).join(', ')
  return `${at}: unknown field ${keys}. It might change the standings, so the season is not worked out without it.`
}

/** Only who has points has a place: zeros are listed where every place decides. */
export const listsZeros = (season: Season): boolean => !season.rules.ties.includes('SCORING_PLACES')

/** The season as the drivers' table follows from it, or the teams'. */
export function seasonOf(file: SeasonFile, of: 'DRIVERS' | 'TEAMS' = 'DRIVERS'): Season {
  const { rules } = file
  const year = Number(file.season)
  const isOfTeams = of === 'TEAMS'
  const hasBonus = !isOfTeams || year >= TEAMS_HAVE_BONUS_SINCE
  const races = file.races.toSorted((a, b) => a.round - b.round)
  const partsOf = (most: number | undefined, inParts: SeasonFile['rules']['bestResultsInParts']) =>
    inParts?.map(({ rounds: [from, to], best: count }) => ({ from, to, best: count })) ??
    (most === undefined ? null : [{ from: 1, to: races.length, best: most }])
  const driverParts = partsOf(rules.bestResults, rules.bestResultsInParts) ?? []
  const isOfBestCar = year < EVERY_CAR_COUNTS_SINCE
  const season: SeasonRules = {
    ...USUAL_SEASON,
    parts: driverParts,
    mayDropDisqualified: true,
    ties: rules.ties ?? tiesIn(year),
    sharedCar: 'SHARE',
    teams: {
      countingCars: rules.constructorCountingCars ?? (isOfBestCar ? 1 : null),
      parts: partsOf(rules.constructorBestResults, rules.constructorBestResultsInParts) ?? (isOfBestCar ? driverParts : []),
    },
  }
  const excludedTeams = excluded(file.constructorStandings?.map((one) => ({ ...one, id: one.constructor })))
  const adjustments: SeasonAdjustment[] = []
  const rounds = races.map((race) => {
    const raceOf = (id: string, rows: readonly FileRow[], scoring: Scoring): Race => {
      const { cars, byHand } = carsOf(rows, scoring)
      adjustments.push(...byHand.map((one) => ({ ...one, roundId: String(race.round) })))
      const isNone = (teamId: string | null): boolean => teamId === null || excludedTeams.has(teamId) || isOfDriversAlone(year, race.circuit)
      const { table, multiplier, decidesTies, fastestLap, fastestLapWithin, pole } = scoring
      return {
        id,
        rules: {
          points: pointsRulesOf({ table, minimumDistancePercent: 0 }),
          multiplier,
          decidesTies,
          bonus: { pole, fastestLap, fastestLapWithin },
        },
        rows: cars.map((car) => (isNone(car.teamId) ? { ...car, teamId: null } : car)),
      }
    }
    const sprint: Scoring = { table: rules.sprintPoints ?? [], multiplier: 1, decidesTies: false, ...NO_BONUS }
    const main: Scoring = {
      table: (isOfTeams ? (rules.constructorPoints ?? TEAM_POINTS[year]) : undefined) ?? rules.points,
      multiplier: rules.multipliers?.[race.round] ?? 1,
      decidesTies: true,
      fastestLap: hasBonus ? (rules.fastestLapInTop10 ?? rules.fastestLap ?? 0) : 0,
      fastestLapWithin: rules.fastestLapInTop10 === undefined ? null : 10,
      pole: rules.pole ?? 0,
    }
    return {
      id: String(race.round),
      races: [...(race.sprint ? [raceOf(`${race.round} sprint`, race.sprint, sprint)] : []), raceOf(`${race.round}`, race.results, main)],
    }
  })
  const out = excluded(file.driverStandings?.map((one) => ({ ...one, id: one.driver })))
  const drivers = new Set(rounds.flatMap((round) => round.races.flatMap(({ rows }) => (rows ?? []).flatMap(({ driverIds }) => driverIds))))
  const participants = [...drivers].map((id) => participantOf(id, out.has(id)))
  return { rules: season, rounds, participants, adjustments, gridSize: 26 }
}

/** Who is published without a place was disqualified from the season, which no race tells. */
function excluded(published: readonly { readonly id: string; readonly position: number | null }[] = []): ReadonlySet<string> {
  const placed = new Set(published.filter(({ position }) => position !== null).map(({ id }) => id))
  return new Set(published.flatMap(({ id }) => (placed.has(id) ? [] : [id])))
}

function tiesIn(year: number): readonly TieRule[] {
  if (year >= EVERY_PLACE_DECIDES_SINCE) return ['PLACES']
  return FIRST_RESULT_DECIDED.has(year) ? ['SCORING_PLACES', 'FIRST_RESULT'] : ['SCORING_PLACES']
}

const participantOf = (id: string, isExcluded: boolean): Participant => ({
  id,
  teamId: null,
  classId: null,
  nation: null,
  registeredAt: null,
  isExcluded,
  isGuest: false,
})
