import { refuse, type Verdict } from '#core/result.ts'
import type { UserId } from '#core/ids.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import type { SessionStatus } from '#modules/sessions/rules.ts'
import { maySeeEvent, type Sight } from '#modules/visibility/rules.ts'
import { seesAllLaps } from './rules.ts'

/** Where the event belongs and how the asker stands there; `role` is null for a visitor or a stranger. */
export type Standing = Sight & { readonly status: SessionStatus }

export const maySee = (standing: Standing): Verdict => maySeeEvent(standing, standing.status)

export const mayManageFiles = (standing: Standing): Verdict => {
  const seen = maySee(standing)
  return seen === true ? atLeast(standing.role, 'admin') || refuse('ADMIN_REQUIRED') : seen
}

type Kept = { readonly manual: boolean; readonly status: string; readonly startsAt: Date }

/** Results are kept by hand from the start of a manual session until they are published (product.md §4); refuses WRONG_STATE, MANUAL_RESULT_PUBLISHED. */
export function mayKeepNow({ manual, status, startsAt }: Kept, now: Date): Verdict {
  if (manual && status === 'ENDED') return refuse('MANUAL_RESULT_PUBLISHED')
  const isOn = status === 'IN_PROGRESS' || (status === 'WAITING' && startsAt <= now)
  return (manual && isOn) || refuse('WRONG_STATE', { status })
}

/** A file may be handed in for a manual session while its results are kept; for any other once a server could have written it, also after its end. */
export const mayImportNow = (event: Kept, now: Date): Verdict =>
  event.manual
    ? mayKeepNow(event, now)
    : ['STARTED', 'IN_PROGRESS', 'FAILED', 'ENDED'].includes(event.status) || refuse('WRONG_STATE', { status: event.status })

/** Own laps are everybody's own; others' belong to a plan. */
export const maySeeLaps = (asker: { readonly userId: UserId; readonly plan: string }, drivers: readonly string[]): boolean =>
  seesAllLaps(asker.plan) || drivers.includes(asker.userId)
