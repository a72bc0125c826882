import type { Invariant } from '#server/room.ts'
import { ABOUT } from './rules/about.ts'

export const correctionsInvariants: readonly Invariant[] = [
  {
    name: 'corrections-count',
    means: 'The seconds, places and points that stand against a row of a race are those it counts with.',
    sql: `select x.id from results r join result_rows x on x.result_id = r.id
      cross join lateral (
        select coalesce(sum(c.value) filter (where c.kind = 'TIME'), 0) as ms,
          coalesce(sum(c.value) filter (where c.kind = 'POSITIONS'), 0) as places,
          coalesce(sum(c.value) filter (where c.kind = 'ADJUSTMENT'), 0) - coalesce(sum(c.value) filter (where c.kind = 'POINTS'), 0) as points
        from (select c.*, x.id as row_id, ${ABOUT.place} as place from result_corrections c join result_rows x on x.result_id = r.id and ${ABOUT.any}
          where c.session_id = r.session_id and c.split_no = r.split_no and c.race_no = r.type_no and c.revoked_at is null) c
        where c.place = 1 and c.row_id = x.id) c
      where r.state = 'STANDS' and r.type = 'RACE' and (x.penalty_ms <> c.ms or x.penalty_places <> c.places or x.points_adjustment <> c.points)`,
  },
]
