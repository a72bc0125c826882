import { clockText } from '#games/event.ts'
import type { DrivenSegment } from '#games/event.ts'
import type { EmulatedStep } from '#games/emulated.ts'
import type { DrivenLap } from '#games/race.ts'
import type { OrderEntry, Segment, SegmentType, ServerOrder } from '#games/game.ts'

/** Lines as `acServer` 1.15 prints them; captures.md says where each was seen. */

const NUMBERS: Readonly<Record<SegmentType, number>> = { PRACTICE: 1, QUALIFY: 2, RACE: 3 }
const NAMES: Readonly<Record<SegmentType, string>> = { PRACTICE: 'Practice', QUALIFY: 'Qualify', RACE: 'Race' }
const LOBBY = 'http://lobby.invalid/lobby.ashx'
/** The lobby is asked so often before the server gives up and ends. */
const LOBBY_TRIES = 5
const LOBBY_RETRY_MS = 2000
export const LOBBY_GIVEN_UP_MS = LOBBY_TRIES * LOBBY_RETRY_MS

export const line = (atMs: number, log: string): EmulatedStep => ({ atMs, log })
const lines = (atMs: number, texts: readonly string[]): readonly EmulatedStep[] => texts.map((log) => line(atMs, log))

export const label = (entry: OrderEntry): string => `${entry.drivers[0]?.name ?? ''} [${entry.teamName ?? ''}]`
const slot = (entry: OrderEntry, i: number): string => `${entry.carId} (${i}) [${label(entry)}]`

export const startLines = (order: ServerOrder): readonly EmulatedStep[] =>
  lines(0, [
    'Server CFG Path :  cfg/server_cfg.ini',
    'Entry List Path :  cfg/entry_list.ini',
    'Assetto Corsa Dedicated Server v1.15',
    'Protocol version: 202',
    'Using cfg path:  cfg/server_cfg.ini',
    'Client interval HZ: 18',
    `TRACK=${order.trackId}`,
    `CARS=${JSON.stringify(order.carIds)}`,
    'Loading blacklist',
    'Opening entry list:  cfg/entry_list.ini',
    ...order.entries.flatMap((entry, i) => [`Found car  CAR_${i}`, `CAR: ${i} ${slot(entry, i)}  []  Ballast: 0 kg`]),
    `Starting TCP listener at port ${order.ports.tcp}`,
    'Session has 0 laps, will not save json',
    ...(order.segments[0] ? announced(order, order.segments[0], 0) : []),
    `Starting HTTP server on port  ${order.ports.http}`,
    'Server started',
  ])

/** A server that is to stand in the lobby registers after its start, and begins again when it is taken. */
export function lobbyLines(order: ServerOrder, isRefused: boolean): readonly EmulatedStep[] {
  if (order.enableServerProtection) return []
  const call = `CALLING ${LOBBY}/register?name=${encodeURIComponent(order.serverName)}&port=${order.ports.udp}&tcp_port=${order.ports.tcp}`
  const asked = ['Registering to AC central server', call]
  if (!isRefused)
    return lines(500, [
      ...asked,
      `RESPONSE: OK,0,${order.ports.http}`,
      'CONNECTED TO LOBBY',
      'RESTARTING FROM SESSION 0',
      ...(order.segments[0] ? announced(order, order.segments[0], 0) : []),
    ])
  const tries = Array.from({ length: LOBBY_TRIES }, (_, i) =>
    lines(LOBBY_RETRY_MS * (i + 1), [
      ...asked,
      'RESPONSE: ERROR,INVALID SERVER,CHECK YOUR PORT FORWARDING SETTINGS',
      `CONNECTION TO LOBBY FAILED, ATTEMPT NUMBER  ${i + 1}`,
    ]),
  )
  return [...tries.flat(), line(LOBBY_GIVEN_UP_MS, 'LOBBY COULD NOT BE RACHED, SHUTTING SERVER DOWN')]
}

/** Pings come with each session, not with each driver. */
export const pingLines = (order: ServerOrder, type: SegmentType, clients: number, atMs: number): readonly EmulatedStep[] =>
  order.enableServerProtection
    ? []
    : lines(atMs, [
        `SENDING ${LOBBY}/ping?session=${NUMBERS[type]}&timeleft=900&port=${order.ports.udp}&clients=${clients}&track=${order.trackId}&pickup=1`,
        'OK',
      ])

export const joinLines = (entry: OrderEntry, i: number, atMs: number): readonly EmulatedStep[] =>
  lines(atMs, [
    'SOCKET NO DELAY SET',
    'TCP packet 61',
    'ACP_REQUEST_CONNECTION via TCP',
    '',
    `NEW PICKUP CONNECTION from  203.0.113.${10 + (i % 200)}:${50_000 + i}`,
    'VERSION 202',
    entry.drivers[0]?.name ?? '',
    `REQUESTED CAR: ${entry.carId}*`,
    `Slot found at index ${i}`,
    `ResetCarResults, index: ${i}`,
    `DRIVER ACCEPTED FOR CAR ${i}`,
    `DRIVER ACCEPTED FOR CAR ${entry.drivers[0]?.name ?? ''}`,
    `Sending SESSION ID : ${i}`,
    `DRIVER: ${label(entry)}`,
    'OK',
  ])

/** Most say goodbye; some are just gone. */
export const leaveLines = (entry: OrderEntry, i: number, atMs: number): readonly EmulatedStep[] =>
  i % 5 === 4
    ? lines(atMs, [`Connection is now closed for ${label(entry)}`, `TCP connection ${slot(entry, i)} terminated`])
    : lines(atMs, ['TCP packet 67', `Dispatching TCP message to ${slot(entry, i)}`, `Clean exit, driver disconnected:  ${label(entry)}`, 'OK', 'EOF'])

export const announceLines = (order: ServerOrder, segment: Segment, index: number, atMs: number): readonly EmulatedStep[] =>
  lines(atMs, announced(order, segment, index))

const announced = (order: ServerOrder, segment: Segment, index: number): readonly string[] => [
  'NextSession',
  `SESSION: ${NAMES[segment.type]}`,
  `TYPE=${segment.type}`,
  `TIME=${segment.durationMin}`,
  `LAPS=${segment.laps ?? 0}`,
  'OPEN=1',
  `WAIT TIME=${segment.type === 'RACE' ? Number(order.options.raceWaitTime ?? 0) : 0}`,
  '',
  order.options['dynamic_track.enabled'] === true && index === 0 ? 'DynamicTrack: first session, resetting grip' : 'Dynamic track ok',
  ...sending(segment, index),
]

export const restartLines = (segment: Segment, index: number, by: string, atMs: number): readonly EmulatedStep[] =>
  lines(atMs, [
    'CHAT',
    `ADMIN COMMAND: /restart_session received from ${by}`,
    'Admin command: /restart_session',
    'RESTARTING SESSION',
    ...sending(segment, index),
  ])

const sending = (segment: Segment, index: number): readonly string[] => [
  `SENDING session name : ${NAMES[segment.type]}`,
  `SENDING session index : ${index}`,
  `SENDING session type : ${NUMBERS[segment.type]}`,
  `SENDING session time : ${segment.durationMin}`,
  `SENDING session laps : ${segment.laps ?? 0}`,
]

export function lapLines(order: ServerOrder, { rows, segment }: DrivenSegment, greenMs: number): readonly EmulatedStep[] {
  const rank = ranking(order, segment.type === 'RACE')
  return rows
    .flatMap((row) => row.laps.map((lap) => ({ lap, racer: row.racer, name: order.entries[row.racer]?.drivers[lap.driver]?.name ?? '' })))
    .toSorted((a, b) => a.lap.endMs - b.lap.endMs)
    .flatMap(({ lap, racer, name }) => {
      const entry = order.entries[racer]
      return lines(greenMs + lap.endMs, [
        'TCP packet 73',
        ...(entry ? [`Dispatching TCP message to ${slot(entry, racer)}`] : []),
        'Car.onLapCompleted',
        `LAP ${name} ${clockText(lap.timeMs)}`,
        `SPLIT COUNT: ${lap.sectors.length}`,
        ...(lap.valid ? [] : [`LAP WITH CUTS:${name}, 1 cuts, laptime ${lap.timeMs}`]),
        `Result.OnLapCompleted. Cuts: ${lap.valid ? 0 : 1}`,
        'SendLapCompletedMessage',
        // one step, or hours of a full grid were a hundred thousand
        rank(racer, lap).join('\n'),
      ])
    })
}

const NO_LAP_MS = 999_999_999

/** Behind every lap the server ranks all slots: a race by laps and time, else by best laps. */
function ranking(order: ServerOrder, isRace: boolean): (racer: number, lap: DrivenLap) => readonly string[] {
  const slots = order.entries.map(({ drivers }, id) => say({ name: drivers[0]?.name ?? '', id, laps: 0, bestMs: NO_LAP_MS, totalMs: 0, said: '' }))
  const ranked = [...slots]
  return (racer, lap) => {
    const slot = slots[racer]
    if (slot) {
      slot.laps++
      slot.totalMs = lap.endMs
      if (lap.valid) slot.bestMs = Math.min(slot.bestMs, lap.timeMs)
      say(slot)
    }
    ranked.sort((a, b) => (isRace ? b.laps - a.laps || a.totalMs - b.totalMs : a.bestMs - b.bestMs))
    return ranked.map(({ said }, i) => `${i + 1}) ${said}`)
  }
}

type Slot = { readonly name: string; readonly id: number; laps: number; bestMs: number; totalMs: number; said: string }

function say(slot: Slot): Slot {
  const { name, id, laps, bestMs, totalMs } = slot
  slot.said = `${name} BEST: ${clockText(bestMs)} TOTAL: ${clockText(totalMs)} Laps:${laps} SesID:${id}`
  return slot
}
