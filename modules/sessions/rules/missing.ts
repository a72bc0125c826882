import { HOUR_MS } from '#core/duration.ts'
import { MIN_GRID_SIZE } from '#modules/billing/rules.ts'
import type { SessionStatus } from '../rules.ts'

type Coming = { readonly status: SessionStatus; readonly startsAt: string; readonly taken: number }

/** How many more have to register for a race worth the name, in the last hour before it (product.md §5 "Missing registrations alert"). */
export function missingRegistrations({ status, startsAt, taken }: Coming, nowMs: number): number {
  const leftMs = Date.parse(startsAt) - nowMs
  return status === 'WAITING' && leftMs > 0 && leftMs < HOUR_MS ? Math.max(0, MIN_GRID_SIZE - taken) : 0
}
