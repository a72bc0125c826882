import { findCar, lapLengthM } from '#games/catalogue.ts'
import { clockText, driveEvent, idleMs, USUAL_LAP_M } from '#games/event.ts'
import type { DrivenSegment, EventRules } from '#games/event.ts'
import type { EmulatedServer, EmulatedStep } from '#games/emulated.ts'
import type { SegmentType, ServerFile, ServerOrder } from '#games/game.ts'
import { catalogue } from './catalogue.ts'
import { carIdOf, resultFile } from './emulated-results.ts'
import { readFiles } from './files.ts'

const PACE_MPS: Readonly<Record<string, number>> = { gt3: 50, gt2: 50.5, cup: 48.5, st: 48.5, chl: 48, gt4: 45, tcx: 42 }
const SESSION_NAMES: Readonly<Record<SegmentType, string>> = { PRACTICE: 'Practice', QUALIFY: 'Qualifying', RACE: 'Race' }
const LETTERS: Readonly<Record<SegmentType, string>> = { PRACTICE: 'FP', QUALIFY: 'Q', RACE: 'R' }
const FIRST_JOIN_MS = 4000
const JOIN_EVERY_MS = 900
const PRE_SESSION_MS = 3000
const FILE_AFTER_MS = 400
const LEAVE_MS = 20_000
/** ACC's physics run at 333 Hz: every time of its real files is a multiple of 3 ms. */
const TICK_MS = 3

/** What the server of an order would do, by the order's own files alone. */
export const rulesOf = (order: ServerOrder): EventRules => ({
  lapLengthM: lapLengthM(catalogue, order.trackId, null) ?? USUAL_LAP_M,
  tickMs: TICK_MS,
  paceMps: (carId) => PACE_MPS[findCar(catalogue, carId)?.classId ?? ''] ?? 47,
  overtimeMs: () => seconds(order, 'sessionOverTimeSeconds'),
  extraLap: false,
  pitStops: Number(order.options['eventRules.mandatoryPitstopCount'] ?? 0),
  reversed: 0,
})

/** A stand-in for `accServer`: its log lines and result files, in race time. */
export function emulate(files: readonly ServerFile[], chance: () => number): EmulatedServer {
  const order = readFiles(files)
  const first = SESSION_NAMES[order.segments[0]?.type ?? 'PRACTICE']
  const start = [
    line(0, 'Server starting with version 255'),
    line(0, `Starting server ${order.serverName}`),
    line(0, `Track ${order.trackId} was set and updated`),
    line(0, 'Resetting weekend to friday night'),
    line(0, `Listening to TCP ${order.ports.tcp} | UDP ${order.ports.udp}`),
    line(148, `Session changed: ${first} -> ${first} 0`),
    line(148, `Detected sessionPhase <waiting for drivers> -> <waiting for drivers> (${first})`),
    ...(order.enableServerProtection ? [] : [line(900, 'RegisterToLobby succeeded')]),
  ]
  if (order.entries.length === 0 || order.segments.length === 0) return { steps: [...start, { atMs: idleMs(order), exit: 0 }] }

  const segments = driveEvent(order, rulesOf(order), chance)
  let atMs = FIRST_JOIN_MS
  const sessions = segments.flatMap((driven, index) => {
    const steps = sessionSteps(order, segments, index, atMs)
    atMs += waitMs(order, driven) + driven.endMs + afterMs(order, driven)
    return steps
  })
  const over = [
    line(atMs, 'Resetting race weekend'),
    line(atMs, 'Resetting weekend to friday night'),
    line(atMs, `Detected sessionPhase <session completed> -> <waiting for drivers> (${first})`),
    ...order.entries.map((_, i) => line(atMs + LEAVE_MS, `Removing dead connection ${i}  (last lastUdpPaketReceived ${atMs + LEAVE_MS})`)),
    line(atMs + LEAVE_MS, '0 client(s) online'),
    { atMs: atMs + 3 * LEAVE_MS, exit: 0 },
  ]
  // Joins fall into the first session: lines go by their time.
  return { steps: [...[...start, ...joinSteps(order), ...sessions].sort((a, b) => a.atMs - b.atMs), ...over] }
}

function joinSteps(order: ServerOrder): readonly EmulatedStep[] {
  return order.entries.flatMap((entry, i) => {
    const atMs = FIRST_JOIN_MS + i * JOIN_EVERY_MS
    const [driver] = entry.drivers
    return [
      line(atMs, 'New connection received 276'),
      line(atMs, `${i + 1} client(s) online`),
      line(atMs, `New connection request: id ${i} ${driver?.name ?? ''} S${driver?.platformId ?? ''} on car model ${entry.carId}`),
      line(atMs, `Creating new car connection: carId ${carIdOf(i)}, carModel ${entry.carId}, raceNumber #${entry.raceNumber}`),
      line(atMs, `Sent handshake response for car ${carIdOf(i)} connection ${i} with 1854 bytes`),
    ]
  })
}

function sessionSteps(order: ServerOrder, segments: readonly DrivenSegment[], index: number, startMs: number): readonly EmulatedStep[] {
  const driven = segments[index]
  if (!driven) return []
  const { type } = driven.segment
  const name = SESSION_NAMES[type]
  const before = SESSION_NAMES[segments[index - 1]?.segment.type ?? type]
  const greenMs = startMs + waitMs(order, driven)
  const endMs = greenMs + driven.endMs
  const cars = order.entries.length
  const laps = driven.rows.flatMap((row) =>
    row.laps.flatMap((lap) => {
      const [car, raw] = [carIdOf(row.racer), (lap.valid ? 0 : 1) + (lap.pit ? 8 : 0)]
      const states = `${lap.valid ? '' : 'HasCut, '}${lap.pit ? 'IsInLap, ' : ''}`
      return [
        line(
          greenMs + lap.endMs,
          `Lap carId ${car}, driverId ${lap.driver}, lapTime ${clockText(lap.timeMs)}, timestampMS ${greenMs + lap.endMs}.000000, flags: %d${raw}`,
        ),
        line(greenMs + lap.endMs, `New laptime: ${lap.timeMs} for carId ${car} with lapstates: ${states} (raw ${raw})`),
      ]
    }),
  )
  const sameType = segments.filter(({ segment }) => segment.type === type)
  const letter = `${LETTERS[type]}${sameType.length > 1 && type !== 'PRACTICE' ? sameType.indexOf(driven) + 1 : ''}`
  return [
    ...(index > 0 ? [line(startMs, `Session changed: ${before} -> ${name} ${index}`)] : [line(startMs, '1 Driver(s) detected, starting session')]),
    line(startMs, `Detected sessionPhase <waiting for drivers> -> <pre session> (${name})`),
    line(greenMs, `Detected sessionPhase <session> -> <session> (${name})`),
    ...laps.sort((a, b) => a.atMs - b.atMs),
    line(Math.min(endMs, greenMs + driven.segment.durationMin * 60_000), `Detected sessionPhase <session overtime> -> <session overtime> (${name})`),
    line(endMs, `Detected sessionPhase <session overtime> -> <session completed> (${name})`),
    line(endMs, `Session completed: ${name}/<session completed> with ${cars} cars and ${cars} connections`),
    line(endMs, `Session over, waiting ${afterMs(order, driven) / 1000} ${type === 'RACE' ? 'postRaceSeconds' : 'postQualySeconds'}`),
    { atMs: endMs + FILE_AFTER_MS, nameAt: (clock) => `${stamp(clock)}_${letter}.json`, bytes: resultFile(order, driven, index, letter) },
    line(endMs + afterMs(order, driven), 'Session aftercare over, advancing to next session'),
  ]
}

const waitMs = (order: ServerOrder, { segment }: DrivenSegment): number =>
  segment.type === 'RACE' ? seconds(order, 'preRaceWaitingTimeSeconds') : PRE_SESSION_MS
const afterMs = (order: ServerOrder, { segment }: DrivenSegment): number =>
  Math.max(1000, seconds(order, segment.type === 'RACE' ? 'postRaceSeconds' : 'postQualySeconds'))
const seconds = (order: ServerOrder, key: string): number => Number(order.options[`rules.eventConfig.${key}`] ?? 0) * 1000

/** The server's log is Latin-1: it cannot show other letters. */
const line = (atMs: number, text: string): EmulatedStep & { readonly log: string } => ({
  atMs,
  log: `${atMs}: ${text.replaceAll(/[^\u0000-\u00ff]/gu, '?')}`,
})

function stamp(clock: Date): string {
  const two = (value: number): string => String(value % 100).padStart(2, '0')
  const date = [clock.getFullYear(), clock.getMonth() + 1, clock.getDate()].map(two).join('')
  return `${date}_${[clock.getHours(), clock.getMinutes(), clock.getSeconds()].map(two).join('')}`
}
