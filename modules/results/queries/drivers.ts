import { type RawBuilder, sql } from 'kysely'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { changeIn, type KeptChange } from '#modules/ranking/door.ts'
import { toldRank } from '#modules/ranking/rules/told.ts'
import { isListedFor, isPublished, seesDrivers } from '#modules/visibility/door.ts'
import { personOf, type Viewer } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { DriverAsked, DriverResultView } from '../contract/driver.ts'
import { isCarOf } from '../decide/ranked.ts'
import { segmentKey, type DrivenType } from '../rules.ts'
import { carNameOf } from '../rules/car-name.ts'
import { daysBetween, drivenTrackOf } from '../rules/driven.ts'
import { confirmationOf } from '../store/confirmation.ts'

/** A row of results in which a driver is, with its event, as `drivenBy` gives it. */
export type DrivenRow = {
  readonly sessionId: SessionId
  readonly sessionName: string
  readonly leagueId: LeagueId
  readonly leagueName: string
  readonly game: string
  readonly trackId: string
  readonly layoutId: string | null
  readonly trackName: string | null
  readonly startsAt: string
  readonly type: DrivenType
  readonly typeNo: number
  readonly position: number
  readonly classPosition: number
  readonly startPosition: number | null
  readonly status: DriverResultView['status']
  readonly carId: string | null
  readonly toldCar: string | null
  readonly bestLapTime: number | null
  readonly points: number
}

/**
 * For a statement: whatever a driver has driven of which the viewer may know, a row for each segment: in public communities and in those the viewer
 * belongs to. `told`: where a visitor is not told who drove, it counts for nothing but that there is more. Nothing of who erased the account.
 */
export const drivenBy = (id: UserId, viewer: Viewer): RawBuilder<unknown> => sql`
  select x.id as row_id, r.id as result_id, ${seesDrivers(viewer, 'l')} as told, s.id as "sessionId", s.name as "sessionName", l.id as "leagueId",
    l.name as "leagueName", s.game, s.track_id as "trackId", s.layout_id as "layoutId", r.facts ->> 'trackName' as "trackName", s.starts_at as "startsAt", r.type,
    r.type_no as "typeNo", r.split_no as "splitNo", x.match_key as "matchKey", x.position, x.class_position as "classPosition", x.class_id as "classId", x.start_position as "startPosition",
    x.status, x.car_id as "carId", x.car_name as "toldCar", x.best_lap_ms as "bestLapTime", x.final_race_time_ms as "timeMs", x.lap_count as "lapCount",
    (x.calculated_points + x.points_adjustment)::float8 as points,
    x.best_lap_ms is not null and r.best_stats -> 'fastestLap' ->> 'participantId' = x.id::text as "isFastestLap",
    case when x.incidents is not null then (select coalesce(sum(value::numeric), 0)::int from jsonb_each_text(x.incidents)) end as incidents, cardinality(x.user_ids) = 1 and jsonb_array_length(x.drivers) = 1 as alone
  from result_rows x
    cross join lateral (select * from results r where r.id = x.result_id and r.state = 'STANDS' limit 1) r
    cross join lateral (select * from sessions s where s.id = r.session_id and s.deleted_at is null and ${isPublished('s')} limit 1) s
    cross join lateral (select * from leagues l where l.id = s.league_id and ${isListedFor(personOf(viewer), 'l')} limit 1) l
  where x.user_ids @> array[${id}::uuid]
    and exists (select from users u where u.id = ${id}::uuid and u.removed_at is null)`

/** For a statement: whether an event has a result of a race, and so is a round that was held in the table of its season. */
export const wasRaced = (session: string): RawBuilder<boolean> => sql`exists (
  select from results r where r.session_id = ${sql.ref(session)} and r.type = 'RACE' and r.state = 'STANDS'
    and exists (select from result_rows x where x.result_id = r.id))`

type Row = DrivenRow &
  Pick<DriverResultView, 'starters' | 'isFastestLap' | 'incidents' | 'isProvisional'> & {
    readonly splitNo: number
    readonly matchKey: string
    readonly change: KeptChange | null
  }
type Found = { readonly results: readonly Row[]; readonly total: number; readonly loginRequired: boolean }

/** A page of what a driver has driven, newest first, in one statement. */
export async function driverResults(
  db: Reader,
  viewer: Viewer,
  { id, limit, offset, game, leagueId, type, from, to, zone = 'UTC' }: DriverAsked,
): Promise<{ results: DriverResultView[]; total: number; loginRequired: boolean }> {
  const days = daysBetween(from, to, zone)
  const asked = [
    sql`m.told and m.type = ${type}`,
    ...(game ? [sql`m.game = ${game}`] : []),
    ...(leagueId ? [sql`m."leagueId" = ${leagueId}`] : []),
    ...(days.from ? [sql`m."startsAt" >= ${days.from}`] : []),
    ...(days.until ? [sql`m."startsAt" < ${days.until}`] : []),
  ]
  const { rows } = await sql<Found>`
    with mine as materialized (${drivenBy(id, viewer)}),
      asked as materialized (select * from mine m where ${sql.join(asked, sql` and `)}),
      page as (select * from asked order by "startsAt" desc, "typeNo" desc, row_id limit ${limit} offset ${offset})
    select (select count(*) from asked)::int as total, exists (select from mine where not told and type = 'RACE') as "loginRequired",
      coalesce((select json_agg(one order by one."startsAt" desc, one."typeNo" desc, one.row_id) from (
        select p.*, (select count(*) from result_rows y where y.result_id = p.result_id and y.status <> 'DNS')::int as starters,
          p.type <> 'PRACTICE' and c.confirmation is not null and c.confirmation ->> 'confirmedAt' is null as "isProvisional",
          case when p.type = 'RACE' then ${changeIn('p.sessionId', 'p.typeNo', id)} end as change
        from page p cross join lateral (select ${confirmationOf('p.sessionId')} as confirmation) c) one), '[]') as results`.execute(db)
  const [found] = rows
  return { total: found!.total, loginRequired: found!.loginRequired, results: found!.results.map(resultView) }
}

const resultView = (row: Row): DriverResultView => ({
  sessionId: row.sessionId,
  sessionName: row.sessionName,
  leagueId: row.leagueId,
  leagueName: row.leagueName,
  game: row.game,
  trackId: row.trackId,
  track: drivenTrackOf(row.game, row.trackId, row.layoutId, row.trackName),
  startsAt: new Date(row.startsAt).toISOString(),
  segment: segmentKey(row.type, row.typeNo),
  position: row.position,
  starters: row.starters,
  classPosition: row.classPosition,
  status: row.status,
  startPosition: row.startPosition,
  positionsGained: gainedIn(row),
  carName: carNameOf(row.game, row.carId, row.toldCar),
  bestLapTime: row.bestLapTime,
  isFastestLap: row.isFastestLap,
  incidents: row.incidents,
  points: row.points,
  rankingChange: row.change && isCarOf(row.change.carId, row.splitNo, row.matchKey) ? toldRank(row.change) : null,
  isProvisional: row.isProvisional,
})

/** Places won since the start; `null` where the grid is not known, or of who did not come in. */
export const gainedIn = ({
  type,
  status,
  startPosition,
  position,
}: Pick<DrivenRow, 'type' | 'status' | 'startPosition' | 'position'>): number | null =>
  type === 'RACE' && status === 'FINISHED' && startPosition !== null ? startPosition - position : null
