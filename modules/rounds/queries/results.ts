import { sql } from 'kysely'
import type { LeagueId, RoundId, UserId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'
import type { RatingView } from '#modules/ranking/contract.ts'
import { overallOf } from '#modules/ranking/door.ts'
import type { RoundResultRow, SummaryRow } from '../contract/shapes.ts'

type Paging = { readonly limit: number; readonly offset: number }
type OfRound = { readonly id: RoundId; readonly name: string; readonly shortName: string }
type Driver = {
  readonly user_id: UserId
  readonly name: string
  readonly country: string | null
  readonly rating: RatingView | null
  readonly removed: boolean
}

/** Who did not finish has no place. */
const PLACE = sql`case when r.status = 'FINISHED' then r.position end`

/**
 * What drivers have of each round: points with corrections over all its races as their results stand, a shared car's for each of its drivers; then
 * wins, the best place, and the place in the last of them. Practice and qualifying give places on a grid, no more, and who came to no race is not
 * in it.
 */
const TABLE = sql`
  select s.round_id, d.user_id, sum(r.calculated_points + r.points_adjustment + r.event_adjustment)::float8 as points, count(*) filter (where r.status <> 'DNS')::int as races,
    count(*) filter (where ${PLACE} = 1)::int as wins, min(${PLACE})::int as best,
    (array_agg(${PLACE} order by s.round_index desc, x.type_no desc))[1] as last
  from sessions s join results x on x.session_id = s.id and x.type = 'RACE' and x.state = 'STANDS' join result_rows r on r.result_id = x.id, unnest(r.user_ids) d (user_id)
  where s.round_id is not null and s.deleted_at is null
  group by s.round_id, d.user_id having count(*) filter (where r.status <> 'DNS') > 0`

const ORDER = sql`points desc, wins desc, best nulls last, last nulls last, user_id`

/** Of one round, by place. */
export const rankedOf = (id: RoundId) =>
  sql`select t.*, row_number() over (order by ${ORDER})::int as position, count(*) over ()::int as total from (${TABLE}) t where t.round_id = ${id}`

/** A round's result over all its races, and into which later round each driver was brought from it. */
export async function resultOf(db: Reader, id: RoundId, { limit, offset }: Paging): Promise<{ results: RoundResultRow[]; total: number }> {
  const { rows } = await sql<
    Driver & { position: number; points: number; races: number; wins: number; best: number | null; to: OfRound | null; total: number }
  >`
    with ranked as (${rankedOf(id)})
    select k.*, u.name, u.country, ${overallOf('u.id')} as rating, u.removed_at is not null as removed,
      (select jsonb_build_object('id', o.id, 'name', o.name, 'shortName', o.short_name) from invited_drivers i
        join rounds o on o.id = i.list_id and o.removed_at is null and o.status <> 'UNPUBLISHED'
        where i.from_list_id = ${id} and i.user_id = k.user_id order by o.start_date limit 1) as to
    from ranked k join users u on u.id = k.user_id order by k.position limit ${limit} offset ${offset}`.execute(db)
  return {
    results: rows.map((row) => ({
      position: row.position,
      ...driverOf(row),
      points: row.points,
      races: row.races,
      wins: row.wins,
      bestPosition: row.best,
      promotedToRound: row.to,
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** Of all published rounds of a community: who came furthest first, then by points. */
export async function summaryOf(db: Reader, leagueId: LeagueId, { limit, offset }: Paging): Promise<{ results: SummaryRow[]; total: number }> {
  const { rows } = await sql<Driver & { points: number; rounds: SummaryRow['rounds']; to: OfRound | null; at: number; total: number }>`
    with shown as (select id, name, short_name, start_date from rounds where league_id = ${leagueId} and removed_at is null and status <> 'UNPUBLISHED'),
    ranked as (select t.*, row_number() over (partition by t.round_id order by ${ORDER})::int as position from (${TABLE}) t join shown on shown.id = t.round_id),
    drivers as (
      select k.user_id, sum(k.points) as points, jsonb_agg(jsonb_build_object('roundId', o.id, 'shortName', o.short_name, 'points', k.points,
        'position', k.position) order by o.start_date, o.id) as rounds, max(o.start_date) as last, min(k.position) as best
      from ranked k join shown o on o.id = k.round_id group by k.user_id
    ),
    reached as (
      select distinct on (i.user_id) i.user_id, o.start_date, jsonb_build_object('id', o.id, 'name', o.name, 'shortName', o.short_name) as to
      from invited_drivers i join shown o on o.id = i.list_id order by i.user_id, o.start_date desc
    )
    select d.user_id, d.points, d.rounds, h.to, u.name, u.country, ${overallOf('u.id')} as rating, u.removed_at is not null as removed, count(*) over ()::int as total,
      row_number() over (order by greatest(d.last, h.start_date) desc, d.points desc, d.best, d.user_id)::int as at
    from drivers d join users u on u.id = d.user_id left join reached h on h.user_id = d.user_id order by at limit ${limit} offset ${offset}`.execute(
    db,
  )
  return {
    results: rows.map((row) => ({ position: row.at, ...driverOf(row), points: row.points, rounds: row.rounds, promotedToRound: row.to })),
    total: rows[0]?.total ?? 0,
  }
}

/** Who was brought into a round, as they came. `seesDrafts`: from a round that is not published too. */
export async function participantsOf(db: Reader, id: RoundId, seesDrafts: boolean, { limit, offset }: Paging) {
  const { rows } = await sql<Driver & { from: OfRound | null; wild: boolean; since: Date; total: number }>`
    select i.user_id, u.name, u.country, ${overallOf('u.id')} as rating, u.removed_at is not null as removed, i.invited_at as since, i.from_list_id is null as wild, count(*) over ()::int as total,
      (select jsonb_build_object('id', o.id, 'name', o.name, 'shortName', o.short_name) from rounds o
        where o.id = i.from_list_id and (${seesDrafts}::boolean or o.status <> 'UNPUBLISHED')) as from
    from invited_drivers i join users u on u.id = i.user_id where i.list_id = ${id}
    order by i.invited_at, u.name, i.user_id limit ${limit} offset ${offset}`.execute(db)
  return {
    participants: rows.map((row) => ({ ...driverOf(row), fromRound: row.from, isWildCard: row.wild, since: row.since.toISOString() })),
    total: rows[0]?.total ?? 0,
  }
}

const driverOf = ({ user_id, name, country, rating, removed }: Driver) => ({
  driverId: removed ? null : user_id,
  name: removed ? null : name,
  country: removed ? null : country,
  rating: removed ? null : rating,
})
