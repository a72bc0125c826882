import { findTrack, lapLengthM } from '#games/catalogue.ts'
import { driveEvent, idleMs, weekendsOf, USUAL_LAP_M } from '#games/event.ts'
import type { EventRules } from '#games/event.ts'
import { SOME_DAY } from '#games/emulated.ts'
import type { EmulatedServer, EmulatedStep, Trouble } from '#games/emulated.ts'
import type { Segment, SegmentType, ServerFile, ServerOrder } from '#games/game.ts'
import { answers } from '#games/status.ts'
import { carOf, catalogue } from './catalogue.ts'
import { resultFile } from './emulated-results.ts'
import { readFiles } from './files.ts'

/** Average speed over a lap by what the class is called. */
const PACE_MPS: readonly (readonly [name: RegExp, pace: number])[] = [
  [/formula|fr ?x|fr us|tatuus|f4|f3|open/i, 54],
  [/gtr ?[123]|gt3|gt masters|dtm|group 5|p1|p2|lmdh|hypercar/i, 49],
  [/touring|wtcc|wtcr|tc1|cup|gt4/i, 43],
  [/hillclimb|kart|truck|group c/i, 41],
]
const UP_MS = 500
const FIRST_JOIN_MS = 4000
const JOIN_EVERY_MS = 800
const BREAK_MS = 30_000
const LEAVE_MS = 20_000

/** What the server of an order would do, by the order's own files alone. */
export const rulesOf = (order: ServerOrder): EventRules => ({
  lapLengthM: lapLengthM(catalogue, order.trackId, order.layoutId) ?? USUAL_LAP_M,
  tickMs: 1,
  paceMps: (carId) => {
    const name = catalogue.classes.find(({ id }) => id === carOf(carId)?.classId)?.name ?? ''
    return PACE_MPS.find(([pattern]) => pattern.test(name))?.[1] ?? 45
  },
  overtimeMs: () => Number(order.options['rules.RaceFinishDuration'] ?? 0) * 1000,
  extraLap: false,
  pitStops: 0,
  reversed: 0,
})

/** A stand-in for the dedicated server: its console, what its web interface tells, and the one result file at the event's end. */
export function emulate(
  files: readonly ServerFile[],
  chance: () => number,
  troubles: readonly Trouble[] = [],
  begunAt: Date = SOME_DAY,
): EmulatedServer {
  const order = readFiles(files)
  const start = { atMs: 0, log: `R3E dedicated server: ${order.serverName}` }
  const first: Facts = { session: codeOf(order.segments, 0), players: 0 }
  const answer = (changes: readonly Change[]): readonly EmulatedStep[] => answers(first, [[UP_MS, {}], ...changes], (facts) => stateOf(order, facts))
  if (order.entries.length === 0 || order.segments.length === 0) return { steps: [start, ...answer([]), { atMs: idleMs(order), exit: 0 }] }

  const track = findTrack(catalogue, order.trackId)
  const names = { track: track?.name ?? '', layout: track?.layouts.find(({ id }) => id === order.layoutId)?.name ?? '' }
  const changes: Change[] = order.entries.map((_, i) => [FIRST_JOIN_MS + i * JOIN_EVERY_MS, { players: i + 1 }])
  const results: EmulatedStep[] = []
  let atMs = FIRST_JOIN_MS
  let race = { startMs: 0, endMs: 0 }
  for (const { stints, isEvent } of weekendsOf(() => driveEvent(order, rulesOf(order), chance), troubles)) {
    for (const { driven, endMs, isWhole } of stints) {
      changes.push([atMs, { session: codeOf(order.segments, order.segments.indexOf(driven.segment)) }])
      if (isEvent) race = { startMs: atMs, endMs: atMs + endMs }
      atMs += endMs + (isWhole ? BREAK_MS : 0)
    }
    const whole = stints.flatMap(({ driven, isWhole }) => (isWhole ? [driven] : []))
    const overMs = atMs - BREAK_MS
    if (whole.length === order.segments.length)
      results.push({ atMs: overMs + 1000, nameAt: stamp, bytes: resultFile(order, whole, names, { begunAt, endMs: overMs }) })
  }
  // after its last race the server begins again
  changes.push([atMs, { session: first.session }], [atMs + LEAVE_MS, { players: 0 }])
  const steps = [start, ...answer(changes), ...results].sort((a, b) => a.atMs - b.atMs)
  return { steps: [...steps, { atMs: atMs + 2 * LEAVE_MS, exit: 0 }], race }
}

type Facts = { readonly session: number; readonly players: number }
type Change = readonly [atMs: number, change: Partial<Facts>]

/** The answer of `/dedi/1`. */
const stateOf = (order: ServerOrder, { session, players }: Facts): object => ({
  GameSetting: { Id: 1, Name: order.serverName, MaxNumOfPlayers: order.maxEntries },
  ProcessState: {
    CurrentSession: session,
    Players: order.entries.slice(0, players).map(({ drivers, carId }) => ({
      UserId: Number(drivers[0]?.platformId ?? 0) || 0,
      FullName: drivers[0]?.name ?? '',
      CarId: Number(carId),
    })),
  },
})

const FIRST_CODE: Readonly<Record<SegmentType, number>> = { PRACTICE: 0, QUALIFY: 256, RACE: 769 }

/** Races count up from 769. */
function codeOf(segments: readonly Segment[], index: number): number {
  const type = segments[index]?.type ?? 'PRACTICE'
  const before = segments.slice(0, index).filter((segment) => segment.type === type).length
  return FIRST_CODE[type] + (type === 'RACE' ? before : 0)
}

function stamp(clock: Date): string {
  const parts = [clock.getMonth() + 1, clock.getDate(), clock.getHours(), clock.getMinutes(), clock.getSeconds()]
  return `${clock.getFullYear()}_${parts.map((part) => String(part).padStart(2, '0')).join('_')}.json`
}
