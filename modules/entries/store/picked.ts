import type { SessionId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'
import { sql } from 'kysely'
import type { Present } from '../decide/picked.ts'

/** Who is in an event or waits, by registration, as a pick list looks at them. */
export async function presentEntries(db: Reader, sessionId: SessionId): Promise<readonly (Present & { readonly v: number })[]> {
  const rows = await db
    .selectFrom('entries')
    .select(['id', 'v', 'status', 'class_id'])
    .select(
      sql<Present['drivers']>`array(select d.user_id from entry_drivers d where d.entry_id = entries.id and d.active order by d.joined_at)`.as(
        'drivers',
      ),
    )
    .where('session_id', '=', sessionId)
    .where('status', 'in', ['ACTIVE', 'WAITING_LIST'])
    .orderBy('registered_at')
    .orderBy('id')
    .execute()
  return rows.map(({ status, class_id: classId, ...row }) => ({ ...row, classId, isIn: status === 'ACTIVE' }))
}
