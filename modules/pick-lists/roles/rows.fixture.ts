import { admins, type Row } from '#server/roles/row.ts'
import { community } from '#server/roles/ways.fixture.ts'

const ACTIVE = { given: 'insert into pick_lists (league_id, v, active, updated_at) values ($1, 1, true, now())', had: 1 }
const AWAY = { given: 'insert into pick_lists (league_id, v, active, updated_at) values ($1, 1, false, now())', had: 1 }
/** Where drivers enter alone, and nobody is in yet who would have to go. */
const READY = {
  given: `with alone as (update sessions set driver_swap = false, max_entries = 20 where league_id = $1),
    list as (insert into pick_lists (league_id, v, active, session_id, updated_at)
      select $1, 1, true, s.id, now() from sessions s where s.league_id = $1 and s.status = 'WAITING' order by s.id limit 1 returning league_id)
    insert into pick_list_entries (league_id, user_id, position, car_id)
    select l.league_id, m.user_id, 1, '2' from list l join memberships m on m.league_id = $1 and m.role = 'steward'`,
  had: 1,
}

const FOR_A_SEASON = {
  given: `with season as (
      insert into tournaments (id, league_id, type, status, game, name, join_after_start, session_skip_limit, point_system, max_entries, taken, created_by, created_at)
      select $1, $1, 'CHAMPIONSHIP', 'REGISTRATION', 'acc', 'Winter season', true, 0, '{"overallPointTable": [25, 18], "onlyBestRaceTime": false}', 20, 0,
        m.user_id, now() from memberships m where m.league_id = $1 and m.role = 'owner' returning id
    ), list as (insert into pick_lists (league_id, v, active, tournament_id, updated_at) select $1, 1, true, id, now() from season returning league_id)
    insert into pick_list_entries (league_id, user_id, position)
    select l.league_id, m.user_id, 1 from list l join memberships m on m.league_id = $1 and m.role = 'steward'`,
  had: 1,
}

export const ROWS: readonly Row[] = [
  community('pick-lists.pickList', admins, undefined, { closed: undefined }),
  community('pick-lists.Activate', admins, undefined, { closed: undefined, ...AWAY }),
  // a list nobody has begun yet
  community('pick-lists.Activate', admins, undefined, {
    as: 'with a driver',
    closed: undefined,
    had: 0,
    ask: (at) => ({ at: { leagueId: at.league, v: 0 }, body: { entries: [{ userId: at.cast.member.id }] } }),
  }),
  community('pick-lists.Deactivate', admins, undefined, { closed: undefined, ...ACTIVE }),
  community('pick-lists.SetEntries', admins, (at) => ({ entries: [{ userId: at.cast.member.id }] }), { closed: undefined, ...ACTIVE }),
  community('pick-lists.Apply', admins, undefined, { closed: undefined, ...READY }),
  community('pick-lists.Apply', admins, undefined, { as: 'for a season', closed: undefined, ...FOR_A_SEASON }),
]
