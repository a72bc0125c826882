import { findCar, lapLengthM } from '#games/catalogue.ts'
import { clockText, driveEvent, idleMs, USUAL_LAP_M } from '#games/event.ts'
import type { DrivenSegment, EventRules } from '#games/event.ts'
import type { EmulatedServer, EmulatedStep } from '#games/emulated.ts'
import type { OrderEntry, SegmentType, ServerFile, ServerOrder } from '#games/game.ts'
import { catalogue } from './catalogue.ts'
import { resultFile } from './emulated-results.ts'
import { readFiles } from './files.ts'

const PACE_MPS: Readonly<Record<string, number>> = {
  formula: 58,
  'formula-historic': 53,
  lmp1: 57,
  'group-c': 53,
  'historic-prototype': 50,
  dtm: 51,
  gte: 50.5,
  gt3: 50,
  gt1: 50,
  gt: 48,
  gt4: 45,
  cup: 47,
  'group-5': 47,
  track: 45,
  hypercar: 46,
  supercar: 44,
}
const USUAL_PACE_MPS = 40
const NUMBERS: Readonly<Record<SegmentType, number>> = { PRACTICE: 1, QUALIFY: 2, RACE: 3 }
const NAMES: Readonly<Record<SegmentType, string>> = { PRACTICE: 'Practice', QUALIFY: 'Qualify', RACE: 'Race' }
const LEAST_OVERTIME_MS = 30_000
const FIRST_JOIN_MS = 3000
const JOIN_EVERY_MS = 700
const FILE_AFTER_MS = 300

/** What the server of an order would do, by the order's own files alone. */
export const rulesOf = (order: ServerOrder): EventRules => ({
  lapLengthM: lapLengthM(catalogue, order.trackId, order.layoutId) ?? USUAL_LAP_M,
  tickMs: 1,
  paceMps: (carId) => PACE_MPS[findCar(catalogue, carId)?.classId ?? ''] ?? USUAL_PACE_MPS,
  overtimeMs: ({ type }) => (type === 'RACE' ? seconds(order, 'raceOverTime') : LEAST_OVERTIME_MS * 4),
  extraLap: order.options.raceExtraLap === true,
  pitStops: Number(order.options.racePitWindowEnd ?? 0) > 0 ? 1 : 0,
  reversed: Number(order.options.reversePositions ?? 0),
})

/** A stand-in for `acServer`: its console lines and result files, in race time. It ends after the last session, as with LOOP_MODE 0. */
export function emulate(files: readonly ServerFile[], chance: () => number): EmulatedServer {
  const order = readFiles(files)
  const [first] = order.segments
  const start = [
    'Server CFG Path :  cfg/server_cfg.ini',
    'Entry List Path :  cfg/entry_list.ini',
    'Assetto Corsa Dedicated Server v1.15',
    'Protocol version: 202',
    `TRACK=${order.trackId}`,
    `CARS=${JSON.stringify(order.carIds)}`,
    'Opening entry list:  cfg/entry_list.ini',
    ...order.entries.flatMap((entry, i) => [`Found car  CAR_${i}`, `SESSION_ID:${i}`, `MODEL: ${entry.carId} (${i}) [${label(entry)}]`]),
    'Initialising plugins',
    ...(first ? announce(order, first.type, first.durationMin, first.laps ?? 0, 0) : []),
    'Server started',
    `Starting HTTP server on port  ${order.ports.http}`,
  ].map((text) => line(0, text))
  if (order.entries.length === 0 || order.segments.length === 0) return { steps: [...start, { atMs: idleMs(order), exit: 0 }] }

  const segments = driveEvent(order, rulesOf(order), chance)
  let atMs = 0
  const sessions = segments.flatMap((driven, index) => {
    const steps = sessionSteps(order, driven, index, atMs)
    atMs += waitMs(order, driven) + driven.endMs + seconds(order, 'resultScreenTime')
    return steps
  })
  const leaving = order.entries.map((entry) => line(atMs, `Clean exit, driver disconnected:  ${label(entry)}`))
  // Joins fall into the first session: lines go by their time.
  return { steps: [...start, ...[...joinSteps(order), ...sessions].sort((a, b) => a.atMs - b.atMs), ...leaving, { atMs: atMs + 1000, exit: 0 }] }
}

function joinSteps(order: ServerOrder): readonly EmulatedStep[] {
  return order.entries.flatMap((entry, i) => {
    const atMs = FIRST_JOIN_MS + i * JOIN_EVERY_MS
    const texts = [
      'VERSION 202',
      `REQUESTED CAR: ${entry.carId}*`,
      `DRIVER ACCEPTED FOR CAR ${entry.drivers[0]?.name ?? ''}`,
      `DRIVER: ${label(entry)}`,
    ]
    const ping = order.enableServerProtection
      ? []
      : [`SENDING http://lobby.invalid/lobby.ashx/ping?session=1&port=${order.ports.udp}&clients=${i + 1}&track=${order.trackId}&pickup=1`]
    return [...texts, ...ping].map((text) => line(atMs, text))
  })
}

function sessionSteps(order: ServerOrder, driven: DrivenSegment, index: number, startMs: number): readonly EmulatedStep[] {
  const { type, durationMin, laps } = driven.segment
  const greenMs = startMs + waitMs(order, driven)
  const endMs = greenMs + driven.endMs
  const crossings = driven.rows
    .flatMap((row) => row.laps.map((lap) => ({ lap, name: order.entries[row.racer]?.drivers[lap.driver]?.name ?? '' })))
    .sort((a, b) => a.lap.endMs - b.lap.endMs)
    .flatMap(({ lap, name }) => [
      line(greenMs + lap.endMs, `LAP ${name} ${clockText(lap.timeMs)}`),
      line(greenMs + lap.endMs, `Result.OnLapCompleted. Cuts: ${lap.valid ? 0 : 1}`),
    ])
  return [
    ...(index > 0 ? announce(order, type, durationMin, laps ?? 0, index).map((text) => line(startMs, text)) : []),
    ...crossings,
    ...(type === 'RACE' ? [line(endMs, 'RACE OVER DETECTED!')] : []),
    { atMs: endMs + FILE_AFTER_MS, nameAt: (clock) => `${stamp(clock)}_${type}.json`, bytes: resultFile(order, driven, greenMs) },
  ]
}

const announce = (order: ServerOrder, type: SegmentType, durationMin: number, laps: number, index: number): readonly string[] => [
  'NextSession',
  `SESSION: ${NAMES[type]}`,
  `TYPE=${type}`,
  `TIME=${durationMin}`,
  `LAPS=${laps}`,
  '',
  order.options['dynamic_track.enabled'] === true && index === 0 ? 'DynamicTrack: first session, resetting grip' : 'Dynamic track ok',
  `SENDING session name : ${NAMES[type]}`,
  `SENDING session index : ${index}`,
  `SENDING session type : ${NUMBERS[type]}`,
  `SENDING session time : ${durationMin}`,
  `SENDING session laps : ${laps}`,
]

const label = (entry: OrderEntry): string => `${entry.drivers[0]?.name ?? ''} [${entry.teamName ?? ''}]`
const waitMs = (order: ServerOrder, { segment }: DrivenSegment): number => (segment.type === 'RACE' ? seconds(order, 'raceWaitTime') : 0)
const seconds = (order: ServerOrder, key: string): number => Number(order.options[key] ?? 0) * 1000
const line = (atMs: number, log: string): EmulatedStep => ({ atMs, log })

/** Numbers without leading zeros, as the server names its files. */
const stamp = (clock: Date): string => [clock.getFullYear(), clock.getMonth() + 1, clock.getDate(), clock.getHours(), clock.getMinutes()].join('_')
