import { sql } from 'kysely'
import type { Personal } from '#server/room.ts'

const DRIVEN = 'a result stays with a driver who has no name any more'

export const resultsPersonal: Personal = {
  refers: { 'result_rows.user_id': { as: 'results', stays: DRIVEN }, 'result_rows.user_ids': { as: 'results', stays: DRIVEN } },
  export: async (db, id) => {
    const { rows } = await sql`
      select s.id as event_id, s.name as event, s.starts_at, r.type as segment, r.type_no, r.state, w.position, w.car_id, w.lap_count, w.total_time_ms,
        w.best_lap_ms, w.status, w.calculated_points + w.points_adjustment as points, l.times as lap_times_ms
      from result_rows w join results r on r.id = w.result_id join sessions s on s.id = w.session_id left join result_laps l on l.row_id = w.id
      where w.user_ids @> array[${id}::uuid] order by s.starts_at, r.segment_index`.execute(db)
    return { results: rows }
  },
}
