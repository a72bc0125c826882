import { sql } from 'kysely'
import type { NotificationId, UserId } from '#core/ids.ts'
import type { Notice } from '#core/joint.ts'
import { allPresent } from '#modules/accounts/door.ts'
import { isAsking, pageOf, unreadOf } from '#modules/unread/door.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Addressed } from './door.ts'

type Stored = Addressed<string> & { readonly id: NotificationId; readonly kind: string }

/**
 * Those that are new: the same effect key is written once, and nothing to somebody whose account has been removed, or is being removed. In one order
 * for everybody: who writes the same key at once waits for it.
 */
export async function insertNotifications(tx: Tx, notices: readonly Stored[], now: Date): Promise<ReadonlySet<NotificationId>> {
  const people = notices.map(({ userId }) => userId)
  const { rows } = await sql<{ id: NotificationId }>`
    with people as (${allPresent(people)})
    insert into notifications (id, user_id, kind, params, link, at, effect_key)
    select n.id, people.id, n.kind, n.params, coalesce(n.link, ''), ${now}::timestamptz, n."effectKey"
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n (id uuid, "userId" uuid, kind text, params jsonb, link text, "effectKey" text)
    join people on people.id = n."userId" order by n."effectKey" on conflict (effect_key) do nothing returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export async function deleteNotificationsOf(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', '=', userId).execute()
}

/** Takes somebody's name out of what others were told of them. */
export async function forgetName<Param extends string>(tx: Tx, { kind }: Notice<Param>, param: NoInfer<Param>, name: string): Promise<void> {
  await sql`update notifications set params = params || jsonb_build_object(${param}::text, null)
    where kind = ${kind} and params ->> ${param}::text = ${name}`.execute(tx)
}

/** Of what somebody was told these, whatever they ask for; all up to now that ask for nothing; or those of these that a page shows. */
export type Marked = { readonly notificationIds: readonly NotificationId[] | null } | { readonly about: string }

export async function markRead(tx: Tx, userId: UserId, marked: Marked, now: Date): Promise<void> {
  const rows = tx.updateTable('notifications').set({ read_at: now }).where('user_id', '=', userId).where('read_at', 'is', null)
  if ('notificationIds' in marked && marked.notificationIds) return void (await rows.where('id', 'in', marked.notificationIds).execute())
  const seen = rows.where('at', '<=', now).where((eb) => eb.not(isAsking(now)))
  await ('about' in marked ? seen.where(pageOf, '=', marked.about) : seen).execute()
}

/** In lines of the list. */
export async function countUnread(tx: Tx, userId: UserId, now: Date): Promise<number> {
  const { unread } = await tx.selectNoFrom(unreadOf(sql`${userId}::uuid`, now).as('unread')).executeTakeFirstOrThrow()
  return unread.lines
}
