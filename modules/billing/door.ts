import { sql } from 'kysely'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { isPublished } from '#modules/visibility/door.ts'
import type { Reader } from '#server/db/connect.ts'
import { isoWeek, utcMonth, type Usage } from './rules.ts'

/**
 * What counts against the plan in the week and the month of a moment, `except` left out: an event from its publication on, until it is
 * deleted or declined (decisions.md §3 "Plan usage"). The limits are held by this, and this is what is shown.
 */
export async function usageOf(db: Reader, leagueId: LeagueId, at: Date, except: SessionId | null = null): Promise<Usage> {
  const week = isoWeek(at)
  const month = utcMonth(at)
  const row = await db
    .selectFrom('sessions')
    .select([
      sql<number>`count(*) filter (where starts_at >= ${week.from} and starts_at < ${week.to})`.as('events'),
      sql<number>`coalesce(sum(duration_min) filter (where starts_at >= ${month.from} and starts_at < ${month.to}), 0)`.as('minutes'),
    ])
    .where('league_id', '=', leagueId)
    .where('deleted_at', 'is', null)
    .where(isPublished())
    .where('status', '<>', 'DECLINED')
    .where('starts_at', '>=', week.from < month.from ? week.from : month.from)
    .where('starts_at', '<', week.to > month.to ? week.to : month.to)
    .$if(except !== null, (rows) => rows.where('id', '<>', except as SessionId))
    .executeTakeFirstOrThrow()
  return { events: Number(row.events), minutes: Number(row.minutes) }
}
