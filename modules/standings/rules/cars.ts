import { isOfDrivers } from './teams/counted-in.ts'
import type { TableScope } from './outcomes.ts'
import type { ScoredRace, ScoredRow } from './race.ts'
import { type CarRules, type CarToCome, fieldOf, type RaceStatus, scorersOf, type Season } from './season.ts'

/** A car in a race, and what of its points is somebody's. */
export type Car = {
  readonly scored: ScoredRow
  readonly share: number
  /** Whose drive it is, of a team whose drivers count. */
  readonly driverId: string | null
}
export type Cars = ReadonlyMap<string, ReadonlyMap<string, readonly Car[]>>

/** Whose cars drove, by race and then by subject. */
export function carsOf(season: Season, scored: ReadonlyMap<string, ScoredRace>, scope: TableScope): Cars {
  const give = giverOf(season, scope)
  const races = new Map<string, ReadonlyMap<string, readonly Car[]>>()
  for (const [raceId, race] of scored) {
    const parts = new Map<string, Car[]>()
    for (const one of race.rows) {
      if (scope.classId !== null && one.row.classId !== scope.classId) continue
      give(one.row, (subject, share, driverId: string | null = null) => {
        const had = parts.get(subject)
        if (had) had.push({ scored: one, share, driverId })
        else parts.set(subject, [{ scored: one, share, driverId }])
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
  return ({ driverIds: crew, teamId }: CarToCome, give: (subject: string, share: number, driverId?: string | null) => void): void => {
    const own = scorers(crew)
    if (own.length === 0 && rules.scores === 'REGISTERED') return
    const count = (nation: string): number => crew.filter((id) => nations.get(id) === nation).length
    const share = rules.sharedCar === 'SHARE' ? 1 / Math.max(1, crew.length) : 1
    if (of === 'DRIVERS') for (const id of own) give(id, share)
    else if (of === 'TEAMS' && isOfDrivers(rules.teams.countingIn))
      for (const id of own) {
        const team = teamId ?? teams.get(id) ?? null
        if (team !== null) give(team, share, id)
      }
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

/** Which of somebody's cars in a race count, the best first; `ofSeason`: of a team whose drivers' seasons count those that do. */
export function countingOf(season: Season, scope: TableScope, cars: Cars, ofSeason?: ReadonlySet<Car>): (own: readonly Car[]) => readonly Car[] {
  const among = (counts: ReadonlySet<Car>) => (own: readonly Car[]) => own.filter((car) => counts.has(car)).toSorted(bestFirst)
  if (ofSeason) return among(ofSeason)
  const { countingCars: most = null, countingIn } = carRulesOf(season, scope) ?? {}
  if (most === null) return (own) => (own.length === 1 ? own : own.toSorted(bestFirst))
  if (countingIn === 'RACE') return (own) => (own.length === 1 ? own : own.toSorted(bestFirst).slice(0, most))
  const counts = new Set<Car>()
  for (const { races } of season.rounds) {
    const together = new Map<string, Car[]>()
    for (const { id } of races) for (const [subject, own] of cars.get(id) ?? []) together.set(subject, [...(together.get(subject) ?? []), ...own])
    // of equal ones the earlier race's: sorting keeps the order of races
    for (const own of together.values()) {
      const best = own.toSorted(bestFirst)
      for (const car of countingIn === 'ROUND' ? best.slice(0, most) : ofBestDrivers(best, most)) counts.add(car)
    }
  }
  return among(counts)
}

/** All cars of the so many drivers who have most of them together; they stand the best first. */
function ofBestDrivers(cars: readonly Car[], most: number): readonly Car[] {
  const drivers = [...Map.groupBy(cars, ({ driverId }) => driverId).values()].map((own) => ({ own, points: sumOf(own) }))
  return drivers
    .toSorted((a, b) => b.points - a.points || bestFirst(a.own[0]!, b.own[0]!))
    .slice(0, most)
    .flatMap(({ own }) => own)
}

export const sumOf = (cars: readonly Car[]): number => cars.reduce((sum, car) => sum + worthOf(car), 0)
export const worthOf = ({ scored, share }: Car): number => scored.points * share
export const bestFirst = (a: Car, b: Car): number => worthOf(b) - worthOf(a) || inOrder(a.scored, b.scored)

const STATUSES: readonly RaceStatus[] = ['FINISHED', 'DNF', 'DSQ', 'DNS']

/** Whichever order the rows came in. */
export const inOrder = (a: ScoredRow, b: ScoredRow): number =>
  (a.place ?? UNPLACED) - (b.place ?? UNPLACED) ||
  STATUSES.indexOf(a.row.status) - STATUSES.indexOf(b.row.status) ||
  order(String(a.row.driverIds), String(b.row.driverIds))
const order = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
const UNPLACED = Number.MAX_SAFE_INTEGER
