import { lapLengthM } from '#games/catalogue.ts'
import { driveEvent, idleMs, USUAL_LAP_M } from '#games/event.ts'
import type { EventRules } from '#games/event.ts'
import type { EmulatedServer, EmulatedStep, SegmentType, ServerFile, ServerOrder } from '#games/game.ts'
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

/** A stand-in for the dedicated server: what its HTTP interface would tell, and its one file of statistics, rewritten after every stage. */
export function emulate(files: readonly ServerFile[], chance: () => number): EmulatedServer {
  const order = readFiles(files)
  const start = [line(0, `Starting dedicated server '${order.serverName}'`), line(500, 'server up'), line(500, 'members 0')]
  if (order.entries.length === 0 || order.segments.length === 0) return { steps: [...start, { atMs: idleMs(order), exit: 0 }] }

  const segments = driveEvent(order, rulesOf(order), chance)
  let atMs = FIRST_JOIN_MS
  const stages = segments.flatMap((driven, index): EmulatedStep[] => {
    const startMs = atMs
    const overMs = startMs + driven.endMs
    atMs = overMs + BREAK_MS
    return [
      line(startMs, `stage ${STAGE_NAMES[driven.segment.type]}`),
      line(overMs, 'stage over'),
      {
        atMs: overMs + FILE_AFTER_MS,
        nameAt: () => 'sms_stats_data.json',
        bytes: statsFile(order, segments.slice(0, index + 1), index === segments.length - 1),
      },
    ]
  })
  const joins = order.entries.map((_, i) => line(FIRST_JOIN_MS + i * JOIN_EVERY_MS, `members ${i + 1}`))
  return {
    steps: [
      ...[...start, ...joins, ...stages].sort((a, b) => a.atMs - b.atMs),
      line(atMs, 'event over'),
      line(atMs + LEAVE_MS, 'members 0'),
      { atMs: atMs + 2 * LEAVE_MS, exit: 0 },
    ],
  }
}

const line = (atMs: number, log: string): EmulatedStep & { readonly log: string } => ({ atMs, log })
