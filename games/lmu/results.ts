import { classify, orderWarnings } from '#games/classify.ts'
import type { Draft } from '#games/classify.ts'
import type { Lap, ReadResults, ResultDriver, ResultFile, ResultRow, SegmentResults } from '#games/game.ts'
import { fastest, lapMs, MAX_ROWS, readText, refused, totalMs, whole } from '#games/json.ts'
import { contactsOf, notedIn } from './incidents.ts'
import { logOfSession } from './log.ts'
import type { Noted } from './incidents.ts'
import { readSessions } from './session.ts'
import type { Driver, Session } from './session.ts'
import { attribute } from './xml.ts'

const LONGEST_MS = 7 * 86_400_000
/** A weekend has eleven at most. */
const MAX_SESSIONS = 50
/** `Laps` of a session limited by time. */
const NO_LIMIT = 2 ** 31 - 1
const TYPES: readonly (readonly [start: string, type: SegmentResults['type']])[] = [
  ['TestDay', 'PRACTICE'],
  ['Practice', 'PRACTICE'],
  ['Qualify', 'QUALIFY'],
  ['Warmup', 'WARMUP'],
  ['Race', 'RACE'],
]
const STATUS = new Map<string, ResultRow['status']>([
  ['Finished Normally', 'FINISHED'],
  ['DNF', 'DNF'],
  ['DQ', 'DSQ'],
])

type Fields = ReadonlyMap<string, string>

const SECTORS = [attribute('s1'), attribute('s2'), attribute('s3')]
const [placeOf, pitOf] = [attribute('p'), attribute('pit')]

/** Reads a result file of Le Mans Ultimate, rFactor 2, rFactor, Automobilista 1 or Game Stock Car (game-formats.md §6.2). */
export function readResults(file: ResultFile): ReadResults {
  const text = readText(file.bytes)
  if (!text.ok) return text
  if (!text.value.trimStart().startsWith('<')) return refused('FILE_UNRECOGNIZED', 'not XML')
  const read = readSessions(text.value)
  if (read.fault !== null) return refused('IMPORT_UNREADABLE', read.fault)
  if (!read.isResult) return refused('FILE_UNRECOGNIZED', 'no rFactorXML: not a result of this family of games')
  if (read.sessions.length > MAX_SESSIONS) return refused('FILE_TOO_LARGE', 'too many sessions')
  const laps = read.sessions.flatMap((session) => session.drivers).reduce((sum, driver) => sum + driver.laps.length, 0)
  if (laps > MAX_ROWS.laps || read.sessions.some((session) => session.drivers.length > MAX_ROWS.cars))
    return refused('FILE_TOO_LARGE', 'too many rows')
  return { ok: true, segments: read.sessions.map((session, index) => sessionOf(read.header, session, index)) }
}

function sessionOf(header: Fields, session: Session, index: number): SegmentResults {
  const type = TYPES.find(([start]) => session.nativeType.startsWith(start))?.[1] ?? 'PRACTICE'
  const names = new Set(session.drivers.map((driver) => driver.fields.get('Name') ?? ''))
  const contacts = contactsOf(session, names)
  const noted = notedIn(session, names, contacts)
  const placed = session.drivers
    .map((driver) => ({ position: numberOf(driver.fields.get('Position'), -1, MAX_ROWS.cars) ?? MAX_ROWS.cars, row: draft(driver, noted) }))
    .sort((a, b) => a.position - b.position)
  const results = classify(
    type,
    placed.map(({ row }) => row),
  )
  const drove = results.some((row) => row.lapCount > 0)
  const strange = drove && placed.some(({ position }, i) => position < 1 || position === placed[i - 1]?.position)
  const startedS = numberOf(session.fields.get('DateTime') ?? header.get('DateTime'), 1, 2 ** 40)
  const laps = numberOf(session.fields.get('Laps'), 1, NO_LIMIT)
  return {
    type,
    nativeType: session.nativeType,
    trackId: header.get('TrackCourse') ?? '',
    layoutId: null,
    serverName: header.get('ServerName') || null,
    tag: null,
    segmentIndex: index,
    startedAt: startedS === null ? null : new Date(startedS * 1000).toISOString(),
    isWet: null,
    results,
    facts: {
      lapsTotal: results.reduce((sum, row) => sum + row.laps.length, 0),
      venue: header.get('TrackVenue') ?? null,
      event: header.get('TrackEvent') ?? null,
      gameVersion: header.get('GameVersion') ?? null,
      setting: header.get('Setting') ?? null,
      minutes: numberOf(session.fields.get('Minutes'), 0, 100_000),
      maxLaps: laps === NO_LIMIT ? null : laps,
    },
    log: logOfSession(session, results, contacts),
    warnings: [...orderWarnings(type, results), ...(strange ? ['Several cars share a place, or have none: the order is that of the file.'] : [])],
  }
}

function draft(driver: Driver, noted: Noted): Draft {
  const field = (name: string): string => (driver.fields.get(name) ?? '').slice(0, 500)
  const name = field('Name')
  const drivers = driversOf(driver, name, field('SteamID'))
  const laps = driver.laps.map((lap, i) => lapOf(lap, i + 1, driverOf(driver, drivers, i + 1)))
  const valid = fastest(laps.map((lap) => lap.time))
  const stated = secondsMs(driver.fields.get('BestLapTime'))
  const best = fastest([stated, valid])
  const team = field('TeamName').trim()
  return {
    startPosition: numberOf(driver.fields.get('GridPos'), 1, MAX_ROWS.cars),
    participant: drivers.length > 1 ? { type: 'TEAM', name: team || name } : { type: 'DRIVER', name: name.trim() },
    name,
    drivers,
    raceNumber: numberOf(driver.fields.get('CarNumber'), 0, 100_000),
    carModelId: field('CarType') || null,
    carClassId: field('CarClass') || null,
    skin: field('VehName') || null,
    lapCount: Math.max(numberOf(driver.fields.get('Laps'), 0, MAX_ROWS.laps) ?? 0, laps.length),
    totalTime: totalMs(seconds(driver.fields.get('FinishTime')), LONGEST_MS),
    bestLapTime: best,
    bestCleanLapTime: valid ?? stated,
    incidents: noted.incidentsOf(name),
    pitStops: numberOf(driver.fields.get('Pitstops'), 0, MAX_ROWS.laps),
    penalties: noted.penaltiesOf(name),
    ballastKg: null,
    restrictor: null,
    laps,
    facts: {
      team: field('TeamName') || null,
      carNumber: field('CarNumber') || null,
      vehFile: field('VehFile') || null,
      category: field('Category') || null,
      classPosition: numberOf(driver.fields.get('ClassPosition'), 1, MAX_ROWS.cars),
      classStartPosition: numberOf(driver.fields.get('ClassGridPos'), 1, MAX_ROWS.cars),
      finishStatus: field('FinishStatus') || null,
      dnfReason: field('DNFReason') || null,
      timedLaps: laps.filter((lap) => lap.time !== null).length,
    },
    stated: STATUS.get(field('FinishStatus')) ?? null,
  }
}

/** Who drove, in the order they took over; the one the file names where nobody did. */
function driversOf(driver: Driver, name: string, steamId: string): readonly ResultDriver[] {
  const names = driver.swaps.length > 0 ? [...new Set(driver.swaps.map((swap) => swap.name))].slice(0, 50) : [name]
  return names.map((one) => ({ name: one, platformId: one === name && /^\d{5,20}$/.test(steamId) ? steamId : null, drivingTimeMs: null }))
}

function driverOf(driver: Driver, drivers: readonly ResultDriver[], lapNumber: number): number {
  const swap = driver.swaps.find(({ startLap, endLap }) => lapNumber >= startLap && lapNumber <= endLap)
  return swap
    ? Math.max(
        0,
        drivers.findIndex(({ name }) => name === swap.name),
      )
    : 0
}

function lapOf(lap: Driver['laps'][number], lapNumber: number, driverIndex: number): Lap {
  const { attributes } = lap
  const time = secondsMs(lap.text)
  const sectors = SECTORS.map((sector) => secondsMs(sector(attributes)))
  return {
    lapNumber,
    time,
    sectors: sectors.every((sector) => sector !== null) ? sectors : [],
    valid: time !== null,
    position: numberOf(placeOf(attributes), 1, MAX_ROWS.cars),
    driverIndex,
    pit: pitOf(attributes) === '1',
    incidents: null,
  }
}

/** Seconds with decimals in milliseconds; `--.----`, `-1.000` and nonsense are none. */
const seconds = (text = ''): number => (isPlain(text) || /^\s*\d{1,9}(?:\.\d{1,9})?\s*$/.test(text) ? Number(text) * 1000 : NaN)
/** As nearly all stand there: digits, a point, digits. A file has thousands, and the pattern takes three times as long. */
function isPlain(text: string): boolean {
  const { length } = text
  let point = 0
  while (point < length && isDigit(text.charCodeAt(point))) point++
  let end = point + 1
  while (end < length && isDigit(text.charCodeAt(end))) end++
  return end === length && text[point] === '.' && point > 0 && point < 10 && end - point > 1 && end - point < 11
}
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const secondsMs = (text: string | undefined): number | null => lapMs(seconds(text))
const numberOf = (text: string | undefined, min: number, max: number): number | null =>
  /^\s*-?\d{1,15}\s*$/.test(text ?? '') ? whole(Number(text), min, max) : null
