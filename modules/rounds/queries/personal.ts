import type { Personal } from '#server/room.ts'

export const roundsPersonal: Personal = {
  refers: { 'rounds.created_by': { as: 'roundsMade', stays: 'a round that others drive has somebody who made it; they have no name any more' } },
  export: async (db, id) => {
    const mine = db.selectFrom('rounds').select(['id as round_id', 'name as round', 'created_at']).where('created_by', '=', id)
    return { roundsMade: await mine.orderBy('created_at').execute() }
  },
}
