import { classify, orderWarnings } from '#games/classify.ts'
import type { Draft } from '#games/classify.ts'
import type { ReadResults, ResultFile, ResultRow, SegmentResults } from '#games/game.ts'
import { fastest, lapMs, MAX_ROWS, raw, readRaw, refused, text, textOrNull, totalMs, whole } from '#games/json.ts'
import type { Raw } from '#games/json.ts'
import { carName, carOf, liveryName, trackName } from './catalogue.ts'
import { logOfStage } from './log.ts'
import { peopleOf, playersOf } from './people.ts'
import type { People, Players } from './people.ts'
import { readEvents, withLostLaps } from './stage.ts'
import type { Driving } from './stage.ts'

const LONGEST_MS = 7 * 86_400_000
/** The history of a server that keeps everything. */
const MAX_HISTORY = 5000
const TYPES = new Map<string, SegmentResults['type']>([
  ['practice', 'PRACTICE'],
  ['qualifying', 'QUALIFY'],
  ['warmup', 'WARMUP'],
  ['race', 'RACE'],
])
const STATUS = new Map<string, ResultRow['status']>([
  ['Finished', 'FINISHED'],
  ['DNF', 'DNF'],
  ['Retired', 'DNF'],
  ['Disqualified', 'DSQ'],
])

/**
 * Reads what the addon sms_stats keeps (game-formats.md §5.4; Project CARS 1 and 2 write the same): every stage of its history in which
 * somebody drove, by time.
 */
export function readResults(file: ResultFile): ReadResults {
  const json = readRaw(file.bytes, withoutComments)
  if (!json.ok) return json
  const stats = raw(json.value.stats)
  if (typeof stats.history !== 'object' || stats.history === null)
    return refused('FILE_UNRECOGNIZED', 'no stats.history: not a file of the addon sms_stats')
  const history = values(stats.history).map(raw)
  if (history.length > MAX_HISTORY) return refused('FILE_TOO_LARGE', 'too many sessions')
  const stages = history.flatMap(stagesOf)
  const size = stages.reduce((sum, { stage }) => sum + values(stage.events).length, 0)
  if (size > MAX_ROWS.events || stages.some(({ stage }) => values(stage.results).length > MAX_ROWS.cars))
    return refused('FILE_TOO_LARGE', 'too many rows')
  const server = textOrNull(raw(stats.server).name)
  const players = playersOf(raw(stats.players))
  const sessions = stages
    .filter(({ stage }) => values(stage.events).length > 0 || values(stage.results).length > 0)
    .sort((a, b) => a.startS - b.startS)
    .map((stage) => sessionOf(stage, server, players))
  return { ok: true, segments: sessions }
}

/** The addon writes notes for people on lines of their own; `//` elsewhere is part of a name. */
export function withoutComments(text: string): string {
  let kept = ''
  let from = 0
  for (let at = text.indexOf('//'); at >= 0; at = text.indexOf('//', at)) {
    const line = text.lastIndexOf('\n', at) + 1
    const end = text.indexOf('\n', at)
    if (text.slice(line, at).trim() === '') {
      kept += text.slice(from, line)
      from = end < 0 ? text.length : end
      at = from
    } else {
      // One look per line: a name of ten thousand slashes is not searched ten thousand times.
      at = end < 0 ? text.length : end
    }
  }
  return kept + text.slice(from)
}

/** Lua writes an empty table as `[]` or `{}`, whatever it was meant to be. */
export const values = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : []

type Stage = {
  readonly entry: Raw
  readonly name: string
  readonly type: SegmentResults['type']
  readonly stage: Raw
  readonly index: number
  readonly startS: number
}

function stagesOf(entry: Raw): readonly Stage[] {
  return Object.entries(raw(entry.stages))
    .map(([name, stage]) => ({
      name,
      stage: raw(stage),
      type: TYPES.get(name.replace(/[12]$/, '')),
      startS: whole(raw(stage).start_time, 0, 2 ** 40) ?? 0,
    }))
    .sort((a, b) => a.startS - b.startS)
    .flatMap(({ type, ...rest }, index) => (type ? [{ ...rest, type, entry, index }] : []))
}

function sessionOf({ entry, name, type, stage, index, startS }: Stage, serverName: string | null, players: Players): SegmentResults {
  const setup = raw(entry.setup)
  const people = peopleOf(entry, players)
  const tracked = values(stage.events).length > 0
  const driving = readEvents(values(stage.events))
  const taken = new Set<Driving>()
  const drafts = values(stage.results).map((result, place) => {
    const row = raw(result)
    const name = text(row.name) || people.nameOf(numberOf(row.participantid), numberOf(row.refid))
    const own = driving.find(row, name)
    const free = own && !taken.has(own) ? own : undefined
    if (free) taken.add(free)
    const racePosition = whole(raw(row.attributes).RacePosition, 1, MAX_ROWS.cars) ?? Infinity
    return { place, racePosition, free, row: draft(row, name, type, people, free, tracked) }
  })
  const byPlace = type === 'RACE' || type === 'QUALIFY'
  drafts.sort((a, b) =>
    byPlace ? order(a.racePosition, b.racePosition) : order(a.row.bestLapTime ?? Infinity, b.row.bestLapTime ?? Infinity) || a.place - b.place,
  )
  const results = classify(
    type,
    drafts.map(({ row }) => row),
  )
  const trackId = text(setup.TrackId)
  return {
    type,
    nativeType: name,
    trackId,
    layoutId: null,
    serverName,
    tag: null,
    segmentIndex: index,
    startedAt: startS > 0 ? new Date(startS * 1000).toISOString() : null,
    isWet: null,
    results,
    facts: {
      lapsTotal: tracked ? driving.lapsTotal : null,
      trackName: trackName(trackId),
      historyIndex: whole(entry.index, 0, 2 ** 31),
      historyFinished: entry.finished === true,
      // Who left before the end has no result of his own.
      onlyInEvents: driving.all
        .filter((one) => !taken.has(one) && one.laps.length > 0)
        .map((one) => ({
          name: one.name || people.nameOf(one.participantId, one.refId),
          participantId: one.participantId,
          laps: one.laps.length,
          bestLapMs: fastest(one.laps.map((lap) => (lap.valid ? lap.time : null))),
        })),
    },
    log: logOfStage(
      drafts.map(({ free }) => free),
      raw(entry.members),
      { startS, endS: whole(stage.end_time, 0, 2 ** 40) ?? 0 },
    ),
    warnings: orderWarnings(type, results),
  }
}

function draft(row: Raw, name: string, type: SegmentResults['type'], people: People, driving: Driving | undefined, tracked: boolean): Draft {
  const attributes = raw(row.attributes)
  const participantId = numberOf(row.participantid)
  const person = people.find(participantId, numberOf(row.refid), name, row.is_player === true)
  const carModelId = text(attributes.VehicleId) || null
  const stated = lapMs(attributes.FastestLapTime)
  const lapAttribute = whole(attributes.Lap, 0, MAX_ROWS.laps)
  const driven = driving && type === 'RACE' ? withLostLaps(driving, lapAttribute ?? 0) : (driving?.laps ?? [])
  // Some laps that count are faster than the best the server states: it does not count them.
  const laps = driven.map((lap) => (lap.valid && (stated === null || (lap.time ?? 0) < stated) ? { ...lap, valid: false } : lap))
  const valid = fastest(laps.map((lap) => (lap.valid ? lap.time : null)))
  return {
    startPosition: null,
    participant: { type: 'DRIVER', name: name.trim() },
    name,
    drivers: [{ name, platformId: person.steamId, drivingTimeMs: null }],
    raceNumber: null,
    carModelId,
    carClassId: carModelId === null ? null : (carOf(carModelId)?.classId ?? null),
    skin: carModelId === null || person.liveryId === null ? null : liveryName(carModelId, person.liveryId),
    // Outside a race the attribute is the lap the car was on; in one it counts laps whose event got lost.
    lapCount: tracked && type !== 'RACE' ? laps.length : Math.max(laps.length, lapAttribute ?? 0),
    totalTime: totalMs(attributes.TotalTime, LONGEST_MS),
    bestLapTime: stated,
    bestCleanLapTime: valid ?? stated,
    incidents: tracked ? (driving?.incidents ?? { collisionsWithCar: 0, collisionsWithEnv: 0, offTracks: 0 }) : null,
    pitStops: tracked && type === 'RACE' ? (driving?.pitStops ?? 0) : null,
    penalties: [],
    ballastKg: null,
    restrictor: null,
    laps,
    facts: {
      carName: carModelId === null ? null : carName(carModelId),
      participantId,
      isPlayer: row.is_player === true,
      lapAttribute,
      state: textOrNull(attributes.State),
    },
    stated: STATUS.get(text(attributes.State)) ?? null,
  }
}

const numberOf = (value: unknown): number => whole(value, 0, 2 ** 32) ?? -1
const order = (a: number, b: number): number => (a === b ? 0 : a - b)
