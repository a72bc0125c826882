import { sql } from 'kysely'
import type { Personal } from '#server/room.ts'
import { dropCalendar } from '../store/calendar.ts'

export const tournamentsPersonal: Personal = {
  refers: {
    'tournaments.created_by': { as: 'seasonsMade', stays: 'a season that others drive has somebody who made it; they have no name any more' },
    'driver_calendars.user_id': { as: 'calendar', stays: null },
    'tournament_entries.user_id': { as: 'seasons', stays: 'who drove is part of a season that was; the driver has no name any more' },
    'tournament_skips.user_id': { as: 'seasonsSkipped', stays: 'what was skipped is part of a season that was; the driver has no name any more' },
  },
  export: async (db, id) => {
    const { rows: seasons } = await sql`
      select t.id as season_id, t.name as season, e.status, e.class_id, e.team_name, e.registered_at, e.left_at, e.left_reason
      from tournament_entries e join tournaments t on t.id = e.tournament_id where e.user_id = ${id} order by e.registered_at`.execute(db)
    const { rows: seasonsSkipped } = await sql`
      select s.id as event_id, s.name as event, k.skipped_at from tournament_skips k join sessions s on s.id = k.session_id
      where k.user_id = ${id} order by k.skipped_at`.execute(db)
    const seasonsMade = await db
      .selectFrom('tournaments')
      .select(['id as season_id', 'name as season', 'created_at'])
      .where('created_by', '=', id)
      .orderBy('created_at')
      .execute()
    const calendar = await db.selectFrom('driver_calendars').select('made_at').where('user_id', '=', id).execute()
    return { seasons, seasonsSkipped, seasonsMade, calendar }
  },
  // Seats in seasons that go on follow from leaving the community, which UserRemoved brings.
  erase: ({ tx }, userId) => dropCalendar(tx, userId),
}
