import { DAY_MS } from '#core/duration.ts'
import type { SessionId } from '#core/ids.ts'
import type { ReplyOf } from '#core/contract.ts'
import type { Reader } from '#server/db/connect.ts'
import type { sessionsContract } from '../contract.ts'
import { createdAt, type PlanRefusal, type StartState } from '../rules/daily.ts'
import type { SessionStatus } from '../rules.ts'

type Starts = ReplyOf<typeof sessionsContract.schedule>['starts']

/** What was not made is told for so long after its start. */
const TOLD_MS = 7 * DAY_MS

/** The starts of a template that are to come, and those of the last days that nothing came of. */
export async function startsOfTemplate(db: Reader, id: SessionId, now: Date): Promise<Starts> {
  const rows = await db
    .selectFrom('daily_starts')
    .leftJoin('sessions', (join) => join.onRef('sessions.id', '=', 'daily_starts.session_id').on('sessions.deleted_at', 'is', null))
    .select(['daily_starts.starts_at', 'daily_starts.state', 'daily_starts.reason'])
    .select(['sessions.id', 'sessions.status', 'sessions.starts_at as event_starts_at', 'sessions.taken', 'sessions.max_entries'])
    .where('daily_starts.template_id', '=', id)
    .where(({ or, and, eb }) =>
      or([
        eb('daily_starts.starts_at', '>', now),
        and([eb('daily_starts.state', 'in', ['REFUSED', 'MISSED']), eb('daily_starts.starts_at', '>', new Date(now.getTime() - TOLD_MS))]),
      ]),
    )
    .orderBy('daily_starts.starts_at')
    .execute()
  return rows.map((row) => ({
    startsAt: row.starts_at.toISOString(),
    state: row.state as StartState,
    opensAt: new Date(createdAt(row.starts_at.getTime())).toISOString(),
    reason: row.reason as PlanRefusal | null,
    event: row.id && {
      id: row.id,
      status: row.status as SessionStatus,
      startsAt: row.event_starts_at!.toISOString(),
      taken: row.taken!,
      maxEntries: row.max_entries!,
    },
  }))
}
