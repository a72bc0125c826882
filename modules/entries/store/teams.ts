import type { EntryId, SessionId, UserId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'

/** Another of its drivers manages a team from now on. The session is locked already. */
export async function saveManager(tx: Tx, id: EntryId, userId: UserId): Promise<void> {
  const drivers = () => tx.updateTable('entry_drivers').where('entry_id', '=', id).where('active', '=', true)
  await drivers().set({ is_manager: false }).where('is_manager', '=', true).execute()
  await drivers().set({ is_manager: true }).where('user_id', '=', userId).execute()
}

/** A driver is out of a team, and free to register or to join another. */
export async function takeOutDriver(tx: Tx, id: EntryId, userId: UserId, now: Date): Promise<void> {
  await tx
    .updateTable('entry_drivers')
    .set({ active: false, is_manager: false, left_at: now })
    .where('entry_id', '=', id)
    .where('user_id', '=', userId)
    .where('active', '=', true)
    .execute()
}

/** Drivers of the largest team of an event, and whether anybody stands there who drives alone. */
export async function sizesIn(db: Reader, sessionId: SessionId): Promise<{ readonly most: number; readonly teams: number; readonly alone: number }> {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('entry_drivers', 'entry_drivers.entry_id', 'entries.id')
    .select(['entries.id', 'entries.team_name'])
    .select(({ fn }) => fn.countAll<string>().as('drivers'))
    .where('entries.session_id', '=', sessionId)
    .where('entries.status', 'in', ['ACTIVE', 'WAITING_LIST'])
    .where('entry_drivers.active', '=', true)
    .groupBy(['entries.id', 'entries.team_name'])
    .execute()
  const teams = rows.filter((row) => row.team_name !== null)
  return { most: Math.max(0, ...teams.map((row) => Number(row.drivers))), teams: teams.length, alone: rows.length - teams.length }
}
