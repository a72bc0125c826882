import { MINUTE_MS } from '#core/duration.ts'
import { all, refuse, type Verdict } from '#core/result.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { BARRED, isIn, mayRemove, waiting, type EventFacts, type PersonFacts } from '../policy.ts'
import { cancelClosesAt, noCancelBeforeMs } from '../rules.ts'

/** Watching: members alone, who do not drive, up to the event's password; whether there is a place is found out when it is taken. */
export function mayWatch(event: EventFacts, person: PersonFacts): Verdict {
  if (event.leagueClosed) return refuse('COMMUNITY_CLOSED')
  if (event.isManual) return refuse('WRONG_STATE')
  if (event.status !== 'WAITING') return refuse('REGISTRATION_CLOSED')
  if (isIn(person)) return refuse('ALREADY_REGISTERED')
  if (person.spectates) return refuse('SPECTATING')
  if (person.banned) return refuse('MEMBER_BANNED')
  return all(person.role !== null || refuse('MEMBER_REQUIRED'), !BARRED.has(person.entry) || refuse('REJOIN_NOT_ALLOWED'))
}

/** Leaving the spectators: as long as a registration can be cancelled (product.md §5 "Cancel registration"). */
export function mayStopWatching(now: Date, event: EventFacts, { spectates }: Pick<PersonFacts, 'spectates'>): Verdict {
  if (!spectates) return refuse('NOT_REGISTERED')
  const inTime = now < cancelClosesAt(event) || refuse('CANCEL_TOO_LATE', { minutes: noCancelBeforeMs(event.hosting) / MINUTE_MS })
  return all(waiting(event), inTime)
}

/** Admins take out anybody who watches until the event is over. */
export const mayRemoveSpectator = mayRemove

/** The list to speak from: for who looks after a race, and who shows it to others. */
export const mayExport = ({ role, spectates }: Pick<PersonFacts, 'role' | 'spectates'>): Verdict =>
  atLeast(role, 'steward') || spectates || refuse('FORBIDDEN')

/** product.md §2: admins, spectators, and who is registered once there is somebody to see; never where no server is to be watched. */
export const seesSpectators = ({ isManual }: EventFacts, { role, entry, spectates }: Omit<PersonFacts, 'plan'>, count: number): boolean =>
  !isManual && (atLeast(role, 'admin') || spectates || (isIn({ entry }) && count > 0))
