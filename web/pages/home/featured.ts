import type { EventCard } from '#modules/sessions/contract.ts'
import { takesDrivers } from '#modules/sessions/rules.ts'

/** Fewer make no race that a stranger should see first. */
export const ENOUGH_DRIVERS = 8

type Race = Pick<EventCard, 'status' | 'startsAt' | 'taken' | 'config'>

/** Of everybody's list the race a stranger sees first: one that is on, else the one with the fewest seats left for its size; `null` while none is worth it. */
export function featuredRace<R extends Race>(coming: readonly R[], nowMs: number): R | null {
  const worth = coming.filter(({ taken }) => taken >= ENOUGH_DRIVERS)
  const open = worth.filter((race) => takesDrivers(race, nowMs))
  return worth.find(({ status }) => status === 'IN_PROGRESS') ?? open.toSorted((a, b) => fullness(b) - fullness(a))[0] ?? null
}

const fullness = ({ taken, config }: Race): number => taken / config.maxEntries
