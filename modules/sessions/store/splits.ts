import { sql } from 'kysely'
import type { SessionId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'

/** Freezes how many splits an event has, and adds those it has not. Its row is locked already. */
export async function openSplits(tx: Tx, id: SessionId, count: number, now: Date): Promise<void> {
  await sql`
    with frozen as (
      update sessions set split_count = ${count}, splits_frozen_at = ${now} where id = ${id}
    ), opened as (
      insert into splits (id, session_id, split_no, status, status_at)
      select uuidv7(), ${id}::uuid, no, 'WAITING', ${now}::timestamptz from generate_series(2, ${count}::int) as no
      returning split_no
    )
    insert into session_status_history (session_id, split_no, status, at)
    select ${id}::uuid, split_no, 'WAITING', ${now}::timestamptz from opened order by split_no`.execute(tx)
}

/** Lets the splits of an event be divided anew: it has one again, and no server of any yet. Its row is locked already. */
export async function thawSplits(tx: Tx, id: SessionId): Promise<void> {
  await tx.deleteFrom('splits').where('session_id', '=', id).where('split_no', '>', 1).execute()
  await tx.updateTable('sessions').set({ split_count: 1, splits_frozen_at: null }).where('id', '=', id).execute()
}
