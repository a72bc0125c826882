import { type RawBuilder, sql } from 'kysely'
import type { SessionId, UserId } from '#core/ids.ts'
import { gamesWith } from '#games/facts/facts.ts'
import { PLATFORM_IDS } from '#games/facts/platform.ts'
import { isListedFor, seesDrivers } from '#modules/visibility/door.ts'
import { personOf, type Viewer } from '#modules/visibility/rules.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { Reader } from '#server/db/connect.ts'

export type Attendance = {
  readonly starts: number
  readonly noShows: number
  /** When the account was made. */
  readonly since: Date
  /** Whose results may change it. */
  readonly sessions: readonly SessionId[]
}

/** The platform by whose accounts a result of session `s` names its drivers. */
const PLATFORM = sql.raw(
  `case ${PLATFORM_IDS.map((id) => {
    const games = gamesWith(({ platform }) => platform === id)
    return games.length === 0 ? '' : `when s.game in (${games.map((game) => `'${game}'`).join(', ')}) then '${id}'`
  }).join(' ')} end`,
)

/**
 * In how many events that are over somebody started, and at how many they were in and nobody of their car did (docs/decisions/0015). It is
 * asked of the results as they stand, so that it follows whatever becomes of those.
 */
export async function attendanceOf(db: Reader, userId: UserId, now: Date): Promise<Attendance> {
  const [row] = await attendanceRows(db, [userId])
  return row ?? { starts: 0, noShows: 0, since: now, sessions: [] }
}

const attendanceRows = builtOnce((db, at) => ({ compile: () => attendance(at(0), sql`true`).compile(db) }))

/** For a statement: the same as `{starts, noShows, sessions}`, of those events alone of which the viewer is told who drives in them. */
export const attendanceFor = (userId: UserId, viewer: Viewer): RawBuilder<Pick<Attendance, 'starts' | 'noShows' | 'sessions'>> => sql`(
  select to_jsonb(one) - 'since' from (${attendance(
    userId,
    sql`exists (select from leagues l where l.id = s.league_id and ${isListedFor(personOf(viewer), 'l')} and ${seesDrivers(viewer, 'l')})`,
  )}) one)`

// `over` is gone into for the few events that are theirs, never read as a whole
const attendance = (userId: UserId, isTold: RawBuilder<unknown>) => sql<Attendance>`
    with over as not materialized (
      select s.id, s.game, s.ended_at from sessions s where s.status = 'ENDED' and s.deleted_at is null and ${isTold}
        and exists (select from users u where u.id = ${userId}::uuid and u.removed_at is null)
    ), started as (
      select distinct r.session_id from result_rows x join results r on r.id = x.result_id join over s on s.id = r.session_id
      where x.user_ids @> array[${userId}::uuid] and r.state = 'STANDS' and x.status <> 'DNS'
    ), entered as (
      select e.id, e.session_id, coalesce(e.split_no, 1) as split_no, s.game, s.ended_at
      from entry_drivers d join entries e on e.id = d.entry_id join over s on s.id = e.session_id
      where d.user_id = ${userId}::uuid and d.active and e.status = 'ACTIVE'
    ), absent as materialized (
      -- what follows is asked of the few events in which they themselves did not start
      select e.* from entered e where not exists (select from started t where t.session_id = e.session_id)
    ), missed as (
      select s.session_id from absent s
      where exists (
        select from results r join result_rows x on x.result_id = r.id
        where r.session_id = s.session_id and r.split_no = s.split_no and r.type = 'RACE' and r.state = 'STANDS' and x.status <> 'DNS'
      ) and not exists (
        select from results r join result_rows x on x.result_id = r.id
        where r.session_id = s.session_id and r.state = 'STANDS' and x.status <> 'DNS' and (x.entry_id = s.id or x.user_ids @> array[${userId}::uuid])
      ) and (
        -- whom the result could not have named may be one of its strangers
        not exists (
          select from results r join result_rows x on x.result_id = r.id
          where r.session_id = s.session_id and r.split_no = s.split_no and r.state = 'STANDS' and x.entry_id is null and x.user_ids = '{}'
        ) or exists (
          select from entry_drivers d join linked_accounts a on a.user_id = d.user_id
          where d.entry_id = s.id and d.active and a.provider = ${PLATFORM} and a.linked_at < s.ended_at
        )
      )
    )
    select (select count(*) from started)::int as starts, (select count(*) from missed)::int as "noShows", u.created_at as since,
      array(select session_id from entered union select session_id from started) as sessions
    from users u where u.id = ${userId}::uuid`
