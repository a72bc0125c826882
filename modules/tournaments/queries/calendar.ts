import { sql } from 'kysely'
import { DAY_MS } from '#core/duration.ts'
import type { SessionId, UserId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { calendarOfEvents } from '#modules/sessions/door.ts'
import type { QueriesOf, UserActor } from '#server/room.ts'
import type { calendarContract } from '../contract/calendar.ts'

/** What was driven stays in it so long. */
const PAST_MS = 90 * DAY_MS

export const calendarQueries: QueriesOf<typeof calendarContract> = {
  myCalendar: async ({ db, actor }) => {
    const { userId } = actor as UserActor
    const row = await db.selectFrom('driver_calendars').select('key').where('user_id', '=', userId).executeTakeFirst()
    return ok({ path: row ? `/public/calendars/${row.key}/races.ics` : null })
  },

  driverCalendar: async ({ db, publicUrl, now, dependsOn }, { key }) => {
    const since = new Date(now.getTime() - PAST_MS)
    const { rows } = await sql<{ userId: UserId; name: string; ids: SessionId[] }>`
      select c.user_id as "userId", u.name, coalesce((select jsonb_agg(s.id) from entry_drivers d join entries e on e.id = d.entry_id
        join sessions s on s.id = e.session_id and s.deleted_at is null and s.starts_at > ${since}
        where d.user_id = c.user_id and d.active and e.status in ('ACTIVE', 'WAITING_LIST')), '[]') as ids
      from driver_calendars c join users u on u.id = c.user_id and u.removed_at is null where c.key = ${key}`.execute(db)
    const [found] = rows
    if (!found) return refuse('NOT_FOUND')
    dependsOn(`user:${found.userId}`, ...found.ids.map((id) => `session:${id}`))
    return ok(await calendarOfEvents(db, found.name, found.ids, publicUrl, now))
  },
}
