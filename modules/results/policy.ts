import { all, refuse, type Verdict } from '#core/result.ts'
import type { UserId } from '#core/ids.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import type { SessionStatus } from '#modules/sessions/rules.ts'
import { maySeeDrivers, maySeeEvent, type Sight, type Viewer } from '#modules/visibility/rules.ts'
import { seesAllLaps } from './rules.ts'

/** Where the event belongs and how the asker stands there; `role` is null for a visitor or a stranger. */
export type EventSight = Sight & { readonly status: SessionStatus; readonly viewer: Viewer; readonly openResults: boolean }

/** Who drove in it and how it ended. */
export const maySee = (sight: EventSight): Verdict => all(maySeeEvent(sight, sight.status), maySeeDrivers(sight.viewer, sight.openResults))

export const mayManageFiles = (sight: EventSight): Verdict => {
  const seen = maySee(sight)
  return seen === true ? atLeast(sight.role, 'admin') || refuse('ADMIN_REQUIRED') : seen
}

/** Own laps are everybody's own; others' belong to a plan. */
export const maySeeLaps = (asker: { readonly userId: UserId; readonly plan: string }, drivers: readonly string[]): boolean =>
  seesAllLaps(asker.plan) || drivers.includes(asker.userId)
