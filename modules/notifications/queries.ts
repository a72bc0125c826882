import { sql } from 'kysely'
import type { ParamsOf } from '#core/contract.ts'
import type { UserId } from '#core/ids.ts'
import { ok } from '#core/result.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { Reader } from '#server/db/connect.ts'
import type { Apart, QueriesOf, QueryContext, UserActor } from '#server/room.ts'
import type { NotificationView, notificationsContract } from './contract.ts'
import { leads } from './queries/leads.ts'

export const notificationsQueries: QueriesOf<typeof notificationsContract> = {
  notifications: async (context, page) => ok(await listOf(context, page)),
}

/** All of them are somebody's own. */
export const notificationsApart = {
  notifications: {
    own: ['notifications', 'unread'],
    same: async () => ok({ answer: {}, about: null }),
    mine: listOf,
  } satisfies Apart<typeof notificationsContract.notifications, 'notifications' | 'unread'>,
}

async function listOf({ db, actor }: QueryContext, { limit, offset }: ParamsOf<typeof notificationsContract.notifications>) {
  const { userId } = actor as UserActor
  const rows = await pageRows(db, [userId, limit, offset])
  const notifications = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    params: row.params as NotificationView['params'],
    link: row.link !== '' && row.leads ? row.link : null,
    at: row.at.toISOString(),
    read: row.read_at !== null,
  }))
  // the first page of few holds them all
  const isAll = offset === 0 && rows.length < limit
  return { notifications, unread: isAll ? notifications.filter(({ read }) => !read).length : await unreadOf(db, userId) }
}

const pageRows = builtOnce((db, at) =>
  db
    .selectFrom('notifications')
    .select(['id', 'kind', 'params', 'link', 'at', 'read_at', leads(at(0)).as('leads')])
    .where('user_id', '=', at(0))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(at(1))
    .offset(at(2)),
)

async function unreadOf(db: Reader, userId: UserId): Promise<number> {
  const { unread } = await db
    .selectFrom('notifications')
    .select(sql<number>`count(*)`.as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}
