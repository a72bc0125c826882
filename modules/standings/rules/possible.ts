import { gridSizePoints, multiplied } from '#modules/points/rules.ts'
import { type DropRules, rounded, type RoundScore, totalOf } from './counted.ts'
import { carRulesOf, type Cars, carsOf, type ToCome, worthOf } from './cars.ts'
import type { TableScope } from './outcomes.ts'
import type { ScoredRace } from './race.ts'
import { isOfDrivers } from './teams/counted-in.ts'
import type { Race, RaceRules, Season } from './season.ts'
import { compare, type Record } from './ties.ts'

export type Chances = {
  /** Points when everything that is left is won. */
  readonly possiblePoints: number
  /** Where they can still end; `null`: nowhere. */
  readonly bestPlace: number | null
  readonly worstPlace: number | null
  readonly mayWin: boolean
}

/** What is left to win, round by round. */
export type Winnable = {
  /** Of each round the most that its races still to be driven give to one driver, or to the cars of one team that count. */
  readonly most: readonly number[]
  /** What winning all that is to come for them adds to what somebody has of the round. */
  readonly gainOf: (id: string, at: number) => number
}

export function winnableOf(season: Season, scope: TableScope, scored: ReadonlyMap<string, ScoredRace>, toCome: ToCome): Winnable {
  const { rounds, gridSize } = season
  const rules = carRulesOf(season, scope)
  const cars: Cars = rules || toCome.size > 0 ? carsOf(season, scored, scope) : new Map()
  const countingCars = rules?.countingCars ?? null
  const isOfRounds = rules?.countingIn === 'ROUND' && countingCars !== null
  const countsDrivers = rules !== null && isOfDrivers(rules.countingIn)
  const crew = countsDrivers && season.rules.sharedCar === 'FULL' ? largestCrewOf(season) : 1
  const best = (results: readonly number[]): number =>
    sumOf(countingCars === null ? results : results.toSorted((a, b) => b - a).slice(0, countingCars))
  /** Where drivers count, each who shares a car has what it wins. */
  const forCrews = (places: readonly number[]): readonly number[] =>
    crew === 1 ? places : places.flatMap((points) => Array.from({ length: crew }, () => points))
  const fleets = rules ? fleetsOf(season, scope, cars) : new Map<string, Fleet>()
  const largest = { seats: Math.max(1, ...each(fleets, 'seats')), classes: Math.max(1, ...each(fleets, 'classes')) }
  const splits = largest.seats > 1 ? splitsOf(season) : 1
  const known = new Map<string, readonly number[]>()
  /** Of a race that nobody has driven: each field has a first place. */
  const worthTo = ({ id, rules: of }: Race, { seats, classes }: Fleet): readonly number[] => {
    const fields = seats === 1 ? 1 : splits * (of.points.scope === 'CLASS' ? classes : 1)
    const key = `${id} ${seats} ${fields}`
    const places = known.get(key) ?? forCrews(ofFields(worthOfPlaces(of, seats, gridSize), fields)).slice(0, seats)
    known.set(key, places)
    return places
  }
  /** Of a race that is driven what the fields still to come are worth, each of which scores by itself. */
  const comingOf = (race: Race, id: string): readonly number[] =>
    scored.has(race.id)
      ? (toCome.get(race.id)?.get(id) ?? []).flatMap((count) => forCrews(worthOfPlaces(race.rules, count, gridSize)))
      : worthTo(race, fleets.get(id) ?? largest)
  const added = (races: readonly Race[], id: string): number => {
    const coming = races.flatMap((race) => comingOf(race, id))
    if (coming.length === 0) return 0
    // whoever has most of the round, or the season, may win this as well
    if (countsDrivers) return best(coming)
    const had = races.flatMap((race) => (cars.get(race.id)?.get(id) ?? []).map(worthOf))
    return best([...had, ...coming]) - best(had)
  }
  /** Of so many drivers who count in a round one who is still to come, be it without a point, takes the place of who is below zero. */
  const displaced = (races: readonly Race[], id: string): number =>
    rules?.countingIn === 'ROUND_DRIVERS' && countingCars !== null && races.some((race) => comingOf(race, id).length > 0)
      ? sumOf(races.flatMap((race) => (cars.get(race.id)?.get(id) ?? []).map((car) => Math.max(0, -worthOf(car)))))
      : 0
  const gainOf = (id: string, at: number): number => {
    const { races } = rounds[at]!
    return isOfRounds ? added(races, id) : sumOf(races.map((race) => added([race], id))) + displaced(races, id)
  }
  const most = rounds.map(({ races }, at) => {
    const subjects = races.flatMap(({ id }) => [...(toCome.get(id)?.keys() ?? [])])
    const ofAll = races.flatMap((race) => (scored.has(race.id) ? [] : worthTo(race, largest)))
    return Math.max(isOfRounds ? best(ofAll) : sumOf(ofAll), ...subjects.map((id) => gainOf(id, at)))
  })
  return { most, gainOf }
}

const largestCrewOf = ({ rounds }: Season): number =>
  rounds
    .flatMap(({ races }) => races.flatMap(({ rows, toCome = [] }) => [...(rows ?? []), ...toCome]))
    .reduce((most, { driverIds }) => Math.max(most, driverIds.length), 1)

const sumOf = (points: readonly number[]): number => points.reduce((sum, one) => sum + one, 0)

/** Of the first so many places, the best with the bonuses. */
function worthOfPlaces({ points, bonus, multiplier }: RaceRules, seats: number, gridSize: number): readonly number[] {
  const { gridSize: byGrid } = points
  const worth = points.table.map((table) => (byGrid ? Math.max(table, gridSizePoints(table, gridSize, byGrid)) : table))
  const places = worth.toSorted((a, b) => b - a).slice(0, seats)
  return places.map((table, at) => multiplied(table, multiplier) + (at === 0 ? bonus.pole + bonus.fastestLap : 0))
}

const ofFields = (places: readonly number[], fields: number): readonly number[] =>
  fields === 1
    ? places
    : Array.from({ length: fields }, () => places)
        .flat()
        .toSorted((a, b) => b - a)

/** How many cars of a team, or a nation, can count in a race, and of how many classes they are. */
type Fleet = { readonly seats: number; readonly classes: number }
const each = (fleets: ReadonlyMap<string, Fleet>, of: keyof Fleet): readonly number[] => [...fleets.values()].map((fleet) => fleet[of])

function fleetsOf(season: Season, scope: TableScope, cars: Cars): ReadonlyMap<string, Fleet> {
  const { participants, rules } = season
  const own = new Map<string, { cars: number; drivers: number; readonly classes: Set<string | null> }>()
  const of = (id: string) => {
    const had = own.get(id) ?? { cars: 0, drivers: 0, classes: new Set() }
    own.set(id, had)
    return had
  }
  let isShared = false
  for (const race of cars.values())
    for (const [id, drove] of race) {
      const fleet = of(id)
      fleet.cars = Math.max(fleet.cars, drove.length)
      for (const { scored } of drove) fleet.classes.add(scored.row.classId)
      isShared ||= drove.some(({ scored }) => scored.row.driverIds.length > 1)
    }
  for (const { teamId, nation, classId, hasLeft = false, isExcluded } of participants) {
    const id = scope.of === 'TEAMS' ? teamId : nation
    if (id === null || (scope.classId !== null && classId !== scope.classId)) continue
    of(id).classes.add(classId)
    if (!hasLeft && !isExcluded) of(id).drivers++
  }
  const most = Math.max(1, ...[...own.values()].map((fleet) => fleet.cars))
  const counting = carRulesOf(season, scope)?.countingCars ?? null
  return new Map(
    [...own].map(([id, fleet]) => {
      // of who is registered each has a car, where they do not share them; who drives a series nobody knows before
      const seats = rules.scores === 'EVERYBODY' ? most : Math.max(1, fleet.cars, isShared ? 0 : fleet.drivers)
      return [id, { seats: counting ?? seats, classes: scope.classId === null ? fleet.classes.size : 1 }]
    }),
  )
}

/** Into how many splits a race of the season is divided at most: nobody knows it of one whose grid is open. */
const splitsOf = ({ rounds }: Season): number =>
  rounds.reduce(
    (most, { races }) =>
      races.reduce((least, { rows, toCome = [] }) => [...(rows ?? []), ...toCome].reduce((no, { splitNo }) => Math.max(no, splitNo), least), most),
    1,
  )

type Chaser = {
  readonly record: Record
  /** As `record`, with what is to come for them of races that others have driven won. */
  readonly hopes: Record
  readonly scores: readonly (RoundScore | null)[]
  readonly adjustment: number
  /** What they have at least besides, once everything is driven. */
  readonly slack: number
  readonly hasLeft: boolean
}
type Left = {
  readonly rules: DropRules
  readonly ties: Season['rules']['ties']
  readonly winnable: Winnable
  /** Races that nobody has driven. */
  readonly left: readonly Race[]
}

/** For each of the table, in its order: points never fall by driving, so that whoever stands still keeps what they have. */
export function chancesOf(table: readonly Chaser[], { rules, ties, winnable, left }: Left): readonly Chances[] {
  const deciding = left.filter(({ rules: { decidesTies } }) => decidesTies)
  const still = (record: Record): Record =>
    deciding.length === 0 ? record : { ...record, lastPlaces: [...deciding.map(() => null), ...record.lastPlaces] }
  const best = table.map(({ record, hopes, scores, adjustment, slack, hasLeft }): Record => {
    if (left.length === 0 && hopes === record) return record
    if (hasLeft) return still(record)
    const won = scores.map((score, at) => {
      const gain = winnable.gainOf(record.id, at)
      return {
        points: (score?.points ?? 0) + gain,
        isDisqualified: score?.isDisqualified ?? false,
        isMissed: gain === 0 && (score?.isMissed ?? true),
      }
    })
    const win = (finishes: readonly number[]): readonly number[] => [(finishes[0] ?? 0) + deciding.length, ...finishes.slice(1)]
    return {
      ...hopes,
      points: rounded(totalOf(won, rules) + adjustment + slack),
      finishes: win(hopes.finishes),
      scoring: win(hopes.scoring),
      lastPlaces: [...deciding.map(() => 1), ...hopes.lastPlaces],
    }
  })
  const worst = table.map(({ record }) => still(record))
  return table.map((_, at) => {
    const ahead = (mine: Record, theirs: readonly Record[]): number =>
      theirs.filter((their, other) => other !== at && compare(their, mine, ties) < 0).length
    const bestPlace = ahead(best[at]!, worst) + 1
    return { possiblePoints: best[at]!.points, bestPlace, worstPlace: ahead(worst[at]!, best) + 1, mayWin: bestPlace === 1 }
  })
}
