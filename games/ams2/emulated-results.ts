import type { DrivenSegment } from '#games/event.ts'
import type { SegmentType, ServerOrder } from '#games/game.ts'
import { gaveUp } from '#games/race.ts'
import type { Driven, DrivenLap } from '#games/race.ts'
import { encodeUtf8 } from '#games/text.ts'
import writable from './attributes.json' with { type: 'json' }
import type { Attributes } from './rotation.ts'

const STAGES: Readonly<Record<SegmentType, string>> = { PRACTICE: 'practice1', QUALIFY: 'qualifying1', RACE: 'race1' }
const HEAD = "// Persistent data for addon 'sms_stats', addon version 2.0\n// Automatically maintained by the addon, do not edit!\n\n"

/** What the addon has seen when it saves: whole stages, the laps of one that goes on, whether the server is back in its lobby. */
export type Seen = {
  /** A record for each time they came out of the lobby. */
  readonly rounds: readonly Round[]
  readonly lobby: 'none' | 'open' | 'left'
  readonly begunAt: Date
  readonly atMs: number
}

export type Stage = { readonly driven: DrivenSegment; readonly startMs: number; readonly untilMs: number | null }
export type Round = { readonly stages: readonly Stage[]; readonly finished: boolean }

export const refOf = (racer: number): number => 1000 + racer

/** All attributes that can be written, as the addon and the interface list them: what nobody set is 0. */
export const allAttributes = (set: Attributes): Attributes => ({ ...Object.fromEntries(writable.map((name) => [name, 0])), ...set })

/** The addon's whole file (captures.md); an empty table is a list, as Lua writes it. A lobby is a record of its own from its first moment. */
export function statsFile(order: ServerOrder, set: Attributes, seen: Seen): Uint8Array {
  const at = (ms: number): number => Math.floor((seen.begunAt.getTime() + ms) / 1000)
  const people = order.entries.map((entry, racer) => ({ racer, carId: Number(entry.carId), driver: entry.drivers[0] }))
  const isGone = seen.lobby === 'left'
  const record = (index: number, rest: object): object => ({
    index,
    members: Object.fromEntries(
      people.map(({ racer, carId, driver }) => [
        refOf(racer),
        {
          index: racer,
          join_time: at(0),
          leave_time: isGone ? at(seen.atMs) : -1,
          name: driver?.name ?? '',
          participantid: index <= seen.rounds.length ? racer : -1,
          setup: { LiveryId: 50, RaceStatFlags: 0, VehicleId: carId },
          steamid: driver?.platformId ?? '',
        },
      ]),
    ),
    setup: allAttributes(set),
    ...rest,
  })
  const driven = ({ stages, finished }: Round): object => ({
    start_time: at(stages[0]?.startMs ?? 0),
    end_time: finished ? at(seen.atMs) : 0,
    finished,
    participants: Object.fromEntries(
      people.map(({ racer, carId, driver }) => [
        racer,
        { IsPlayer: 1, LiveryId: 50, Name: driver?.name ?? '', RefId: refOf(racer), SteamID: driver?.platformId ?? '', VehicleId: carId },
      ]),
    ),
    stages: luaTable(Object.fromEntries(stages.map((one) => [STAGES[one.driven.segment.type], stage(order, one, at)]))),
  })
  const lobby = { start_time: at(seen.atMs), end_time: isGone ? at(seen.atMs) : 0, finished: false, participants: [], stages: [] }
  const records = [...(people.length > 0 && seen.atMs > 0 ? seen.rounds.map(driven) : []), ...(seen.lobby === 'none' ? [] : [lobby])]
  const history = records.map((one, i) => record(i + 1, one))
  const stats = { history, players: [], server: { name: order.serverName, uptime: String(Math.floor(seen.atMs / 1000)) }, session: { counts: [] } }
  return encodeUtf8(HEAD + JSON.stringify({ next_history_index: history.length + 1, stats }, null, 2))
}

const luaTable = (table: object): object => (Object.keys(table).length === 0 ? [] : table)

/** Results come when a stage ends; of one that goes on there are only events. */
function stage(order: ServerOrder, { driven, startMs, untilMs }: Stage, at: (ms: number) => number): object {
  const { segment, rows, endMs } = driven
  const laps = rows
    .flatMap((row, place) => row.laps.map((lap, index) => ({ row, lap, index, place })))
    .filter(({ lap }) => untilMs === null || lap.endMs <= untilMs)
    .sort((a, b) => a.lap.endMs - b.lap.endMs)
  const time = (ms: number): number => at(startMs + ms)
  const who = (row: Driven): object => ({
    is_player: true,
    name: order.entries[row.racer]?.drivers[0]?.name ?? '',
    participantid: row.racer,
    refid: refOf(row.racer),
  })
  const events = laps.flatMap(({ row, lap, index, place }) => [
    ...(lap.contact ? [{ attributes: impact(lap, row, rows), event_name: 'Impact', ...who(row), time: time(lap.endMs - lap.timeMs / 2) }] : []),
    ...(lap.pit
      ? [{ attributes: { NewState: 'EnteringPits', PreviousState: 'Racing' }, event_name: 'State', ...who(row), time: time(lap.endMs) }]
      : []),
    {
      attributes: {
        CountThisLapTimes: lap.valid ? 1 : 0,
        DistanceTravelled: 0,
        Lap: index,
        LapTime: lap.timeMs,
        RacePosition: place + 1,
        ...Object.fromEntries(lap.sectors.map((sector, i) => [`Sector${i + 1}Time`, sector])),
      },
      event_name: 'Lap',
      ...who(row),
      time: time(lap.endMs),
    },
  ])
  const results = rows.map((row, i) => ({
    attributes: {
      FastestLapTime: row.bestMs ?? 0,
      Lap: row.laps.length,
      RacePosition: i + 1,
      State: segment.type === 'RACE' && gaveUp(rows, row) ? 'Retired' : 'Finished',
      TotalTime: row.totalMs,
      VehicleId: Number(order.entries[row.racer]?.carId ?? 0),
    },
    ...who(row),
    time: time(endMs),
  }))
  return { end_time: untilMs === null ? time(endMs) : 0, events, results: untilMs === null ? results : [], start_time: time(0) }
}

const impact = (lap: DrivenLap, row: Driven, rows: readonly Driven[]): object => ({
  CollisionMagnitude: 400,
  OtherParticipantId: lap.contact === 'car' ? (rows.find((other) => other !== row)?.racer ?? -1) : -1,
})
