import type { Lap, ResultRow } from '#games/game.ts'
import { lapMs, raw, sectorsMs, text, whole } from '#games/json.ts'
import type { Raw } from '#games/json.ts'

/** What `Cars[]` tells of one line of the entry list. */
export type Slot = { readonly guids: readonly string[]; readonly team: string; readonly nation: string | null; readonly skin: string }

export type DrivenLap = { readonly guid: string; readonly name: string; readonly lap: Omit<Lap, 'driverIndex'> }
type Owner = {
  readonly name: string
  readonly guids: readonly string[]
  readonly model: string
  /** The driver's other cars of this model: their laps belong to rows of their own. */
  readonly otherCars: readonly number[]
}

/**
 * Hands out the laps of a car's drivers in the order they were driven, each lap once. They join by account and model, since CarId is given to somebody else
 * when a driver leaves; without an account, as on a LAN, by name and model.
 */
export function collectLaps(laps: readonly Raw[]): (owner: Owner) => readonly DrivenLap[] {
  const byDriver = new Map<string, { readonly at: number; readonly row: Raw }[]>()
  for (const [at, row] of laps.entries()) {
    const key = keyOf(text(row.DriverGuid), text(row.DriverName), text(row.CarModel))
    const known = byDriver.get(key)
    if (known) known.push({ at, row })
    else byDriver.set(key, [{ at, row }])
  }
  return ({ name, guids, model, otherCars }) =>
    guids
      .flatMap((guid) => {
        const key = keyOf(guid, name, model)
        const [own = [], rest = []] = [true, false].map((isOwn) =>
          (byDriver.get(key) ?? []).filter(({ row }) => isOwn !== otherCars.includes(whole(row.CarId, 0, 100_000) ?? -1)),
        )
        byDriver.set(key, rest)
        return own
      })
      .sort((a, b) => a.at - b.at)
      .map(({ row }, i) => ({ guid: text(row.DriverGuid), name: text(row.DriverName), lap: lapOf(row, i + 1) }))
}

function lapOf(row: Raw, lapNumber: number): Omit<Lap, 'driverIndex'> {
  const time = lapMs(row.LapTime)
  const cuts = whole(row.Cuts, 0, 100_000)
  return {
    lapNumber,
    time,
    sectors: sectorsMs(row.Sectors),
    // A lap with cuts never counts as best, in any session.
    valid: time !== null && cuts === 0,
    position: null,
    pit: null,
    incidents: cuts,
  }
}

export type Contacts = ReadonlyMap<string, { readonly car: number; readonly env: number }>

/** Contacts by account of the driver who reported them. */
export function countContacts(events: readonly Raw[]): Contacts {
  const counts = new Map<string, { car: number; env: number }>()
  for (const event of events) {
    const guid = text(raw(event.Driver).Guid)
    const count = counts.get(guid) ?? { car: 0, env: 0 }
    if (event.Type === 'COLLISION_WITH_CAR') count.car++
    if (event.Type === 'COLLISION_WITH_ENV') count.env++
    counts.set(guid, count)
  }
  return counts
}

/** Contacts and cuts of a car's drivers; `contacts` is null where the file has no list of events. */
export function incidentsOf(row: Pick<ResultRow, 'drivers' | 'laps'>, contacts: Contacts | null): ResultRow['incidents'] {
  const offTracks = row.laps.reduce((sum, lap) => sum + (lap.incidents ?? 0), 0)
  if (!contacts) return { offTracks }
  const own = row.drivers.flatMap(({ platformId }) => (platformId ? (contacts.get(platformId) ?? []) : []))
  const sum = (of: 'car' | 'env'): number => own.reduce((total, count) => total + count[of], 0)
  return { collisionsWithCar: sum('car'), collisionsWithEnv: sum('env'), offTracks }
}

const keyOf = (guid: string, name: string, model: string): string => `${guid || name}\n${model}`
