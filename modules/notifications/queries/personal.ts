import type { Personal } from '#server/room.ts'
import { deleteNotificationsOf } from '../store.ts'

export const notificationsPersonal: Personal = {
  refers: { 'notifications.user_id': { as: 'notifications', stays: null } },
  export: async (db, id) => ({
    notifications: await db
      .selectFrom('notifications')
      .select(['kind', 'params', 'link', 'at', 'read_at'])
      .where('user_id', '=', id)
      .orderBy('at')
      .execute(),
  }),
  erase: ({ tx }, userId) => deleteNotificationsOf(tx, userId),
}
