/** What somebody carries into one race: of stewards' verdicts, and of a season's success ballast (docs/decisions/0028). */
export const VERDICT_BURDENS = ['GRID_DROP', 'PIT_LANE_START', 'QUALIFYING_BAN', 'SUSPENSION'] as const
export const SEASON_BURDENS = ['BALLAST', 'RESTRICTOR'] as const
export const BURDENS = [...SEASON_BURDENS, ...VERDICT_BURDENS] as const
export type BurdenKind = (typeof BURDENS)[number]

export type Burden = { readonly kind: BurdenKind; readonly amount: number | null }

/** Of a car that several share: the most of each, whoever of them brought it. */
export type Carried = { readonly ballastKg: number; readonly restrictor: number; readonly gridDrop: number; readonly isFromPits: boolean }
export function carriedOf(burdens: readonly Burden[]): Carried {
  const most = (kind: BurdenKind): number => Math.max(0, ...burdens.filter((one) => one.kind === kind).map(({ amount }) => amount ?? 0))
  return {
    ballastKg: most('BALLAST'),
    restrictor: most('RESTRICTOR'),
    gridDrop: most('GRID_DROP'),
    isFromPits: burdens.some(({ kind }) => kind === 'PIT_LANE_START'),
  }
}

type OnGrid = { readonly gridPosition: number | null } & Pick<Carried, 'gridDrop' | 'isFromPits'>

/**
 * A set grid after its drops: whoever drops stands so many places further back, or last, and the others fill the places that are left in their
 * order. Where two are to stand on one place the better one does, the other behind. Whoever starts from the pit lane stands last, since no
 * server's file knows of pit lanes. Without a drop the grid is as it was set; a place that is not set stays so.
 */
export function gridOf(cars: readonly OnGrid[]): readonly (number | null)[] {
  const set = cars.flatMap((car, index) => (car.gridPosition === null ? [] : [{ ...car, index, place: car.gridPosition }]))
  if (set.every(({ gridDrop, isFromPits }) => gridDrop === 0 && !isFromPits)) return cars.map(({ gridPosition }) => gridPosition)
  const inOrder = set.toSorted((a, b) => a.place - b.place).map((car, at) => ({ ...car, target: at + 1 + car.gridDrop }))
  const fromPits = inOrder.filter((car) => car.isFromPits)
  const last = inOrder.length - fromPits.length
  const dropped = inOrder.filter((car) => !car.isFromPits && car.gridDrop > 0).toSorted((a, b) => a.target - b.target)
  const slots = Array<number | undefined>(last).fill(undefined)
  const take = (index: number, from: number, step: 1 | -1): void => {
    let at = from
    while (at >= 0 && at < last && slots[at] !== undefined) at += step
    // no place is free further back
    if (at >= last) return take(index, last - 1, -1)
    slots[at] = index
  }
  for (const { index } of dropped.filter(({ target }) => target >= last).toReversed()) take(index, last - 1, -1)
  for (const { index, target } of dropped.filter((car) => car.target < last)) take(index, target - 1, 1)
  for (const { index } of inOrder.filter((car) => !car.isFromPits && car.gridDrop === 0)) take(index, 0, 1)
  const places = new Map([...slots, ...fromPits.map(({ index }) => index)].map((index, at) => [index, at + 1]))
  return cars.map((_, index) => places.get(index) ?? null)
}
