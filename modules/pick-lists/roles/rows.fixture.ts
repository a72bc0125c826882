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
]
