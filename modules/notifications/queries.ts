import { sql } from 'kysely'
import { ok } from '#core/result.ts'
import type { QueriesOf, UserActor } from '#server/room.ts'
import type { NotificationView, notificationsContract } from './contract.ts'

export const notificationsQueries: QueriesOf<typeof notificationsContract> = {
  notifications: async ({ db, actor }, { limit, offset }) => {
    const { userId } = actor as UserActor
    const [rows, counted] = await Promise.all([
      db
        .selectFrom('notifications')
        .select(['id', 'kind', 'params', 'link', 'at', 'read_at'])
        .where('user_id', '=', userId)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
      db
        .selectFrom('notifications')
        .select(sql<number>`count(*)`.as('unread'))
        .where('user_id', '=', userId)
        .where('read_at', 'is', null)
        .executeTakeFirstOrThrow(),
    ])
    const notifications = rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      params: row.params as NotificationView['params'],
      link: row.link,
      at: row.at.toISOString(),
      read: row.read_at !== null,
    }))
    return ok({ notifications, unread: counted.unread })
  },
}
