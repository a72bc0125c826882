import { sql } from 'kysely'
import type { LeagueId, SessionId } from '#core/ids.ts'
import type { DriverBurden } from '#modules/burdens/door.ts'
import { VERDICT_BURDENS } from '#modules/burdens/rules.ts'
import type { Reader } from '#server/db/connect.ts'

const COMING = ['WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS']

/** Events of a community that are not over, where anybody carries a verdict or has one waiting; none where nobody does. */
export async function comingEvents(db: Reader, leagueId: LeagueId): Promise<readonly SessionId[]> {
  const { rows } = await sql<{ id: SessionId }>`
    select s.id from sessions s where s.league_id = ${leagueId} and s.deleted_at is null and s.status = any (${COMING})
      and (exists (select from protest_penalties g where g.league_id = s.league_id and g.state = 'DUE')
        or exists (select from race_burdens b where b.session_id = s.id and b.kind = any (${[...VERDICT_BURDENS]})))
    order by s.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Where each waiting penalty is served: in the next event that its driver is in, of the season it was given in while that goes on. Several of
 * one kind come together.
 */
export async function nextRaces(db: Reader, leagueId: LeagueId): Promise<readonly DriverBurden[]> {
  const { rows } = await sql<DriverBurden>`
    select n.session_id as "sessionId", n.user_id as "userId", n.kind, case when n.kind = 'GRID_DROP' then sum(n.amount)::int end as amount
    from (
      select distinct on (g.id) s.id as session_id, g.user_id, g.kind, g.amount
      from protest_penalties g
      join entry_drivers d on d.user_id = g.user_id and d.active
      join entries e on e.id = d.entry_id and e.status = 'ACTIVE'
      join sessions s on s.id = e.session_id and s.league_id = g.league_id and s.deleted_at is null and s.status = any (${COMING})
      left join tournament_sessions r on r.session_id = s.id
      left join tournament_sessions o on o.session_id = g.session_id
      left join tournaments t on t.id = o.tournament_id and t.deleted_at is null and t.status <> 'FINISHED'
      where g.league_id = ${leagueId} and g.state = 'DUE' and g.kind = any (${[...VERDICT_BURDENS]})
        and s.id <> g.session_id and (t.id is null or r.tournament_id = t.id)
      order by g.id, s.starts_at, s.id
    ) n group by n.session_id, n.user_id, n.kind order by 1, 2, 3`.execute(db)
  return rows
}
