import { oldRows } from '#server/db/prune.ts'
import type { Keep } from '#server/room.ts'

export const notificationsKeeps: readonly Keep[] = [
  {
    what: 'notifications',
    days: 365,
    why: 'nobody scrolls further back; until then their cause is not told twice',
    prune: oldRows('notifications', 'at'),
  },
]
