/** The season of a file as `modules/standings` works with it. */
import { pointsRulesOf } from '#modules/points/rules.ts'
import {
  type Part,
  type Participant,
  type Race,
  type RaceRow,
  type RaceRules,
  type Season,
  type SeasonAdjustment,
  type SeasonRules,
  type TieRule,
  USUAL_SEASON,
} from '#modules/standings/rules/season.ts'
import { bonusOf, hasAwards, multiplierOf, scopeOf, tableOf } from './awards.ts'
import { type Cars, carsOf } from './cars.ts'
import {
  deductedIn,
  excludedIn,
  hasTeams,
  isOfBestCar,
  isOfDriversAlone,
  type Of,
  teamPointsIn,
  teamsHaveBonus,
  tiesIn,
  yearOf,
} from './championship.ts'
import type { FileRace, FileRow, SeasonFile } from './read.ts'
import { teamNames } from './teams.ts'

/** A race of a round as its rows were scored for the drivers. */
type Driven = { readonly id: string; readonly file: FileRace; readonly rows: readonly FileRow[]; readonly rules: RaceRules } & Cars
export type Driving = {
  readonly file: SeasonFile
  readonly year: number
  /** In the order of their numbers; of each its races. */
  readonly rounds: readonly { readonly id: string; readonly no: number; readonly races: readonly Driven[] }[]
  readonly notes: readonly string[]
}

/** What the races of a file came to, and what is odd about it. */
export function drivingOf(file: SeasonFile): Driving {
  const { rules } = file
  const notes: string[] = []
  const awarded = hasAwards(file)
  const table = rules.points ?? tableOf(file)
  if (!rules.points) notes.push(`no points of places are told: ${table.join(' ')} as they were awarded`)
  const guessed = (mark: 'fastestLap' | 'pole', words: string): number => {
    const bonus = bonusOf(file, mark, table)
    if (bonus > 0) notes.push(`no points of ${words} are told: ${bonus} as they were awarded`)
    return bonus
  }
  const main: RaceRules = {
    points: pointsRulesOf({ table, minimumDistancePercent: 0, scope: rules.scope }),
    multiplier: 1,
    decidesTies: true,
    bonus: {
      pole: rules.pole ?? guessed('pole', 'the pole'),
      ...(fastestLapOf(rules) ?? { fastestLap: guessed('fastestLap', 'the fastest lap'), fastestLapWithin: null }),
    },
  }
  const scope = rules.scope ?? scopeOf(file, main)
  if (scope !== main.points.scope) notes.push('points by the place in the class, as they were awarded')
  const { sprintPole: pole = 0, sprintFastestLap: fastestLap = 0 } = rules
  const sprint: RaceRules = {
    points: { ...pointsRulesOf({ table: rules.sprintPoints ?? [], minimumDistancePercent: 0 }), scope },
    multiplier: 1,
    decidesTies: false,
    bonus: { pole, fastestLap, fastestLapWithin: null },
  }
  const worthOf = ({ points, bonus, ...usual }: RaceRules, own: Own): RaceRules => ({
    ...usual,
    points: { ...points, scope, table: own.points ?? points.table },
    bonus: { ...bonus, ...fastestLapOf(own), pole: own.pole ?? bonus.pole },
  })
  const rounds = file.races
    .map((race, at) => ({ race, no: race.round ?? at + 1 }))
    .toSorted((a, b) => a.no - b.no)
    .map(({ race, no }, at) => {
      const drive = (rows: readonly FileRow[], usual: RaceRules, told: number, what: string): Driven => {
        const multiplier = awarded ? multiplierOf(rows, usual.points.table, told) : told
        const own = { ...usual, multiplier }
        const cars = carsOf(rows, own, awarded, rules.sharedCar)
        const odd = multiplier === told ? [] : [`scored ${multiplier} times the points of its places, where the rules say ${told}`]
        notes.push(...[...odd, ...cars.notes].map((words) => `round ${no}${what}: ${words}`))
        return { id: `${at}${what}`, file: race, rows, rules: own, ...cars }
      }
      return {
        id: String(at),
        no,
        races: [
          ...(race.sprint ? [drive(race.sprint, worthOf(sprint, ofSprint(race)), rules.sprintMultipliers?.[no] ?? 1, ' sprint')] : []),
          drive(race.results, worthOf(main, race), rules.multipliers?.[no] ?? 1, ''),
        ],
      }
    })
  notes.push(...oddOf(file, new Set(rounds.map(({ no }) => no))))
  return { file, year: yearOf(file.season), rounds, notes }
}

type Own = Pick<FileRace, 'points' | 'pole' | 'fastestLap' | 'fastestLapInTop10'>
const ofSprint = ({ sprintPoints: points, sprintPole: pole, sprintFastestLap: fastestLap }: FileRace): Own => ({ points, pole, fastestLap })
/** `null`: nothing is told of it. */
function fastestLapOf({ fastestLap, fastestLapInTop10 }: Own): Pick<RaceRules['bonus'], 'fastestLap' | 'fastestLapWithin'> | null {
  const worth = fastestLapInTop10 ?? fastestLap
  return worth === undefined ? null : { fastestLap: worth, fastestLapWithin: fastestLapInTop10 === undefined ? null : 10 }
}

/** What stands in a file and is most likely a slip: it changes nobody's points, or counts twice. */
function oddOf({ races, rules }: SeasonFile, rounds: ReadonlySet<number>): readonly string[] {
  const odd: string[] = []
  if (rules.constructorCountingIn === 'SEASON_DRIVERS' && (rules.constructorBestResults ?? rules.constructorBestResultsInParts))
    odd.push('rules: teams have what their drivers have of the season, who drop rounds; none is dropped besides')
  for (const key of ['multipliers', 'sprintMultipliers'] as const)
    for (const no of Object.keys(rules[key] ?? {})) if (!rounds.has(Number(no))) odd.push(`rules.${key}: there is no round ${no}`)
  for (const [at, { round, results, sprint }] of races.entries())
    for (const [rows, what] of [[results, ''] as const, [sprint ?? [], ' sprint'] as const])
      for (const [driver, own] of Map.groupBy(rows, (one) => one.driver))
        if (own.filter(({ position, sharedCar }) => typeof position === 'number' && !sharedCar).length > 1)
          odd.push(`round ${round ?? at + 1}${what}: ${driver} has ${own.length} places in one race; all of them count`)
  return odd
}

/** The season as the drivers' table follows from it, or the teams'. */
export function seasonOf(driving: Driving, of: Of = 'DRIVERS', ties: readonly TieRule[] | null = null): Season {
  const { rounds } = driving
  const byHand = rounds.flatMap(({ id, races }) => races.flatMap((race) => race.byHand.map((one) => ({ ...one, roundId: id }))))
  const out = excludedDrivers(driving)
  const drivers = new Set(rounds.flatMap(({ races }) => races.flatMap(({ cars }) => cars.flatMap(({ driverIds }) => driverIds))))
  const classes = classesOf(driving)
  return {
    rules: seasonRulesOf(driving, of, ties),
    rounds: rounds.map(({ id, races }) => ({
      id,
      races: races.map((race) => (of === 'TEAMS' ? forTeams(race, driving) : { ...race, rows: race.cars })),
    })),
    participants: [...drivers].map((id) => participantOf(id, classes.get(id) ?? null, out.has(id))),
    adjustments: [...byHand, ...adjustmentsOf(driving)],
    gridSize: 26,
  }
}

/** A class is its drivers' where they drove in it alone. */
function classesOf({ rounds }: Driving): ReadonlyMap<string, string | null> {
  const classes = new Map<string, string | null>()
  for (const { cars } of rounds.flatMap(({ races }) => races))
    for (const { driverIds, classId } of cars)
      for (const id of driverIds) classes.set(id, classes.has(id) && classes.get(id) !== classId ? null : classId)
  return classes
}

function seasonRulesOf({ file: { rules }, year, rounds }: Driving, of: Of, ties: readonly TieRule[] | null): SeasonRules {
  /** By the numbers of rounds, which may have gaps and need not begin with 1. */
  const partsOf = (most: number | null | undefined, inParts: typeof rules.bestResultsInParts): readonly Part[] | null => {
    if (!inParts) return most === undefined || most === null ? null : [{ from: 1, to: rounds.length, best: most }]
    const placesOf = (isMeant: (no: number) => boolean): readonly number[] => rounds.flatMap(({ no }, at) => (isMeant(no) ? [at + 1] : []))
    return inParts.flatMap(({ rounds: [from, to], best, except = [] }) => {
      const within = placesOf((no) => no >= from && no <= to)
      return within.length === 0 ? [] : [{ from: within[0]!, to: within.at(-1)!, best, except: placesOf((no) => except.includes(no)) }]
    })
  }
  const driverParts = partsOf(rules.bestResults, rules.bestResultsInParts) ?? []
  const ofBestCar = rules.constructorCountingIn === undefined && isOfBestCar(year)
  return {
    ...USUAL_SEASON,
    parts: driverParts,
    mayDropDisqualified: rules.mayDropDisqualified ?? true,
    ties: ties ?? rules.ties ?? tiesIn(year, of),
    sharedCar: rules.sharedCar ?? 'SHARE',
    teams: {
      countingCars: rules.constructorCountingCars ?? (ofBestCar ? 1 : null),
      countingIn: rules.constructorCountingIn ?? 'RACE',
      parts: partsOf(rules.constructorBestResults, rules.constructorBestResultsInParts) ?? (ofBestCar ? driverParts : []),
    },
  }
}

function forTeams({ id, file: own, rules, rows, cars }: Driven, driving: Driving): Race {
  const { file, year } = driving
  const named = teamNames(file)
  const out = excludedTeams(driving)
  const teamOf = (car: RaceRow): string | null => {
    const row = rows.find(({ driver, team }) => driver === car.driverIds[0] && (team ?? null) === car.teamId)
    const name = row ? named(row) : car.teamId
    return name === null || out.has(name) || out.has(car.teamId!) || isOfDriversAlone(year, own.circuit) ? null : name
  }
  const isMain = rules.decidesTies
  const usual = own.points ? undefined : (file.rules.constructorPoints ?? teamPointsIn(year))
  const table = (isMain ? (own.constructorPoints ?? usual) : undefined) ?? rules.points.table
  const bonus = teamsHaveBonus(year) ? rules.bonus : { ...rules.bonus, fastestLap: 0 }
  return { id, rules: { ...rules, bonus, points: { ...rules.points, table } }, rows: cars.map((car) => ({ ...car, teamId: teamOf(car) })) }
}

/** What the file says was given or taken, and what stewards decided that it does not say. */
function adjustmentsOf({ file, year, rounds }: Driving): readonly SeasonAdjustment[] {
  const told = file.adjustments.map(({ driver, team, points, round }) => ({
    subjectId: driver ?? team ?? '',
    points,
    roundId: rounds.find(({ no }) => no === round)?.id ?? null,
  }))
  const decided = rounds.flatMap(({ id, races }) =>
    deductedIn(year, races[0]!.file.name)
      .filter(({ team }) => !told.some(({ subjectId }) => subjectId === team))
      .map(({ team, points }) => ({ subjectId: team, points, roundId: id })),
  )
  return [...told, ...decided]
}

/** A file without teams has no table of them, nor has a championship before it had one. */
export const hasTeamsTable = ({ file, year }: Driving): boolean =>
  (file.constructorStandings ?? []).length > 0 ||
  (hasTeams(year) && file.races.some(({ results }) => results.some(({ team }) => typeof team === 'string')))

/** Who is published without a place was disqualified from the season, which no race tells. */
function excludedOf({ file, year }: Driving, published: readonly { readonly id: string; readonly position: number | null }[]): ReadonlySet<string> {
  const placed = new Set(published.filter(({ position }) => position !== null).map(({ id }) => id))
  const unplaced = published.flatMap(({ id }) => (placed.has(id) ? [] : [id]))
  return new Set([...file.excluded, ...(published.length === 0 ? excludedIn(year) : unplaced)])
}
const excludedDrivers = (driving: Driving): ReadonlySet<string> =>
  excludedOf(
    driving,
    (driving.file.driverStandings ?? []).map((one) => ({ ...one, id: one.driver })),
  )
export const excludedTeams = (driving: Driving): ReadonlySet<string> =>
  excludedOf(
    driving,
    (driving.file.constructorStandings ?? []).map((one) => ({ ...one, id: one.team })),
  )

const participantOf = (id: string, classId: string | null, isExcluded: boolean): Participant => ({
  id,
  teamId: null,
  classId,
  nation: null,
  registeredAt: null,
  isExcluded,
  isGuest: false,
})
