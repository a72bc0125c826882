import type { SegmentType, ServerOrder } from '#games/game.ts'

/** What one line of a server, or one of its answers, tells of clock and cars. A game whose server tells nothing of it has none. */
export type TimingSignal =
  | ({ readonly kind: 'left' } & Left)
  /** A car is driven under a race number. */
  | { readonly kind: 'car'; readonly car: string; readonly raceNumber: number }
  /** A car has completed a lap at a moment of the server's clock; `isTimed`: its time ranks. */
  | { readonly kind: 'lap'; readonly car: string; readonly timeMs: number; readonly isTimed: boolean; readonly atMs: number }
  /** One row of the server's own ranking, by its slot in the entry list. */
  | {
      readonly kind: 'place'
      readonly slot: number
      readonly place: number
      readonly laps: number
      readonly bestMs: number | null
      readonly totalMs: number
    }
  /** The segment begins, or begins anew. */
  | { readonly kind: 'begins' }

/** How long a segment still lasts, and how exact that is: a server that tells whole minutes has cut off the rest. */
export type Left = { readonly ms: number; readonly exact: (typeof EXACT)[number] }
export const EXACT = ['SECOND', 'MINUTE'] as const

/** `totalMs`: when it completed its last lap, by a clock that is the same for all. */
type Car = { readonly place: number | null; readonly laps: number; readonly bestMs: number | null; readonly totalMs: number }
/** What was heard of the segment that is on. */
export type Timing = {
  readonly left: Left | null
  readonly numbers: Readonly<Record<string, number>>
  readonly cars: Readonly<Record<string, Car>>
  /** When the first car had completed each lap. */
  readonly firstMs: Readonly<Record<number, number>>
}
export const NO_TIMING: Timing = { left: null, numbers: {}, cars: {}, firstMs: {} }

/** More than any server takes: names and numbers of cars come from strangers. */
const MOST_CARS = 150

/** A car of the order, in which it stands; `raceNumber` is `null` for one that is not registered. Times in milliseconds. */
export type TimingRow = {
  readonly raceNumber: number | null
  readonly laps: number
  readonly bestMs: number | null
  /** In a race behind the first car, where both had completed the same lap. */
  readonly gapMs: number | null
}

export function heardTiming(timing: Timing, signal: TimingSignal): Timing {
  switch (signal.kind) {
    case 'begins':
      return { ...NO_TIMING, numbers: timing.numbers }
    case 'left':
      return { ...timing, left: { ms: signal.ms, exact: signal.exact } }
    case 'car':
      return isRoom(timing.numbers, signal.car) ? { ...timing, numbers: { ...timing.numbers, [signal.car]: signal.raceNumber } } : timing
    case 'lap': {
      // a driver who comes back may have another car, never another number
      const number = timing.numbers[signal.car]
      const key = number === undefined ? `car ${signal.car}` : `#${number}`
      const before = timing.cars[key]
      const bestMs = signal.isTimed ? Math.min(signal.timeMs, before?.bestMs ?? Infinity) : (before?.bestMs ?? null)
      return withCar(timing, key, { place: null, laps: (before?.laps ?? 0) + 1, bestMs, totalMs: signal.atMs })
    }
    case 'place':
      return withCar(timing, `slot ${signal.slot}`, { place: signal.place, laps: signal.laps, bestMs: signal.bestMs, totalMs: signal.totalMs })
  }
}

function withCar(timing: Timing, key: string, car: Car): Timing {
  if (!isRoom(timing.cars, key)) return timing
  const first = timing.firstMs[car.laps]
  const isFirst = car.laps > 0 && (first === undefined || car.totalMs < first)
  return {
    ...timing,
    cars: { ...timing.cars, [key]: car },
    ...(isFirst ? { firstMs: { ...timing.firstMs, [car.laps]: car.totalMs } } : {}),
  }
}

const isRoom = (held: object, key: string): boolean => Object.hasOwn(held, key) || Object.keys(held).length < MOST_CARS

/**
 * The order as it was told: in a race by laps, then by who completed the last one first, else by best laps. Cars that have completed none are
 * left out: nobody tells where they are.
 */
export function orderOf({ cars, firstMs }: Timing, type: SegmentType, entries: ServerOrder['entries']): readonly TimingRow[] {
  const isRace = type === 'RACE'
  return Object.entries(cars)
    .filter(([, car]) => (isRace ? car.laps > 0 : car.bestMs !== null))
    .toSorted(([, a], [, b]) => byPlace(a, b) || (isRace ? b.laps - a.laps || a.totalMs - b.totalMs : a.bestMs! - b.bestMs!))
    .map(([key, car]) => {
      const gapMs = isRace ? car.totalMs - (firstMs[car.laps] ?? car.totalMs) : 0
      return { raceNumber: numberOf(key, entries), laps: car.laps, bestMs: car.bestMs, gapMs: gapMs > 0 ? gapMs : null }
    })
}

const byPlace = (a: Car, b: Car): number => (a.place === null || b.place === null ? 0 : a.place - b.place)

function numberOf(key: string, entries: ServerOrder['entries']): number | null {
  const [, kind = '', told = ''] = /^(#|slot )(\d+)$/.exec(key) ?? []
  const entry = kind === '#' ? entries.find(({ raceNumber }) => raceNumber === Number(told)) : kind && entries[Number(told)]
  return entry ? entry.raceNumber : null
}
