import { lapLengthM } from '#games/catalogue.ts'
import { driveEvent, idleMs, weekendsOf, USUAL_LAP_M } from '#games/event.ts'
import type { EventRules } from '#games/event.ts'
import { SOME_DAY } from '#games/emulated.ts'
import type { EmulatedServer, EmulatedStep, Trouble } from '#games/emulated.ts'
import type { OrderEntry, SegmentType, ServerFile, ServerOrder } from '#games/game.ts'
import { answers } from '#games/status.ts'
import { readAttributes } from './attributes.ts'
import { carOf, catalogue, venueOf } from './catalogue.ts'
import { allAttributes, refOf, statsFile } from './emulated-results.ts'
import type { Round, Seen, Stage } from './emulated-results.ts'
import { readFiles } from './files.ts'
import { nextAttributes } from './rotation.ts'
import type { Attributes } from './rotation.ts'

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
const LOADED_MS = 2000
const BREAK_MS = 5000
const RESULTS_MS = 15_000
const RETURN_MS = 2000
const LEAVE_MS = 20_000
const OVERTIME_MS = 180_000
const NOTHING: Round = { stages: [], finished: false }
const STAGE_NAMES: Readonly<Record<SegmentType, string>> = { PRACTICE: 'Practice1', QUALIFY: 'Qualifying1', RACE: 'Race1' }

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

/**
 * A stand-in for the dedicated server: what its HTTP interface tells and its one file of statistics, as the real one did (captures.md).
 * Track, cars and lengths are those its addon sets, whatever the platform's own file beside them says. It never ends by itself soon.
 */
export function emulate(
  files: readonly ServerFile[],
  chance: () => number,
  troubles: readonly Trouble[] = [],
  begunAt: Date = SOME_DAY,
): EmulatedServer {
  const set = nextAttributes(files)
  const order = played(readFiles(files), set)
  const start = { atMs: 0, log: `[INF] Starting dedicated server '${order.serverName}'` }
  const saved = (atMs: number, seen: Partial<Seen> = {}): EmulatedStep => ({
    atMs,
    nameAt: () => 'sms_stats_data.json',
    bytes: statsFile(order, set, { rounds: [NOTHING], lobby: 'none', begunAt, atMs, ...seen }),
  })
  const up = [UP_MS, {}] as const
  const answer = (changes: readonly Change[]): readonly EmulatedStep[] => answers(IDLE, [up, ...changes], (facts) => statusOf(order, set, facts))
  const first = { ...saved(UP_MS), bytes: statsFile({ ...order, entries: [] }, set, { rounds: [], lobby: 'none', begunAt, atMs: 0 }) }
  const nobody = { steps: [start, ...answer([]), first, { atMs: idleMs(order), exit: 0 }] }
  if (order.entries.length === 0 || order.segments.length === 0) return nobody

  const lobby = { state: 'Lobby', stage: STAGE_NAMES[order.segments[0]?.type ?? 'RACE'], durationMs: 0 }
  const joins = order.entries.map(({ drivers }, i) => [FIRST_JOIN_MS + i * JOIN_EVERY_MS, drivers[0]?.name ?? ''] as const)
  const changes: Change[] = [[FIRST_JOIN_MS, { ...lobby, members: 1 }], ...joins.map(([at], i): Change => [at, { members: i + 1 }])]
  let atMs = FIRST_JOIN_MS
  let race = { startMs: 0, endMs: 0 }
  const rounds: Round[] = []
  const saves: EmulatedStep[] = []
  for (const { stints, isEvent } of weekendsOf(() => driveEvent(order, rulesOf(order), chance), troubles)) {
    const stages: Stage[] = []
    let on: readonly Stage[] = []
    const so = (more: readonly Stage[] = []): Pick<Seen, 'rounds'> => ({ rounds: [...rounds, { stages: [...stages, ...more], finished: false }] })
    changes.push([atMs + LOADED_MS / 2, { state: 'Loading' }])
    atMs += LOADED_MS
    for (const { driven, endMs, isWhole } of stints) {
      if (stages.length > 0) saves.push(saved(atMs, so()))
      changes.push([atMs, { state: 'Race', stage: STAGE_NAMES[driven.segment.type], durationMs: driven.segment.durationMin * 60_000 }])
      const untilMs = Math.floor(endMs / 2)
      on = [{ driven, startMs: atMs, untilMs }]
      saves.push(saved(atMs + untilMs, so(on)))
      if (isWhole) stages.push({ driven, startMs: atMs, untilMs: null })
      if (isEvent) race = { startMs: atMs, endMs: atMs + endMs }
      atMs += endMs + (isWhole ? BREAK_MS : 0)
    }
    const isOver = stints.at(-1)?.isWhole === true
    rounds.push({ stages: isOver ? stages : [...stages, ...on], finished: isOver })
    if (isOver) {
      atMs -= BREAK_MS
      changes.push([atMs, { state: 'PostRace' }], [atMs + RESULTS_MS, { state: 'Returning', durationMs: 0 }])
      saves.push(saved(atMs + RESULTS_MS, { rounds: [...rounds] }))
      atMs += RESULTS_MS + RETURN_MS
    }
    changes.push([atMs, lobby])
    saves.push(saved(atMs, { rounds: [...rounds], lobby: 'open' }))
  }
  const leftMs = atMs + LEAVE_MS
  changes.push([leftMs, IDLE])
  saves.push(saved(leftMs, { rounds, lobby: 'left' }))
  const said = joins.map(([at, name]) => ({ atMs: at, log: `[INF] ${name} joined` }))
  const steps = [start, ...answer(changes), first, ...said, ...saves].sort((a, b) => a.atMs - b.atMs)
  return { steps: [...steps, { atMs: leftMs + idleMs(order), exit: 0 }], race }
}

/** The event as the session's attributes make it, and everybody in a car they allow. */
function played(order: ServerOrder, set: Attributes): ServerOrder {
  const layoutId = set['TrackId'] === undefined ? null : String(set['TrackId'])
  const { options, segments } = readAttributes(new Map(Object.entries(set)))
  const seats = Math.min(set['MaxPlayers'] ?? Infinity, order.maxEntries)
  return {
    ...order,
    trackId: venueOf(layoutId ?? '')?.id ?? '',
    layoutId,
    segments,
    options: { ...order.options, ...options },
    entries: order.entries.slice(0, seats).map((entry): OrderEntry => ({ ...entry, carId: carFor(entry.carId, set) })),
  }
}

function carFor(carId: string, set: Attributes): string {
  if (set['ServerControlsVehicle'] === 1) return String(set['VehicleModelId'])
  if (set['ServerControlsVehicleClass'] !== 1) return carId
  const slots = Array.from({ length: set['MultiClassSlots'] ?? 0 }, (_, i) => set[`MultiClassSlot${i + 1}`])
  const classes = [set['VehicleClassId'], ...slots].map(String)
  return classes.includes(carOf(carId)?.classId ?? '') ? carId : (catalogue.cars.find((car) => car.classId === classes[0])?.id ?? carId)
}

type Facts = { readonly state: string; readonly stage: string; readonly durationMs: number; readonly members: number }
type Change = readonly [atMs: number, change: Partial<Facts>]

const IDLE: Facts = { state: '', stage: '', durationMs: 0, members: 0 }

/** The answer of `/api/session/status?attributes&members`: without a session every attribute is 0 or empty. */
const statusOf = (order: ServerOrder, set: Attributes, { state, stage, durationMs, members }: Facts): object => ({
  result: 'ok',
  response: {
    state: members > 0 ? 'Running' : 'Idle',
    name: members > 0 ? order.serverName : '',
    lobbyid: members > 0 ? '109775241012345678' : '0',
    joinable: members > 0 && state !== 'PostRace',
    max_member_count: members > 0 ? order.maxEntries : 0,
    now: 1_767_225_600,
    attributes: {
      ...allAttributes(members > 0 ? set : {}),
      SessionState: state,
      SessionStage: stage,
      SessionTimeDuration: durationMs / 1000,
      NumParticipantsValid: state === 'Race' ? members : 0,
    },
    members: order.entries.slice(0, members).map(({ drivers }, i) => ({
      index: i,
      refid: refOf(i),
      steamid: drivers[0]?.platformId ?? '',
      state: 'Connected',
      name: drivers[0]?.name ?? '',
      jointime: 0,
      host: i === 0,
    })),
  },
})
