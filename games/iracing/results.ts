import { classify } from '#games/classify.ts'
import type { Draft } from '#games/classify.ts'
import type { ReadResults, ResultDriver, ResultFile, SegmentResults } from '#games/game.ts'
import { lapMs, list, MAX_ROWS, raw, readRaw, refused, text, textOrNull, totalMs, whole } from '#games/json.ts'
import type { Raw } from '#games/json.ts'

const LONGEST_MS = 7 * 86_400_000
/** Times are ten-thousandths of a second. */
const TICKS_PER_MS = 10
const MAX_SESSIONS = 50
/** `simsession_type`; a warm-up is a practice by another name. */
const TYPES: Readonly<Record<number, SegmentResults['type']>> = { 3: 'PRACTICE', 4: 'QUALIFY', 5: 'QUALIFY', 6: 'RACE' }
const DISQUALIFIED = /^(?:Disqualified|DQ|Scoring Invalidated|DQ Scoring Invalidated)/

/**
 * Reads the result of an event as iRacing's members download it (game-formats.md §7): practice, qualifying, heats and feature by
 * `simsession_number`. Total times are the file's averages, exact to some milliseconds. The body of the data API is the same object
 * without the wrapper, known by its `subsession_id`.
 */
export function readResults(file: ResultFile): ReadResults {
  const json = readRaw(file.bytes)
  if (!json.ok) return json
  const data = json.value.subsession_id === undefined ? json.value.data : json.value
  if (typeof data !== 'object' || data === null) return refused('IMPORT_NO_DATA', 'no data field: not the event result a member downloads')
  const event = raw(data)
  if (!Array.isArray(event.session_results) || event.session_results.some((session) => !Array.isArray(raw(session).results)))
    return refused('FILE_UNRECOGNIZED', 'no session_results: not an event result of iRacing')
  const sessions = event.session_results.map(raw)
  const rows = sessions.reduce((sum, session) => sum + list(session.results).length, 0)
  if (sessions.length > MAX_SESSIONS || rows > MAX_ROWS.cars * 10) return refused('FILE_TOO_LARGE', 'too many rows')
  const ordered = sessions
    .map((session) => ({ session, number: whole(session.simsession_number, -1000, 1000) ?? 0 }))
    .sort((a, b) => a.number - b.number)
  return { ok: true, segments: ordered.map(({ session, number }, index) => sessionOf(event, session, number, index)) }
}

function sessionOf(event: Raw, session: Raw, number: number, index: number): SegmentResults {
  const track = raw(event.track)
  const name = text(session.simsession_name)
  const type = name === 'WARMUP' ? 'WARMUP' : (TYPES[whole(session.simsession_type, 0, 100) ?? 3] ?? 'PRACTICE')
  const placed = list(session.results)
    .map(raw)
    .map((row) => ({ row, place: whole(row.finish_position, 0, 100_000) ?? Infinity }))
    .sort((a, b) => (a.place === b.place ? 0 : a.place - b.place))
    .map(({ row }) => row)
  const winner = raw(placed[0])
  const results = classify(
    type,
    placed.map((row) => draft(row, type, winner)),
  )
  const startedAt = new Date(text(event.start_time))
  return {
    type,
    nativeType: text(session.simsession_type_name),
    trackId: text(track.track_id),
    layoutId: textOrNull(track.config_name),
    serverName: textOrNull(event.session_name),
    tag: null,
    segmentIndex: index,
    startedAt: Number.isNaN(startedAt.getTime()) ? null : startedAt.toISOString(),
    isWet: null,
    results,
    facts: {
      lapsTotal: results.reduce((sum, row) => sum + row.lapCount, 0),
      name,
      simsessionNumber: number,
      simsessionType: whole(session.simsession_type, 0, 100),
      trackName: textOrNull(track.track_name),
      subsessionId: whole(event.subsession_id, 1, Number.MAX_SAFE_INTEGER),
      leagueName: textOrNull(event.league_name),
      fieldStrength: whole(event.event_strength_of_field, 0, 100_000),
    },
    warnings: [],
  }
}

function draft(row: Raw, type: SegmentResults['type'], winner: Raw): Draft {
  const name = text(row.display_name)
  const carNumber = text(raw(row.livery).car_number)
  const members = list(row.driver_results).slice(0, 100).map(raw)
  const drivers = (members.length > 0 ? members : [row]).map(driverOf)
  const best = tickMs(row.best_lap_time)
  const reason = text(row.reason_out)
  return {
    startPosition: placeOf(row.starting_position),
    participant: { type: members.length > 0 ? 'TEAM' : 'DRIVER', name: name.trim() },
    name,
    drivers,
    raceNumber: /^\d{1,5}$/.test(carNumber) ? Number(carNumber) : null,
    carModelId: textOrNull(row.car_id),
    carClassId: textOrNull(row.car_class_id),
    skin: null,
    lapCount: lapsOf(row),
    totalTime: type === 'RACE' ? raceTime(row, winner) : averageTime(row),
    bestLapTime: best,
    bestCleanLapTime: best,
    incidents: null,
    pitStops: null,
    penalties: [],
    ballastKg: whole(row.weight_penalty_kg, 0, 10_000),
    restrictor: null,
    laps: [],
    facts: {
      carName: textOrNull(row.car_name),
      carNumber: carNumber || null,
      teamId: whole(row.team_id, -Number.MAX_SAFE_INTEGER, -1),
      bestLapNumber: whole(row.best_lap_num, 1, MAX_ROWS.laps),
      averageLapMs: tickMs(row.average_lap),
      intervalMs: intervalOf(row),
      incidentPoints: whole(row.incidents, 0, 100_000),
      positionInClass: placeOf(row.finish_position_in_class),
      reasonOut: reason || null,
      isAi: typeof row.ai === 'boolean' ? row.ai : null,
      ...(members.length > 0 ? { driverLaps: members.map(lapsOf), driverBestLaps: members.map((member) => tickMs(member.best_lap_time)) } : {}),
    },
    stated: type === 'RACE' && reason !== '' ? (reason === 'Running' ? 'FINISHED' : DISQUALIFIED.test(reason) ? 'DSQ' : 'DNF') : null,
  }
}

const driverOf = (row: Raw): ResultDriver => {
  const custId = whole(row.cust_id, 1, Number.MAX_SAFE_INTEGER)
  return { name: text(row.display_name), platformId: custId === null ? null : String(custId), drivingTimeMs: averageTime(row) }
}

/** On the winner's lap his time and the interval; laps down only the own average is known. */
function raceTime(row: Raw, winner: Raw): number | null {
  const interval = intervalOf(row)
  const first = averageTime(winner)
  const leading = interval !== null && first !== null && lapsOf(row) === lapsOf(winner)
  return leading && lapsOf(row) > 0 ? totalMs(first + interval, LONGEST_MS) : averageTime(row)
}

/** There is no total time in the file. */
const averageTime = (row: Raw): number | null =>
  typeof row.average_lap === 'number' && row.average_lap > 0 ? totalMs((row.average_lap * lapsOf(row)) / TICKS_PER_MS, LONGEST_MS) : null

const lapsOf = (row: Raw): number => whole(row.laps_complete, 0, MAX_ROWS.laps) ?? 0
const tickMs = (value: unknown): number | null => (typeof value === 'number' ? lapMs(value / TICKS_PER_MS) : null)
const intervalOf = (row: Raw): number | null =>
  typeof row.interval === 'number' && row.interval >= 0 ? Math.round(row.interval / TICKS_PER_MS) : null
/** Places count from zero. */
const placeOf = (value: unknown): number | null => {
  const place = whole(value, 0, 100_000)
  return place === null ? null : place + 1
}
