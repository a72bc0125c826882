import { sql } from 'kysely'
import type { LeagueId, ProtestId } from '#core/ids.ts'
import type { ReplyOf } from '#core/contract.ts'
import { overallOf } from '#modules/ranking/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { protestsContract } from '../contract.ts'
import { nextRaceIn } from './next-race.ts'
import { holds, isOpenIn, momentOf, nameOf, penaltiesOf, personOf } from './parts.ts'
import type { PoolRow } from './view.ts'

type Statistics = ReplyOf<typeof protestsContract.statistics>
type Verdicts = ReplyOf<typeof protestsContract.verdicts>

/** How many protests a community had, and what became of them; how its stewards voted where that is asked for. */
export async function statisticsOf(db: Reader, leagueId: LeagueId, withStewards: boolean): Promise<Statistics> {
  const { rows } = await sql<Statistics>`
    with p as (select * from protest_reports where league_id = ${leagueId}),
    filed as (select * from p where status <> 'WITHDRAWN')
    select (select count(*)::int from filed) as total,
      (select count(*)::int from p where ${isOpenIn('p')}) as open,
      (select count(*)::int from p where ${holds('p', 'ACCEPT')}) as accepted,
      (select count(*)::int from p where ${holds('p', 'REJECT')}) as rejected,
      (select count(*)::int from p where appealed_at is not null) as appeals,
      (select count(*)::int from p where status = 'APPEAL_ACCEPTED') as "appealsAccepted",
      (select percentile_cont(0.5) within group (order by extract(epoch from decided_at - submitted_at) / 3600.0) from p) as "medianHours",
      coalesce((select jsonb_agg(c order by c.count desc, c.category) from (
        select category, count(*)::int as count, count(*) filter (where ${holds('filed', 'ACCEPT')})::int as accepted from filed group by category) c), '[]') as categories,
      coalesce((select jsonb_agg(k order by k.count desc, k.kind) from (
        select kind, count(*)::int as count from protest_penalties where league_id = ${leagueId} and state <> 'REVOKED' group by kind) k), '[]') as penalties,
      coalesce((select jsonb_agg(m order by m.month) from (
        select to_char(submitted_at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as count, count(*) filter (where ${holds('filed', 'ACCEPT')})::int as accepted
        from filed group by 1 order by 1 desc limit 12) m), '[]') as months,
      ${withStewards ? STEWARDS(leagueId) : sql`'[]'::jsonb`} as stewards`.execute(db)
  return rows[0]!
}

/** Votes of decided stages: those of the others would tell how they voted. */
const STEWARDS = (leagueId: LeagueId) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', t.reviewer_id, 'name', ${nameOf('u')}, 'votes', t.votes, 'withMajority', t.alike)
    order by t.votes desc, t.reviewer_id)
  from (
    select v.reviewer_id, count(*)::int as votes, count(*) filter (where v.decision = case v.round when 1 then p.verdict
      else case p.status when 'APPEAL_ACCEPTED' then 'ACCEPT' else 'REJECT' end end)::int as alike
    from protest_reviews v join protest_reports p on p.id = v.report_id
    where p.league_id = ${leagueId} and (case v.round when 1 then p.decided_at else p.appeal_decided_at end) is not null
    group by v.reviewer_id
  ) t join users u on u.id = t.reviewer_id), '[]')`

const MOST_VERDICTS = 20

/** What was decided before of both drivers of a report in its community. */
export async function verdictsOf(db: Reader, id: ProtestId): Promise<Verdicts['drivers']> {
  const { rows } = await sql<Verdicts['drivers'][number]>`
    select u.id, ${nameOf('u')} as name, case when u.removed_at is null then u.country end as country,
      case when u.removed_at is null then ${overallOf('u.id')} end as rating,
      (select count(*)::int from protest_reports f where f.league_id = p.league_id and f.reporter_id = u.id and f.verdict is not null) as filed,
      (select count(*)::int from protest_reports f where f.league_id = p.league_id and f.reporter_id = u.id and ${holds('f', 'ACCEPT')}) as "filedAccepted",
      (select count(*)::int from protest_reports f where f.league_id = p.league_id and f.reportee_id = u.id and f.verdict is not null) as reported,
      (select count(*)::int from protest_reports f where f.league_id = p.league_id and f.reportee_id = u.id and ${holds('f', 'ACCEPT')}) as "reportedAccepted",
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'leagueReportNo', f.report_no, 'category', f.category, 'sessionName', f.session_name,
          'status', f.status, 'decidedAt', ${momentOf('f.decided_at')},
          'penalties', ${penaltiesOf('f')}) order by f.decided_at desc)
        from (select r.*, s.name as session_name from protest_reports r join sessions s on s.id = r.session_id
          where r.league_id = p.league_id and r.reportee_id = u.id and r.verdict is not null and r.id <> p.id
          order by r.decided_at desc limit ${MOST_VERDICTS}) f), '[]') as verdicts
    from protest_reports p join users u on u.id in (p.reporter_id, p.reportee_id) where p.id = ${id}
    order by u.id = p.reporter_id`.execute(db)
  return rows
}

/** Penalties for a next race, with how many there are. */
export async function poolOf(
  db: Reader,
  leagueId: LeagueId,
  { state, limit, offset }: { readonly state: 'DUE' | 'SETTLED'; readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly PoolRow[]; readonly total: number }> {
  const { rows } = await sql<PoolRow & { readonly total: number }>`
    select g.id, g.kind, g.amount, g.state, g.report_id as "reportId", p.report_no as "leagueReportNo", p.category, g.session_id as "sessionId",
      s.name as "sessionName", g.created_at as "createdAt", g.races_left as "racesLeft", g.carried_over as "carriedOver", g.note, g.settled_at as "settledAt",
      case when g.state = 'DUE' then ${nextRaceIn} end as "nextRace",
      coalesce((select jsonb_agg(jsonb_build_object('sessionId', e.id, 'name', e.name, 'outcome', o.outcome) order by e.starts_at)
        from protest_penalty_races o join sessions e on e.id = o.session_id where o.penalty_id = g.id), '[]') as races,
      ${personOf('u')} as driver, false as "isMissing", null as "correctionId", p.status = 'APPEAL_ACCEPTED' as "isTurned", count(*) over ()::int as total
    from protest_penalties g join protest_reports p on p.id = g.report_id join sessions s on s.id = g.session_id join users u on u.id = g.user_id
    where g.league_id = ${leagueId} and g.kind in ('GRID_DROP', 'PIT_LANE_START', 'QUALIFYING_BAN', 'SUSPENSION')
      and ${state === 'DUE' ? sql`g.state = 'DUE'` : sql`g.state <> 'DUE'`}
    order by ${state === 'DUE' ? sql`g.created_at, g.id` : sql`g.settled_at desc, g.id`} limit ${limit} offset ${offset}`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** How many reports of a community are open, how many were decided, and how many penalties wait. */
export async function countsOf(
  db: Reader,
  leagueId: LeagueId,
): Promise<{ readonly waiting: number; readonly decided: number; readonly due: number }> {
  const { rows } = await sql<{ waiting: number; decided: number; due: number }>`
    select (select count(*)::int from protest_reports p join sessions s on s.id = p.session_id
        where p.league_id = ${leagueId} and ${isOpenIn('p')} and s.deleted_at is null) as waiting,
      (select count(*)::int from protest_reports where league_id = ${leagueId} and verdict is not null and status <> 'APPEALED') as decided,
      (select count(*)::int from protest_penalties where league_id = ${leagueId} and state = 'DUE') as due`.execute(db)
  return rows[0]!
}
