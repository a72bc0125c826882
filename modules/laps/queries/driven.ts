import { sql } from 'kysely'
import type { SessionId } from '#core/ids.ts'
import { isPublished } from '#modules/visibility/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { DrivenLap, LapEvent } from '../decide.ts'

/** The event of laps; `null` where it is there no more, or not for everybody yet. */
export async function lapEvent(db: Reader, sessionId: SessionId): Promise<LapEvent | null> {
  const { rows } = await sql<LapEvent>`
    select s.id as "sessionId", s.league_id as "leagueId", s.game, s.track_id as "trackId", s.layout_id as "layoutId", s.starts_at as "startsAt"
    from sessions s where s.id = ${sessionId} and s.deleted_at is null and ${isPublished('s')}`.execute(db)
  return rows[0] ?? null
}

/**
 * The fastest clean lap of each driver of ours in each row of the results that stand, but of who is disqualified there. Who drove a car alone has what its row says: files of some games
 * hold a best lap and no laps. Of a car that several shared it is told by the laps.
 */
export async function drivenLaps(db: Reader, sessionId: SessionId): Promise<readonly DrivenLap[]> {
  const { rows } = await sql<DrivenLap>`
    select x.id as "rowId", best.user_id as "userId", best.lap_ms as "lapMs", r.type, r.type_no as "typeNo", r.segment_index as "segmentIndex",
      r.facts ->> 'trackId' as "trackId", r.facts ->> 'layoutId' as "layoutId", r.facts ->> 'trackName' as "trackName",
      (r.facts ->> 'isWet')::boolean as "isWet", x.car_id as "carId", x.car_name as "carName"
    from results r join result_rows x on x.result_id = r.id cross join lateral (
      select (x.drivers -> 0 ->> 'userId')::uuid as user_id, x.best_clean_lap_ms as lap_ms where jsonb_array_length(x.drivers) = 1
      union all
      select (x.drivers -> coalesce((lap ->> 'd')::int, 0) ->> 'userId')::uuid as user_id, min((lap ->> 't')::int) as lap_ms
      from result_laps l cross join json_array_elements(l.laps) lap
      where l.row_id = x.id and jsonb_array_length(x.drivers) > 1 and (lap ->> 'v')::boolean
      group by 1
    ) best
    where r.session_id = ${sessionId} and r.state = 'STANDS' and x.status <> 'DSQ' and best.user_id is not null and best.lap_ms > 0`.execute(db)
  return rows
}
