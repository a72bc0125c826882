import { findCar, lapLengthM } from '#games/catalogue.ts'
import { driveEvent, idleMs, weekendsOf, USUAL_LAP_M } from '#games/event.ts'
import type { EventRules } from '#games/event.ts'
import { SOME_DAY } from '#games/emulated.ts'
import type { EmulatedServer, EmulatedStep, Trouble } from '#games/emulated.ts'
import type { SegmentType, ServerFile, ServerOrder } from '#games/game.ts'
import { answers } from '#games/status.ts'
import { catalogue } from './catalogue.ts'
import { resultFile } from './emulated-results.ts'
import { readFiles } from './files.ts'

const PACE_MPS: Readonly<Record<string, number>> = { Hyper: 62, LMP2: 59, LMP2_ELMS: 59.5, LMP3: 54, GTE: 53.5, GT3: 52.5 }
const UP_MS = 500
const FIRST_JOIN_MS = 4000
const JOIN_EVERY_MS = 800
const FILE_AFTER_MS = 1000
const LEAVE_MS = 20_000
const OVERTIME_MS = 240_000
/** `gamePhase` of a session that runs, and of one that has ended. */
const GREEN = 5
const OVER = 8
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

/** A stand-in for the dedicated server: its console, what its web interface tells, and a result file after every session. */
export function emulate(
  files: readonly ServerFile[],
  chance: () => number,
  troubles: readonly Trouble[] = [],
  begunAt: Date = SOME_DAY,
): EmulatedServer {
  const order = readFiles(files)
  const first: Facts = { session: SESSION_NAMES[order.segments[0]?.type ?? 'PRACTICE'], gamePhase: 0, vehicles: 0 }
  const start = { atMs: 0, log: `Dedicated server ${order.serverName}` }
  const answer = (changes: readonly Change[]): readonly EmulatedStep[] => answers(first, [[UP_MS, {}], ...changes], (facts) => infoOf(order, facts))
  if (order.entries.length === 0 || order.segments.length === 0) return { steps: [start, ...answer([]), { atMs: idleMs(order), exit: 0 }] }

  const breakMs = (Number(order.options['race.delayBetweenSessions'] ?? 30) + 5) * 1000
  let atMs = FIRST_JOIN_MS
  let race = { startMs: 0, endMs: 0 }
  const changes: Change[] = order.entries.map((_, i) => [FIRST_JOIN_MS + i * JOIN_EVERY_MS, { vehicles: i + 1 }])
  const written: EmulatedStep[] = []
  for (const { stints, isEvent } of weekendsOf(() => driveEvent(order, rulesOf(order), chance), troubles))
    for (const { driven, endMs, isWhole } of stints) {
      const { type } = driven.segment
      const [startMs, overMs] = [atMs, atMs + endMs]
      changes.push([startMs, { session: SESSION_NAMES[type], gamePhase: GREEN }])
      if (isEvent) race = { startMs, endMs: overMs }
      atMs = overMs
      if (!isWhole) continue
      changes.push([overMs, { gamePhase: OVER }])
      atMs += breakMs
      const bytes = resultFile(order, driven, { begunAt, startMs })
      written.push({ atMs: overMs + FILE_AFTER_MS, nameAt: (clock) => `${stamp(clock)}${LETTERS[type]}1.xml`, bytes })
    }
  changes.push([atMs, { session: first.session, gamePhase: 0 }], [atMs + LEAVE_MS, { vehicles: 0 }])
  const steps = [start, ...answer(changes), ...written].sort((a, b) => a.atMs - b.atMs)
  return { steps: [...steps, { atMs: atMs + 2 * LEAVE_MS, exit: 0 }], race }
}

type Facts = { readonly session: string; readonly gamePhase: number; readonly vehicles: number }
type Change = readonly [atMs: number, change: Partial<Facts>]

/** The answer of `/rest/watch/sessionInfo`. */
const infoOf = (order: ServerOrder, { session, gamePhase, vehicles }: Facts): object => ({
  trackName: order.layoutId ?? '',
  session,
  currentEventTime: 0,
  endEventTime: 0,
  maximumLaps: order.segments.find(({ type }) => type === 'RACE')?.laps ?? 4_294_967_295,
  gamePhase,
  numberOfVehicles: vehicles,
  serverName: order.serverName,
  maxPlayers: order.maxEntries,
})

/** `2026_01_02_03_04_05-05`: the game writes its seconds twice. */
function stamp(clock: Date): string {
  const parts = [clock.getMonth() + 1, clock.getDate(), clock.getHours(), clock.getMinutes(), clock.getSeconds(), clock.getSeconds()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${clock.getFullYear()}_${parts.slice(0, 5).join('_')}-${parts[5]}`
}
