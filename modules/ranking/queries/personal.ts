import { sql } from 'kysely'
import type { Personal } from '#server/room.ts'

const RATED = 'others were rated against them; there is no name to it any more'

export const rankingPersonal: Personal = {
  refers: {
    'rating_changes.user_id': { as: 'ratedRaces', stays: RATED },
    'driver_ratings.user_id': { as: 'ranks', stays: RATED },
    'rated_drivers.user_id': { as: 'licence', stays: RATED },
  },
  export: async (db, id) => {
    const [{ rows: ratedRaces }, { rows: ranks }, { rows: licence }] = await Promise.all([
      sql`select c.session_id as event_id, c.race_no as race, c.game, c.starts_at, c.won as beaten, c.expected, c.starters, c.rank_before, c.rank_after, c.driven,
          c.licence_before, c.level_before / 100.0 as safety_before, c.licence_after, c.level_after / 100.0 as safety_after
        from rating_changes c where c.user_id = ${id} order by c.starts_at, c.session_id, c.race_no`.execute(db),
      sql`select d.game, d.rank, d.races from driver_ratings d where d.user_id = ${id} order by d.game`.execute(db),
      sql`select r.rank as overall, r.races, r.licence, r.level / 100.0 as safety from rated_drivers r where r.user_id = ${id}`.execute(db),
    ])
    return { ratedRaces, ranks, licence }
  },
}
