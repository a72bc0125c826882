/**
 * notifications: what a driver must not miss, as a list in the app and by mail.
 * Specification: users.md §1 "Driver, race night"; decisions.md §2 "Waiting list", §8.
 */
import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { notificationId } from '#core/ids.ts'
import { PAGE, paging } from '#core/page.ts'

const notification = z.object({
  id: notificationId,
  /** As the room that sends it calls it; `kinds` of the texts has a sentence for each. */
  kind: z.string(),
  /** What the sentence names: the event, the community, a reason. Never a password: those stand on the event page. */
  params: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** Null where the reader may not see what it is about. */
  link: z.string().nullable(),
  at: z.string(),
  read: z.boolean(),
})
export type NotificationView = z.infer<typeof notification>

export const notificationsContract = {
  notifications: query('/query/notifications', {
    summary: 'The signed-in user’s notifications, newest first',
    params: z.object({ ...paging(PAGE.MEDIUM) }),
    reply: z.object({ notifications: z.array(notification), unread: z.number().int() }),
  }),
  MarkRead: command('notification', 'MarkRead', {
    summary: 'Marks one notification as read, or all up to now',
    target: 'new',
    body: z.strictObject({ notificationId: notificationId.nullable() }),
    reply: z.object({ unread: z.number().int() }),
  }),
}
