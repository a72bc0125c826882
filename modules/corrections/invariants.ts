import type { Invariant } from '#server/room.ts'

export const correctionsInvariants: readonly Invariant[] = [
  {
    name: 'corrections-count',
    means: 'The seconds, places and points that stand against a row of a race are those it counts with.',
    sql: `select x.id from results r join result_rows x on x.result_id = r.id
      cross join lateral (
        select coalesce(sum(c.value) filter (where c.kind = 'TIME'), 0) as ms,
          coalesce(sum(c.value) filter (where c.kind = 'POSITIONS'), 0) as places,
          coalesce(sum(c.value) filter (where c.kind = 'ADJUSTMENT'), 0) - coalesce(sum(c.value) filter (where c.kind = 'POINTS'), 0) as points
        from result_corrections c
        where c.session_id = r.session_id and c.split_no = r.split_no and c.race_no = r.type_no and c.revoked_at is null
          and array[x.match_key, x.unmatched ->> 'matchKey'] && c.match_keys) c
      where r.state = 'STANDS' and r.type = 'RACE' and (x.penalty_ms <> c.ms or x.penalty_places <> c.places or x.points_adjustment <> c.points)`,
  },
]
