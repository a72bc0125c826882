import { findCar, lapLengthM } from '#games/catalogue.ts'
import { driveEvent, idleMs, USUAL_LAP_M } from '#games/event.ts'
import type { EventRules } from '#games/event.ts'
import type { EmulatedServer, EmulatedStep, SegmentType, ServerFile, ServerOrder } from '#games/game.ts'
import { catalogue } from './catalogue.ts'
import { resultFile } from './emulated-results.ts'
import { readFiles } from './files.ts'

const PACE_MPS: Readonly<Record<string, number>> = { Hyper: 62, LMP2: 59, LMP2_ELMS: 59.5, LMP3: 54, GTE: 53.5, GT3: 52.5 }
const FIRST_JOIN_MS = 4000
const JOIN_EVERY_MS = 800
const FILE_AFTER_MS = 1000
const LEAVE_MS = 20_000
const OVERTIME_MS = 240_000
const SESSION_NAMES: Readonly<Record<SegmentType, string>> = { PRACTICE: 'PRACTICE1', QUALIFY: 'QUALIFY1', RACE: 'RACE1' }
const LETTERS: Readonly<Record<SegmentType, string>> = { PRACTICE: 'P', QUALIFY: 'Q', RACE: 'R' }

/** What the server of an order would do, by the order's own files alone. */
export const rulesOf = (order: ServerOrder): EventRules => ({
  lapLengthM: lapLengthM(catalogue, order.trackId, order.layoutId) ?? USUAL_LAP_M,
  tickMs: 1,
  paceMps: (carId) => PACE_MPS[findCar(catalogue, carId)?.classId ?? ''] ?? 53,
  overtimeMs: () => OVERTIME_MS,
  extraLap: false,
  pitStops: 0,
  reversed: 0,
})

/** A stand-in for the dedicated server: what its web interface would tell, and a result file after every session. */
export function emulate(files: readonly ServerFile[], chance: () => number): EmulatedServer {
  const order = readFiles(files)
  const start = [line(0, `Dedicated server ${order.serverName}`), line(500, 'server up'), line(500, 'vehicles 0')]
  if (order.entries.length === 0 || order.segments.length === 0) return { steps: [...start, { atMs: idleMs(order), exit: 0 }] }

  const segments = driveEvent(order, rulesOf(order), chance)
  const breakMs = (Number(order.options['race.delayBetweenSessions'] ?? 30) + 5) * 1000
  let atMs = FIRST_JOIN_MS
  const sessions = segments.flatMap((driven): EmulatedStep[] => {
    const { type } = driven.segment
    const startMs = atMs
    const overMs = startMs + driven.endMs
    atMs = overMs + breakMs
    return [
      line(startMs, `session ${SESSION_NAMES[type]}`),
      line(overMs, 'session over'),
      { atMs: overMs + FILE_AFTER_MS, nameAt: (clock) => `${stamp(clock)}${LETTERS[type]}1.xml`, bytes: resultFile(order, driven, startMs) },
    ]
  })
  const joins = order.entries.map((_, i) => line(FIRST_JOIN_MS + i * JOIN_EVERY_MS, `vehicles ${i + 1}`))
  return {
    steps: [
      ...[...start, ...joins, ...sessions].sort((a, b) => a.atMs - b.atMs),
      line(atMs, 'event over'),
      line(atMs + LEAVE_MS, 'vehicles 0'),
      { atMs: atMs + 2 * LEAVE_MS, exit: 0 },
    ],
  }
}

const line = (atMs: number, log: string): EmulatedStep & { readonly log: string } => ({ atMs, log })

/** `2026_01_02_03_04_05-05`: the game writes its seconds twice. */
function stamp(clock: Date): string {
  const parts = [clock.getMonth() + 1, clock.getDate(), clock.getHours(), clock.getMinutes(), clock.getSeconds(), clock.getSeconds()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${clock.getFullYear()}_${parts.slice(0, 5).join('_')}-${parts[5]}`
}
