import { sql } from 'kysely'
import type { Personal } from '#server/room.ts'
import { dropCalendar } from '../store/calendar.ts'

/** Of who acts for a community. */
const GIVEN = 'points by hand that others have, or had, were given or taken back by somebody, who has no name any more'

export const tournamentsPersonal: Personal = {
  refers: {
    'tournaments.created_by': { as: 'seasonsMade', stays: 'a season that others drive has somebody who made it; they have no name any more' },
    'driver_calendars.user_id': { as: 'calendar', stays: null },
    'tournament_adjustments.user_id': { as: 'seasonPoints', stays: 'points by hand are part of a table that was; their driver has no name any more' },
    'tournament_adjustments.given_by': { as: 'seasonPointsGiven', stays: GIVEN },
    'tournament_adjustments.revoked_by': { as: null, stays: GIVEN },
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
    const { rows: byHand } = await sql<{ mine: boolean }>`
      select t.id as season_id, t.name as season, a.points::float8 as points, a.reason, a.given_at, a.revoked_at, a.revoked_reason,
        a.user_id is not distinct from ${id} as mine
      from tournament_adjustments a join tournaments t on t.id = a.tournament_id
      where ${id} in (a.user_id, a.given_by) order by a.given_at`.execute(db)
    const seasonPoints = byHand.filter(({ mine }) => mine).map(({ mine: _mine, ...row }) => row)
    const seasonPointsGiven = byHand.filter(({ mine }) => !mine).map(({ mine: _mine, ...row }) => row)
    return { seasonPoints, seasonPointsGiven, seasons, seasonsSkipped, seasonsMade, calendar }
  },
  // Seats in seasons that go on follow from leaving the community, which UserRemoved brings.
  erase: ({ tx }, userId) => dropCalendar(tx, userId),
}
