import { ok } from '#core/result.ts'
import type { CommandsOf } from '#server/room.ts'
import type { notificationsContract } from './contract.ts'
import { NotificationsRead } from './contract/facts.ts'
import { countUnread, markRead } from './store.ts'

export const notificationsCommands: CommandsOf<typeof notificationsContract> = {
  MarkRead: async ({ tx, actor, now, record }, { body }) => {
    await markRead(tx, actor.userId, body, now)
    record(NotificationsRead, { userId: actor.userId })
    return ok({ unread: await countUnread(tx, actor.userId, now) })
  },
}
