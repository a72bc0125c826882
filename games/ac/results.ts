import { findCar } from '#games/catalogue.ts'
import { classify, orderWarnings } from '#games/classify.ts'
import type { Draft } from '#games/classify.ts'
import type { ReadResults, ResultFile, SegmentType } from '#games/game.ts'
import { fastest, list, MAX_ROWS, raw, rawList, readRaw, refused, text, textOrNull, totalMs, whole } from '#games/json.ts'
import type { Raw } from '#games/json.ts'
import { comparable } from '#games/text.ts'
import { catalogue } from './catalogue.ts'
import { logOfEvents } from './log.ts'
import { collectLaps, countContacts, incidentsOf } from './laps.ts'
import type { Contacts, DrivenLap, Slot } from './laps.ts'

/** BestLap of somebody without a valid lap. */
const NO_TIME_MS = 999_999_999
const MAX_DRIVERS = 50
const TYPES: readonly SegmentType[] = ['PRACTICE', 'QUALIFY', 'RACE']

/** Reads a result file of `acServer` (game-formats.md §2.4): one session each. */
export function readResults(file: ResultFile): ReadResults {
  const json = readRaw(file.bytes)
  if (!json.ok) return json
  const top = json.value
  const nativeType = text(top.Type)
  const type = TYPES.find((known) => known === nativeType)
  if (typeof top.TrackName !== 'string' || top.Result === undefined)
    return refused('FILE_UNRECOGNIZED', 'no TrackName and Result: not a result of an AC server')
  if (!type) return refused('FILE_UNRECOGNIZED', `session type ${nativeType.slice(0, 20) || 'missing'}`)
  const many = Math.max(list(top.Result).length, list(top.Cars).length) > MAX_ROWS.cars
  if (many || list(top.Laps).length > MAX_ROWS.laps || list(top.Events).length > MAX_ROWS.events) return refused('FILE_TOO_LARGE', 'too many rows')

  const [result, laps, cars] = [rawList(top.Result), rawList(top.Laps), rawList(top.Cars)]
  const slots = new Map(cars.map((car) => [carIdOf(car), slotOf(car)]))
  const contacts = top.Events === undefined ? null : countContacts(rawList(top.Events))
  const { rows, listed, second } = driven(result, slots, laps, contacts)
  const results = classify(type, rows)
  const orphans = laps.length - [...results, ...second].reduce((sum, row) => sum + row.laps.length, 0)
  return {
    ok: true,
    segments: [
      {
        type,
        nativeType,
        trackId: text(top.TrackName),
        layoutId: textOrNull(top.TrackConfig),
        serverName: textOrNull(top.Server),
        tag: null,
        segmentIndex: null,
        startedAt: null,
        isWet: null,
        results,
        facts: { lapsTotal: laps.length, listedWithoutLaps: listed, lapsWithoutRow: orphans, savedAt: textOrNull(top.Date) },
        log: logOfEvents(results, rawList(top.Events), laps),
        warnings: [
          ...orderWarnings(type, results),
          ...second.map(inTwoCars),
          ...(orphans > 0 ? [`${orphans} laps belong to drivers without a row.`] : []),
        ],
      },
    ],
  }
}

/**
 * Rows of people who drove; those who only held a slot are `listed`. Of several rows of one driver, who changed slot, the first that drove
 * stays. Each lap goes to one row only, so a file cannot be made to grow by repeating a row.
 */
function driven(
  result: readonly Raw[],
  slots: ReadonlyMap<number, Slot>,
  laps: readonly Raw[],
  contacts: Contacts | null,
): {
  readonly rows: readonly Draft[]
  readonly listed: readonly { name: string; platformId: string }[]
  /** Rows of people who drove in another car too, where they stand better. */
  readonly second: readonly Draft[]
} {
  const takeLaps = collectLaps(laps)
  const seen = new Set<string>()
  const named = result.filter((row) => text(row.DriverName).trim() !== '')
  const ofDriver = Map.groupBy(named, driverAndModel)
  const drafts = named.map((row) => {
    const otherCars = (ofDriver.get(driverAndModel(row)) ?? []).map(carIdOf).filter((id) => id !== carIdOf(row))
    const made = draft(row, slots.get(carIdOf(row)), { takeLaps, otherCars }, contacts)
    const key = made.drivers.map((driver) => driver.platformId ?? '').join(';') || `${made.name} ${made.carModelId}`
    const hasDriven = made.lapCount > 0 || made.totalTime !== null
    const drove = hasDriven && !seen.has(key)
    if (drove) seen.add(key)
    return { made, drove }
  })
  return {
    rows: drafts.flatMap(({ made, drove }) => (drove ? [made] : [])),
    listed: drafts.flatMap(({ made, drove }) => (drove ? [] : [{ name: made.name, platformId: made.drivers[0]?.platformId ?? '' }])),
    second: drafts.flatMap(({ made, drove }) => (drove || made.lapCount === 0 ? [] : [made])),
  }
}

const driverAndModel = (row: Raw): string => JSON.stringify([text(row.DriverGuid) || text(row.DriverName), text(row.CarModel)])
const inTwoCars = ({ name, carModelId, lapCount }: Draft): string =>
  `${comparable(name)} drove in two cars; ${lapCount} laps in ${carModelId ?? 'the other one'} do not count.`

type Laps = { readonly takeLaps: ReturnType<typeof collectLaps>; readonly otherCars: readonly number[] }

function draft(row: Raw, slot: Slot | undefined, { takeLaps, otherCars }: Laps, contacts: Contacts | null): Draft {
  const name = text(row.DriverName)
  const guid = text(row.DriverGuid)
  const model = text(row.CarModel)
  const shared = slot && slot.guids.length > 1 && slot.guids.includes(guid) ? slot.guids : [guid]
  const own = takeLaps({ name, guids: shared, model, otherCars })
  const laps = own.map(({ lap, guid: by }) => ({ ...lap, driverIndex: Math.max(0, shared.indexOf(by)) }))
  const drivers = shared.map((platformId) => ({
    platformId: platformId || null,
    name: platformId === guid ? name : nameOf(platformId, own),
    drivingTimeMs: null,
  }))
  const stated = totalMs(row.BestLap, NO_TIME_MS)
  const valid = fastest(laps.map((lap) => (lap.valid ? lap.time : null)))
  const best = fastest([stated, valid])
  const team = shared.length > 1 ? slot?.team || name : null
  return {
    startPosition: null,
    participant: team ? { type: 'TEAM', name: team } : { type: 'DRIVER', name: name.trim() },
    name,
    drivers,
    raceNumber: null,
    carModelId: model || null,
    carClassId: findCar(catalogue, model)?.classId ?? null,
    skin: slot?.skin || null,
    lapCount: laps.length,
    totalTime: totalMs(row.TotalTime, NO_TIME_MS),
    bestLapTime: best,
    bestCleanLapTime: valid ?? stated,
    pitStops: null,
    penalties: [],
    ballastKg: whole(row.BallastKG, 0, 10_000),
    restrictor: whole(row.Restrictor, 0, 100),
    laps,
    incidents: incidentsOf({ drivers, laps }, contacts),
    facts: { team: slot?.team ?? null, nation: slot?.nation ?? null, carId: carIdOf(row) },
    // Only a manager writes this key when it re-saves a file after a decision.
    stated: row.Disqualified === true ? 'DSQ' : null,
  }
}

const nameOf = (guid: string, laps: readonly DrivenLap[]): string => laps.find((lap) => lap.guid === guid)?.name ?? guid
const carIdOf = (row: Raw): number => whole(row.CarId, 0, 100_000) ?? -1

function slotOf(car: Raw): Slot {
  const driver = raw(car.Driver)
  return {
    guids: [...new Set(list(driver.GuidsList).slice(0, MAX_DRIVERS).map(text).filter(Boolean))],
    team: text(driver.Team),
    nation: textOrNull(driver.Nation),
    skin: text(car.Skin),
  }
}
