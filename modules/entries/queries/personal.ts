import { sql } from 'kysely'
import type { Personal } from '#server/room.ts'

export const entriesPersonal: Personal = {
  refers: {
    'entry_drivers.user_id': { as: 'registrations', stays: 'who drove is part of an event that was; the driver has no name any more' },
    'invited_drivers.user_id': { as: 'roundsReached', stays: 'who went on is part of a round that was; the driver has no name any more' },
    'spectators.user_id': { as: 'watched', stays: 'who watched is part of an event that was; they have no name any more' },
  },
  export: async (db, id) => {
    const { rows } = await sql`
      select s.id as event_id, s.name as event, s.starts_at, e.status, e.race_number, e.car_id, e.skin, e.team_name, e.checked_in_at, e.missed_check_in_at, d.joined_at, e.left_at, e.left_reason
      from entry_drivers d join entries e on e.id = d.entry_id join sessions s on s.id = e.session_id
      where d.user_id = ${id} order by d.joined_at`.execute(db)
    const watched = await db
      .selectFrom('spectators')
      .innerJoin('sessions', 'sessions.id', 'spectators.session_id')
      .select(['sessions.id as event_id', 'sessions.name as event', 'sessions.starts_at', 'spectators.joined_at'])
      .where('spectators.user_id', '=', id)
      .orderBy('spectators.joined_at')
      .execute()
    const roundsReached = await db
      .selectFrom('invited_drivers')
      .select(['list_id as round_id', 'from_list_id as from_round_id', 'invited_at'])
      .where('user_id', '=', id)
      .orderBy('invited_at')
      .execute()
    return { registrations: rows, watched, roundsReached }
  },
  // Seats in coming events follow from UserRemoved, event by event.
}
