import type { Invariant } from '#server/room.ts'

export const notificationsInvariants: readonly Invariant[] = [
  {
    name: 'erased-is-told-nothing',
    means: 'There are no notifications for removed accounts (I26).',
    sql: `select n.id from notifications n join users u on u.id = n.user_id where u.removed_at is not null`,
  },
]
