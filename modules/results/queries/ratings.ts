import type { UserId } from '#core/ids.ts'
import type { LicenseChange, RankingChange, RankingStatus, RatingView, UnrankedReason } from '#modules/ranking/contract.ts'
import { startersOf, whyUnranked } from '#modules/ranking/rules/rank.ts'
import { toldLicence, toldRank, toldRating } from '#modules/ranking/rules/told.ts'
import type { KeptChange, RaceRating } from '#modules/ranking/door.ts'
import { isCarOf, OUTCOMES } from '../decide/ranked.ts'
import type { EventInSight } from './event-in-sight.ts'
import type { StoredSegment } from './table.ts'

/** What ratings say of an event, read with its tables. */
export type EventRatings = {
  /** Whether its races count. */
  readonly isRanked: boolean
  /** They were driven before races were rated, and wait for it. */
  readonly isWaiting: boolean
  readonly races: readonly RaceRating[]
  readonly changes: readonly KeptChange[]
}
export const NO_EVENT_RATINGS: EventRatings = { isRanked: false, isWaiting: false, races: [], changes: [] }

type OfDriver = {
  readonly rating: RatingView | null
  readonly rankingChange: RankingChange | null
  readonly licenseChange: LicenseChange | null
}

/**
 * What stands beside the drivers of a segment: what they have after the race, and what it did to it, in the car that they were rated for (`matchKey`,
 * of a race they stand in twice); elsewhere what they have today. Of whoever erased the account nothing but how far the race moved them: others were
 * rated against that.
 */
export function driverRatings(
  { type, type_no: no, split_no: splitNo, people }: Pick<StoredSegment, 'type' | 'type_no' | 'split_no' | 'people'>,
  { changes }: EventRatings,
): (userId: UserId | null, matchKey: string) => OfDriver {
  const own = new Map(type === 'RACE' ? changes.filter(({ raceNo }) => raceNo === no).map((change) => [change.userId, change]) : [])
  return (userId, matchKey) => {
    const change = userId ? own.get(userId) : undefined
    const isRatedHere = change && isCarOf(change.carId, splitNo, matchKey)
    const person = userId === null ? undefined : people?.[userId]
    if (!person) return { rating: null, rankingChange: isRatedHere ? toldRank(change) : null, licenseChange: null }
    if (change && !isRatedHere) return { rating: toldRating(change), rankingChange: null, licenseChange: null }
    if (change) return { rating: toldRating(change), rankingChange: toldRank(change), licenseChange: toldLicence(change) }
    return { rating: person.rating, rankingChange: null, licenseChange: null }
  }
}

type SegmentRating = {
  readonly rankingStatus: RankingStatus
  readonly averageFieldStrength: number | null
  readonly unrankedReason: UnrankedReason | null
}

/** "Qualify and practice are always UNRANKED"; a race waits for its event to be over, and until it is rated. */
export function segmentRating(segment: StoredSegment, { status, ratings }: Pick<EventInSight, 'status' | 'ratings'>): SegmentRating {
  const none = { averageFieldStrength: null, unrankedReason: null }
  if (segment.type !== 'RACE') return { ...none, rankingStatus: 'UNRANKED' }
  const race = ratings.races.find(({ raceNo }) => raceNo === segment.type_no)
  if (race?.status === 'REVERTED') return { ...none, rankingStatus: 'REVERTED' }
  if (!race)
    return ratings.isRanked && (status !== 'ENDED' || ratings.isWaiting)
      ? { ...none, rankingStatus: 'PENDING' }
      : { ...none, rankingStatus: 'UNRANKED', unrankedReason: 'EVENT' }
  const averageFieldStrength = race.fieldStrengths[segment.split_no] ?? null
  if (race.rankedSplits.includes(segment.split_no)) return { rankingStatus: 'COMPLETED', averageFieldStrength, unrankedReason: null }
  return { rankingStatus: 'UNRANKED', averageFieldStrength, unrankedReason: reasonOf(segment) }
}

/** What kept every class of a race from being ranked: were they large enough, it was too short, or nobody knows. */
function reasonOf(segment: StoredSegment): UnrankedReason {
  const reasons = new Set(reasonsOf(segment).values())
  return (['SHORT', 'UNTIMED'] as const).find((reason) => reasons.has(reason)) ?? 'STARTERS'
}

/** What kept each class of a race from being ranked; `null`: nothing. */
export function reasonsOf({ rows }: Pick<StoredSegment, 'rows'>): ReadonlyMap<string | null, ReturnType<typeof whyUnranked>> {
  const cars = rows.map((row) => ({
    id: row.id,
    classId: row.class_id,
    outcome: OUTCOMES[row.status],
    position: row.position,
    laps: row.lap_count,
    minutes: (row.total_time_ms ?? 0) / 60_000,
  }))
  return new Map([...Map.groupBy(cars, ({ classId }) => classId)].map(([classId, own]) => [classId, whyUnranked(startersOf(own))]))
}
