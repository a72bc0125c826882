import { signedIn, type Row } from '#server/roles/row.ts'

export const ROWS: readonly Row[] = [
  { call: 'notifications.notifications', on: 'person', ask: () => ({}), who: signedIn },
  { call: 'notifications.unread', on: 'person', ask: () => ({}), who: signedIn },
  { call: 'notifications.MarkRead', on: 'person', ask: () => ({ body: { notificationIds: null } }), who: signedIn },
  {
    call: 'notifications.MarkRead',
    as: 'somebody else’s',
    on: 'person',
    ask: (_, self) => ({ body: { notificationIds: [self.anothersNotification] } }),
    who: signedIn,
    untouched: ['notifications'],
  },
]
