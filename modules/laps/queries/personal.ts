import { sql } from 'kysely'
import type { Personal } from '#server/room.ts'

export const lapsPersonal: Personal = {
  refers: { 'lap_bests.user_id': { as: 'bestLaps', stays: 'a lap is part of a result, which stays with a driver who has no name any more' } },
  export: async (db, id) => {
    const { rows } = await sql`
      select b.session_id as event_id, b.game, b.track_id, b.layout_id, b.car_id, b.segment_key as segment, b.is_wet as wet, b.lap_ms, b.driven_at
      from lap_bests b where b.user_id = ${id} order by b.driven_at, b.segment_index, b.row_id`.execute(db)
    return { bestLaps: rows }
  },
}
