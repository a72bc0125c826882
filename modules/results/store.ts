import { sql } from 'kysely'
import type { ResultFileId, ResultId, SessionId, UserId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { Published } from './decide/rows.ts'
import { sameCars } from './rules/standing.ts'
import type { Version, VersionState } from './rules/version.ts'
import { KEYS, rowsOf } from './queries/compare.ts'

/** Every result of an event: what stands, what waits, what admins chose against. */
export async function findVersions(db: Reader, sessionId: SessionId): Promise<readonly Version[]> {
  const { rows } = await sql<Version>`
    select r.id, r.split_no as "splitNo", r.segment_index as "segmentIndex", r.type, r.type_no as no, r.file_id as "fileId", r.state, r.digest, r.facts, r.created_at as "createdAt",
      exists (select 1 from result_rows x where x.result_id = r.id) as "hasRows"
    from results r where r.session_id = ${sessionId} order by r.split_no, r.segment_index, r.created_at, r.id`.execute(db)
  return rows
}

/** A result as a change writes it. */
export type Segment = {
  readonly sessionId: SessionId
  readonly splitNo: number
  readonly segmentIndex: number
  readonly type: string
  readonly no: number
  readonly fileId: ResultFileId | null
  readonly digest: string | null
  readonly facts: object
  readonly warnings: readonly string[]
}

/** Where a result is written: over the one of this id where there is one, with this state. */
export type Over = { readonly id: ResultId; readonly state: VersionState }

/**
 * Writes one result with all that belongs to it, in five statements whatever its size. A car that was in the one before keeps its row's id.
 * What corrections make of it follows in the same change (`settleEvent`).
 */
export async function writeSegment(
  tx: Tx,
  segment: Segment,
  over: Over | null,
  published: Published,
  newId: () => string,
  now: Date,
): Promise<ResultId> {
  const resultId = over?.id ?? (newId() as ResultId)
  const old = over ? await rowsOf(tx, [resultId]) : []
  const known = published.rows.map((row) => ({
    ...row,
    keys: [row.matchKey, row.unmatched?.matchKey, row.fileKey].flatMap((key) => key ?? []),
  }))
  const kept = sameCars(known, old)
  const rows = known.map(({ keys: _, ...row }, at) => ({ ...row, id: kept.get(known[at]!)?.id ?? newId() }))
  if (old.length > 0) await tx.deleteFrom('result_rows').where('result_id', '=', resultId).execute()
  const { leadChanges, incidents, facts: told } = published
  const { fastestLap } = told
  const bestStats = {
    ...told,
    fastestLap: fastestLap && { ...fastestLap, participantId: rows[fastestLap.participantId]!.id },
    leadChanges,
    incidents,
  }
  const facts = {
    type: segment.type,
    type_no: segment.no,
    file_id: segment.fileId,
    digest: segment.digest,
    best_stats: JSON.stringify(bestStats),
    facts: JSON.stringify(segment.facts),
    warnings: [...segment.warnings],
    created_at: now,
  }
  const at = { session_id: segment.sessionId, split_no: segment.splitNo, segment_index: segment.segmentIndex }
  const result = tx
    .insertInto('results')
    .values({ id: resultId, ...at, ...facts, state: over?.state ?? 'STANDS' })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
    .execute()
  await Promise.all([result, rows.length > 0 && insertRows(tx, resultId, segment.sessionId, rows)])
  return resultId
}

type StoredRow = Published['rows'][number] & { readonly id: string }

async function insertRows(tx: Tx, resultId: ResultId, sessionId: SessionId, rows: readonly StoredRow[]): Promise<void> {
  const columns = rows.map((row) => ({
    id: row.id,
    position: row.position,
    start_position: row.startPosition,
    participant_type: row.participantType,
    name: row.name,
    user_id: row.userId,
    user_ids: row.userIds,
    entry_id: row.entryId,
    match_key: row.matchKey,
    file_key: row.fileKey,
    drivers: row.drivers,
    race_number: row.raceNumber,
    car_id: row.carId,
    car_name: row.carName,
    class_id: row.classId,
    class_position: row.classPosition,
    lap_count: row.file.lapCount,
    total_time_ms: row.file.totalTime,
    best_lap_ms: row.file.bestLapTime,
    best_clean_lap_ms: row.file.bestCleanLapTime,
    status: row.file.status,
    retired_type: row.file.timeRetired.type,
    retired_value: row.file.timeRetired.value,
    incidents: row.file.incidents,
    unmatched: row.unmatched,
    pit_stops: row.file.pitStops,
    calculated_points: row.points,
    ballast_kg: row.file.ballastKg,
    restrictor: row.file.restrictor,
    stats: row.stats,
  }))
  const written = sql`
    insert into result_rows (result_id, session_id, id, position, start_position, participant_type, name, user_id, user_ids, entry_id, match_key, file_key, drivers,
      race_number, car_id, car_name, class_id, class_position, lap_count, total_time_ms, final_race_time_ms, best_lap_ms, best_clean_lap_ms, status, retired_type,
      retired_value, raw_position, raw_status, raw_retired_type, raw_retired_value, incidents, pit_stops, calculated_points, ballast_kg, restrictor, stats, unmatched)
    select ${resultId}, ${sessionId}, r.id, r.position, r.start_position, r.participant_type, r.name, r.user_id, r.user_ids, r.entry_id, r.match_key, r.file_key, r.drivers,
      r.race_number, r.car_id, r.car_name, r.class_id, r.class_position, r.lap_count, r.total_time_ms, r.total_time_ms, r.best_lap_ms, r.best_clean_lap_ms,
      r.status, r.retired_type, r.retired_value, r.position, r.status, r.retired_type, r.retired_value, nullif(r.incidents, 'null'), r.pit_stops,
      r.calculated_points, r.ballast_kg, r.restrictor, r.stats, nullif(r.unmatched, 'null')
    from jsonb_populate_recordset(null::result_rows, ${JSON.stringify(columns)}::jsonb) r`.execute(tx)
  // a text of each row: of them all in one the database would read every lap twice; by lines, an array of texts would have every quote escaped
  const driven = sql`
    insert into result_laps (row_id, laps, positions, times)
    select l.row_id, l.laps::json, l.positions::int[], l.times::int[] from unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      string_to_array(${rows.map(({ laps }) => JSON.stringify(laps)).join('\n')}, chr(10)),
      string_to_array(${rows.map(({ positions }) => arrayOf(positions)).join('\n')}, chr(10)),
      string_to_array(${rows.map(({ times }) => arrayOf(times)).join('\n')}, chr(10))
    ) l (row_id, laps, positions, times)`.execute(tx)
  await Promise.all([written, driven])
}

/** As PostgreSQL writes an array. */
const arrayOf = (values: readonly (number | null)[]): string => `{${values.map((value) => value ?? 'null').join()}}`

/** Takes away what these files showed, of those states, elsewhere than at `kept`: a file read anew, or grown, shows each session once. */
export async function dropOthers(
  tx: Tx,
  at: { sessionId: SessionId; splitNo: number },
  fileIds: readonly ResultFileId[],
  stored: readonly number[],
  states: readonly VersionState[],
): Promise<void> {
  await tx
    .deleteFrom('results')
    .where('session_id', '=', at.sessionId)
    .where('split_no', '=', at.splitNo)
    .where('file_id', 'in', [...fileIds])
    .where('state', 'in', [...states])
    .where((row) => row.not(row('segment_index', '=', sql<number>`any(${[...stored]}::int[])`)))
    .execute()
}

/** Takes away what was kept by hand elsewhere than at `kept`. */
export const dropByHand = (tx: Tx, sessionId: SessionId, stored: readonly number[]) =>
  tx
    .deleteFrom('results')
    .where('session_id', '=', sessionId)
    .where('file_id', 'is', null)
    .where((row) => row.not(row('segment_index', '=', sql<number>`any(${[...stored]}::int[])`)))
    .execute()

/** Puts a result in the place of the one that stands; gives the id of that one. */
export async function standInstead(tx: Tx, { id, sessionId, splitNo, segmentIndex }: At & { readonly id: ResultId }): Promise<ResultId | null> {
  const stood = await tx
    .updateTable('results')
    .set({ state: 'REPLACED' })
    .where('session_id', '=', sessionId)
    .where('split_no', '=', splitNo)
    .where('segment_index', '=', segmentIndex)
    .where('state', '=', 'STANDS')
    .returning('id')
    .executeTakeFirst()
  await setState(tx, id, 'STANDS')
  return stood?.id ?? null
}

type At = { readonly sessionId: SessionId; readonly splitNo: number; readonly segmentIndex: number }

export const setState = (tx: Tx, id: ResultId, state: VersionState) => tx.updateTable('results').set({ state }).where('id', '=', id).execute()

/**
 * Gives the cars of a race the places of the segment their grid came from as it stands now, where the file names none; `reversed` places are turned
 * (−1: all). The places are those of the game, which lined them up: of what was corrected since it knew nothing.
 */
export async function fillGrid(tx: Tx, at: { sessionId: SessionId; splitNo: number; race: number; source: number; reversed: number }): Promise<void> {
  const { rows } = await sql<GridRow>`
    select x.id, x.raw_position as position, r.segment_index = ${at.race} as "isRace", x.start_position as "startPosition",
      x.start_position is null or x.start_filled as "isOpen", ${KEYS} as keys
    from results r join result_rows x on x.result_id = r.id
    where r.session_id = ${at.sessionId} and r.split_no = ${at.splitNo} and r.segment_index in (${at.race}, ${at.source}) and r.state = 'STANDS'`.execute(
    tx,
  )
  const grid = rows.filter(({ isRace }) => !isRace)
  const turned = at.reversed < 0 ? grid.length : Math.min(at.reversed, grid.length)
  const cars = rows.filter(({ isRace }) => isRace)
  const placed = sameCars(cars, grid)
  const started = cars.flatMap((car) => {
    const place = placed.get(car)?.position ?? null
    const startPosition = place !== null && place <= turned ? turned + 1 - place : place
    return car.isOpen && startPosition !== car.startPosition ? [{ id: car.id, startPosition }] : []
  })
  if (started.length === 0) return
  await sql`
    update result_rows r set start_position = x."startPosition", start_filled = true
    from jsonb_to_recordset(${JSON.stringify(started)}::jsonb) as x (id uuid, "startPosition" int) where r.id = x.id`.execute(tx)
}

type GridRow = {
  readonly id: string
  readonly position: number
  readonly isRace: boolean
  readonly startPosition: number | null
  readonly isOpen: boolean
  readonly keys: readonly string[]
}

/** Everybody of ours who drove. */
export async function findDrivers(tx: Tx, sessionId: SessionId): Promise<readonly UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    select distinct unnest(x.user_ids) as user_id from result_rows x join results r on r.id = x.result_id
    where r.session_id = ${sessionId} and r.state = 'STANDS'`.execute(tx)
  return rows.map((row) => row.user_id)
}
