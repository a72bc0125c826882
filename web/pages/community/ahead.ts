import type { EventCard } from '#modules/sessions/contract.ts'
import { isLongOver } from '#modules/sessions/rules.ts'

/** Of what comes or is on, in its order, the race that a community's page shows first: none that waits for its results alone, and none that failed. */
export const raceAhead = <R extends Pick<EventCard, 'status' | 'startsAt' | 'duration'>>(coming: readonly R[], nowMs: number): R | null =>
  coming.find((race) => race.status !== 'FAILED' && !isLongOver(race, nowMs)) ?? null
