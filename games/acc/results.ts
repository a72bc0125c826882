import { findCar } from '#games/catalogue.ts'
import { classify, orderWarnings } from '#games/classify.ts'
import type { Draft } from '#games/classify.ts'
import type { Lap, ReadResults, ResultDriver, ResultFile, SegmentType } from '#games/game.ts'
import { fastest, lapMs, list, MAX_ROWS, raw, rawList, readRaw, refused, sectorsMs, text, textOrNull, totalMs, whole } from '#games/json.ts'
import type { Raw } from '#games/json.ts'
import { catalogue } from './catalogue.ts'

/** The largest signed 32-bit number is ACC's "no time"; totals of the same meaning lie above it. */
const NO_TIME_MS = 2 ** 31 - 1
const TYPES = new Map<string, SegmentType>([
  ['FP', 'PRACTICE'],
  ['P', 'PRACTICE'],
  ['Q', 'QUALIFY'],
  ['R', 'RACE'],
])
/** Some tools write the game's own numbers. */
const NUMERIC_TYPES = new Map([
  ['0', 'FP'],
  ['4', 'Q'],
  ['10', 'R'],
])

/** Reads a result file of `accServer` (game-formats.md §3.8): one session each, the lines in official order. */
export function readResults(file: ResultFile): ReadResults {
  const json = readRaw(file.bytes)
  if (!json.ok) return json
  const top = json.value
  const session = raw(top.sessionResult)
  if (top.sessionType === undefined || typeof top.trackName !== 'string') {
    const client = top.sessionDef !== undefined && top.snapShot !== undefined
    return refused(
      'FILE_UNRECOGNIZED',
      client ? 'a file of the game, not of a server' : 'no sessionType and trackName: not a result of an ACC server',
    )
  }
  const stated = text(top.sessionType)
  const nativeType = NUMERIC_TYPES.get(stated) ?? stated
  const type = TYPES.get(nativeType.replace(/\d+$/, ''))
  if (!type) return refused('FILE_UNRECOGNIZED', `session type ${nativeType.slice(0, 20) || 'missing'}`)
  const notes = [...list(top.penalties), ...list(top.post_race_penalties)]
  const many = list(session.leaderBoardLines).length > MAX_ROWS.cars || notes.length > MAX_ROWS.events
  if (many || list(top.laps).length > MAX_ROWS.laps) return refused('FILE_TOO_LARGE', 'too many rows')

  const [lines, laps, penalties] = [rawList(session.leaderBoardLines), rawList(top.laps), rawList(notes)]
  const byCar = Map.groupBy(laps, (lap) => carIdOf(lap))
  const penaltiesOf = Map.groupBy(penalties, (penalty) => carIdOf(penalty))
  const taken = new Set<number>()
  const drafts = lines.map((line) => {
    const carId = carIdOf(raw(line.car))
    // A second line of the same car would count its laps twice.
    const own = carId === null || taken.has(carId) ? null : carId
    if (own !== null) taken.add(own)
    return draft(line, own === null ? [] : (byCar.get(own) ?? []), own === null ? [] : (penaltiesOf.get(own) ?? []))
  })
  const results = classify(type, drafts)
  const orphans = laps.length - results.reduce((sum, row) => sum + row.laps.length, 0)
  return {
    ok: true,
    segments: [
      {
        type,
        nativeType,
        trackId: text(top.trackName),
        layoutId: null,
        serverName: textOrNull(top.serverName),
        tag: textOrNull(top.metaData),
        segmentIndex: whole(top.sessionIndex, 0, 1000),
        startedAt: null,
        isWet: session.isWetSession !== undefined ? session.isWetSession === 1 || session.isWetSession === true : null,
        results,
        facts: { lapsTotal: laps.length, lapsWithoutRow: orphans, raceWeekendIndex: whole(top.raceWeekendIndex, -1, 1_000_000) },
        warnings: [...orderWarnings(type, results), ...(orphans > 0 ? [`${orphans} laps belong to cars without a row.`] : [])],
      },
    ],
  }
}

function draft(line: Raw, ownLaps: readonly Raw[], penalties: readonly Raw[]): Draft {
  const car = raw(line.car)
  const timing = raw(line.timing)
  const drivers = driversOf(line, car)
  const shown = drivers[whole(line.currentDriverIndex, 0, drivers.length - 1) ?? 0]
  const name = nameOf(raw(line.currentDriver)) || (shown?.name ?? '')
  const team = text(car.teamName).trim()
  const laps = ownLaps.map((lap, i) => lapOf(lap, i + 1, drivers.length))
  const stated = totalMs(timing.bestLap, NO_TIME_MS)
  const valid = fastest(laps.map((lap) => (lap.valid ? lap.time : null)))
  const model = whole(car.carModel, 0, 1_000_000)
  const carModelId = model === null ? null : String(model)
  const several = drivers.filter((driver) => driver.name !== '').length > 1
  return {
    startPosition: null,
    participant: { type: several ? 'TEAM' : 'DRIVER', name: (several && team) || (name.split(/[\r\n]/)[0] ?? '').trim() },
    name,
    drivers,
    raceNumber: whole(car.raceNumber, 0, 100_000),
    carModelId,
    carClassId: carModelId === null ? null : (findCar(catalogue, carModelId)?.classId ?? null),
    skin: null,
    lapCount: Math.max(whole(timing.lapCount, 0, MAX_ROWS.laps) ?? 0, laps.length),
    totalTime: totalMs(timing.totalTime, NO_TIME_MS),
    bestLapTime: fastest([stated, valid]),
    bestCleanLapTime: valid ?? stated,
    incidents: null,
    pitStops: null,
    penalties: penalties.map((penalty) => ({
      penalty: text(penalty.penalty),
      reason: text(penalty.reason),
      value: whole(penalty.penaltyValue, -1_000_000, 1_000_000) ?? 0,
      lap: whole(penalty.violationInLap, 0, MAX_ROWS.laps),
    })),
    ballastKg: null,
    restrictor: null,
    laps,
    facts: {
      team: team || null,
      nationality: whole(car.nationality, 0, 1000),
      cupCategory: whole(car.cupCategory, 0, 1000),
      missingMandatoryPitstop: whole(line.missingMandatoryPitstop, -1, 1000),
      carId: carIdOf(car),
    },
    stated: penalties.some(isDisqualification) ? 'DSQ' : null,
  }
}

/** A penalty with a lap in which it was cleared was served or taken back: it does not count any more. */
const isDisqualification = ({ penalty, clearedInLap }: Raw): boolean =>
  penalty === 'Disqualified' && !(typeof clearedInLap === 'number' && clearedInLap > 0)

/** Everybody registered on the car, in the order `driverIndex` counts; the current driver alone where the list is missing. */
function driversOf(line: Raw, car: Raw): readonly ResultDriver[] {
  const totals = list(line.driverTotalTimes)
  const listed = rawList(car.drivers).slice(0, 50)
  const current = line.currentDriver
  return (listed.length > 0 ? listed : current === undefined ? [] : [raw(current)]).map((driver, i) => ({
    name: nameOf(driver),
    platformId: text(driver.playerId).replace(/^S(?=\d+$)/, '') || null,
    drivingTimeMs: totalMs(totals[i], NO_TIME_MS),
  }))
}

function lapOf(lap: Raw, lapNumber: number, driverCount: number): Lap {
  const time = lapMs(lap.laptime)
  return {
    lapNumber,
    time,
    sectors: sectorsMs(lap.splits),
    valid: time !== null && lap.isValidForBest === true,
    position: null,
    driverIndex: whole(lap.driverIndex, 0, Math.max(0, driverCount - 1)) ?? 0,
    pit: null,
    incidents: null,
  }
}

const nameOf = (driver: Raw): string => `${text(driver.firstName)} ${text(driver.lastName)}`.trim()
const carIdOf = (row: Raw): number | null => whole(row.carId, 0, 2 ** 31)
