import type { Invariant } from '#server/room.ts'

export const lapsInvariants: readonly Invariant[] = [
  {
    name: 'lap-of-a-standing-result',
    means: 'A best lap is of a driver in a result that everybody sees, of its event and community, who is not disqualified there.',
    sql: `select b.row_id as id from lap_bests b
      left join result_rows x on x.id = b.row_id left join results r on r.id = x.result_id and r.state = 'STANDS' left join sessions s on s.id = r.session_id
      where s.id is distinct from b.session_id or s.league_id <> b.league_id or s.deleted_at is not null or x.status = 'DSQ' or not b.user_id = any (x.user_ids)`,
  },
  {
    name: 'one-best-lap',
    means: 'Of the laps of a driver with the same segment type, track, layout, car and weather exactly one is the best in a community: the fastest.',
    sql: `select b.user_id as id from lap_bests b group by b.user_id, b.league_id, b.game, b.track_id, b.layout_id, b.car_id, b.segment_type, b.is_wet
      having count(*) filter (where b.is_best) <> 1 or min(b.lap_ms) filter (where b.is_best) <> min(b.lap_ms)`,
  },
]
