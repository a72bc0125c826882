import { gridSizePoints, multiplied } from '#modules/points/rules.ts'
import { type DropRules, rounded, type RoundScore, totalOf } from './counted.ts'
import { carRulesOf, type Cars, carsOf, type TableScope, type ToCome, worthOf } from './outcomes.ts'
import type { ScoredRace } from './race.ts'
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
  const seats = seatsOf(season, scope, cars)
  const countingCars = rules?.countingCars ?? null
  const isOfRounds = rules?.countingIn === 'ROUND' && countingCars !== null
  const best = (results: readonly number[]): number =>
    sumOf(countingCars === null ? results : results.toSorted((a, b) => b - a).slice(0, countingCars))
  const classes = seats > 1 ? classesOf(season, scope, cars) : new Map<string, number>()
  const mostClasses = Math.max(1, ...classes.values())
  const splits = seats > 1 ? splitsOf(season) : 1
  /** Of a race that nobody has driven, by how many classes the cars are of: each field has a first place. */
  const worthOfClasses = ({ rules: of }: Race): readonly (readonly number[])[] => {
    const places = worthOfPlaces(of, seats, gridSize)
    return Array.from({ length: mostClasses }, (_, at) => {
      const fields = splits * (of.points.scope === 'CLASS' ? at + 1 : 1)
      const all = Array.from({ length: fields }, () => places).flat()
      return fields === 1 ? places : all.toSorted((a, b) => b - a).slice(0, seats)
    })
  }
  const worth = new Map(rounds.flatMap(({ races }) => races.filter(({ id }) => !scored.has(id)).map((race) => [race.id, worthOfClasses(race)])))
  /** Of a race that is driven what the fields still to come are worth, each of which scores by itself. */
  const comingOf = ({ id: race, rules: of }: Race, id: string): readonly number[] => {
    const fields = toCome.get(race)?.get(id) ?? []
    return worth.get(race)?.[(classes.get(id) ?? 1) - 1] ?? fields.flatMap((count) => worthOfPlaces(of, count, gridSize))
  }
  const added = (races: readonly Race[], id: string): number => {
    const coming = races.flatMap((race) => comingOf(race, id))
    if (coming.length === 0) return 0
    const had = races.flatMap((race) => (cars.get(race.id)?.get(id) ?? []).map(worthOf))
    return best([...had, ...coming]) - best(had)
  }
  const gainOf = (id: string, at: number): number => {
    const { races } = rounds[at]!
    return isOfRounds ? added(races, id) : sumOf(races.map((race) => added([race], id)))
  }
  const most = rounds.map(({ races }, at) => {
    const subjects = races.flatMap(({ id }) => [...(toCome.get(id)?.keys() ?? [])])
    const ofAll = races.flatMap(({ id }) => worth.get(id)?.at(-1) ?? [])
    return Math.max(isOfRounds ? best(ofAll) : sumOf(ofAll), ...subjects.map((id) => gainOf(id, at)))
  })
  return { most, gainOf }
}

const sumOf = (points: readonly number[]): number => points.reduce((sum, one) => sum + one, 0)

/** Of the first so many places, the best with the bonuses. */
function worthOfPlaces({ points, bonus, multiplier }: RaceRules, seats: number, gridSize: number): readonly number[] {
  const { gridSize: byGrid } = points
  const worth = points.table.map((table) => (byGrid ? Math.max(table, gridSizePoints(table, gridSize, byGrid)) : table))
  const places = worth.toSorted((a, b) => b - a).slice(0, seats)
  return places.map((table, at) => multiplied(table, multiplier) + (at === 0 ? bonus.pole + bonus.fastestLap : 0))
}

/** How many cars of one driver, team or nation count. */
function seatsOf(season: Season, scope: TableScope, cars: Cars): number {
  const rules = carRulesOf(season, scope)
  if (!rules) return 1
  return rules.countingCars ?? Math.max(1, ...[...cars.values()].flatMap((race) => [...race.values()].map((own) => own.length)))
}

/** Of how many classes the cars of a team, or a nation, are. */
function classesOf(season: Season, scope: TableScope, cars: Cars): ReadonlyMap<string, number> {
  if (scope.classId !== null) return new Map()
  const classes = new Map<string, Set<string | null>>()
  const add = (id: string, classId: string | null): unknown => classes.set(id, (classes.get(id) ?? new Set()).add(classId))
  for (const race of cars.values()) for (const [id, own] of race) for (const { scored } of own) add(id, scored.row.classId)
  for (const { teamId, nation, classId } of season.participants) {
    const id = scope.of === 'TEAMS' ? teamId : nation
    if (id !== null) add(id, classId)
  }
  return new Map([...classes].map(([id, own]) => [id, own.size]))
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
  const best = table.map(({ record, hopes, scores, adjustment, hasLeft }): Record => {
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
      points: rounded(totalOf(won, rules) + adjustment),
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
