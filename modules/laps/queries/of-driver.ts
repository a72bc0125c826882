import { sql, type RawBuilder } from 'kysely'
import type { UserId } from '#core/ids.ts'
import type { Viewer } from '#modules/visibility/rules.ts'
import { FREE_ROWS, SEGMENT_TYPES } from '../rules.ts'
import { SHOWN, toldLeagues, type StoredLap } from './list.ts'

/** A lap with which somebody is fastest in a car on a track: where it stands among everybody's there, as far down as all are told, and who else may see it. */
export type StoredOwnLap = StoredLap & {
  /** Null: not among the first of the track. */
  readonly place: number | null
  /** Segments of events in which they drove that. */
  readonly driven: number
}

const best = (id: UserId) => sql`
  select distinct on (b.game, b.track_id, b.layout_id, b.car_id) b.*,
    count(*) over (partition by b.game, b.track_id, b.layout_id, b.car_id)::int as driven
  from lap_bests b where b.user_id = ${id} and b.league_id in (select id from told)
  order by b.game, b.track_id, b.layout_id, b.car_id, b.lap_ms, b.driven_at, b.row_id`

/** How many laps of a track are faster than `b`, counted up to so many as tell that it is none of the first. */
const faster = sql`(
  select count(*)::int from (
    select from unnest(${[...SEGMENT_TYPES]}::text[]) g (segment_type) cross join lateral (
      select f.lap_ms from lap_bests f
      where f.game = b.game and f.track_id = b.track_id and f.layout_id = b.layout_id and f.segment_type = g.segment_type and f.is_best
        and f.lap_ms <= b.lap_ms and (f.lap_ms, f.driven_at, f.row_id) < (b.lap_ms, b.driven_at, b.row_id) and f.league_id in (select id from told)
      order by f.lap_ms, f.driven_at, f.row_id limit ${sql.lit(FREE_ROWS)}) f
    limit ${sql.lit(FREE_ROWS)}) before)`

/**
 * For a statement: somebody's fastest lap on each track in each car of which the viewer is told, those first that they drove most. Only the driver's own
 * laps are read, and of each track its fastest few.
 */
export const bestLapsOf = (id: UserId, viewer: Viewer, most: number): RawBuilder<readonly StoredOwnLap[]> => sql`(
  with told as materialized (${toldLeagues(viewer, [])}), b as (select * from (${best(id)}) b order by driven desc, driven_at desc, row_id limit ${sql.lit(most)})
  select coalesce(json_agg(one order by one.driven desc, one."drivenAt" desc), '[]')
  from (select ${SHOWN}, b.driven, case when p.faster < ${sql.lit(FREE_ROWS)} then p.faster + 1 end as place
    from b cross join lateral (select ${faster} as faster) p join users u on u.id = b.user_id and u.removed_at is null) one)`

/** What two drivers have both driven, and how fast each of them was. */
export const lapsOfBoth = (ids: readonly [UserId, UserId], viewer: Viewer, most: number): RawBuilder<readonly (readonly StoredOwnLap[])[]> => sql`(
  with told as materialized (${toldLeagues(viewer, [])}), first as (${best(ids[0])}), second as (${best(ids[1])}),
    pairs as (select f.row_id as one, f.user_id as one_of, s.row_id as other, s.user_id as other_of, f.driven + s.driven as driven
      from first f join second s on (s.game, s.track_id, s.layout_id, s.car_id) = (f.game, f.track_id, f.layout_id, f.car_id)
      order by f.driven + s.driven desc, f.row_id limit ${sql.lit(most)})
  select coalesce(json_agg(pair.laps order by pair.driven desc, pair.one), '[]')
  from (select p.one, p.driven, (
      select json_agg(lap order by lap."userId" <> p.one_of) from (
        select ${SHOWN}, p.driven, case when q.faster < ${sql.lit(FREE_ROWS)} then q.faster + 1 end as place
        from lap_bests b cross join lateral (select ${faster} as faster) q join users u on u.id = b.user_id and u.removed_at is null
        where (b.row_id, b.user_id) in ((p.one, p.one_of), (p.other, p.other_of))) lap) as laps
    from pairs p) pair)`
