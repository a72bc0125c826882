import { all, refuse, type Verdict } from '#core/result.ts'
import { atLeast, type Role } from '#modules/leagues/rules.ts'
import { waiting, type EventFacts, type Part } from '../policy.ts'
import { checkInOpensAt, hasOpened } from '../rules/check-in.ts'

/**
 * Checking in, also to stand ready for a seat: of a team any driver, of anybody an admin, from its opening until registration ends. When it
 * closes those who have not done so lose their seats; until then nobody is too late.
 */
export function mayCheckIn(now: Date, event: EventFacts, role: Role | null, part: Part): Verdict {
  const { closesAt } = event.checkIn
  if (part === null && !atLeast(role, 'admin')) return refuse('FORBIDDEN')
  const opensAt = closesAt && checkInOpensAt(closesAt).toISOString()
  return all(
    waiting(event),
    closesAt !== null || refuse('WRONG_STATE'),
    hasOpened(event.checkIn, now) || refuse('CHECK_IN_NOT_OPEN', opensAt ? { opensAt } : {}),
  )
}
