import type { UserId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { carries, NO_BOP } from '#modules/bop/rules.ts'
import { pointsOfRace, pointsRulesOf, rounded } from '#modules/points/rules.ts'
import type { RatingView } from '#modules/ranking/contract.ts'
import type { ResultRowView, ResultsView, SegmentView } from '../contract.ts'
import { SEGMENT_ORDER, segmentKey, type SegmentKind } from '../rules.ts'
import { carNameIn, carNameOf } from '../rules/car-name.ts'
import type { StoredDriver } from '../rules/participant.ts'
import type { EventInSight } from './event-in-sight.ts'
import { driverRatings, reasonsOf, segmentRating } from './ratings.ts'

type Person = { readonly name: string | null; readonly country: string | null; readonly rating: RatingView | null }
/** A segment as the database gives it. */
export type StoredSegment = {
  readonly id: string
  readonly type: SegmentKind
  readonly type_no: number
  readonly segment_index: number
  readonly split_no: number
  readonly best_stats: SegmentView['bestStats']
  readonly track_name?: string | null
  /** Whoever erased the account is not among them. */
  readonly people: Readonly<Record<string, Person>> | null
  readonly rows: readonly StoredRow[]
}
export type StoredRow = {
  readonly id: string
  readonly position: number
  readonly class_position: number
  readonly start_position: number | null
  readonly participant_type: 'DRIVER' | 'TEAM'
  readonly name: string
  readonly user_id: UserId | null
  readonly match_key: string
  readonly drivers: readonly StoredDriver[]
  readonly race_number: number | null
  readonly car_id: string | null
  readonly car_name: string | null
  readonly class_id: string | null
  readonly lap_count: number
  readonly total_time_ms: number | null
  readonly final_race_time_ms: number | null
  readonly best_lap_ms: number | null
  readonly best_clean_lap_ms: number | null
  readonly status: ResultRowView['status']
  readonly retired_type: ResultRowView['timeRetired']['type']
  readonly retired_value: number | null
  readonly incidents: Readonly<Record<string, number>> | null
  readonly pit_stops: number | null
  readonly calculated_points: number
  readonly points_adjustment: number
  readonly event_adjustment: number
  readonly points_parts: { readonly place: number; readonly pole: number; readonly fastestLap: number } | null
  readonly raw_position: number
  readonly raw_status: ResultRowView['status']
  readonly penalty_ms: number
  readonly penalty_places: number
  readonly ballast_kg: number | null
  readonly restrictor: number | null
}

/** All tables of an event that have rows; nothing is worked out but names of today and marks between segments. */
export function resultsView(event: EventInSight): ResultsView {
  const segments = event.segments.toSorted(byOrder)
  const personal: ReadonlySet<string> = new Set(event.ownBests.map(({ rowId, lapMs }) => lapOf(rowId, lapMs)))
  const views = segments.map((segment) => segmentView(segment, event, personal))
  const race = views.find((view) => view.type === 'RACE')
  return {
    sessionId: event.sessionId,
    results: views,
    rankingStatus: race?.rankingStatus ?? 'UNRANKED',
    averageFieldStrength: race?.averageFieldStrength ?? null,
    confirmation: event.confirmation,
  }
}

/** Users whose names stand in the tables: a new name makes a cached answer stale. */
export const peopleIn = (view: ResultsView): readonly UserId[] => [
  ...new Set(view.results.flatMap(({ results }) => results.flatMap(({ drivers }) => drivers.flatMap(({ userId }) => userId ?? [])))),
]

const byOrder = (a: StoredSegment, b: StoredSegment): number =>
  SEGMENT_ORDER.indexOf(a.type) - SEGMENT_ORDER.indexOf(b.type) || a.type_no - b.type_no || a.split_no - b.split_no

/** A row and a lap: the row's best is somebody's own best so far. */
const lapOf = (rowId: string, lapMs: number): string => `${rowId} ${lapMs}`

function segmentView(segment: StoredSegment, event: EventInSight, personal: ReadonlySet<string>): SegmentView {
  const game = gameOf(event.game as GameId)
  const ratingOf = driverRatings(segment, event.ratings)
  const rating = segmentRating(segment, event)
  const reasons = rating.rankingStatus === 'COMPLETED' ? reasonsOf(segment) : null
  const reasonOf = ({ status, class_id: classId }: StoredRow): Pick<ResultRowView, 'unrankedReason'> => {
    const reason = status === 'DNS' ? null : reasons?.get(classId)
    return reason ? { unrankedReason: reason } : {}
  }
  const present = [...new Set(segment.rows.map((row) => row.class_id))].filter((id) => id !== null)
  const { fastestLap, leadChanges, topTenSpreadMs, incidents } = segment.best_stats
  return {
    key: segmentKey(segment.type, segment.type_no),
    type: segment.type,
    no: segment.type_no,
    subSessionIndex: segment.segment_index,
    segmentIndex: segment.segment_index,
    splitNo: segment.split_no,
    manualSession: event.manual,
    ...rating,
    trackName: segment.track_name ?? null,
    bestStats: { fastestLap, leadChanges, topTenSpreadMs, incidents },
    carClasses: present.map((id) => {
      const own = event.classes.find((one) => one.id === id)
      return { id, name: own?.name ?? game?.catalogue.classes.find((one) => one.id === id)?.name ?? id, color: own?.color ?? null }
    }),
    scoring: segment.type === 'RACE' ? scoringOf(event.points, segment.type_no) : null,
    results: segment.rows.map((row) => ({ ...rowView(row, segment, event, personal, ratingOf), ...reasonOf(row) })),
  }
}

/** Of a race by its number: each may have a table of its own. */
function scoringOf(points: unknown, no: number): SegmentView['scoring'] {
  const { table, minimumDistancePercent, scope, gridSize, multiplier } = pointsOfRace(pointsRulesOf(points), no)
  return { table: [...table], minimumDistancePercent, scope, gridSize, multiplier }
}

function rowView(
  row: StoredRow,
  { type, people, best_stats: best }: StoredSegment,
  { game, bops, entryCars }: EventInSight,
  personal: ReadonlySet<string>,
  ratingOf: ReturnType<typeof driverRatings>,
): Omit<ResultRowView, 'unrankedReason'> {
  const isTeam = row.participant_type === 'TEAM'
  const wholeMs = row.drivers.reduce((sum, { drivingTimeMs }) => sum + (drivingTimeMs ?? 0), 0)
  const drivers = row.drivers.map(({ userId, name, drivingTimeMs }) => {
    const timeMs = drivingTimeMs ?? 0
    const driving = row.drivers.length > 1 && wholeMs > 0 ? { driving: { timeMs, share: timeMs / wholeMs } } : {}
    return userId
      ? {
          userId,
          name: people?.[userId]?.name ?? null,
          country: people?.[userId]?.country ?? null,
          ...(isTeam ? { ofTeam: ratingOf(userId, row.match_key) } : {}),
          ...driving,
        }
      : { userId, name: name || null, country: null, ...driving }
  })
  const own = row.user_id ? people?.[row.user_id] : undefined
  // files of some games do not say what a car carried: then it is what the event gave it
  const carried = bops[row.car_id ?? ''] ?? NO_BOP
  const bop = { ballastkg: row.ballast_kg ?? carried.ballastkg, restrictor: row.restrictor ?? carried.restrictor }
  const isRace = type === 'RACE'
  const isPersonal = row.best_lap_ms !== null && row.best_lap_ms === row.best_clean_lap_ms && personal.has(lapOf(row.id, row.best_lap_ms))
  return {
    participantId: row.id,
    position: row.position,
    classPosition: row.class_position,
    startPosition: row.start_position,
    positionsGained: isRace && row.start_position !== null && row.status === 'FINISHED' ? row.start_position - row.position : null,
    participant: { type: row.participant_type },
    name: row.user_id ? (own?.name ?? null) : row.name || null,
    driverId: row.user_id,
    country: own?.country ?? drivers.find(({ country }) => country)?.country ?? null,
    drivers,
    ...ratingOf(isTeam ? null : row.user_id, row.match_key),
    raceNumber: row.race_number,
    carModelId: row.car_id,
    carName: carNameOf(game, row.car_id, row.car_name),
    entryCar: otherCar(game, row, entryCars),
    carClassId: row.class_id,
    lapCount: row.lap_count,
    totalTime: row.total_time_ms,
    finalRaceTime: row.final_race_time_ms,
    bestLapTime: row.best_lap_ms,
    bestCleanLapTime: row.best_clean_lap_ms,
    bestLapIs: best.fastestLap?.participantId === row.id ? 'session' : isPersonal ? 'personal' : null,
    status: row.status,
    timeRetired: { type: row.retired_type, value: row.retired_value },
    incidents: row.incidents,
    pitStops: row.pit_stops,
    calculatedPoints: row.calculated_points,
    pointsParts: row.points_parts,
    pointsAdjustments: row.points_adjustment,
    eventAdjustment: row.event_adjustment,
    finalPoints: rounded(row.calculated_points + row.points_adjustment),
    penaltyAdjustments: row.penalty_ms,
    penaltyPlaces: row.penalty_places,
    raw: row.raw_position === row.position && row.raw_status === row.status ? null : { position: row.raw_position, status: row.raw_status },
    bop: carries(bop) ? bop : null,
  }
}

/** The car somebody was registered with, where the game's own file says that they drove another of its cars. */
function otherCar(game: string, { car_id: driven, drivers }: StoredRow, entryCars: Readonly<Record<string, string>>): string | null {
  const registered = drivers.flatMap(({ userId }) => (userId && entryCars[userId]) || []).at(0)
  if (!registered || !driven || registered === driven || !carNameIn(game as GameId, driven)) return null
  return carNameOf(game, registered, null)
}
