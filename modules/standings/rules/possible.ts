import { gridSizePoints } from '#modules/points/rules.ts'
import { type DropRules, rounded, type RoundScore, totalOf } from './counted.ts'
import type { Outcome, TableScope } from './outcomes.ts'
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

/** Of each round the most that its races still to be driven give to one driver, or to the cars of one team that count. */
export function bestPoints(
  season: Season,
  scope: TableScope,
  left: readonly (readonly Race[])[],
  outcomes: ReadonlyMap<string, ReadonlyMap<string, Outcome>>,
): readonly number[] {
  const cars = carsOf(season, scope, outcomes)
  return left.map((races) => races.reduce((sum, { rules }) => sum + mostOf(rules, cars, season.gridSize), 0))
}

function mostOf({ points, bonus, multiplier }: RaceRules, cars: number, gridSize: number): number {
  const { gridSize: byGrid } = points
  const worth = points.table.map((table) => (byGrid ? Math.max(table, gridSizePoints(table, gridSize, byGrid)) : table))
  const places = worth.toSorted((a, b) => b - a).slice(0, cars)
  return places.reduce((sum, table) => sum + table * multiplier, bonus.pole + bonus.fastestLap)
}

function carsOf({ rules }: Season, { of }: TableScope, outcomes: ReadonlyMap<string, ReadonlyMap<string, Outcome>>): number {
  if (of === 'DRIVERS') return 1
  const { countingCars } = of === 'TEAMS' ? rules.teams : rules.nations
  if (countingCars !== null) return countingCars
  const all = [...outcomes.values()].flatMap((race) => [...race.values()].map(({ places }) => places.length))
  return Math.max(1, ...all)
}

type Chaser = { readonly record: Record; readonly scores: readonly (RoundScore | null)[]; readonly adjustment: number }
type Left = {
  readonly rules: DropRules
  readonly ties: Season['rules']['ties']
  readonly most: readonly number[]
  readonly left: readonly (readonly Race[])[]
}

/** For each of the table, in its order: points never fall by driving, so that whoever stands still keeps what they have. */
export function chancesOf(table: readonly Chaser[], { rules, ties, most, left }: Left): readonly Chances[] {
  const isOver = left.every((races) => races.length === 0)
  const deciding = left.flat().filter(({ rules: { decidesTies } }) => decidesTies)
  const best = table.map(({ record, scores, adjustment }): Record => {
    if (isOver) return record
    const won = scores.map((score, at) => ({
      points: (score?.points ?? 0) + most[at]!,
      isDisqualified: score?.isDisqualified ?? false,
      isMissed: most[at] === 0 && (score?.isMissed ?? true),
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
  const worst = table.map(({ record }): Record => (isOver ? record : { ...record, lastPlaces: [...deciding.map(() => null), ...record.lastPlaces] }))
  return table.map((_, at) => {
    const ahead = (mine: Record, theirs: readonly Record[]): number =>
      theirs.filter((their, other) => other !== at && compare(their, mine, ties) < 0).length
    const bestPlace = ahead(best[at]!, worst) + 1
    return { possiblePoints: best[at]!.points, bestPlace, worstPlace: ahead(worst[at]!, best) + 1, mayWin: bestPlace === 1 }
  })
}
