import { type RawBuilder, sql } from 'kysely'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import type { DriverBurden } from '#modules/burdens/door.ts'
import { VERDICT_BURDENS } from '#modules/burdens/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import { momentOf } from './parts.ts'

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

type OfEvent = { readonly leagueId: LeagueId; readonly sessionId: SessionId }

/** Whether anybody of a community has a penalty to serve, or carries one into this event: null where nobody does. */
export const isToSpread = ({ leagueId, sessionId }: OfEvent) => sql<true | null>`nullif(
  exists (select from protest_penalties where league_id = ${leagueId} and state = 'DUE')
    or exists (select from race_burdens where session_id = ${sessionId} and kind = any (${[...VERDICT_BURDENS]})), false)`

export async function hasToSpread(db: Reader, event: OfEvent): Promise<boolean> {
  const { rows } = await sql<{ has: true | null }>`select ${isToSpread(event)} as has`.execute(db)
  return rows[0]!.has !== null
}

/** Events that penalties of `g` may be served in: those that begin after it and that its driver is in, of the season it was given in while that goes on. */
const racesOf = (g: RawBuilder<unknown>) => sql`${g} g
      join entry_drivers d on d.user_id = g.user_id and d.active
      join entries e on e.id = d.entry_id and e.status = 'ACTIVE'
      join sessions s on s.id = e.session_id and s.league_id = g.league_id and s.deleted_at is null and s.status = any (${COMING})
      left join tournament_sessions r on r.session_id = s.id
      left join tournament_sessions o on o.session_id = g.session_id
      left join tournaments t on t.id = o.tournament_id and t.deleted_at is null and t.status <> 'FINISHED'
      where s.id <> g.session_id and s.starts_at > g.created_at and (t.id is null or r.tournament_id = t.id)`

/** Where somebody would serve a penalty that they got in an event: by who is in by now. */
export async function nextRaceOf(
  db: Reader,
  { leagueId, sessionId, userId }: { leagueId: LeagueId; sessionId: SessionId; userId: UserId },
  now: Date,
) {
  const given = sql`(select ${leagueId}::uuid as league_id, ${sessionId}::uuid as session_id, ${userId}::uuid as user_id, ${now}::timestamptz as created_at)`
  const { rows } = await sql<{ readonly id: SessionId; readonly name: string; readonly startsAt: Date }>`
    select s.id, s.name, s.starts_at as "startsAt" from ${racesOf(given)} order by s.starts_at, s.id limit 1`.execute(db)
  return rows[0] ?? null
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
      from ${racesOf(sql`protest_penalties`)}
        and g.league_id = ${leagueId} and g.state = 'DUE' and g.kind = any (${[...VERDICT_BURDENS]})
      order by g.id, s.starts_at, s.id
    ) n group by n.session_id, n.user_id, n.kind order by 1, 2, 3`.execute(db)
  return rows
}

/** Of a penalty of a statement, `g`, where it would be served as things are. */
export const nextRaceIn = sql<{ readonly id: SessionId; readonly name: string; readonly startsAt: string } | null>`(
  select jsonb_build_object('id', s.id, 'name', s.name, 'startsAt', ${momentOf('s.starts_at')})
  from ${racesOf(sql`(select g.league_id, g.session_id, g.user_id, g.created_at)`)} order by s.starts_at, s.id limit 1)`
