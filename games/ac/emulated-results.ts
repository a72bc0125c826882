import type { DrivenSegment } from '#games/event.ts'
import type { OrderEntry, ServerOrder } from '#games/game.ts'
import { encodeUtf8 } from '#games/text.ts'

const NO_TIME_MS = 999_999_999

/** A result file with the names, order and indent of the server's own; free slots of the entry list are listed too. */
export function resultFile(order: ServerOrder, { segment, rows }: DrivenSegment, greenMs: number): Uint8Array {
  const bop = new Map(order.bop.map((row) => [row.carId, row]))
  const weight = (carId: string) => ({ BallastKG: bop.get(carId)?.ballastKg ?? 0, Restrictor: bop.get(carId)?.restrictor ?? 0 })
  const free = Array.from({ length: Math.max(0, order.maxEntries - order.entries.length) }, (_, i) => ({
    id: order.entries.length + i,
    model: order.carIds[i % Math.max(1, order.carIds.length)] ?? '',
  }))
  const laps = rows.flatMap((row) => row.laps.map((lap) => ({ row, lap }))).sort((a, b) => a.lap.endMs - b.lap.endMs)
  const content = {
    TrackName: order.trackId,
    TrackConfig: order.layoutId ?? '',
    Type: segment.type,
    DurationSecs: segment.laps ? 0 : segment.durationMin * 60,
    RaceLaps: segment.laps ?? 0,
    Cars: [
      ...order.entries.map((entry, i) => ({ CarId: i, Driver: person(entry), Model: entry.carId, Skin: entry.skin ?? '', ...weight(entry.carId) })),
      ...free.map(({ id, model }) => ({ CarId: id, Driver: NOBODY, Model: model, Skin: '', ...weight(model) })),
    ],
    Result: [
      ...rows.map((row) => {
        const entry = order.entries[row.racer]
        const driver = entry?.drivers[row.laps.at(-1)?.driver ?? 0]
        const model = entry?.carId ?? ''
        const times = { BestLap: row.bestMs ?? NO_TIME_MS, TotalTime: row.totalMs }
        return { DriverName: driver?.name ?? '', DriverGuid: driver?.platformId ?? '', CarId: row.racer, CarModel: model, ...times, ...weight(model) }
      }),
      ...free.map(({ id, model }) => ({
        DriverName: '',
        DriverGuid: '',
        CarId: id,
        CarModel: model,
        BestLap: NO_TIME_MS,
        TotalTime: 0,
        ...weight(model),
      })),
    ],
    Laps: laps.map(({ row, lap }) => {
      const entry = order.entries[row.racer]
      const driver = entry?.drivers[lap.driver]
      const { BallastKG, Restrictor } = weight(entry?.carId ?? '')
      return {
        DriverName: driver?.name ?? '',
        DriverGuid: driver?.platformId ?? '',
        CarId: row.racer,
        CarModel: entry?.carId ?? '',
        Timestamp: greenMs + lap.endMs,
        LapTime: lap.timeMs,
        Sectors: lap.sectors,
        Cuts: lap.valid ? 0 : 1,
        BallastKG,
        Tyre: 'M',
        Restrictor,
      }
    }),
    Events: laps.flatMap(({ row, lap }) => {
      const entry = order.entries[row.racer]
      if (!lap.contact || !entry) return []
      const other = lap.contact === 'car' && order.entries.length > 1 ? (row.racer + 1) % order.entries.length : -1
      return [
        {
          Type: other < 0 ? 'COLLISION_WITH_ENV' : 'COLLISION_WITH_CAR',
          CarId: row.racer,
          Driver: person(entry, lap.driver),
          OtherCarId: other,
          OtherDriver: order.entries[other] ? person(order.entries[other]) : NOBODY,
          ImpactSpeed: 20 + (lap.timeMs % 40),
          WorldPosition: { X: 0, Y: 0, Z: 0 },
          RelPosition: { X: 0, Y: 0, Z: 0 },
        },
      ]
    }),
  }
  return encodeUtf8(JSON.stringify(content, null, '\t'))
}

const NOBODY = { Name: '', Team: '', Nation: '', Guid: '', GuidsList: [''] }

function person(entry: OrderEntry, index = 0): typeof NOBODY {
  const driver = entry.drivers[index]
  const guids = entry.drivers.map(({ platformId }) => platformId)
  return { Name: driver?.name ?? '', Team: entry.teamName ?? '', Nation: '', Guid: driver?.platformId ?? '', GuidsList: guids }
}
