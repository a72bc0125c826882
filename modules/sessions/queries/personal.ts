import type { Personal } from '#server/room.ts'

export const sessionsPersonal: Personal = {
  refers: { 'sessions.created_by': { as: 'eventsMade', stays: 'the event is the community’s; who made it has no name any more' } },
  export: async (db, id) => ({
    eventsMade: await db.selectFrom('sessions').select(['id', 'name', 'created_at']).where('created_by', '=', id).orderBy('created_at').execute(),
  }),
}
