import { findCar } from '#games/catalogue.ts'
import { classify, orderWarnings } from '#games/classify.ts'
import type { ReadResults, ResultFile, ResultRow, SegmentType } from '#games/game.ts'
import { fastest, list, MAX_ROWS, object, objects, readJson, refused, text, textOrNull, totalMs, whole } from '#games/json.ts'
import type { Foreign } from '#games/json.ts'
import { catalogue } from './catalogue.ts'
import { collectLaps, countContacts, incidentsOf } from './laps.ts'
import type { DrivenLap, Slot } from './laps.ts'

/** BestLap of somebody without a valid lap. */
const NO_TIME_MS = 999_999_999
const MAX_DRIVERS = 50
const TYPES: readonly SegmentType[] = ['PRACTICE', 'QUALIFY', 'RACE']

/** Reads a result file of `acServer` (game-formats.md §2.4): one session each. */
export function readResults(file: ResultFile): ReadResults {
  const json = readJson(file.bytes)
  if (!json.ok) return json
  const top = json.value
  const nativeType = text(top.get('Type'))
  const type = TYPES.find((known) => known === nativeType)
  if (typeof top.get('TrackName') !== 'string' || !top.has('Result'))
    return refused('FILE_UNRECOGNIZED', 'no TrackName and Result: not a result of an AC server')
  if (!type) return refused('FILE_UNRECOGNIZED', `session type ${nativeType.slice(0, 20) || 'missing'}`)
  const many = Math.max(list(top.get('Result')).length, list(top.get('Cars')).length) > MAX_ROWS.cars
  if (many || list(top.get('Laps')).length > MAX_ROWS.laps || list(top.get('Events')).length > MAX_ROWS.events)
    return refused('FILE_TOO_LARGE', 'too many rows')

  const [result, laps, cars] = [objects(top.get('Result')), objects(top.get('Laps')), objects(top.get('Cars'))]
  const slots = new Map(cars.map((car) => [carIdOf(car), slotOf(car)]))
  const { rows, listed } = driven(result, slots, laps)
  const contacts = top.has('Events') ? countContacts(objects(top.get('Events'))) : null
  const results = classify(type, rows).map((row) => ({ ...row, incidents: incidentsOf(row, contacts) }))
  const orphans = laps.length - results.reduce((sum, row) => sum + row.laps.length, 0)
  return {
    ok: true,
    sessions: [
      {
        type,
        nativeType,
        trackId: text(top.get('TrackName')),
        layoutId: textOrNull(top.get('TrackConfig')),
        serverName: textOrNull(top.get('Server')),
        tag: null,
        sessionIndex: null,
        startedAt: null,
        isWet: null,
        results,
        facts: { lapsTotal: laps.length, listedWithoutLaps: listed, lapsWithoutRow: orphans, savedAt: textOrNull(top.get('Date')) },
        warnings: [...orderWarnings(type, results), ...(orphans > 0 ? [`${orphans} laps belong to drivers without a row.`] : [])],
      },
    ],
  }
}

type Draft = Omit<ResultRow, 'position' | 'status' | 'statusStated' | 'timeRetired' | 'incidents'> & { readonly stated: 'DSQ' | null }

/**
 * Rows of people who drove; those who only held a slot are `listed`. Of several rows of one driver, who changed slot, the first that drove
 * stays. Each lap goes to one row only, so a file cannot be made to grow by repeating a row.
 */
function driven(
  result: readonly Foreign[],
  slots: ReadonlyMap<number, Slot>,
  laps: readonly Foreign[],
): { readonly rows: readonly Draft[]; readonly listed: readonly { name: string; platformId: string }[] } {
  const takeLaps = collectLaps(laps)
  const seen = new Set<string>()
  const drafts = result
    .filter((row) => text(row.get('DriverName')).trim() !== '')
    .map((row) => {
      const made = draft(row, slots.get(carIdOf(row)), takeLaps)
      const key = made.drivers.map((driver) => driver.platformId ?? '').join(';') || `${made.name} ${made.carModelId}`
      const drove = (made.lapCount > 0 || made.totalTime !== null) && !seen.has(key)
      if (drove) seen.add(key)
      return { made, drove }
    })
  return {
    rows: drafts.flatMap(({ made, drove }) => (drove ? [made] : [])),
    listed: drafts.flatMap(({ made, drove }) => (drove ? [] : [{ name: made.name, platformId: made.drivers[0]?.platformId ?? '' }])),
  }
}

function draft(row: Foreign, slot: Slot | undefined, takeLaps: ReturnType<typeof collectLaps>): Draft {
  const name = text(row.get('DriverName'))
  const guid = text(row.get('DriverGuid'))
  const model = text(row.get('CarModel'))
  const shared = slot && slot.guids.length > 1 && slot.guids.includes(guid) ? slot.guids : [guid]
  const laps = takeLaps({ name, guids: shared, model })
  const drivers = shared.map((platformId) => ({
    platformId: platformId || null,
    name: platformId === guid ? name : nameOf(platformId, laps),
    drivingTimeMs: null,
  }))
  const stated = totalMs(row.get('BestLap'), NO_TIME_MS)
  const valid = fastest(laps.map((lap) => (lap.lap.valid ? lap.lap.time : null)))
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
    totalTime: totalMs(row.get('TotalTime'), NO_TIME_MS),
    bestLapTime: best,
    bestCleanLapTime: valid ?? stated,
    pitStops: null,
    penalties: [],
    ballastKg: whole(row.get('BallastKG'), 0, 10_000),
    restrictor: whole(row.get('Restrictor'), 0, 100),
    laps: laps.map(({ lap, guid: by }) => ({ ...lap, driverIndex: Math.max(0, shared.indexOf(by)) })),
    facts: { team: slot?.team ?? null, nation: slot?.nation ?? null, carId: carIdOf(row) },
    // Only a manager writes this key when it re-saves a file after a decision.
    stated: row.get('Disqualified') === true ? 'DSQ' : null,
  }
}

const nameOf = (guid: string, laps: readonly DrivenLap[]): string => laps.find((lap) => lap.guid === guid)?.name ?? guid
const carIdOf = (row: Foreign): number => whole(row.get('CarId'), 0, 100_000) ?? -1

function slotOf(car: Foreign): Slot {
  const driver = object(car.get('Driver'))
  return {
    guids: [...new Set(list(driver.get('GuidsList')).slice(0, MAX_DRIVERS).map(text).filter(Boolean))],
    team: text(driver.get('Team')),
    nation: textOrNull(driver.get('Nation')),
    skin: text(car.get('Skin')),
  }
}
