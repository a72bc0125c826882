import { sql } from 'kysely'
import type { ParamsOf } from '#core/contract.ts'
import { ok } from '#core/result.ts'
import { PAGE } from '#core/page.ts'
import { isUnread, unreadOf } from '#modules/unread/door.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { Apart, QueriesOf, QueryContext, UserActor } from '#server/room.ts'
import type { NotificationView, notificationsContract } from './contract.ts'
import { leads } from './queries/leads.ts'
import { groupOf, WAITING, weightOf } from './rules/kinds.ts'

export const notificationsQueries: QueriesOf<typeof notificationsContract> = {
  notifications: async (context, page) => ok(await listOf(context, page)),
  unread: async (context, wanted) => ok(await unreadList(context, wanted)),
}

/** All of them are somebody's own. */
export const notificationsApart = {
  notifications: {
    own: ['notifications', 'unread'],
    same: async () => ok({ answer: {}, about: null }),
    mine: listOf,
  } satisfies Apart<typeof notificationsContract.notifications, 'notifications' | 'unread'>,
  unread: {
    own: ['notifications'],
    same: async () => ok({ answer: {}, about: null }),
    // most readers have read everything
    mine: async (context, params, _, reader) => (reader?.hasUnread === false ? { notifications: [] } : unreadList(context, params)),
  } satisfies Apart<typeof notificationsContract.unread, 'notifications'>,
}

async function listOf({ db, actor, now }: QueryContext, { limit, offset }: ParamsOf<typeof notificationsContract.notifications>) {
  const { userId } = actor as UserActor
  const [rows, counted] = await Promise.all([pageRows(db, [userId, now, limit, offset]), unreadRows(db, [userId, now])])
  return { notifications: rows.map(viewOf), unread: counted[0]!.unread.lines }
}

/** What waits is not pushed out by however much news. */
async function unreadList({ db, actor, now }: QueryContext, { part }: ParamsOf<typeof notificationsContract.unread>) {
  const { userId } = actor as UserActor
  return { notifications: (await waitingRows(db, [userId, now, part === 'all'])).map(viewOf) }
}

type Row = {
  readonly id: NotificationView['id']
  readonly kind: string
  readonly params: unknown
  readonly link: string
  readonly at: Date
  readonly leads: boolean
  readonly unread: boolean
}

const viewOf = ({ id, kind, params, link, at, leads: isThere, unread }: Row): NotificationView => ({
  id,
  kind,
  weight: weightOf(kind),
  group: groupOf(kind),
  params: params as NotificationView['params'],
  link: link !== '' && isThere ? link : null,
  at: at.toISOString(),
  read: !unread,
})

const pageRows = builtOnce((db, at) =>
  db
    .selectFrom('notifications')
    .select(['id', 'kind', 'params', 'link', 'at', leads(at(0)).as('leads'), isUnread(at(1)).as('unread')])
    .where('user_id', '=', at(0))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(at(2))
    .offset(at(3)),
)

const isWaiting = sql<boolean>`notifications.kind in (${sql.join(WAITING.map((kind) => sql.lit(kind)))})`

const waitingRows = builtOnce((db, at) =>
  db
    .selectFrom('notifications')
    .select(['id', 'kind', 'params', 'link', 'at', leads(at(0)).as('leads'), sql<boolean>`true`.as('unread')])
    .where('user_id', '=', at(0))
    .where(isUnread(at(1)))
    .where(sql<boolean>`(${at(2)}::boolean or ${isWaiting})`)
    .orderBy(isWaiting, 'desc')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE.CAP),
)

const unreadRows = builtOnce((db, at) => db.selectNoFrom(unreadOf(at(0), at(1)).as('unread')))
