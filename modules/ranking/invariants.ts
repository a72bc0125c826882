import type { Invariant } from '#server/room.ts'

export const rankingInvariants: readonly Invariant[] = [
  {
    name: 'rank-upon-rank',
    means: 'A race starts from the rank that the driver’s race before it in the same game left behind.',
    sql: `select user_id as id from (
        select user_id, rank_before, races_before,
          lag(rank_after, 1, 1500::float8) over races as rank, lag(races_after, 1, 0) over races as races
        from rating_changes window races as (partition by user_id, game order by starts_at, session_id, race_no)
      ) step where (rank_before, races_before) <> (rank, races)`,
  },
  {
    name: 'licence-upon-licence',
    means: 'A race starts from the licence that the driver’s race before it, in whatever game, left behind.',
    sql: `select user_id as id from (
        select user_id, licence_before, level_before, licence_races_before,
          lag(licence_after, 1, 'ROOKIE') over races as licence, lag(level_after, 1, 250) over races as level, lag(licence_races_after, 1, 0) over races as races
        from rating_changes window races as (partition by user_id order by starts_at, session_id, race_no)
      ) step where (licence_before, level_before, licence_races_before) <> (licence, level, races)`,
  },
  {
    name: 'rank-of-the-last-race',
    means: 'A driver’s rank in a game is what their last race there left behind.',
    sql: `select coalesce(d.user_id, c.user_id) as id from driver_ratings d
      full join (
        select distinct on (user_id, game) user_id, game, rank_after, races_after from rating_changes order by user_id, game, starts_at desc, session_id desc, race_no desc
      ) c on c.user_id = d.user_id and c.game = d.game
      where (d.rank, d.races) is distinct from (c.rank_after, c.races_after)`,
  },
  {
    name: 'licence-of-the-last-race',
    means: 'A driver’s licence is what their last race in any game left behind.',
    sql: `select coalesce(d.user_id, c.user_id) as id from rated_drivers d
      full join (
        select distinct on (user_id) user_id, licence_after, level_after, licence_races_after from rating_changes order by user_id, starts_at desc, session_id desc, race_no desc
      ) c on c.user_id = d.user_id
      where (d.licence, d.level, d.licence_races) is distinct from (c.licence_after, c.level_after, c.licence_races_after)`,
  },
  {
    name: 'change-of-a-ranked-race',
    means: 'A change of somebody’s rank is of a race that is ranked, in its game and at its start.',
    sql: `select c.user_id as id from rating_changes c left join ranked_races r on r.session_id = c.session_id and r.race_no = c.race_no
      where r.status is distinct from 'COMPLETED' or r.game <> c.game or r.starts_at <> c.starts_at`,
  },
]
