import type { EventCard } from '#modules/sessions/contract.ts'
import { isLongOver, takesDrivers } from '#modules/sessions/rules.ts'

/** Fewer make no race that a stranger should see first. */
export const ENOUGH_DRIVERS = 8

type Race = Pick<EventCard, 'status' | 'startsAt' | 'duration' | 'taken' | 'config' | 'seatsFree'>

/**
 * Of everybody's list the race a stranger sees first: one that is on, else of those with seats
 * left the one with the fewest for its size, else a full one; `null` while none is worth it.
 */
export function featuredRace<R extends Race>(coming: readonly R[], nowMs: number): R | null {
  const worth = coming.filter(({ taken }) => taken >= ENOUGH_DRIVERS)
  const open = worth.filter((race) => takesDrivers(race, nowMs))
  return (
    worth.find((race) => race.status === 'IN_PROGRESS' && !isLongOver(race, nowMs)) ?? open.toSorted((a, b) => fullness(b) - fullness(a))[0] ?? null
  )
}

const fullness = ({ taken, seatsFree, config }: Race): number => (seatsFree > 0 ? taken / config.maxEntries : 0)
