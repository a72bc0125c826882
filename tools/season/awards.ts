/** What the awards of all races tell of rules that the file does not name. */
import type { RaceRules } from '#modules/standings/rules/season.ts'
import { carsOf, ROUNDING } from './cars.ts'
import type { FileRow, SeasonFile } from './read.ts'

const rowsOf = ({ races }: Pick<SeasonFile, 'races'>): readonly FileRow[] => races.flatMap(({ results }) => results)
/** Those that are worth what the rules say: what others were awarded tells nothing of it. */
const usualOf = ({ races }: SeasonFile): SeasonFile['races'] => races.filter(({ points }) => !points)
export const hasAwards = (file: SeasonFile): boolean =>
  file.races.some(({ results, sprint }) => [...results, ...(sprint ?? [])].some(({ points }) => (points ?? 0) !== 0))

/** Of each place what was awarded for it most often, without who may have had a bonus. */
export function tableOf(file: SeasonFile): readonly number[] {
  const awards = Map.groupBy(
    rowsOf({ races: usualOf(file) }).filter(
      ({ position, points, fastestLap, pole, sharedCar }) => position && points && !fastestLap && !pole && !sharedCar,
    ),
    ({ position }) => position!,
  )
  const most = Math.max(0, ...awards.keys())
  return Array.from({ length: Math.min(most, 1000) }, (_, at) => mostOften((awards.get(at + 1) ?? []).map(({ points }) => points!)) ?? 0)
}

/** What the fastest lap, or the pole, gave: the same above the place's points in more than half of the races whose driver had it alone. */
export function bonusOf(file: SeasonFile, mark: 'fastestLap' | 'pole', table: readonly number[]): number {
  const other = mark === 'pole' ? 'fastestLap' : 'pole'
  const alone = usualOf(file).flatMap(({ results, ...own }) => {
    if (own[mark] !== undefined) return []
    const marked = results.filter((one) => one[mark])
    return marked.length === 1 && !marked[0]![other] && !marked[0]!.sharedCar ? marked : []
  })
  const above = alone.map(({ position, points }) => (points ?? 0) - (table[(position ?? Infinity) - 1] ?? 0)).filter((more) => more > ROUNDING)
  const often = mostOften(above) ?? 0
  return above.filter((more) => more === often).length * 2 > alone.length ? often : 0
}

/** By how much the places' points of a race were multiplied, when its awards agree on it and it is not what the rules say; 0: nobody was given any. */
export function multiplierOf(rows: readonly FileRow[], table: readonly number[], told: number): number {
  const single = rows.filter(
    ({ points, sharedCar, position }) => typeof points === 'number' && !sharedCar && (table[(position ?? Infinity) - 1] ?? 0) > 0,
  )
  if (single.length > 1 && rows.every(({ points }) => !points)) return 0
  const plain = single.filter(({ fastestLap, pole, points }) => !fastestLap && !pole && points! > 0)
  const ratios = new Set(plain.map(({ points, position }) => Math.round((points! / table[position! - 1]!) * 1000) / 1000))
  return plain.length > 2 && ratios.size === 1 ? [...ratios][0]! : told
}

/** Where rows have classes, whether places in the class explain the awards better than those of the whole field. */
export function scopeOf(file: SeasonFile, rules: RaceRules): RaceRules['points']['scope'] {
  if (new Set(rowsOf(file).map((one) => one.class ?? null)).size < 2 || !hasAwards(file)) return 'OVERALL'
  const odd = (scope: RaceRules['points']['scope']): number =>
    usualOf(file).reduce(
      (sum, { results }) => sum + carsOf(results, { ...rules, points: { ...rules.points, scope } }, true, file.rules.sharedCar).notes.length,
      0,
    )
  return odd('CLASS') < odd('OVERALL') ? 'CLASS' : 'OVERALL'
}

function mostOften(values: readonly number[]): number | undefined {
  const counts = [...Map.groupBy(values, (value) => value)].toSorted((a, b) => b[1].length - a[1].length)
  return counts[0]?.[0]
}
