/** A season as a file tells it: races with every row, and the rules it was scored by. Reads it into what `modules/standings` works with. */
import { z } from 'zod'
import { pointsRulesOf } from '#modules/points/rules.ts'
import {
  type Participant,
  type Race,
  type RaceRow,
  type Season,
  type SeasonRules,
  type TieRule,
  TIE_RULES,
  USUAL_SEASON,
} from '#modules/standings/rules/season.ts'

/** Until then only places in the points decided between two who were level, and who had no points had no place; from 1995 who had theirs first. */
const EVERY_PLACE_DECIDES_SINCE = 2000
const FIRST_RESULT_DECIDES_SINCE = 1995

const row = z.object({
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
})
const best = z.number().int().min(0)
const seasonFile = z.object({
  season: z.union([z.number(), z.string()]),
  rules: z.object({
    points: z.array(z.number()),
    bestResults: best.optional(),
    bestResultsInParts: z.array(z.object({ rounds: z.tuple([z.number(), z.number()]), best })).optional(),
    constructorBestResults: best.optional(),
    constructorCountingCars: z.number().optional(),
    fastestLap: z.number().optional(),
    fastestLapInTop10: z.number().optional(),
    pole: z.number().optional(),
    sprintPoints: z.array(z.number()).optional(),
    multipliers: z.record(z.string(), z.number()).optional(),
    ties: z.array(z.enum(TIE_RULES)).optional(),
  }),
  races: z.array(z.object({ round: z.number(), name: z.string().optional(), results: z.array(row), sprint: z.array(row).optional() })),
  driverStandings: z.array(z.object({ position: z.number().nullable(), driver: z.string(), points: z.number() })).optional(),
  constructorStandings: z.array(z.object({ position: z.number().nullable(), constructor: z.string(), points: z.number() })).optional(),
})
export type SeasonFile = z.infer<typeof seasonFile>
type FileRow = z.infer<typeof row>

export const readSeason = (text: string): SeasonFile => seasonFile.parse(JSON.parse(text))

/** Only who has points has a place: zeros are listed where every place decides. */
export const listsZeros = (season: Season): boolean => !season.rules.ties.includes('SCORING_PLACES')

export function seasonOf(file: SeasonFile): Season {
  const { rules } = file
  const races = file.races.toSorted((a, b) => a.round - b.round)
  const whole = rules.bestResults === undefined ? [] : [{ from: 1, to: races.length, best: rules.bestResults }]
  const parts = rules.bestResultsInParts?.map(({ rounds: [from, to], best: most }) => ({ from, to, best: most })) ?? whole
  const teamParts = rules.constructorBestResults === undefined ? [] : [{ from: 1, to: races.length, best: rules.constructorBestResults }]
  const season: SeasonRules = {
    ...USUAL_SEASON,
    parts,
    mayDropDisqualified: true,
    ties: rules.ties ?? tiesIn(Number(file.season)),
    sharedCar: 'SHARE',
    teams: { countingCars: rules.constructorCountingCars ?? null, parts: teamParts },
  }
  const rounds = races.map((race) => ({
    id: String(race.round),
    races: [
      ...(race.sprint ? [raceOf(`${race.round} sprint`, race.sprint, { table: rules.sprintPoints ?? [], multiplier: 1, decidesTies: false })] : []),
      raceOf(`${race.round}`, race.results, {
        table: rules.points,
        multiplier: rules.multipliers?.[race.round] ?? 1,
        decidesTies: true,
        fastestLap: rules.fastestLapInTop10 ?? rules.fastestLap ?? 0,
        fastestLapWithin: rules.fastestLapInTop10 === undefined ? null : 10,
        pole: rules.pole ?? 0,
      }),
    ],
  }))
  const drivers = new Set(rounds.flatMap((round) => round.races.flatMap(({ rows }) => (rows ?? []).flatMap(({ driverIds }) => driverIds))))
  return { rules: season, rounds, participants: [...drivers].map(participantOf), adjustments: [], gridSize: 26 }
}

function tiesIn(year: number): readonly TieRule[] {
  if (year < FIRST_RESULT_DECIDES_SINCE) return ['SCORING_PLACES']
  return year < EVERY_PLACE_DECIDES_SINCE ? ['SCORING_PLACES', 'FIRST_RESULT'] : ['PLACES']
}

type Scoring = {
  readonly table: readonly number[]
  readonly multiplier: number
  readonly decidesTies: boolean
  readonly fastestLap?: number
  readonly fastestLapWithin?: number | null
  readonly pole?: number
}

function raceOf(id: string, rows: readonly FileRow[], { table, multiplier, decidesTies, ...bonus }: Scoring): Race {
  const { fastestLap = 0, fastestLapWithin = null, pole = 0 } = bonus
  const points = pointsRulesOf({ table, minimumDistancePercent: 0 })
  return { id, rules: { points, multiplier, decidesTies, bonus: { pole, fastestLap, fastestLapWithin } }, rows: carsOf(rows, table) }
}

/** Who shared a car stands in a row each, with its number and its place. A car in the points that was given none was not eligible. */
function carsOf(rows: readonly FileRow[], table: readonly number[]): readonly RaceRow[] {
  const carOf = (one: FileRow): string => `${one.number} ${one.position ?? one.status}`
  const several = new Set(rows.flatMap((one) => (one.sharedCar ? [carOf(one)] : [])))
  const cars = Map.groupBy(rows, (one) => (several.has(carOf(one)) ? carOf(one) : one))
  return [...cars.values()].map((crew) => {
    const inPoints = (table[(crew[0]!.position ?? Infinity) - 1] ?? 0) > 0
    const isGuest = inPoints && crew.every(({ points }) => points === 0)
    return { ...rowOf(crew[0]!, [...new Set(crew.map(({ driver }) => driver))], crew), isGuest }
  })
}

const STATUSES: Readonly<Record<string, RaceRow['status']>> = { FINISHED: 'FINISHED', DSQ: 'DSQ', DNS: 'DNS', DNQ: 'DNS', DNPQ: 'DNS' }

const rowOf = (one: FileRow, driverIds: readonly string[], crew: readonly FileRow[]): RaceRow => ({
  driverIds,
  teamId: one.constructor ?? null,
  classId: one.class ?? null,
  splitNo: 1,
  position: one.position ?? null,
  status: STATUSES[one.status] ?? 'DNF',
  lapCount: one.laps ?? 0,
  totalTimeMs: one.timeMs ?? null,
  bestLapMs: null,
  qualified: null,
  fastestLap: crew.some(({ fastestLap }) => fastestLap),
  pole: crew.some(({ pole }) => pole),
  adjustment: 0,
})

const participantOf = (id: string): Participant => ({
  id,
  teamId: null,
  classId: null,
  nation: null,
  registeredAt: null,
  isExcluded: false,
  isGuest: false,
})
