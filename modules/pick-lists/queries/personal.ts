import type { Personal } from '#server/room.ts'
import { forgetPicked } from '../store.ts'

export const pickListsPersonal: Personal = {
  refers: { 'pick_list_entries.user_id': { as: 'picked', stays: null } },
  export: async (db, id) => ({
    picked: await db
      .selectFrom('pick_list_entries')
      .select(['league_id', 'car_id', 'class_id'])
      .where('user_id', '=', id)
      .orderBy('league_id')
      .execute(),
  }),
  erase: ({ tx }, userId) => forgetPicked(tx, userId),
}
