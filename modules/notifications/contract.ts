/**
 * notifications: what a driver must not miss, as a list in the app and by mail.
 * Specification: users.md §1 "Driver, race night"; decisions.md §2 "Waiting list", §8.
 */
import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { notificationId } from '#core/ids.ts'
import { PAGE, paging } from '#core/page.ts'
import { word } from '#core/text.ts'
import { GROUP_NAMES, WEIGHTS } from './rules/kinds.ts'

const notification = z.object({
  id: notificationId,
  /** As the room that sends it calls it; `kinds` of the texts has a sentence for each. */
  kind: z.string(),
  /** Whether it waits for an act of the reader, for being looked at, or is news. */
  weight: z.enum(WEIGHTS),
  /** What it is counted with where several are unread. */
  group: z.enum(GROUP_NAMES).nullable(),
  /** What the sentence names: the event, the community, a reason. Never a password: those stand on the event page. */
  params: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** Null where the reader may not see what it is about. */
  link: z.string().nullable(),
  at: z.string(),
  /** Seen, or what it asked for is done or over (docs/decisions/0071). */
  read: z.boolean(),
})
/** Lines of the list: what comes in numbers is one (`group`). */
const unread = z.number().int()
export type NotificationView = z.infer<typeof notification>

export const notificationsContract = {
  notifications: query('/query/notifications', {
    summary: 'The signed-in user’s notifications, newest first',
    params: z.object({ ...paging(PAGE.MEDIUM) }),
    reply: z.object({ notifications: z.array(notification), unread }),
  }),
  unread: query('/query/notifications/unread', {
    summary: 'What the signed-in user has not read, or is still to do: what waits for them first, each part newest first',
    params: z.object({ part: z.enum(['all', 'waiting']).default('all').describe('`waiting`: without what is only news') }),
    reply: z.object({ notifications: z.array(notification).max(PAGE.CAP) }),
  }),
  MarkRead: command('notification', 'MarkRead', {
    summary: 'Marks some as read, all that ask for nothing, or those of these that a page shows',
    target: 'new',
    body: z.union([
      z.strictObject({ notificationIds: z.array(notificationId).min(1).max(PAGE.CAP).nullable() }),
      z.strictObject({ about: word(200).describe('The path of the page') }),
    ]),
    reply: z.object({ unread }),
  }),
}
