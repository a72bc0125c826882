import { classify, orderWarnings } from '#games/classify.ts'
import type { Draft } from '#games/classify.ts'
import type { ReadResults, ResultFile, ResultRow, SegmentResults } from '#games/game.ts'
import { fastest, lapMs, list, MAX_ROWS, raw, readRaw, refused, text, textOrNull, totalMs, whole } from '#games/json.ts'
import type { Raw } from '#games/json.ts'
import { carIdsOf, carOf } from './catalogue.ts'
import { lapsOf } from './laps.ts'
import { logged } from '#games/log/log.ts'
import type { IncidentNumbers, Noted } from './laps.ts'

/** No event of R3E lasts longer; its "no time" values all lie below 1. */
const LONGEST_MS = 7 * 86_400_000
/** One file per event: practice, qualifying, warm-up and three races. */
const MAX_SESSIONS = 20
const TYPES = new Map<string, SegmentResults['type']>([
  ['Practice', 'PRACTICE'],
  ['Qualify', 'QUALIFY'],
  ['Warmup', 'WARMUP'],
  ['Race', 'RACE'],
])
const STATUS = new Map<string, ResultRow['status']>([
  ['Finished', 'FINISHED'],
  ['DidNotFinish', 'DNF'],
  ['Disqualified', 'DSQ'],
])
const NO_IDS: ReadonlyMap<string, string> = new Map()
/** From this day on incidents 6 to 9 count an invalid lap before the unserved penalty. */
const NEW_INCIDENTS_AT = Date.UTC(2020, 4, 6)

/** Reads a result file of the R3E dedicated server (game-formats.md §4): all sessions of one event. Tracks and layouts are names. */
export function readResults(file: ResultFile): ReadResults {
  const json = readRaw(file.bytes)
  if (!json.ok) return json
  const top = json.value
  const sessions = list(top.Sessions)
  if (!Array.isArray(top.Sessions) || sessions.some((session) => !Array.isArray(raw(session).Players)))
    return refused('FILE_UNRECOGNIZED', 'no Sessions of Players: not a result of an R3E server')
  const players = sessions.reduce((sum: number, session) => sum + list(raw(session).Players).length, 0)
  if (sessions.length > MAX_SESSIONS || players > MAX_ROWS.cars) return refused('FILE_TOO_LARGE', 'too many rows')
  const laps = sessions.reduce(
    (sum: number, session) => sum + list(raw(session).Players).reduce((all: number, player) => all + list(raw(player).RaceSessionLaps).length, 0),
    0,
  )
  if (laps > MAX_ROWS.laps) return refused('FILE_TOO_LARGE', 'too many laps')

  const writtenMs = stampMs(top.Time)
  const numbers: IncidentNumbers = writtenMs === null || writtenMs >= NEW_INCIDENTS_AT ? 'new' : 'old'
  const read = sessions.map((session, index) => sessionOf(top, raw(session), index, numbers))
  const unknown = read.find((session) => typeof session === 'string')
  if (typeof unknown === 'string') return refused('FILE_UNRECOGNIZED', `session type ${unknown.slice(0, 20) || 'missing'}`)
  return { ok: true, segments: read.filter((session) => typeof session !== 'string') }
}

/** A Unix second count, or `/Date(ms)/` with or without a zone. */
export function stampMs(value: unknown): number | null {
  const ms = typeof value === 'number' ? value * 1000 : Number(/^\/Date\((\d{1,15})(?:[+-]\d{4})?\)\/$/.exec(text(value))?.[1] ?? NaN)
  return Number.isFinite(ms) && ms > 0 && ms < 8.64e15 ? Math.round(ms) : null
}

/** The session, or the type nobody knows. */
function sessionOf(top: Raw, session: Raw, index: number, numbers: IncidentNumbers): SegmentResults | string {
  const nativeType = text(session.Type)
  const type = TYPES.get(nativeType) ?? TYPES.get(nativeType.replace(/(?<=^(?:Race|Warmup))[123]$/, ''))
  if (!type) return nativeType
  const players = list(session.Players).map(raw)
  // newer files say the id beside the name
  const carIds = players.every((player) => player.CarId !== undefined) ? NO_IDS : carIdsOf(new Set(players.map((player) => text(player.Car))))
  const drafts = players
    .map((player) => ({ place: whole(player.Position, 1, MAX_ROWS.cars) ?? Infinity, row: draft(player, carIds, numbers) }))
    .sort((a, b) => (a.place === b.place ? 0 : a.place - b.place))
    .map(({ row }) => row)
  const results = classify(type, drafts)
  const rowOf = new Map(results.map(({ drivers }, row) => [drivers[0]?.platformId, row]))
  const log = drafts.flatMap(({ noted }, row) =>
    noted.map(({ kind, lap, withId }) => logged(kind, row, { lap, other: withId === null ? null : (rowOf.get(String(withId)) ?? null) })),
  )
  const startedMs = stampMs(top.StartTime)
  const writtenMs = stampMs(top.Time)
  return {
    type,
    nativeType,
    trackId: text(top.Track),
    layoutId: textOrNull(top.TrackLayout),
    serverName: textOrNull(top.Server),
    tag: null,
    segmentIndex: index,
    startedAt: startedMs === null ? null : new Date(startedMs).toISOString(),
    isWet: null,
    results,
    facts: {
      lapsTotal: results.reduce((sum, row) => sum + row.laps.length, 0),
      writtenAt: writtenMs === null ? null : new Date(writtenMs).toISOString(),
      difficulty: textOrNull(top.Difficulty),
      fuelUsage: textOrNull(top.FuelUsage),
      tireWear: textOrNull(top.TireWear),
      damage: textOrNull(top.MechanicalDamage),
      flagRules: textOrNull(top.FlagRules),
      cutRules: textOrNull(top.CutRules),
      mandatoryPitstop: textOrNull(top.MandatoryPitstop),
    },
    log,
    warnings: orderWarnings(type, results.map(withOwnTime)),
  }
}

function draft(player: Raw, carIds: ReadonlyMap<string, string>, numbers: IncidentNumbers): Draft & { readonly noted: readonly Noted[] } {
  const username = text(player.Username)
  const name = text(player.FullName) || username
  const carName = text(player.Car)
  const carModelId = text(player.CarId) || (carIds.get(carName) ?? carName) || null
  const stated = lapMs(player.BestLapTime)
  const driven = lapsOf(list(player.RaceSessionLaps), stated, numbers)
  const valid = fastest(driven.laps.map((lap) => (lap.valid ? lap.time : null)))
  const best = fastest([stated, valid])
  const userId = whole(player.UserId, 1, Number.MAX_SAFE_INTEGER)
  return {
    noted: driven.noted,
    startPosition: whole(player.StartPosition, 1, MAX_ROWS.cars),
    participant: { type: 'DRIVER', name: name.trim() },
    name,
    drivers: [{ name, platformId: userId === null ? null : String(userId), drivingTimeMs: null }],
    raceNumber: null,
    carModelId,
    carClassId: carModelId === null ? null : (carOf(carModelId)?.classId ?? null),
    skin: null,
    lapCount: driven.laps.length,
    totalTime: totalMs(player.TotalTime, LONGEST_MS),
    bestLapTime: best,
    bestCleanLapTime: valid ?? stated,
    incidents: driven.incidents,
    pitStops: driven.laps.length > 0 ? driven.laps.filter((lap) => lap.pit).length : null,
    penalties: [],
    ballastKg: weightOf(player),
    restrictor: null,
    laps: driven.laps,
    facts: {
      username: username || null,
      carName: carName || null,
      liveryId: whole(player.LiveryId, 0, 2 ** 31),
      positionInClass: whole(player.PositionInClass, 1, MAX_ROWS.cars),
      startPositionInClass: whole(player.StartPositionInClass, 1, MAX_ROWS.cars),
      performanceIndex: whole(player.CarPerformanceIndex, -100_000, 100_000),
      ...driven.facts,
    },
    stated: STATUS.get(text(player.FinishStatus)) ?? null,
  }
}

/**
 * A lapped car that was still on its way when the race was closed is placed before one that took the flag with as many laps, and has the
 * time of the closing: that is no time of its own.
 */
const withOwnTime = (row: ResultRow): ResultRow => (Number(row.facts.lapEntries) > row.lapCount ? { ...row, totalTime: null } : row)

/** Weight of the driver and of the car. */
function weightOf(player: Raw): number | null {
  const [driver, car] = [whole(player.UserWeightPenalty, -1000, 10_000), whole(player.CarWeightPenalty, -1000, 10_000)]
  return driver === null && car === null ? null : (driver ?? 0) + (car ?? 0)
}
