import type { SessionId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'
import { calendarOf } from '../queries/calendar.ts'
import { published } from '../queries/lists.ts'
import { cardOf } from '../queries/rows.ts'

/** These events, where they are published, as an iCalendar text of this name. */
export async function calendarOfEvents(db: Reader, name: string, ids: readonly SessionId[], publicUrl: string, now: Date): Promise<string> {
  const rows = ids.length === 0 ? [] : await published(db).where('sessions.id', 'in', ids).orderBy('sessions.starts_at').execute()
  const entries = rows.map((row) => ({ ...cardOf(row, 'FREE'), serverName: row.server_name, v: row.v }))
  return calendarOf(name, entries, publicUrl, now)
}
