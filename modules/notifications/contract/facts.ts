import { fact } from '#core/joint.ts'
import type { NotificationId, UserId } from '#core/ids.ts'

type NotifiedData = { readonly notificationId: NotificationId; readonly userId: UserId; readonly kind: string }

export const Notified = fact('Notified', 'notification', ({ notificationId, userId }: NotifiedData) => ({
  id: notificationId,
  leagueId: null,
  topics: [`user:${userId}`],
}))
export const NotificationsRead = fact('NotificationsRead', 'user', ({ userId }: { readonly userId: UserId }) => ({
  id: userId,
  leagueId: null,
  topics: [`user:${userId}`],
}))
