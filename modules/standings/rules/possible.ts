import { gridSizePoints, multiplied } from '#modules/points/rules.ts'
import { type DropRules, rounded, type RoundScore, totalOf } from './counted.ts'
import { carRulesOf, carsOf, type Outcome, type TableScope, worthOf } from './outcomes.ts'
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
  /** What winning it all adds to what somebody has of the round. */
  readonly gainOf: (id: string, at: number) => number
}

export function winnableOf(
  season: Season,
  scope: TableScope,
  scored: ReadonlyMap<string, ScoredRace>,
  outcomes: ReadonlyMap<string, ReadonlyMap<string, Outcome>>,
): Winnable {
  const seats = seatsOf(season, scope, outcomes)
  const worth = season.rounds.map(({ races }) =>
    races.filter(({ id }) => !scored.has(id)).map(({ rules }) => worthOfPlaces(rules, seats, season.gridSize)),
  )
  const rules = carRulesOf(season, scope)
  if (rules?.countingIn !== 'ROUND' || rules.countingCars === null) {
    const most = worth.map((races) => sumOf(races.flat()))
    return { most, gainOf: (_, at) => most[at]! }
  }
  const best = (results: readonly number[]): number => sumOf(results.toSorted((a, b) => b - a).slice(0, rules.countingCars!))
  const cars = carsOf(season, scored, scope)
  return {
    most: worth.map((races) => best(races.flat())),
    gainOf: (id, at) => {
      const had = season.rounds[at]!.races.flatMap((race) => (cars.get(race.id)?.get(id) ?? []).map(worthOf))
      return best([...had, ...worth[at]!.flat()]) - best(had)
    },
  }
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
function seatsOf(season: Season, scope: TableScope, outcomes: ReadonlyMap<string, ReadonlyMap<string, Outcome>>): number {
  const rules = carRulesOf(season, scope)
  if (!rules) return 1
  if (rules.countingCars !== null) return rules.countingCars
  const all = [...outcomes.values()].flatMap((race) => [...race.values()].map(({ places }) => places.length))
  return Math.max(1, ...all)
}

type Chaser = { readonly record: Record; readonly scores: readonly (RoundScore | null)[]; readonly adjustment: number; readonly hasLeft: boolean }
type Left = {
  readonly rules: DropRules
  readonly ties: Season['rules']['ties']
  readonly winnable: Winnable
  readonly left: readonly (readonly Race[])[]
}

/** For each of the table, in its order: points never fall by driving, so that whoever stands still keeps what they have. */
export function chancesOf(table: readonly Chaser[], { rules, ties, winnable, left }: Left): readonly Chances[] {
  const isOver = left.every((races) => races.length === 0)
  const deciding = left.flat().filter(({ rules: { decidesTies } }) => decidesTies)
  const still = (record: Record): Record => (isOver ? record : { ...record, lastPlaces: [...deciding.map(() => null), ...record.lastPlaces] })
  const best = table.map(({ record, scores, adjustment, hasLeft }): Record => {
    if (isOver || hasLeft) return still(record)
    const won = scores.map((score, at) => ({
      points: (score?.points ?? 0) + winnable.gainOf(record.id, at),
      isDisqualified: score?.isDisqualified ?? false,
      isMissed: winnable.most[at] === 0 && (score?.isMissed ?? true),
    }))
    const win = (finishes: readonly number[]): readonly number[] => [(finishes[0] ?? 0) + deciding.length, ...finishes.slice(1)]
    return {
      ...record,
      points: rounded(totalOf(won, rules) + adjustment),
      finishes: win(record.finishes),
      scoring: win(record.scoring),
      lastPlaces: [...deciding.map(() => 1), ...record.lastPlaces],
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
