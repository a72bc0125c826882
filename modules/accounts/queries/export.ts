import { sql } from 'kysely'
import type { UserId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'

const MOST_ACTIONS = 10_000

/** All that is stored about somebody, in every room, for them alone. What an admin keeps secret from drivers (passwords of servers) is not theirs. */
export async function everythingOf(db: Reader, id: UserId): Promise<Record<string, unknown>> {
  const [user, login, linkedAccounts, loginSessions, memberships, applications, notifications, mails, actions, entries, results, named] =
    await Promise.all([
      db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
      db.selectFrom('logins').select(['email', 'created_at']).where('id', '=', id).executeTakeFirst(),
      db.selectFrom('linked_accounts').select(['provider', 'subject', 'linked_at', 'proven']).where('user_id', '=', id).execute(),
      db.selectFrom('login_sessions').select(['created_at', 'expires_at', 'ip_address', 'user_agent']).where('user_id', '=', id).execute(),
      db.selectFrom('memberships').selectAll().where('user_id', '=', id).execute(),
      db.selectFrom('applications').select(['league_id', 'status', 'reason', 'applied_at', 'decided_at']).where('user_id', '=', id).execute(),
      db.selectFrom('notifications').select(['kind', 'params', 'link', 'at', 'read_at']).where('user_id', '=', id).orderBy('at').execute(),
      db
        .selectFrom('mails')
        .select(['at', 'sent_at'])
        .where('recipient', 'in', db.selectFrom('logins').select('email').where('id', '=', id))
        .execute(),
      db
        .selectFrom('events')
        .select(['at', 'type', 'aggregate', 'aggregate_id', 'data'])
        .where('actor_id', '=', id)
        .orderBy('seq')
        .limit(MOST_ACTIONS)
        .execute(),
      sql`select s.id as event_id, s.name as event, s.starts_at, e.status, e.race_number, e.car_id, e.skin, e.team_name, d.joined_at, e.left_at, e.left_reason
      from entry_drivers d join entries e on e.id = d.entry_id join sessions s on s.id = e.session_id
      where d.user_id = ${id} order by d.joined_at`.execute(db),
      sql`select s.id as event_id, s.name as event, s.starts_at, r.type as segment, r.type_no, r.state, w.position, w.car_id, w.lap_count, w.total_time_ms,
        w.best_lap_ms, w.status, w.calculated_points + w.points_adjustment as points, l.times as lap_times_ms
      from result_rows w join results r on r.id = w.result_id join sessions s on s.id = w.session_id left join result_laps l on l.row_id = w.id
      where w.user_ids @> array[${id}::uuid] order by s.starts_at, r.segment_index`.execute(db),
      sql`select l.name as community, s.name as event, m.source, m.identity, m.matched_at from driver_matches m
      join leagues l on l.id = m.league_id join sessions s on s.id = m.session_id where m.user_id = ${id} order by m.matched_at`.execute(db),
    ])
  return {
    user,
    login,
    linkedAccounts,
    loginSessions,
    memberships,
    applications,
    notifications,
    mails,
    actions,
    registrations: entries.rows,
    results: results.rows,
    namedInResults: named.rows,
  }
}
