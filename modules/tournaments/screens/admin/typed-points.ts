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

/** `6`, or `1-4: 3, 5-8: 3`; nothing: all count. `null`: it cannot be read. */
export function readParts(typed: string): Parts | null {
  const words = typed.trim()
  if (words === '') return []
  if (/^\d{1,3}$/.test(words)) return [{ from: 1, to: TOURNAMENT.sessions, best: Number(words) }].filter(({ best }) => best > 0)
  const parts = words.split(/[,;]/).map((part) => /^\s*(\d{1,3})\s*[-–]\s*(\d{1,3})\s*:\s*(\d{1,3})\s*$/.exec(part))
  const read = parts.flatMap((part) => (part ? [{ from: Number(part[1]), to: Number(part[2]), best: Number(part[3]) }] : []))
  const isSound = read.length === parts.length && read.every(({ from, to, best }) => from >= 1 && from <= to && best >= 1)
  return isSound ? read : null
}

/** As it is typed; one part over the whole season is its figure alone. */
export const wordsOfParts = (parts: Parts): string =>
  parts.length === 1 && parts[0]!.from === 1 && parts[0]!.to >= TOURNAMENT.sessions
    ? String(parts[0]!.best)
    : parts.map(({ from, to, best }) => `${from}-${to}: ${best}`).join(', ')

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
