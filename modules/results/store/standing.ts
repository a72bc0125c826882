import { sql } from 'kysely'
import type { ResultId, SessionId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import { KEYS } from '../queries/compare.ts'
import type { SegmentFacts, StandingRow, StandingSegment } from '../rules/standing.ts'

/** The segments of an event that stand, in one statement; with one of its results in the place of the one that stands there. */
export async function findStanding(db: Reader, sessionId: SessionId, instead: ResultId | null = null): Promise<readonly StandingSegment[]> {
  const { rows } = await sql<StandingSegment>`
    select r.id as "resultId", r.type, r.type_no as no, r.segment_index as index, r.split_no as "splitNo", r.file_id is null as "isByHand", r.facts,
      r.best_stats as "bestStats",
      coalesce((select json_agg(json_build_object('id', x.id, 'position', x.raw_position, 'status', x.raw_status,
        'retired', json_build_object('type', x.raw_retired_type, 'value', x.raw_retired_value), 'lapCount', x.lap_count, 'totalTimeMs', x.total_time_ms,
        'bestLapMs', x.best_lap_ms, 'classId', x.class_id,
        'keys', ${KEYS},
        'userIds', x.user_ids, 'drivers', x.drivers, 'incidents', x.incidents, 'isTeam', x.participant_type = 'TEAM', 'stats', x.stats,
        'counts', json_build_object('position', x.position, 'classPosition', x.class_position, 'status', x.status,
          'retired', json_build_object('type', x.retired_type, 'value', x.retired_value), 'finalTimeMs', x.final_race_time_ms, 'penaltyMs', x.penalty_ms,
          'penaltyPlaces', x.penalty_places, 'points', x.calculated_points, 'parts', x.points_parts, 'adjustment', x.points_adjustment, 'eventAdjustment', x.event_adjustment)) order by x.raw_position)
        from result_rows x where x.result_id = r.id), '[]') as rows
    from results r where r.session_id = ${sessionId} and case when exists (select from results i where i.id = ${instead} and i.split_no = r.split_no and i.segment_index = r.segment_index)
      then r.id = ${instead} else r.state = 'STANDS' end order by r.segment_index, r.split_no`.execute(db)
  return rows
}

/** Saves how rows count now. */
export async function saveStanding(tx: Tx, rows: readonly StandingRow[]): Promise<void> {
  if (rows.length === 0) return
  const columns = rows.map((row) => ({
    id: row.id,
    position: row.position,
    class_position: row.classPosition,
    status: row.status,
    retired_type: row.retired.type,
    retired_value: row.retired.value,
    final_race_time_ms: row.finalTimeMs,
    penalty_ms: row.penaltyMs,
    penalty_places: row.penaltyPlaces,
    calculated_points: row.points,
    points_parts: row.parts,
    points_adjustment: row.adjustment,
    event_adjustment: row.eventAdjustment,
  }))
  await sql`
    update result_rows r set position = x.position, class_position = x.class_position, status = x.status, retired_type = x.retired_type,
      retired_value = x.retired_value, final_race_time_ms = x.final_race_time_ms, penalty_ms = x.penalty_ms, penalty_places = x.penalty_places, calculated_points = x.calculated_points,
      points_parts = nullif(x.points_parts, 'null'), points_adjustment = x.points_adjustment, event_adjustment = x.event_adjustment
    from jsonb_populate_recordset(null::result_rows, ${JSON.stringify(columns)}::jsonb) x where r.id = x.id`.execute(tx)
}

/** Saves what is told of segments now; what their files alone tell of them stays. */
export async function saveFacts(tx: Tx, segments: readonly { readonly resultId: ResultId; readonly facts: SegmentFacts<string> }[]): Promise<void> {
  if (segments.length === 0) return
  await sql`
    update results r set best_stats = r.best_stats || f.facts
    from jsonb_to_recordset(${JSON.stringify(segments)}::jsonb) as f ("resultId" uuid, facts jsonb) where r.id = f."resultId"`.execute(tx)
}
