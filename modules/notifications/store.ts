import type { NotificationId, UserId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Notice } from './door.ts'

/** Whether it is new: the same effect key is written once. */
export async function insertNotification(tx: Tx, id: NotificationId, notice: Notice, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('notifications')
    .values({
      id,
      user_id: notice.userId,
      kind: notice.kind,
      params: JSON.stringify(notice.params),
      link: notice.link,
      at: now,
      effect_key: notice.effectKey,
    })
    .onConflict((conflict) => conflict.column('effect_key').doNothing())
    .executeTakeFirst()
  return row.numInsertedOrUpdatedRows === 1n
}

/** Marks one, or with `null` all, of the user's own notifications as read. */
export async function markRead(tx: Tx, userId: UserId, id: NotificationId | null, now: Date): Promise<void> {
  const rows = tx.updateTable('notifications').set({ read_at: now }).where('user_id', '=', userId).where('read_at', 'is', null)
  await (id ? rows.where('id', '=', id) : rows.where('at', '<=', now)).execute()
}

export async function countUnread(tx: Tx, userId: UserId): Promise<number> {
  const row = await tx
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}
