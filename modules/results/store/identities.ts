import { sql } from 'kysely'
import type { DriverMatchId, SessionId, UserId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { IdentifiedRow, IdentifiedSegment } from '../decide/renamed.ts'

/** Who drove the segments of an event, in one statement; of a segment with several results in each of them. */
export async function findIdentities(db: Reader, sessionId: SessionId): Promise<readonly IdentifiedSegment[]> {
  const { rows } = await sql<IdentifiedSegment>`
    select r.id, r.type, r.type_no as no, r.segment_index as index, r.split_no as "splitNo", r.state, r.file_id is null as "isByHand", r.facts ->> 'source' as source,
      coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'position', x.raw_position, 'status', x.raw_status, 'lapCount', x.lap_count, 'carId', x.car_id,
        'carName', x.car_name, 'participantType', x.participant_type, 'name', x.name, 'userId', x.user_id, 'userIds', x.user_ids, 'entryId', x.entry_id,
        'matchKey', x.match_key, 'drivers', x.drivers, 'raceNumber', x.race_number, 'classId', x.class_id, 'startPosition', x.start_position,
        'classPosition', x.class_position, 'points', x.calculated_points, 'unmatched', x.unmatched) order by x.raw_position)
        from result_rows x where x.result_id = r.id), '[]') as rows
    from results r where r.session_id = ${sessionId} order by r.segment_index, r.split_no, r.created_at, r.id`.execute(db)
  return rows
}

/** Saves who the rows are, and what follows from it. */
export async function saveIdentities(tx: Tx, rows: readonly IdentifiedRow[]): Promise<void> {
  if (rows.length === 0) return
  const columns = rows.map((row) => ({
    id: row.id,
    participant_type: row.participantType,
    name: row.name,
    user_id: row.userId,
    user_ids: row.userIds,
    entry_id: row.entryId,
    match_key: row.matchKey,
    drivers: row.drivers,
    race_number: row.raceNumber,
    class_id: row.classId,
    start_position: row.startPosition,
    class_position: row.classPosition,
    calculated_points: row.points,
    unmatched: row.unmatched,
  }))
  await sql`
    update result_rows r set participant_type = x.participant_type, name = x.name, user_id = x.user_id, user_ids = x.user_ids, entry_id = x.entry_id,
      match_key = x.match_key, drivers = x.drivers, race_number = x.race_number, class_id = x.class_id, start_position = x.start_position,
      class_position = x.class_position, calculated_points = x.calculated_points, unmatched = nullif(x.unmatched, 'null')
    from jsonb_populate_recordset(null::result_rows, ${JSON.stringify(columns)}::jsonb) x where r.id = x.id`.execute(tx)
}

/** Events in whose results somebody was named by this match. */
export async function findNamedIn(db: Reader, matchId: DriverMatchId, userId: UserId): Promise<readonly SessionId[]> {
  const { rows } = await sql<{ session_id: SessionId }>`
    select distinct session_id from result_rows
    where user_ids @> array[${userId}::uuid] and drivers @> ${JSON.stringify([{ matchId }])}::jsonb order by session_id`.execute(db)
  return rows.map(({ session_id }) => session_id)
}

/** Events of which a file tells somebody's car by something of its own. */
export async function findToldOf(db: Reader, userId: UserId): Promise<readonly SessionId[]> {
  const { rows } = await sql<{ session_id: SessionId }>`
    select distinct session_id from result_rows where user_ids @> array[${userId}::uuid] and file_key is not null order by session_id`.execute(db)
  return rows.map(({ session_id }) => session_id)
}

/** Somebody has erased the account: what their file told the car by may follow from it. */
export const forgetTold = (tx: Tx, sessionId: SessionId, userId: UserId) =>
  sql`update result_rows set file_key = null where session_id = ${sessionId} and user_ids @> array[${userId}::uuid]`.execute(tx)

/** Events in which somebody was named so that it could still be undone. */
export async function findNamedOf(db: Reader, userId: UserId): Promise<readonly SessionId[]> {
  const { rows } = await sql<{ session_id: SessionId }>`
    select distinct session_id from result_rows where user_ids @> array[${userId}::uuid] and unmatched is not null order by session_id`.execute(db)
  return rows.map(({ session_id }) => session_id)
}
