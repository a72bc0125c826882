import type { RoundView, TournamentView } from '../../contract/shapes.ts'
import type { StandingsRowView } from '../../contract/standings.ts'

type Race = NonNullable<StandingsRowView['cells'][number]>['races'][number]
type PointSystem = Pick<TournamentView['pointSystem'], 'overallPointTable' | 'bonus' | 'gridSize'>
export type Part = {
  readonly kind: 'place' | 'pole' | 'fastest' | 'correction'
  readonly points: number
  /** Null of several cars that count together, and of who has none. */
  readonly place: number | null
  readonly status: Race['status']
}

/** What the points of one race are made of; they add up to it. Of several cars together the bonuses are with the places. */
export function partsOf(
  { points, places, status, hasPole, hasFastestLap, adjustment = 0, share = 1 }: Race,
  { bonus }: Pick<PointSystem, 'bonus'>,
  { fastestLap = null }: Partial<Pick<RoundView, 'fastestLap'>> = {},
): readonly Part[] {
  const isOne = places.length <= 1
  const counts = isOne && status !== 'DSQ' && status !== 'DNS'
  const [place = null] = isOne ? places : []
  const isWithin = bonus.fastestLapWithin === null || (status === 'FINISHED' && place !== null && place <= bonus.fastestLapWithin)
  const pole = counts && hasPole ? bonus.pole * share : 0
  const fastest = counts && hasFastestLap && isWithin ? (fastestLap ?? bonus.fastestLap) * share : 0
  const parts = [
    { kind: 'pole', points: pole },
    { kind: 'fastest', points: fastest },
    { kind: 'correction', points: adjustment },
  ] as const
  return [
    { kind: 'place' as const, points: points - pole - fastest - adjustment, place, status },
    ...parts.filter((part) => part.points !== 0).map((part) => ({ ...part, place, status })),
  ]
}

/** What a race of a round gives for its places, how often, and whether it grows with the grid. */
export const tableOf = (
  { overallPointTable, gridSize }: PointSystem,
  { table, raceTables, multiplier }: Pick<RoundView, 'table' | 'raceTables' | 'multiplier'>,
  no: number,
): Pick<PointSystem, 'gridSize'> & { readonly table: readonly number[]; readonly multiplier: number } => ({
  table: raceTables?.[no - 1] ?? table ?? overallPointTable,
  multiplier,
  gridSize,
})
