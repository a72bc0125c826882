import type { ResultRow, SegmentResults } from '#games/game.ts'
import { multiplied, racePoints, type PointsRules } from '#modules/points/rules.ts'
import { storedDriver, type FieldEntry, type Match, type NamedDrivers } from '../rules/participant.ts'
import { plain } from '../rules/plain.ts'
import type { LapStats, SegmentFacts } from '../rules/standing.ts'
import { segmentFacts } from './facts.ts'
import { lapStats, leadChanges, positionsByLap } from './laps.ts'
import { nameDrivers, type Identity, type NamedIdentity } from './named.ts'

/** What the event says: its classes by car, its points. */
export type EventFacts = {
  readonly classes: readonly { readonly id: string; readonly carIds: readonly string[] }[]
  readonly points: PointsRules
  /** What the catalogue of the event's game calls a car; `undefined` for one it does not have. */
  readonly carName?: (carId: string) => string | undefined
  /** Laps were not counted: who is classified has driven enough. */
  readonly byHand?: boolean
}

/** A row as it is stored; times in milliseconds. */
export type PublishedRow = NamedIdentity &
  Classified & {
    readonly position: number
    readonly carId: string | null
    /** Only of a car that the event's game does not know. */
    readonly carName: string | null
    readonly stats: LapStats
    readonly file: ResultRow
    /** Null where nothing but a person told of it. */
    readonly fileKey: string | null
    readonly positions: readonly (number | null)[]
    readonly times: readonly (number | null)[]
    readonly laps: readonly StoredLap[]
  }
/** A lap in few bytes: time, sectors, valid, pit, incidents, driver. */
export type StoredLap = {
  readonly t: number | null
  readonly s: readonly number[]
  readonly v: boolean
  readonly p?: true
  readonly i?: number
  readonly d?: number
}

export type Published = {
  readonly rows: readonly PublishedRow[]
  readonly leadChanges: number | null
  readonly incidents: number | null
  /** As the file has its rows, which it names by their index; corrections make them otherwise (`settled`). */
  readonly facts: SegmentFacts<number>
}

/** Strangers whom admins have named, by what the file's game calls them, and the entries they may be. */
export type Desk = { readonly source: string; readonly named: NamedDrivers; readonly entries: readonly FieldEntry[] }

/** Turns what a reader found, and who it was, into the rows of one segment: class places, points, statistics, places by lap. */
export function publish(session: Pick<SegmentResults, 'type' | 'results'>, matches: readonly Match[], event: EventFacts, desk?: Desk): Published {
  const isRace = session.type === 'RACE'
  const positions = isRace ? positionsByLap(session.results) : session.results.map((row) => row.laps.map(() => null))
  const found = session.results.map((row, i) => identityIn(row, matches[i]!, event))
  const identities = nameDrivers(found, desk?.source ?? '', desk?.named ?? new Map(), desk?.entries ?? [])
  const placed = classifyRows(
    session.results.map(({ position, status, lapCount }, i) => ({ position, status, lapCount, classId: identities[i]!.classId })),
    isRace,
    event,
  )
  const rows = session.results.map((row, i): PublishedRow => ({
    ...identities[i]!,
    ...placed[i]!,
    position: row.position,
    carId: row.carModelId === null ? null : plain(row.carModelId),
    carName: foreignCar(row, event),
    stats: lapStats(row, isRace),
    file: row,
    fileKey: matches[i]!.fileKey ?? null,
    positions: positions[i] ?? [],
    times: row.laps.map((lap) => lap.time),
    laps: row.laps.map(storedLap),
  }))
  return {
    rows,
    leadChanges: isRace ? leadChanges(positions) : null,
    incidents: incidentSum(session.results),
    facts: segmentFacts(
      rows.map(({ file, stats }, id) => ({ id, ...file, timeMs: file.totalTime, bestLapMs: file.bestLapTime, stats })),
      isRace,
    ),
  }
}

/** Who a row is by what was found in the file. */
function identityIn(row: ResultRow, { entry, userIds, key }: Match, event: EventFacts): Identity {
  const fileTeam = row.participant.type === 'TEAM' ? row.participant.name : null
  // a driver who entered alone keeps the own name in a game that calls every car a team, but not for a car that others drove too
  const team = entry ? (entry.teamName ?? (row.drivers.length > 1 ? fileTeam : null)) : fileTeam
  const shown = Math.max(
    0,
    row.drivers.findIndex(({ name }) => name === row.name),
  )
  const userId = team === null ? (userIds[shown] ?? null) : null
  return {
    participantType: team === null ? 'DRIVER' : 'TEAM',
    name: userId ? '' : plain(team ?? row.participant.name),
    userId,
    userIds: [...new Set(userIds.filter((id) => id !== null))],
    entryId: entry?.id ?? null,
    matchKey: key,
    drivers: row.drivers.map((driver, d) => storedDriver(driver, userIds[d] ?? null)),
    raceNumber: row.raceNumber ?? entry?.raceNumber ?? null,
    classId: entry?.classId ?? classOf(row, event) ?? row.carClassId,
    startPosition: row.startPosition,
  }
}

export type Classified = { readonly classPosition: number; readonly points: number }

/** Places in class and points of a segment's rows, in their order. */
export function classifyRows(
  rows: readonly { readonly position: number; readonly status: ResultRow['status']; readonly lapCount: number; readonly classId: string | null }[],
  isRace: boolean,
  { points, byHand }: Pick<EventFacts, 'points' | 'byHand'>,
): readonly Classified[] {
  const perClass = points.scope === 'CLASS'
  const contests = Map.groupBy(rows, ({ classId }) => (perClass ? classId : null))
  const inClass = new Map<string | null, number>()
  return rows.map(({ position, status, lapCount, classId }) => {
    const classPosition = (inClass.get(classId) ?? 0) + 1
    inClass.set(classId, classPosition)
    const contest = contests.get(perClass ? classId : null) ?? []
    // whoever drove further and retired has not won
    const winnerLaps = contest.find((one) => one.status === 'FINISHED')?.lapCount ?? 0
    const driven = byHand && lapCount === 0 ? Math.max(1, winnerLaps) : lapCount
    const scored = { position: perClass ? classPosition : position, status, lapCount: driven }
    const starters = contest.filter((one) => one.status !== 'DNS').length
    return { classPosition, points: isRace ? multiplied(racePoints(scored, winnerLaps, starters, points), points.multiplier) : 0 }
  })
}

/** What the file calls a car of which only the file knows. */
function foreignCar({ carModelId, facts }: ResultRow, { carName }: EventFacts): string | null {
  const name = facts['carName']
  return typeof name === 'string' && name.trim() !== '' && (carModelId === null || carName?.(carModelId) === undefined) ? plain(name) : null
}

const classOf = (row: ResultRow, { classes }: EventFacts): string | undefined =>
  classes.find(({ carIds }) => row.carModelId !== null && carIds.includes(row.carModelId))?.id

const storedLap = (lap: ResultRow['laps'][number]): StoredLap => ({
  t: lap.time,
  s: lap.sectors,
  v: lap.valid,
  ...(lap.pit ? { p: true as const } : {}),
  ...(lap.incidents ? { i: lap.incidents } : {}),
  ...(lap.driverIndex > 0 ? { d: lap.driverIndex } : {}),
})

function incidentSum(rows: readonly ResultRow[]): number | null {
  const known = rows.flatMap(({ incidents }) => (incidents ? Object.values(incidents) : []))
  return known.length > 0 ? known.reduce((sum, count) => sum + count, 0) : null
}
