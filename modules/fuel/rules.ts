/**
 * fuel: how many litres a race takes. A room of rules and one dialog: no tables, no calls.
 * Specification: product.md §2 "fuel calculator button", §5 "Fuel calculator only when", calls-and-constants.md §9 "Fuel calculator".
 */
import { MINUTE_MS } from '#core/duration.ts'
import type { SegmentView } from '#modules/results/contract.ts'
import type { EventView } from '#modules/sessions/contract.ts'

/** Laps that are driven before the clock runs. */
export const FORMATION_LAPS = { none: 0, half: 0.5, full: 1 } as const
export type FormationLap = keyof typeof FORMATION_LAPS

/** One race of an event: by time, or by `laps`. */
export type RacePart = { readonly durationMin: number; readonly laps: number | null }
export const racePartsOf = ({ config }: Pick<EventView, 'config'>): readonly RacePart[] =>
  config.segments.filter(({ type, durationMin, laps }) => type === 'RACE' && (durationMin > 0 || (laps ?? 0) > 0))

/** Only while its servers are up or it runs, and where a race has a length (product.md §5). */
export const hasCalculator = (event: Pick<EventView, 'config' | 'status'>): boolean =>
  (event.status === 'STARTED' || event.status === 'IN_PROGRESS') && racePartsOf(event).length > 0

/** Largest consumption that is taken for one: litres a lap. */
export const MOST_PER_LAP_L = 100

/** Laps of a race, its formation lap with them, and whole litres for them; `perLapL` counts in hundredths of a litre. */
export function fuelFor(
  part: RacePart,
  lap: { readonly timeMs: number; readonly perLapL: number },
  formation: FormationLap,
): { readonly laps: number; readonly litres: number } {
  const laps = (part.laps ?? Math.ceil((part.durationMin * MINUTE_MS) / lap.timeMs)) + FORMATION_LAPS[formation]
  // counted in whole numbers: a hundredth of a litre that floating point adds would be another litre
  return { laps, litres: Math.ceil((laps * 2 * Math.round(lap.perLapL * 100)) / 200) }
}

/** A lap time the event's own results offer, and whose it is. */
export type LapOffer = { readonly timeMs: number; readonly of: 'OWN_AVERAGE' | 'OWN_BEST' | 'FASTEST'; readonly segment: SegmentView['type'] }

/** What somebody laps in this event: their average in its last race, else their best lap, else the fastest of anybody; `null` without results. */
export function lapOffer(segments: readonly SegmentView[], userId: string | null): LapOffer | null {
  const latest = segments.toSorted((a, b) => b.segmentIndex - a.segmentIndex)
  for (const { results, type } of latest) {
    const own = results.find((row) => userId !== null && row.drivers.some((driver) => driver.userId === userId))
    if (type === 'RACE' && own?.totalTime && own.lapCount > 0)
      return { timeMs: Math.round(own.totalTime / own.lapCount), of: 'OWN_AVERAGE', segment: type }
    const best = own?.bestCleanLapTime ?? own?.bestLapTime
    if (best) return { timeMs: best, of: 'OWN_BEST', segment: type }
  }
  for (const { bestStats, type } of latest) if (bestStats.fastestLap) return { timeMs: bestStats.fastestLap.timeMs, of: 'FASTEST', segment: type }
  return null
}
