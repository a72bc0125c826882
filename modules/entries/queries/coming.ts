import { sql } from 'kysely'
import { longOver } from '#modules/sessions/door.ts'

/**
 * Of session `s`: whether it is still to come, or on. One elsewhere is on until its results are published, which may be days later, or never:
 * once it is long over (`isLongOver`) it is nobody's next any more.
 */
export const stillComes = (now: unknown) => sql`s.deleted_at is null and s.status in ('WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS')
  and (s.hosting <> 'ELSEWHERE' or not ${longOver('s', now)})`

/** Of entry `e`: whether the split that it drives in is not over; of several some end before others. */
export const splitGoesOn = sql`not exists (
  select from splits p where p.session_id = e.session_id and p.split_no = e.split_no and p.status = 'ENDED')`
