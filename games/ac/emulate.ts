import { findCar, lapLengthM } from '#games/catalogue.ts'
import { BROKEN_OFF_AT, driveEvent, idleMs, MORE_WEEKENDS, USUAL_LAP_M } from '#games/event.ts'
import type { DrivenSegment, EventRules } from '#games/event.ts'
import type { EmulatedServer, EmulatedStep, Trouble } from '#games/emulated.ts'
import type { SegmentType, ServerFile, ServerOrder } from '#games/game.ts'
import { answers } from '#games/status.ts'
import { catalogue } from './catalogue.ts'
import {
  announceLines,
  joinLines,
  label,
  lapLines,
  leaveLines,
  line,
  LOBBY_GIVEN_UP_MS,
  lobbyLines,
  pingLines,
  restartLines,
  startLines,
} from './emulated-log.ts'
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
const LEAST_OVERTIME_MS = 30_000
const FIRST_JOIN_MS = 3000
const JOIN_EVERY_MS = 700
const FILE_AFTER_MS = 300
const INFO_TYPES: Readonly<Record<SegmentType, number>> = { PRACTICE: 1, QUALIFY: 2, RACE: 3 }

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

/**
 * A stand-in for `acServer`: its console lines, answers and result files, in race time. It ends after the last session, as with LOOP_MODE 0, and
 * loops where drivers stay, as in every capture; one whose lobby does not reach it ends soon after its start. What is known of the real one stands
 * in captures.md.
 */
export function emulate(files: readonly ServerFile[], chance: () => number, troubles: readonly Trouble[] = []): EmulatedServer {
  const order = readFiles(files)
  const isRefused = troubles.includes('lobbyRefused') && !order.enableServerProtection
  const start = [...startLines(order), ...lobbyLines(order, isRefused), ...infoSteps(order, [[0, {}]])]
  if (isRefused) return { steps: inTime([...start, { atMs: LOBBY_GIVEN_UP_MS + 100, exit: 0 }]) }
  if (order.entries.length === 0 || order.segments.length === 0) return { steps: inTime([...start, { atMs: idleMs(order), exit: 0 }]) }

  const isRestarted = troubles.includes('sessionRestart') || troubles.includes('weekendRestart')
  const drive = (): readonly DrivenSegment[] => driveEvent(order, rulesOf(order), chance)
  const weekends = [drive(), ...(troubles.includes('stayers') ? Array.from({ length: MORE_WEEKENDS }, drive) : [])]
  let atMs = 0
  let race = { startMs: 0, endMs: 0 }
  const changes: Change[] = order.entries.map((_, i) => [FIRST_JOIN_MS + i * JOIN_EVERY_MS, { clients: i + 1 }])
  const played = (segments: readonly DrivenSegment[], index: number, isFirst: boolean): readonly EmulatedStep[] => {
    const driven = segments[index]
    if (!driven) return []
    const isBegin = isFirst && index === 0
    changes.push(...clockOf(driven, index, atMs, waitMs(order, driven)))
    const steps: EmulatedStep[] = index === 0 && !isFirst ? [line(atMs, 'Server looping')] : []
    if (!isBegin) steps.push(...announceLines(order, driven.segment, index, atMs))
    steps.push(...pingLines(order, driven.segment.type, isBegin ? 0 : order.entries.length, atMs + (isBegin ? 600 : 0)))
    if (isRestarted && isFirst && index === segments.length - 1) {
      const brokenMs = atMs + waitMs(order, driven) + Math.floor(driven.endMs * BROKEN_OFF_AT)
      const by = order.entries[0] ? label(order.entries[0]) : ''
      steps.push(...sessionSteps(order, driven, atMs).filter((step) => step.atMs < brokenMs))
      steps.push(...restartLines(driven.segment, index, by, brokenMs))
      atMs = brokenMs
    }
    steps.push(...sessionSteps(order, driven, atMs))
    if (isFirst) race = { startMs: atMs + waitMs(order, driven), endMs: atMs + waitMs(order, driven) + driven.endMs }
    atMs += waitMs(order, driven) + driven.endMs + seconds(order, 'resultScreenTime')
    return steps
  }
  const sessions = weekends.flatMap((segments, round) => segments.flatMap((_, index) => played(segments, index, round === 0)))
  const joins = order.entries.flatMap((entry, i) => joinLines(entry, i, FIRST_JOIN_MS + i * JOIN_EVERY_MS))
  const leaving = order.entries.flatMap((entry, i) => leaveLines(entry, i, atMs))
  const all = [...start, ...infoSteps(order, changes), ...joins, ...sessions, ...leaving, { atMs: atMs + 1000, exit: 0 }]
  return { steps: inTime(all), race }
}

/** Joins fall into the first session: steps go by their time. */
const inTime = (steps: readonly EmulatedStep[]): readonly EmulatedStep[] => steps.toSorted((a, b) => a.atMs - b.atMs)

type Facts = { readonly clients: number; readonly session: number; readonly timeleft: number }
type Change = readonly [atMs: number, change: Partial<Facts>]

/** What `/INFO` answers, whether the lobby knows the server or not. */
const infoSteps = (order: ServerOrder, changes: readonly Change[]): readonly EmulatedStep[] =>
  answers<Facts>({ clients: 0, session: 0, timeleft: 0 }, changes, ({ clients, session, timeleft }) => ({
    ip: '',
    port: order.ports.udp,
    cport: order.ports.http,
    name: order.serverName,
    clients,
    maxclients: order.maxEntries,
    track: order.layoutId ? `${order.trackId}-${order.layoutId}` : order.trackId,
    cars: order.carIds,
    timeofday: 0,
    session,
    sessiontypes: order.segments.map(({ type }) => INFO_TYPES[type]),
    durations: order.segments.map(({ durationMin, laps }) => laps ?? durationMin),
    timeleft,
    country: ['na', 'na'],
    pass: order.passwords.server !== '',
    timestamp: 0,
    json: null,
    l: false,
    pickup: true,
    tport: order.ports.tcp,
    timed: order.segments.some(({ type, laps }) => type === 'RACE' && !laps),
    extra: false,
    pit: false,
    inverted: 0,
  }))

function sessionSteps(order: ServerOrder, driven: DrivenSegment, startMs: number): readonly EmulatedStep[] {
  const { type } = driven.segment
  const greenMs = startMs + waitMs(order, driven)
  const endMs = greenMs + driven.endMs
  return [
    ...(type === 'RACE' ? [line(startMs, `RACE, WaitTime: ${waitMs(order, driven)} START TIME: ${greenMs}`)] : []),
    ...lapLines(order, driven, greenMs),
    ...(type === 'RACE' ? ['RACE OVER DETECTED!', 'RACE OVER PACKET, FINAL RANK', 'HasSentRaceoverPacket, move to the next session'] : []).map(
      (text) => line(endMs, text),
    ),
    {
      atMs: endMs + FILE_AFTER_MS,
      nameAt: (clock) => `${stamp(clock)}_${type}.json`,
      bytes: resultFile(order, driven, greenMs),
      announced: (name) => `Saving session json file: results/${name}`,
    },
  ]
}

/** How often in a segment its clock is answered anew: each answer waits until it was asked for. */
const CLOCK_LOOKS = 8

/** Which session it is, and the seconds left of it as they go by. */
function clockOf({ segment, endMs }: DrivenSegment, session: number, atMs: number, waitMs: number): readonly Change[] {
  const timeMs = segment.laps ? 0 : segment.durationMin * 60_000
  const looks = Array.from({ length: CLOCK_LOOKS }, (_, look): Change => {
    const goneMs = Math.floor((endMs * look) / CLOCK_LOOKS)
    return [atMs + waitMs + goneMs, { timeleft: Math.floor((timeMs - goneMs) / 1000) }]
  })
  return [[atMs, { session, timeleft: Math.floor(timeMs / 1000) }], ...looks]
}

const waitMs = (order: ServerOrder, { segment }: DrivenSegment): number => (segment.type === 'RACE' ? seconds(order, 'raceWaitTime') : 0)
const seconds = (order: ServerOrder, key: string): number => Number(order.options[key] ?? 0) * 1000

/** Numbers without leading zeros, as the server names its files. */
const stamp = (clock: Date): string => [clock.getFullYear(), clock.getMonth() + 1, clock.getDate(), clock.getHours(), clock.getMinutes()].join('_')
