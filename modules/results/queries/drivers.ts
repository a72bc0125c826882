import { sql } from 'kysely'
import type { UserId } from '#core/ids.ts'
import { changeIn, type KeptChange } from '#modules/ranking/door.ts'
import { toldRank } from '#modules/ranking/rules/told.ts'
import { isListedFor, seesDrivers } from '#modules/visibility/door.ts'
import { personOf, type Viewer } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { DriverResultView } from '../contract.ts'
import { segmentKey } from '../rules.ts'
import { carNameOf } from '../rules/car-name.ts'

type Row = Omit<DriverResultView, 'segment' | 'carName' | 'startsAt' | 'rankingChange'> & {
  readonly change: KeptChange | null
  readonly startsAt: Date
  readonly typeNo: number
  readonly carId: string | null
  readonly toldCar: string | null
  readonly total: number
}

/** Races of a driver, newest first: those of public communities, and of the hidden ones the viewer belongs to; to visitors, of those that opened them. */
export async function driverResults(
  db: Reader,
  id: UserId,
  viewer: Viewer,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ results: DriverResultView[]; total: number; loginRequired: boolean }> {
  const told = seesDrivers(viewer, 'l')
  const { rows } = await sql<Row>`
    select s.id as "sessionId", s.name as "sessionName", l.id as "leagueId", l.name as "leagueName", s.game, s.track_id as "trackId", s.starts_at as "startsAt",
      r.type_no as "typeNo", x.position, x.class_position as "classPosition", x.status, x.car_id as "carId", x.car_name as "toldCar",
      (x.calculated_points + x.points_adjustment)::float8 as points,
      (select count(*) from result_rows y where y.result_id = r.id and y.status <> 'DNS')::int as starters,
      (count(*) over ())::int as total, ${changeIn('s.id', 'r.type_no', id)} as change
    ${racesOf(id, viewer)} and ${told}
    order by s.starts_at desc, r.type_no desc, r.id
    limit ${limit} offset ${offset}`.execute(db)
  const results = rows.map(({ total: _, typeNo, carId, toldCar, startsAt, change, ...row }) => ({
    ...row,
    startsAt: startsAt.toISOString(),
    segment: segmentKey('RACE', typeNo),
    carName: carNameOf(row.game, carId, toldCar),
    rankingChange: change && toldRank(change),
  }))
  const { rows: more } = await sql`select ${racesOf(id, viewer)} and not ${told} limit 1`.execute(db)
  return { results, total: rows[0]?.total ?? 0, loginRequired: more.length > 0 }
}

const racesOf = (id: UserId, viewer: Viewer) => sql`
  from result_rows x join results r on r.id = x.result_id join sessions s on s.id = r.session_id join leagues l on l.id = s.league_id
  where x.user_ids @> array[${id}::uuid] and r.type = 'RACE' and r.state = 'STANDS' and s.deleted_at is null
    and ${isListedFor(personOf(viewer), 'l')} and exists (select 1 from users u where u.id = ${id}::uuid and u.removed_at is null)`
