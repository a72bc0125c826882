import { clockText } from '#games/event.ts'
import type { DrivenSegment } from '#games/event.ts'
import type { EmulatedStep } from '#games/emulated.ts'
import type { Segment, SegmentType, ServerOrder } from '#games/game.ts'
import { carIdOf } from './emulated-results.ts'

/** Lines as `accServer` writes them into its log; captures.md says where each was seen. */

export type LogStep = EmulatedStep & { readonly log: string }

export const SESSION_NAMES: Readonly<Record<SegmentType, string>> = { PRACTICE: 'Practice', QUALIFY: 'Qualifying', RACE: 'Race' }
const JOIN_EVERY_MS = 900
const LEAVE_EVERY_MS = 600
const LOBBY_RETRY_MS = 13_000

/** The log has one byte for a letter: it cannot show every one. */
export const line = (atMs: number, text: string): LogStep => ({ atMs, log: `${atMs}: ${text.replaceAll(/[^\u0000-\u00ff]/gu, '?')}` })

export function startLines(order: ServerOrder, isLobbyRefused: boolean): readonly LogStep[] {
  const first = SESSION_NAMES[order.segments[0]?.type ?? 'PRACTICE']
  return [
    line(0, 'Server starting with version 255'),
    line(0, `Starting server ${order.serverName}`),
    line(0, `Using entry list with ${order.entries.length} drivers`),
    line(0, 'Joining during race is allowed'),
    line(0, `Track ${order.trackId} was set and updated`),
    line(0, 'Event changed'),
    ...toFriday(0),
    line(0, `Listening to TCP ${order.ports.tcp} | UDP ${order.ports.udp}`),
    ...(order.enableServerProtection ? [] : [line(148, 'Trying to connect to lobby (0 times, interval 10000 s)')]),
    line(148, `Session changed: ${first} -> ${first} 0`),
    line(148, `Detected sessionPhase <waiting for drivers> -> <waiting for drivers> (${first})`),
    ...(order.enableServerProtection ? [] : lobbyLines(order.trackId, isLobbyRefused)),
  ]
}

/** A server that cannot reach the lobby goes on without it, and tries again. */
const lobbyLines = (trackId: string, isRefused: boolean): readonly LogStep[] => {
  if (!isRefused) return [line(900, 'RegisterToLobby succeeded'), line(903, `Sent lobby registration request for ${trackId}`)]
  return [1, 2, 3].flatMap((times) => [
    line(LOBBY_RETRY_MS * times, "==ERR: RegisterToLobby TCP connection failed, couldn't connect to the lobby server"),
    line(LOBBY_RETRY_MS * times + 3, `Trying to connect to lobby (${times} times, interval ${10 + 3 * times}000 s)`),
  ])
}

const toFriday = (atMs: number): readonly LogStep[] => [
  line(atMs, 'Resetting weekend to friday night'),
  line(atMs, 'Reset time to friday night: 0 -> 0'),
  line(atMs, 'Reset time to first session: 0 -> 226800'),
]

/** Everybody connects, one after the other. A connection keeps its number for the life of the server: nobody gets one twice. */
export function joinLines(order: ServerOrder, fromMs: number, firstConnection: number): readonly LogStep[] {
  return order.entries.flatMap((entry, i) => {
    const atMs = fromMs + i * JOIN_EVERY_MS
    const [driver] = entry.drivers
    const [connection, account] = [firstConnection + i, `S${driver?.platformId ?? ''}`]
    return [
      line(atMs, 'New connection received 276'),
      line(atMs, `${i + 1} client(s) online`),
      line(atMs, `Located entryListId ${i} for connection ${connection} ${account}`),
      line(atMs, `New connection request: id ${connection} ${driver?.name ?? ''} ${account} on car model ${entry.carId}`),
      line(atMs, `Creating new car connection: carId ${carIdOf(i)}, carModel ${entry.carId}, raceNumber #${entry.raceNumber}`),
      ...(order.enableServerProtection ? [] : [line(atMs, `Updated lobby with ${i + 1} drivers`)]),
      line(atMs, `Sent handshake response for car ${carIdOf(i)} connection ${connection} with 1854 bytes`),
    ]
  })
}

/** Everybody leaves; behind the last one an unfinished weekend is reset. */
export function leaveLines(order: ServerOrder, fromMs: number, firstConnection: number): readonly LogStep[] {
  const count = order.entries.length
  return order.entries.flatMap((_, i) => {
    const atMs = fromMs + i * LEAVE_EVERY_MS
    return [
      line(atMs, `Client ${firstConnection + i} closed the connection (10053)`),
      line(atMs + 3, `Removing dead connection ${firstConnection + i}  (last lastUdpPaketReceived ${atMs})`),
      line(atMs + 3, `Alive connections: ${count - 1 - i}`),
      line(atMs + 3, `car ${carIdOf(i)} has no driving connection anymore, will remove it`),
      line(atMs + 3, `${count - 1 - i} client(s) online`),
    ]
  })
}

/** The weekend begins anew; a session is named as changed when the first one is another. */
export function resetLines(order: ServerOrder, atMs: number, from: SegmentType, phase: string): readonly LogStep[] {
  const [before, first] = [SESSION_NAMES[from], SESSION_NAMES[order.segments[0]?.type ?? 'PRACTICE']]
  return [
    line(atMs, 'Resetting race weekend'),
    ...toFriday(atMs),
    ...(before === first ? [] : [line(atMs, `Session changed: ${before} -> ${first} 0`)]),
    line(atMs, `Detected sessionPhase <${phase}> -> <waiting for drivers> (${first})`),
    line(atMs, 'Sent session update to lobby'),
  ]
}

export const detectedLines = (order: ServerOrder, atMs: number): readonly LogStep[] => [
  line(atMs, `${order.entries.length} Driver(s) detected, starting session`),
]

export const lapLines = ({ rows, segment }: DrivenSegment, greenMs: number): readonly LogStep[] =>
  rows
    .flatMap((row) =>
      row.laps.flatMap((lap) => {
        const [car, raw] = [carIdOf(row.racer), (lap.valid ? 0 : 1) + (lap.pit ? 8 : 0)]
        const states = `${lap.valid ? '' : 'HasCut, '}${lap.pit ? 'IsInLap, ' : ''}`
        const atMs = greenMs + lap.endMs
        return [
          line(atMs, `Lap carId ${car}, driverId ${lap.driver}, lapTime ${clockText(lap.timeMs)}, timestampMS ${atMs}.000000, flags: %d${raw}`),
          line(atMs, `New laptime: ${lap.timeMs} for carId ${car} with lapstates: ${states} (raw ${raw})`),
          leaderboardLine(segment, atMs, lap.endMs, rows.length),
        ]
      }),
    )
    .toSorted((a, b) => a.atMs - b.atMs)

/** Whole minutes are told, the rest of them cut off; past the end the phase is another. */
function leaderboardLine(segment: Segment, atMs: number, goneMs: number, clients: number): LogStep {
  const leftMs = segment.durationMin * 60_000 - goneMs
  const phase = leftMs > 0 ? 'session' : 'session overtime'
  return line(
    atMs,
    `Updated leaderboard for ${clients} clients (${SESSION_NAMES[segment.type]}-<${phase}> ${Math.max(0, Math.floor(leftMs / 60_000))} min)`,
  )
}
