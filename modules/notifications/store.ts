import { sql } from 'kysely'
import type { NotificationId, UserId } from '#core/ids.ts'
import type { Notice } from '#core/joint.ts'
import { present } from '#modules/accounts/door.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Addressed } from './door.ts'

type Stored = Addressed<string> & { readonly id: NotificationId; readonly kind: string }

/** Whether it is new: the same effect key is written once, and nothing to somebody whose account has been removed. */
export async function insertNotification(tx: Tx, notice: Stored, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with person as (${present(notice.userId)})
    insert into notifications (id, user_id, kind, params, link, at, effect_key)
    select ${notice.id}::uuid, person.id, ${notice.kind}, ${JSON.stringify(notice.params)}::jsonb, ${notice.link}, ${now}::timestamptz, ${notice.effectKey}
    from person on conflict (effect_key) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function deleteNotificationsOf(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', '=', userId).execute()
}

/** Takes somebody's name out of what others were told of them. */
export async function forgetName<Param extends string>(tx: Tx, { kind }: Notice<Param>, param: NoInfer<Param>, name: string): Promise<void> {
  await sql`update notifications set params = params || jsonb_build_object(${param}::text, null)
    where kind = ${kind} and params ->> ${param}::text = ${name}`.execute(tx)
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
