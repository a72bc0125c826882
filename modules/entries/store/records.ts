import type { UserId } from '#core/ids.ts'
import { hasConditions, type JoinConditions } from '#modules/sessions/rules/join-conditions.ts'
import type { Reader } from '#server/db/connect.ts'
import { attendanceOf } from '../queries/attendance.ts'
import type { DriverRecord } from '../rules/join-conditions.ts'

/** What a driver is held to, read only where an event asks for something; elsewhere it is that of who came this moment. */
export async function recordFor(db: Reader, conditions: JoinConditions, userId: UserId | null, now: Date): Promise<DriverRecord> {
  return userId && hasConditions(conditions) ? await attendanceOf(db, userId, now) : { since: now, starts: 0, noShows: 0 }
}
