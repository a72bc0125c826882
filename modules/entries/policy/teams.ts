import { all, refuse, type Verdict } from '#core/result.ts'
import { type EventFacts, mayEnterAs, mayRegister, type Part, type PersonFacts, waiting } from '../policy.ts'

/** Joining a team, up to its password; whether it has room is found out when it is joined (product.md §5 "Join team"). */
export const mayJoinTeam = (now: Date, event: EventFacts, person: PersonFacts): Verdict =>
  all(mayEnterAs(event, true), mayRegister(now, event, person, 'ALREADY_IN_TEAM'))

/** Who manages a team hands it over first, or cancels its registration (product.md §5 "Leave team"). */
export function mayLeaveTeam(event: EventFacts, part: Part): Verdict {
  if (part === null) return refuse('NOT_REGISTERED')
  return all(part === 'DRIVER' || refuse('MANAGER_CANNOT_LEAVE'), waiting(event))
}

/** Name, password, drivers and manager of a team: its manager alone, while WAITING (product.md §6 "Team manager"). */
export const mayManageTeam = (event: EventFacts, part: Part): Verdict => all(part === 'MANAGER' || refuse('MANAGER_REQUIRED'), waiting(event))
