import type { Version } from '#web/kit/edit/typed.ts'
import { GRID_POINTS, MINIMUM_DISTANCE_PERCENT, readTable } from '#modules/points/rules.ts'
import type { MemberView, PointSystem } from '../../contract/shapes.ts'
import { TOURNAMENT } from '../../rules.ts'

/** What the form of a season's points holds; tables and parts as they are typed. */
export type Typed = {
  readonly time: boolean
  readonly table: string
  readonly scope: PointSystem['scope']
  readonly distance: number | null
  readonly pole: number | null
  readonly fastestLap: number | null
  readonly within: number | null
  readonly grid: boolean
  readonly base: number | null
  readonly multiplier: number | null
  readonly best: string
  readonly cars: number | null
  readonly carsIn: PointSystem['countingIn']
  readonly shared: PointSystem['sharedCar']
  readonly nations: boolean
}

type Parts = PointSystem['bestRounds']

/** `6`, or `1-4: 3, 5-8: 3`, or with rounds left out that are never dropped, `1-3+5-9: 7`; nothing: all count. `null`: it cannot be read. */
export function readParts(typed: string): Parts | null {
  const words = typed.trim()
  if (words === '') return []
  if (/^\d{1,3}$/.test(words)) return [{ from: 1, to: TOURNAMENT.sessions, best: Number(words) }].filter(({ best }) => best > 0)
  const parts = words.split(/[,;]/).map(readPart)
  return parts.every((part) => part !== null) ? parts : null
}

function readPart(typed: string): Parts[number] | null {
  const [ranges, best, ...more] = typed.split(':')
  const read = (ranges ?? '').split('+').map((range) => /^\s*(\d{1,3})\s*(?:[-–]\s*(\d{1,3})\s*)?$/.exec(range))
  const spans = read.flatMap((one) => (one ? [{ from: Number(one[1]), to: Number(one[2] ?? one[1]) }] : []))
  const isSound =
    more.length === 0 && spans.length === read.length && spans.every(({ from, to }, at) => from > (spans[at - 1]?.to ?? 0) && to >= from)
  // a single round is no part of its own
  const isPart = isSound && (spans.length > 1 || read[0]![2] !== undefined) && /^\s*[1-9]\d{0,2}\s*$/.test(best ?? '')
  if (!isPart) return null
  const [from, to] = [spans[0]!.from, spans.at(-1)!.to]
  const except = numbers(from, to).filter((no) => !spans.some((span) => no >= span.from && no <= span.to))
  return { from, to, best: Number(best), ...(except.length > 0 && { except }) }
}

const numbers = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)

/** As it is typed; one part over the whole season is its figure alone. */
export const wordsOfParts = (parts: Parts): string =>
  parts.length === 1 && parts[0]!.from === 1 && parts[0]!.to >= TOURNAMENT.sessions && !parts[0]!.except
    ? String(parts[0]!.best)
    : parts.map((part) => `${rangesOf(part).join('+')}: ${part.best}`).join(', ')

function rangesOf({ from, to, except = [] }: Parts[number]): readonly string[] {
  const edges = [from - 1, ...except.toSorted((a, b) => a - b), to + 1]
  const spans = edges.slice(1).map((end, at) => [edges[at]! + 1, end - 1] as const)
  return spans
    .filter(([first, last]) => first <= last)
    .map(([first, last]) => (first === last && except.length > 0 ? `${first}` : `${first}-${last}`))
}

export const versionOf = ({ v, pointSystem: points }: MemberView): Version<Typed> => ({
  v,
  values: {
    time: points.onlyBestRaceTime,
    table: points.overallPointTable.join(' '),
    scope: points.scope,
    distance: points.minimumDistancePercent,
    pole: points.bonus.pole,
    fastestLap: points.bonus.fastestLap,
    within: points.bonus.fastestLapWithin,
    grid: points.gridSize !== null,
    base: points.gridSize?.base ?? GRID_POINTS.base,
    multiplier: points.gridSize?.multiplier ?? GRID_POINTS.multiplier,
    best: wordsOfParts(points.bestRounds),
    cars: points.countingCars,
    carsIn: points.countingIn,
    shared: points.sharedCar,
    nations: points.nations,
  },
})

/** `null`: a field of it cannot be read, and says so. */
export function pointsOf(typed: Typed): PointSystem | null {
  const [table, bestRounds] = [readTable(typed.table), readParts(typed.best)]
  if (!table || !bestRounds) return null
  return {
    overallPointTable: [...table],
    onlyBestRaceTime: typed.time,
    minimumDistancePercent: typed.distance ?? MINIMUM_DISTANCE_PERCENT,
    scope: typed.scope,
    gridSize: typed.grid ? { base: typed.base ?? GRID_POINTS.base, multiplier: typed.multiplier ?? GRID_POINTS.multiplier } : null,
    bonus: { pole: typed.pole ?? 0, fastestLap: typed.fastestLap ?? 0, fastestLapWithin: typed.within },
    bestRounds,
    countingCars: typed.cars,
    countingIn: typed.carsIn,
    sharedCar: typed.shared,
    nations: typed.nations,
  }
}
