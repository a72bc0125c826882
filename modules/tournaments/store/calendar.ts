import type { UserId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'

export async function saveCalendar(tx: Tx, userId: UserId, key: string, now: Date): Promise<void> {
  const row = { key, made_at: now }
  await tx
    .insertInto('driver_calendars')
    .values({ user_id: userId, ...row })
    .onConflict((there) => there.column('user_id').doUpdateSet(row))
    .execute()
}

export async function dropCalendar(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('driver_calendars').where('user_id', '=', userId).execute()
}
