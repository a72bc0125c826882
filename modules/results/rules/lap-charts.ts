/** What charts tell of laps, calculated from the lap times a reader may see; the server and the page use the same. Times in milliseconds. */

export type LapTimes = readonly (number | null)[]

/** A slower lap than this share of the middle one is a pit stop or an accident: pace leaves it out. */
const SLOWEST_SHARE = 1.07
/** Steps between the marks of an axis. */
const MARKS = 4
/** Sectors of a lap may miss its time by this much: clocks round (game-formats.md §9.7). */
const SECTOR_TOLERANCE_MS = 10

/** The time driven at the end of each lap; from a lap without a time on it is not known. */
export function clockOf(times: LapTimes): LapTimes {
  let clock: number | null = 0
  return times.map((time) => (clock = clock === null || time === null ? null : clock + time))
}

/** The leader's clock at the end of each lap: the least of all that are known. */
export function leadersClock(clocks: readonly LapTimes[]): LapTimes {
  const longest = Math.max(0, ...clocks.map((clock) => clock.length))
  return Array.from({ length: longest }, (_, lap) => leastOf(clocks.flatMap((clock) => clock[lap] ?? [])))
}

/** How far somebody is behind another at the end of each lap; before them it is negative. */
export const gapsTo = (reference: LapTimes, own: LapTimes): LapTimes =>
  own.map((clock, lap) => {
    const other = reference[lap] ?? null
    return clock === null || other === null ? null : clock - other
  })

/** The laps that tell how fast somebody was: without a race's first one, from the grid, without pit laps, and without those far slower than the middle one. */
export function paceOf(times: LapTimes, pits: readonly number[], isRace: boolean): LapTimes {
  const driven = times.map((time, i) => ((isRace && i === 0) || pits.includes(i + 1) ? null : time))
  const middle = medianOf(driven.filter((time) => time !== null))
  return driven.map((time) => (time === null || middle === null || time > middle * SLOWEST_SHARE ? null : time))
}

export type Pace = { readonly laps: number; readonly best: number; readonly median: number; readonly from: number; readonly to: number }

/** Pace in five numbers: how many laps, the best, the middle one, and between which times the middle half of them lies. */
export function paceIn(times: LapTimes): Pace | null {
  const all = times.flatMap((time) => time ?? []).toSorted((a, b) => a - b)
  if (all.length === 0) return null
  return {
    laps: all.length,
    best: all[0]!,
    median: Math.round(quantileOf(all, 0.5)),
    from: Math.round(quantileOf(all, 0.25)),
    to: Math.round(quantileOf(all, 0.75)),
  }
}

/** Decimals of seconds that the marks of an axis over these values need, which are halves and quarters of round numbers: of minutes none, of hundredths three. */
export function secondDecimals(times: LapTimes): 0 | 1 | 2 | 3 {
  const known = times.flatMap((time) => time ?? [])
  const step = known.length > 0 ? (Math.max(...known) - Math.min(...known)) / MARKS : 0
  return step >= 5000 ? 0 : step >= 500 ? 1 : step >= 50 ? 2 : 3
}

type DrivenLap = { readonly time: number | null; readonly sectors: readonly number[] }

/** The average of each sector over the laps that count as pace and whose sectors are complete; empty where there are none. */
export function averageSectors(laps: readonly DrivenLap[], pits: readonly number[], isRace: boolean): readonly number[] {
  const pace = paceOf(
    laps.map(({ time }) => time),
    pits,
    isRace,
  )
  const whole = laps.filter(({ time, sectors }, i) => pace[i] !== null && time !== null && areAll(sectors, time))
  const count = Math.max(0, ...whole.map(({ sectors }) => sectors.length))
  const complete = whole.filter(({ sectors }) => sectors.length === count)
  return Array.from({ length: count }, (_, s) => Math.round(complete.reduce((sum, { sectors }) => sum + sectors[s]!, 0) / complete.length))
}

/** What each loses in each sector to the fastest of them there; `null` where somebody has no time. */
export function lossBySector(all: readonly (readonly number[])[]): readonly (readonly (number | null)[])[] {
  const count = Math.max(0, ...all.map((sectors) => sectors.length))
  const best = Array.from({ length: count }, (_, s) => leastOf(all.flatMap((sectors) => sectors[s] ?? [])))
  return all.map((sectors) => best.map((least, s) => (least === null || sectors[s] === undefined ? null : sectors[s] - least)))
}

const areAll = (sectors: readonly number[], time: number): boolean =>
  sectors.length > 0 && Math.abs(sectors.reduce((sum, sector) => sum + sector, 0) - time) <= SECTOR_TOLERANCE_MS

const leastOf = (values: readonly number[]): number | null => (values.length > 0 ? Math.min(...values) : null)

const medianOf = (values: readonly number[]): number | null =>
  values.length > 0
    ? quantileOf(
        values.toSorted((a, b) => a - b),
        0.5,
      )
    : null

/** Between the two nearest where it falls between them. */
function quantileOf(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!]
  return below + (above - below) * (at - Math.floor(at))
}
