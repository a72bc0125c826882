import { sql } from 'kysely'
import type { EntryId, SessionId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'

export async function activeIds(tx: Tx, sessionId: SessionId): Promise<readonly EntryId[]> {
  const rows = await tx.selectFrom('entries').select('id').where('session_id', '=', sessionId).where('status', '=', 'ACTIVE').execute()
  return rows.map((row) => row.id)
}

/** Positions from 1 in the order given. */
export async function saveGrid(tx: Tx, grid: readonly EntryId[]): Promise<void> {
  const order = sql`unnest(${grid as EntryId[]}::uuid[]) with ordinality as g (id, position)`
  await sql`update entries set grid_position = g.position from ${order} where entries.id = g.id`.execute(tx)
}
