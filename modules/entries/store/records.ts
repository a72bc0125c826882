import type { UserId } from '#core/ids.ts'
import { ratingsOf } from '#modules/ranking/door.ts'
import { NEW_STANDING } from '#modules/ranking/rules/licence.ts'
import { NEW_RANK } from '#modules/ranking/rules/rank.ts'
import { ASKED_OF_RATINGS, askedIn, type JoinConditions } from '#modules/sessions/rules/join-conditions.ts'
import type { Reader } from '#server/db/connect.ts'
import { attendanceOf } from '../queries/attendance.ts'
import type { DriverRecord } from '../rules/join-conditions.ts'

type Event = { readonly game: string; readonly conditions: JoinConditions }

/** What a driver is held to, of which only what an event asks for is read; the rest is that of who came this moment. */
export async function recordFor(db: Reader, { game, conditions }: Event, userId: UserId | null, now: Date): Promise<DriverRecord> {
  const asked = userId ? askedIn(conditions).map(([name]) => name) : []
  const ofRatings = asked.filter((name) => ASKED_OF_RATINGS.includes(name))
  const attendance = userId && asked.length > ofRatings.length ? await attendanceOf(db, userId, now) : { since: now, starts: 0, noShows: 0 }
  const rating = userId && ofRatings.length > 0 ? (await ratingsOf(db, [userId], game)).get(userId) : undefined
  return { ...attendance, rank: (rating?.rank ?? NEW_RANK).rank, standing: rating?.standing ?? NEW_STANDING }
}
