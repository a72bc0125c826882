import { signedIn, type Row } from '#server/roles/row.ts'

export const ROWS: readonly Row[] = [
  { call: 'notifications.notifications', on: 'person', ask: () => ({}), who: signedIn },
  { call: 'notifications.MarkRead', on: 'person', ask: () => ({ body: { notificationId: null } }), who: signedIn },
  {
    call: 'notifications.MarkRead',
    as: 'somebody else’s',
    on: 'person',
    ask: (_, self) => ({ body: { notificationId: self.anothersNotification } }),
    who: signedIn,
    untouched: ['notifications'],
  },
]
