import { rounded } from './counted.ts'
import type { ScoredRace, ScoredRow } from './race.ts'
import { type CarRules, type CarToCome, fieldOf, type RaceStatus, scorersOf, type Season } from './season.ts'

export const TABLES = ['DRIVERS', 'TEAMS', 'NATIONS'] as const
/** Of whom: drivers, teams or nations, of everybody or of one class. */
export type TableScope = { readonly of: (typeof TABLES)[number]; readonly classId: string | null }

/** What somebody has of one race. */
export type Outcome = {
  readonly points: number
  /** Places of the cars that count, the best first. */
  readonly places: readonly number[]
  readonly status: RaceStatus
  readonly hasPole: boolean
  readonly hasFastestLap: boolean
  /** Of points given or taken by hand what is theirs. */
  readonly adjustment: number
  /** Of a car that was shared the part of its points that is theirs; left out where all of them are. */
  readonly share?: number
  /** Of all cars that count together. */
  readonly penaltyMs: number
  readonly penaltyPlaces: number
  /** In which split, where it is not the first. */
  readonly splitNo?: number
  /** Cars that do not count, the best first: they give neither points nor wins and decide no tie. Of whom all count it is left out. */
  readonly leftOut?: readonly { readonly points: number; readonly place: number | null; readonly status: RaceStatus }[]
}

/** Of everybody in this table what they have of each race, by race and then by subject. */
export function outcomesOf(
  season: Season,
  scored: ReadonlyMap<string, ScoredRace>,
  scope: TableScope,
): ReadonlyMap<string, ReadonlyMap<string, Outcome>> {
  const cars = carsOf(season, scored, scope)
  const counting = countingOf(season, scope, cars)
  return new Map(
    [...cars].map(([raceId, subjects]) => [raceId, new Map([...subjects].map(([subject, own]) => [subject, together(own, counting(own))]))]),
  )
}

/** A car in a race, and what of its points is somebody's. */
export type Car = { readonly scored: ScoredRow; readonly share: number }
export type Cars = ReadonlyMap<string, ReadonlyMap<string, readonly Car[]>>

/** Whose cars drove, by race and then by subject. */
export function carsOf(season: Season, scored: ReadonlyMap<string, ScoredRace>, scope: TableScope): Cars {
  const give = giverOf(season, scope)
  const races = new Map<string, ReadonlyMap<string, readonly Car[]>>()
  for (const [raceId, race] of scored) {
    const parts = new Map<string, Car[]>()
    for (const one of race.rows) {
      if (scope.classId !== null && one.row.classId !== scope.classId) continue
      give(one.row, (subject, share) => {
        const had = parts.get(subject)
        if (had) had.push({ scored: one, share })
        else parts.set(subject, [{ scored: one, share }])
      })
    }
    races.set(raceId, parts)
  }
  return races
}

/** Whose a car is in this table, and what of its points. */
function giverOf({ participants, rules }: Season, { of }: TableScope) {
  const nations = new Map(participants.map(({ id, nation }) => [id, nation]))
  const teams = new Map(participants.map(({ id, teamId }) => [id, teamId]))
  const scorers = scorersOf({ participants, rules })
  return ({ driverIds: crew, teamId }: CarToCome, give: (subject: string, share: number) => void): void => {
    const own = scorers(crew)
    if (own.length === 0 && rules.scores === 'REGISTERED') return
    const count = (nation: string): number => crew.filter((id) => nations.get(id) === nation).length
    const share = rules.sharedCar === 'SHARE' ? 1 / Math.max(1, crew.length) : 1
    if (of === 'DRIVERS') for (const id of own) give(id, share)
    else if (of === 'TEAMS') {
      const team = teamId ?? teams.get(own[0] ?? '') ?? null
      if (team !== null) give(team, 1)
    } else
      for (const nation of new Set(crew.map((id) => nations.get(id) ?? null)))
        if (nation !== null) give(nation, rules.sharedCar === 'FULL' ? 1 : share * count(nation))
  }
}

/** Of races that some splits have driven how many cars of somebody are still to come, field by field; by race and then by subject. */
export type ToCome = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>

export function toComeOf(season: Season, scope: TableScope): ToCome {
  const give = giverOf(season, scope)
  const races = new Map<string, ReadonlyMap<string, readonly number[]>>()
  for (const { id, rows, rules, toCome = [] } of season.rounds.flatMap((round) => round.races)) {
    if (!rows || toCome.length === 0) continue
    // whoever drove in another split than their own comes no more
    const drove = new Set(rows.flatMap(({ driverIds }) => driverIds))
    const byField = new Map<string, Map<string, number>>()
    for (const car of toCome) {
      if (car.driverIds.some((driver) => drove.has(driver))) continue
      if (scope.classId !== null && car.classId !== null && car.classId !== scope.classId) continue
      give(car, (subject) => {
        const had = byField.get(subject) ?? new Map<string, number>()
        const field = fieldOf(car, rules.points)
        byField.set(subject, had.set(field, (had.get(field) ?? 0) + 1))
      })
    }
    if (byField.size > 0) races.set(id, new Map([...byField].map(([subject, counts]) => [subject, [...counts.values()]])))
  }
  return races
}

export const carRulesOf = ({ rules }: Season, { of }: TableScope): CarRules | null =>
  of === 'DRIVERS' ? null : of === 'TEAMS' ? rules.teams : rules.nations

/** Which of somebody's cars in a race count, the best first. */
function countingOf(season: Season, scope: TableScope, cars: Cars): (own: readonly Car[]) => readonly Car[] {
  const rules = carRulesOf(season, scope)
  const most = rules?.countingCars ?? null
  if (most === null) return (own) => (own.length === 1 ? own : own.toSorted(bestFirst))
  if (rules!.countingIn === 'RACE') return (own) => (own.length === 1 ? own : own.toSorted(bestFirst).slice(0, most))
  const counts = new Set<Car>()
  for (const { races } of season.rounds) {
    const together = new Map<string, Car[]>()
    for (const { id } of races) for (const [subject, own] of cars.get(id) ?? []) together.set(subject, [...(together.get(subject) ?? []), ...own])
    // of equal ones the earlier race's: sorting keeps the order of races
    for (const own of together.values()) for (const car of own.toSorted(bestFirst).slice(0, most)) counts.add(car)
  }
  return (own) => own.filter((car) => counts.has(car)).toSorted(bestFirst)
}

export const worthOf = ({ scored, share }: Car): number => scored.points * share
const bestFirst = (a: Car, b: Car): number => worthOf(b) - worthOf(a) || inOrder(a.scored, b.scored)

function together(cars: readonly Car[], counting: readonly Car[]): Outcome {
  const rows = counting.map(({ scored }) => scored)
  const [best] = (rows.length > 0 ? rows : cars.map(({ scored }) => scored)).toSorted(inOrder)
  const leftOut = cars.length === counting.length ? [] : cars.filter((car) => !counting.includes(car)).toSorted(bestFirst)
  return {
    points: counting.reduce((sum, car) => sum + worthOf(car), 0),
    places: rows.flatMap(({ place }) => place ?? []).toSorted((a, b) => a - b),
    status: best!.row.status,
    hasPole: rows.some(({ hasPole }) => hasPole),
    hasFastestLap: rows.some(({ hasFastestLap }) => hasFastestLap),
    adjustment: rounded(counting.reduce((sum, { scored, share }) => sum + scored.row.adjustment * share, 0)),
    penaltyMs: rows.reduce((sum, { row }) => sum + (row.penaltyMs ?? 0), 0),
    penaltyPlaces: rows.reduce((sum, { row }) => sum + (row.penaltyPlaces ?? 0), 0),
    ...(best!.row.splitNo > 1 && { splitNo: best!.row.splitNo }),
    ...(counting.length === 1 && counting[0]!.share !== 1 && { share: counting[0]!.share }),
    ...(leftOut.length > 0 && {
      leftOut: leftOut.map((car) => ({ points: rounded(worthOf(car)), place: car.scored.place, status: car.scored.row.status })),
    }),
  }
}

const STATUSES: readonly RaceStatus[] = ['FINISHED', 'DNF', 'DSQ', 'DNS']

/** Whichever order the rows came in. */
const inOrder = (a: ScoredRow, b: ScoredRow): number =>
  (a.place ?? UNPLACED) - (b.place ?? UNPLACED) ||
  STATUSES.indexOf(a.row.status) - STATUSES.indexOf(b.row.status) ||
  order(String(a.row.driverIds), String(b.row.driverIds))
const order = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
const UNPLACED = Number.MAX_SAFE_INTEGER
