import { lapLengthM } from '#games/catalogue.ts'
import { driveEvent, idleMs, USUAL_LAP_M } from '#games/event.ts'
import type { EventRules } from '#games/event.ts'
import type { EmulatedServer, EmulatedStep } from '#games/emulated.ts'
import type { SegmentType, ServerFile, ServerOrder } from '#games/game.ts'
import { answers } from '#games/status.ts'
import { carOf, catalogue } from './catalogue.ts'
import { statsFile } from './emulated-results.ts'
import { readFiles } from './files.ts'

/** Average speed over a lap by what the class is called. */
const PACE_MPS: readonly (readonly [name: RegExp, pace: number])[] = [
  [/^f-?(ultimate|reiza|v1[02]|hitech|retro|usa|classic)|indy/i, 58],
  [/lmdh|lmp|p1|dpi|gtp|group c|hypercar/i, 53],
  [/gt3|gt1|gte|procar|dtm|stock ?car/i, 48],
  [/f-?3|f-?trainer|f-?inter|formula/i, 50],
  [/kart|truck|copa|classic|uno/i, 36],
]
const UP_MS = 500
const FIRST_JOIN_MS = 4000
const JOIN_EVERY_MS = 800
const BREAK_MS = 25_000
const FILE_AFTER_MS = 2000
const LEAVE_MS = 20_000
const OVERTIME_MS = 180_000
const STAGE_NAMES: Readonly<Record<SegmentType, string>> = { PRACTICE: 'Practice1', QUALIFY: 'Qualifying', RACE: 'Race1' }

/** What the server of an order would do, by the order's own files alone. */
export const rulesOf = (order: ServerOrder): EventRules => ({
  lapLengthM: lapLengthM(catalogue, order.trackId, order.layoutId) ?? USUAL_LAP_M,
  tickMs: 1,
  paceMps: (carId) => {
    const name = catalogue.classes.find(({ id }) => id === carOf(carId)?.classId)?.name ?? ''
    return PACE_MPS.find(([pattern]) => pattern.test(name))?.[1] ?? 44
  },
  overtimeMs: () => OVERTIME_MS,
  extraLap: order.options['race.RaceExtraLap'] === true,
  pitStops: order.options['pit.RaceMandatoryPitStops'] === true ? 1 : 0,
  reversed: 0,
})

/** A stand-in for the dedicated server: its console, what its HTTP interface tells, and its one file of statistics, rewritten after every stage. */
export function emulate(files: readonly ServerFile[], chance: () => number): EmulatedServer {
  const order = readFiles(files)
  const start = { atMs: 0, log: `[INF] Starting dedicated server '${order.serverName}'` }
  const up = [UP_MS, {}] as const
  const answer = (changes: readonly Change[]): readonly EmulatedStep[] => answers(IDLE, [up, ...changes], (facts) => statusOf(order, facts))
  if (order.entries.length === 0 || order.segments.length === 0) return { steps: [start, ...answer([]), { atMs: idleMs(order), exit: 0 }] }

  const segments = driveEvent(order, rulesOf(order), chance)
  let atMs = FIRST_JOIN_MS
  const changes: Change[] = order.entries.map((_, i) => [FIRST_JOIN_MS + i * JOIN_EVERY_MS, { members: i + 1 }])
  const written = segments.map((driven, index): EmulatedStep => {
    const overMs = atMs + driven.endMs
    changes.push([atMs, { state: 'Race', stage: STAGE_NAMES[driven.segment.type], durationMs: driven.segment.durationMin * 60_000 }])
    atMs = overMs + BREAK_MS
    const bytes = statsFile(order, segments.slice(0, index + 1), index === segments.length - 1)
    return { atMs: overMs + FILE_AFTER_MS, nameAt: () => 'sms_stats_data.json', bytes }
  })
  changes.push([atMs - BREAK_MS, { state: 'PostRace' }], [atMs, { state: 'Returning', stage: '' }], [atMs + LEAVE_MS, IDLE])
  const joins = order.entries.map(({ drivers }, i) => ({ atMs: FIRST_JOIN_MS + i * JOIN_EVERY_MS, log: `[INF] ${drivers[0]?.name ?? ''} joined` }))
  const steps = [start, ...answer(changes), ...joins, ...written].sort((a, b) => a.atMs - b.atMs)
  return { steps: [...steps, { atMs: atMs + 2 * LEAVE_MS, exit: 0 }] }
}

type Facts = { readonly state: string; readonly stage: string; readonly durationMs: number; readonly members: number }
type Change = readonly [atMs: number, change: Partial<Facts>]

const IDLE: Facts = { state: 'None', stage: '', durationMs: 0, members: 0 }

/** The answer of `/api/session/status?attributes&members`. */
const statusOf = (order: ServerOrder, { state, stage, durationMs, members }: Facts): object => ({
  result: 'ok',
  response: {
    state: members > 0 ? 'Running' : 'Idle',
    name: order.serverName,
    lobbyid: '109775241012345678',
    joinable: state !== 'PostRace',
    max_member_count: order.maxEntries,
    now: 1_767_225_600,
    attributes: { SessionState: state, SessionStage: stage, SessionTimeDuration: durationMs / 1000, NumParticipantsValid: members },
    members: order.entries.slice(0, members).map(({ drivers }, i) => ({
      index: i,
      refid: 1000 + i,
      steamid: drivers[0]?.platformId ?? '',
      state: 'Connected',
      name: drivers[0]?.name ?? '',
      jointime: 0,
      host: i === 0,
    })),
  },
})
