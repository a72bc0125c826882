import { sql } from 'kysely'
import type { SessionId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'

/** The oldest events that are still to be rated, nobody else's any more, in that order. */
export async function takeUnrated(tx: Tx, most: number): Promise<readonly SessionId[]> {
  const { rows } = await sql<{ session_id: SessionId; starts_at: Date }>`
    delete from rating_backlog where session_id in (select session_id from rating_backlog order by starts_at, session_id limit ${most} for update skip locked)
    returning session_id, starts_at`.execute(tx)
  return rows
    .toSorted((one, other) => one.starts_at.getTime() - other.starts_at.getTime() || (one.session_id < other.session_id ? -1 : 1))
    .map(({ session_id }) => session_id)
}
