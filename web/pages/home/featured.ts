import type { EventCard } from '#modules/sessions/contract.ts'
import { isLongOver, seatsFreeAt, takesDrivers } from '#modules/sessions/rules.ts'

/** Fewer make no race that a stranger should see first. */
export const ENOUGH_DRIVERS = 8

type Race = Pick<EventCard, 'status' | 'startsAt' | 'duration' | 'taken' | 'config' | 'seatsFree' | 'seatsKept'>

/**
 * Of everybody's list the race a stranger sees first: one that is on, else of those with seats
 * left the one with the fewest for its size, else a full one; `null` while none is worth it.
 */
export function featuredRace<R extends Race>(coming: readonly R[], nowMs: number): R | null {
  const worth = coming.filter(({ taken }) => taken >= ENOUGH_DRIVERS)
  const open = worth.filter((race) => takesDrivers(race, nowMs))
  return (
    worth.find((race) => race.status === 'IN_PROGRESS' && !isLongOver(race, nowMs)) ??
    open.toSorted((a, b) => fullness(b, nowMs) - fullness(a, nowMs))[0] ??
    null
  )
}

const fullness = (race: Race, nowMs: number): number => (seatsFreeAt(race, nowMs) > 0 ? race.taken / race.config.maxEntries : 0)
