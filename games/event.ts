import { drive, endOf } from './race.ts'
import type { Driven, Heat, Racer } from './race.ts'
import type { Trouble } from './emulated.ts'
import type { OrderEntry, Segment, ServerOrder } from './game.ts'

/** What a game's server is told beside its order. */
export type EventRules = {
  readonly lapLengthM: number
  readonly tickMs: number
  /** Average speed of a car over a lap, in metres per second. */
  readonly paceMps: (carId: string) => number
  readonly overtimeMs: (segment: Segment) => number
  readonly extraLap: boolean
  readonly pitStops: number
  /** Places turned round for a second race: 0 no such race, -1 all. */
  readonly reversed: number
}

export type DrivenSegment = { readonly segment: Segment; readonly rows: readonly Driven[]; readonly endMs: number }

/** A segment as a server plays it: whole, or broken off after `endMs`. */
export type Stint = { readonly driven: DrivenSegment; readonly endMs: number; readonly isWhole: boolean }
/** `isEvent`: neither broken off in its race nor one of those who stayed. */
export type Weekend = { readonly stints: readonly Stint[]; readonly isEvent: boolean }

/** Where a race is broken off. */
export const BROKEN_OFF_AT = 0.4
/** How often those who stay drive again. */
export const MORE_WEEKENDS = 2

/** All that a server plays when an event goes on otherwise than planned. */
export function weekendsOf(driveAgain: () => readonly DrivenSegment[], troubles: readonly Trouble[]): readonly Weekend[] {
  const drive = (): readonly Stint[] => driveAgain().map((driven) => ({ driven, endMs: driven.endMs, isWhole: true }))
  const event = drive()
  const [lead, last] = [event.slice(0, -1), event.slice(-1)]
  const broken = last.map((one) => ({ ...one, endMs: Math.floor(one.endMs * BROKEN_OFF_AT), isWhole: false }))
  return [
    ...(troubles.includes('weekendRestart') ? [{ stints: [...lead, ...broken], isEvent: false }] : []),
    { stints: [...lead, ...(troubles.includes('sessionRestart') ? broken : []), ...last], isEvent: true },
    ...(troubles.includes('stayers') ? Array.from({ length: MORE_WEEKENDS }, () => ({ stints: drive(), isEvent: false })) : []),
  ]
}

/** Without a known length of the track. */
export const USUAL_LAP_M = 4500
/** How much a lap grows by a kilogram of ballast and by a percent of restrictor. */
const BALLAST_SHARE = 0.00018
const RESTRICTOR_SHARE = 0.0012
/** A race longer than this has a pit stop each such time. */
const STINT_MS = 40 * 60_000

/** Drives the whole event: every segment in order, the grid of a race from the qualifying before it, else from the entry list. */
export function driveEvent(order: ServerOrder, rules: EventRules, chance: () => number): readonly DrivenSegment[] {
  const bop = new Map(order.bop.map((row) => [row.carId, row]))
  const racers = order.entries.map((entry): Racer => {
    const weight = bop.get(entry.carId)
    const ballastKg = (weight?.ballastKg ?? 0) + (entry.ballastKg ?? 0)
    const slower = 1 + ballastKg * BALLAST_SHARE + ((weight?.restrictor ?? 0) + (entry.restrictor ?? 0)) * RESTRICTOR_SHARE
    const names = entry.drivers.map((driver) => driver.name)
    return { drivers: names.length > 0 ? names : [''], paceMps: rules.paceMps(entry.carId) / slower }
  })
  let grid = entryGrid(order.entries)
  return order.segments.flatMap((segment) => {
    const heat = heatOf(segment, rules)
    const first = driveSegment(segment, heat, racers, grid, chance)
    const places = first.rows.map((row) => row.racer)
    if (segment.type === 'QUALIFY') grid = places
    if (segment.type !== 'RACE' || rules.reversed === 0) return [first]
    const count = rules.reversed < 0 ? places.length : rules.reversed
    return [first, driveSegment(segment, heat, racers, [...places.slice(0, count).toReversed(), ...places.slice(count)], chance)]
  })
}

function driveSegment(segment: Segment, heat: Heat, racers: readonly Racer[], grid: readonly number[], chance: () => number): DrivenSegment {
  const rows = drive(heat, racers, grid, chance)
  return { segment, rows, endMs: endOf(heat, rows) }
}

function heatOf(segment: Segment, rules: EventRules): Heat {
  const durationMs = segment.laps ? 0 : segment.durationMin * 60_000
  const long = Math.floor(durationMs / STINT_MS)
  return {
    race: segment.type === 'RACE',
    durationMs,
    laps: segment.laps ?? null,
    extraLap: rules.extraLap,
    overtimeMs: rules.overtimeMs(segment),
    pitStops: Math.max(long, rules.pitStops),
    lapLengthM: rules.lapLengthM,
    tickMs: rules.tickMs,
  }
}

const entryGrid = (entries: readonly OrderEntry[]): readonly number[] =>
  entries
    .map((entry, index) => ({ index, place: entry.gridPosition ?? Infinity }))
    .sort((a, b) => (a.place === b.place ? 0 : a.place - b.place))
    .map(({ index }) => index)

/** How long a server without anybody waits: the whole event, at least longer than a platform waits for people. */
export function idleMs(order: ServerOrder): number {
  const plannedMin = order.segments.reduce((sum, segment) => sum + segment.durationMin, 0)
  return Math.max(15, plannedMin) * 60_000
}

/** Milliseconds as both servers print them: `1:33:747`, minutes without a limit. */
export const clockText = (timeMs: number): string =>
  `${Math.floor(timeMs / 60_000)}:${String(Math.floor(timeMs / 1000) % 60).padStart(2, '0')}:${String(timeMs % 1000).padStart(3, '0')}`
