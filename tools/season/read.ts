/** A season's file as it is written: every race with its rows, and the rules it was scored by. */
import { z } from 'zod'
import { COUNTED_IN } from '#modules/standings/rules/teams/counted-in.ts'
import { TIE_RULES } from '#modules/standings/rules/season.ts'

const told = z.unknown().optional()
const row = z.looseObject({
  driver: z.string(),
  team: z.string().nullish(),
  engine: z.string().nullish(),
  number: z.union([z.number(), z.string()], { error: 'the number of the car belongs here' }).nullish(),
  position: z.number().nullish(),
  status: z.string().nullish(),
  laps: z.number().nullish(),
  timeMs: z.number().nullish(),
  pole: z.boolean().nullish(),
  fastestLap: z.boolean().nullish(),
  sharedCar: z.boolean().nullish(),
  points: z.number().nullish(),
  class: z.string().nullish(),
  // what is told of it and changes no points: times and places stand with the penalty
  grid: told,
  timePenaltyMs: told,
  reason: told,
})
const IS_PLACE = /^\s*\d+\s*$/
/** A word in the place of a place, as "DNF", is what became of the car. */
const rows = z.array(
  z.preprocess((value) => (isObject(value) && typeof value['position'] === 'string' ? placed(value, value['position']) : value), row),
)
const best = z.number().int().min(0)
/** `except`: rounds between that are never dropped. */
const parts = z.array(z.looseObject({ rounds: z.tuple([z.number(), z.number()]), best, except: z.array(z.number()).optional() }))
const bonus = z.number().min(0).optional()
const table = z.union([z.array(z.number()), z.record(z.string().regex(/^\d+$/), z.number()).transform(inOrder)], {
  error: 'points belong here from the first place on, as [25, 18, 15] or {"1": 25, "2": 18}',
})
const byRound = z.record(z.string(), z.number(), { error: 'a figure for each round belongs here, as {"12": 0.5}' }).optional()
/** What a race is worth: of all races, and in the place of that of one. */
const worth = {
  points: table.optional(),
  constructorPoints: table.optional(),
  fastestLap: bonus,
  fastestLapInTop10: bonus,
  pole: bonus,
  sprintPoints: table.optional(),
  sprintFastestLap: bonus,
  sprintPole: bonus,
}
const rules = z.looseObject({
  ...worth,
  bestResults: best.nullish(),
  bestResultsInParts: parts.nullish(),
  constructorBestResults: best.nullish(),
  constructorBestResultsInParts: parts.nullish(),
  constructorCountingCars: z.number().int().min(1).nullish(),
  /** Which cars or drivers these are; without their number all of them. */
  constructorCountingIn: z.enum(COUNTED_IN).optional(),
  multipliers: byRound,
  sprintMultipliers: byRound,
  /** Points by the place in the class, not in the whole field. */
  scope: z.enum(['OVERALL', 'CLASS']).optional(),
  /** What drivers of one car get: each all of its points, or each a share. */
  sharedCar: z.enum(['FULL', 'SHARE']).optional(),
  ties: z.array(z.enum(TIE_RULES)).optional(),
  /** Whether a round in which somebody was disqualified may be dropped; it may, where nothing is said. */
  mayDropDisqualified: z.boolean().optional(),
  of: told,
  note: told,
})
const place = z
  .union([z.number(), z.string()], { error: 'a place belongs here as a figure, or null for who has none' })
  .nullish()
  .transform((value) => (typeof value === 'string' && IS_PLACE.test(value) ? Number(value) : typeof value === 'number' ? value : null))
const race = z.looseObject({
  ...worth,
  round: z.number().nullish(),
  name: z.string().optional(),
  date: told,
  circuit: z.string().optional(),
  laps: told,
  results: rows,
  sprint: rows.nullish(),
})
const driverStanding = z.looseObject({ position: place, driver: z.string(), points: z.number(), class: z.string().nullish() })
const teamStanding = z.looseObject({ position: place, team: z.string(), engine: z.string().nullish(), points: z.number() })
/** Given or taken by hand, of a round or of the season. */
const adjustment = z.looseObject({
  driver: z.string().optional(),
  team: z.string().optional(),
  points: z.number(),
  round: z.number().nullish(),
  reason: told,
})
const seasonFile = z.looseObject({
  season: z.union([z.number(), z.string()], { error: 'what the season is called belongs here, as 2024 or "Winter 2024"' }),
  rules: rules.default({}),
  races: z.array(race),
  driverStandings: z.array(driverStanding).nullish(),
  constructorStandings: z.array(teamStanding).nullish(),
  adjustments: z.array(adjustment).default([]),
  /** Drivers and teams that were disqualified from the season. */
  excluded: z.array(z.string()).default([]),
  source: told,
})
export type SeasonFile = z.infer<typeof seasonFile>
export type FileRow = z.infer<typeof row>
export type FileRace = SeasonFile['races'][number]

type Read = { readonly file: SeasonFile; readonly unknown: readonly string[] } | { readonly wrong: readonly string[] }

/** The season, or what is wrong with the file, a sentence each; and the fields that it has and nobody knows, which might change who wins. */
export function readSeason(json: string): Read {
  let value: unknown
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ''), teamNamed)
  } catch (fault) {
    return { wrong: [`This is no JSON: ${(fault as Error).message}`] }
  }
  const read = seasonFile.safeParse(value)
  if (!read.success)
    return { wrong: read.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}${foundAt(value, path)}`) }
  return { file: read.data, unknown: unknownOf(read.data) }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

const placed = (row: Readonly<Record<string, unknown>>, word: string): object =>
  IS_PLACE.test(word) ? { ...row, position: Number(word) } : { ...row, position: null, status: row['status'] ?? word.trim().toUpperCase() }

/** What stands where something else belongs. */
function foundAt(file: unknown, path: readonly PropertyKey[]): string {
  const found = path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), file)
  const words = JSON.stringify(found)
  return words === undefined ? '' : `; here stands ${words.length > 60 ? `${words.slice(0, 60)}…` : words}`
}

/** `constructor` stands for a team; under that name whatever lacks it would have that of objects. */
function teamNamed(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'constructor')) return value
  const { constructor: team, ...rest } = value as { readonly constructor: unknown }
  return { ...rest, team }
}

/** Each unknown field once, with the first place where it stands. */
function unknownOf(file: SeasonFile): readonly string[] {
  const found = new Map<string, string>()
  const look = (of: object, { shape }: z.ZodObject, at: string): void => {
    for (const key of Object.keys(of)) {
      const field = `${at.replaceAll(/\.\d+/g, '')} ${key}`
      if (!Object.hasOwn(shape, key) && !found.has(field)) found.set(field, `${at}: unknown field “${key}”`)
    }
  }
  const each = (all: readonly object[] | null | undefined, shape: z.ZodObject, at: string): void =>
    (all ?? []).forEach((one, no) => look(one, shape, `${at}.${no}`))
  look(file, seasonFile, 'the file')
  look(file.rules, rules, 'rules')
  each(file.races, race, 'races')
  for (const [no, { results, sprint }] of file.races.entries()) {
    each(results, row, `races.${no}.results`)
    each(sprint, row, `races.${no}.sprint`)
  }
  each(file.driverStandings, driverStanding, 'driverStandings')
  each(file.constructorStandings, teamStanding, 'constructorStandings')
  each(file.adjustments, adjustment, 'adjustments')
  return [...found.values()]
}

function inOrder(byPlace: Readonly<Record<string, number>>): number[] {
  const most = Math.max(0, ...Object.keys(byPlace).map(Number))
  return Array.from({ length: Math.min(most, 1000) }, (_, at) => byPlace[at + 1] ?? 0)
}
