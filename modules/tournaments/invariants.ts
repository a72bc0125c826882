import type { Invariant } from '#server/room.ts'

export const tournamentsInvariants: readonly Invariant[] = [
  {
    name: 'season-seats',
    means: 'As many seats of a season are taken as drivers are in it.',
    sql: `select t.id from tournaments t
      where t.taken <> (select count(*) from tournament_entries e where e.tournament_id = t.id and e.status = 'ACTIVE')`,
  },
  {
    name: 'season-class-seats',
    means: 'As many seats of a class of a season are taken as drivers are in it.',
    sql: `select c.tournament_id as id from tournament_classes c where c.taken <>
      (select count(*) from tournament_entries e where e.tournament_id = c.tournament_id and e.class_id = c.class_id and e.status = 'ACTIVE')`,
  },
  {
    name: 'season-line',
    means: 'Nobody waits for a seat of a season that takes drivers while one is free.',
    sql: `select e.tournament_id as id from tournament_entries e join tournaments t on t.id = e.tournament_id
      left join tournament_classes c on c.tournament_id = e.tournament_id and c.class_id = e.class_id
      where e.status = 'WAITING_LIST' and t.deleted_at is null and t.taken < t.max_entries
        and (t.status = 'REGISTRATION' or (t.status = 'STARTED' and t.join_after_start))
        and (e.class_id is null or c.max_entries is null or c.taken < c.max_entries)`,
  },
  {
    name: 'season-line-ended',
    means: 'Nobody waits for a seat of a season that has ended.',
    sql: `select t.id from tournaments t where t.status = 'FINISHED'
      and exists (select from tournament_entries e where e.tournament_id = t.id and e.status = 'WAITING_LIST')`,
  },
  {
    name: 'season-had-waited',
    means: 'Only who is disqualified from a season was in its line before.',
    sql: `select e.tournament_id as id from tournament_entries e where e.had_waited and (e.status <> 'DISQUALIFIED' or e.had_left)`,
  },
  {
    name: 'season-events',
    means: 'An event of a season is of the same community and game.',
    sql: `select o.session_id as id from tournament_sessions o join tournaments t on t.id = o.tournament_id join sessions s on s.id = o.session_id
      where s.league_id <> t.league_id or s.game <> t.game or t.deleted_at is not null`,
  },
  {
    name: 'season-drivers',
    means: 'Only a championship has drivers of its own, and none before it is published.',
    sql: `select t.id from tournaments t where (t.type = 'SERIES' or t.status = 'UNPUBLISHED')
      and exists (select 1 from tournament_entries e where e.tournament_id = t.id)`,
  },
]
