import type { DrivenSegment } from '#games/event.ts'
import type { SegmentType, ServerOrder } from '#games/game.ts'
import { gaveUp } from '#games/race.ts'
import type { Driven, DrivenLap } from '#games/race.ts'
import { encodeUtf8 } from '#games/text.ts'

/** The emulator has no clock: its events are of one day. */
const BEGAN_S = 1_767_225_600
const STAGES: Readonly<Record<SegmentType, string>> = { PRACTICE: 'practice1', QUALIFY: 'qualifying1', RACE: 'race1' }
const HEAD = "// Persistent data for addon 'sms_stats', addon version 2.0\n// Automatically maintained by the addon, do not edit!\n\n"

const refOf = (racer: number): number => 1000 + racer

/** The addon's whole file after the stages so far; an empty table is a list, as Lua writes it. */
export function statsFile(order: ServerOrder, segments: readonly DrivenSegment[], finished: boolean): Uint8Array {
  let atS = BEGAN_S
  const stages = segments.map((driven) => {
    const startS = atS
    atS += Math.ceil(driven.endMs / 1000) + 25
    return [STAGES[driven.segment.type], stage(order, driven, startS)] as const
  })
  const people = order.entries.map((entry, racer) => ({ racer, carId: Number(entry.carId), driver: entry.drivers[0] }))
  const content = {
    next_history_index: 2,
    stats: {
      history: [
        {
          end_time: atS,
          finished,
          index: 1,
          members: Object.fromEntries(
            people.map(({ racer, carId, driver }) => [
              refOf(racer),
              {
                index: racer,
                join_time: BEGAN_S,
                leave_time: 0,
                name: driver?.name ?? '',
                participantid: racer,
                setup: { LiveryId: 50, RaceStatFlags: 0, VehicleId: carId },
                steamid: driver?.platformId ?? '',
              },
            ]),
          ),
          participants: Object.fromEntries(
            people.map(({ racer, carId, driver }) => [
              racer,
              { IsPlayer: 1, LiveryId: 50, Name: driver?.name ?? '', RefId: refOf(racer), SteamID: driver?.platformId ?? '', VehicleId: carId },
            ]),
          ),
          setup: { GridSize: order.maxEntries, MaxPlayers: order.maxEntries, TrackId: Number(order.layoutId ?? 0) },
          stages: Object.fromEntries(stages),
          start_time: BEGAN_S,
        },
      ],
      players: [],
      server: { name: order.serverName, uptime: String(atS - BEGAN_S) },
      session: { counts: [] },
    },
  }
  return encodeUtf8(HEAD + JSON.stringify(content, null, 2))
}

function stage(order: ServerOrder, { segment, rows, endMs }: DrivenSegment, startS: number): object {
  const laps = rows.flatMap((row, place) => row.laps.map((lap, index) => ({ row, lap, index, place }))).sort((a, b) => a.lap.endMs - b.lap.endMs)
  const at = (ms: number): number => startS + Math.floor(ms / 1000)
  const who = (row: Driven): object => ({
    is_player: true,
    name: order.entries[row.racer]?.drivers[0]?.name ?? '',
    participantid: row.racer,
    refid: refOf(row.racer),
  })
  const events = laps.flatMap(({ row, lap, index, place }) => [
    ...(lap.contact ? [{ attributes: impact(lap, row, rows), event_name: 'Impact', ...who(row), time: at(lap.endMs - lap.timeMs / 2) }] : []),
    ...(lap.pit
      ? [{ attributes: { NewState: 'EnteringPits', PreviousState: 'Racing' }, event_name: 'State', ...who(row), time: at(lap.endMs) }]
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
      time: at(lap.endMs),
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
    time: at(endMs),
  }))
  return { end_time: at(endMs), events, results, start_time: startS }
}

const impact = (lap: DrivenLap, row: Driven, rows: readonly Driven[]): object => ({
  CollisionMagnitude: 400,
  OtherParticipantId: lap.contact === 'car' ? (rows.find((other) => other !== row)?.racer ?? -1) : -1,
})
