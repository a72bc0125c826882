import type { ResultId } from '#core/ids.ts'
import { pointsOfRace, polesIn, type PointsRules, qualifyingOf, rounded } from '#modules/points/rules.ts'
import {
  rowsAbout,
  sameCars,
  type CountedRow,
  type PlacedCorrection,
  type SegmentFacts,
  type StandingRow,
  type StandingSegment,
} from '../rules/standing.ts'
import { corrected } from './corrected.ts'
import { segmentFacts } from './facts.ts'

/** The segments of an event as they count with these corrections; rows in the order in which they count. */
export function settled(
  segments: readonly StandingSegment[],
  corrections: readonly PlacedCorrection[],
  points: PointsRules,
): readonly StandingSegment[] {
  const overall = ofEvent(segments, corrections)
  return segments.map((segment) => {
    const own = corrections.filter(({ splitNo, raceNo }) => segment.type === 'RACE' && splitNo === segment.splitNo && raceNo === segment.no)
    const race = {
      isRace: segment.type === 'RACE',
      isByHand: segment.isByHand,
      points: pointsOfRace(points, segment.no),
      poles: polesOf(segment, segments, points.scope),
    }
    const byId = new Map(segment.rows.map((row) => [row.id, row]))
    return {
      ...segment,
      rows: corrected(segment.rows, own, race).map(({ id, ...counts }) => ({
        ...byId.get(id)!,
        counts: { ...counts, eventAdjustment: overall.get(id) ?? 0 },
      })),
    }
  })
}

function polesOf(segment: StandingSegment, segments: readonly StandingSegment[], scope: PointsRules['scope']): ReadonlySet<string> {
  const qualifying = qualifyingOf(segment, segments)
  const raced = sameCars(qualifying, segment.rows)
  return new Set(polesIn(qualifying, scope).flatMap((row) => raced.get(row)?.id ?? []))
}

/** What is given or taken in the event as a whole, by the row of the first race that its driver was in. */
function ofEvent(segments: readonly StandingSegment[], corrections: readonly PlacedCorrection[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  const races = segments.filter(({ type }) => type === 'RACE').toSorted((a, b) => a.no - b.no)
  for (const { splitNo, keys, value } of corrections.filter(({ raceNo }) => raceNo === null)) {
    const rows = races.filter((race) => race.splitNo === splitNo).flatMap((race) => race.rows)
    const [row] = rowsAbout(keys, rows)
    if (row) sums.set(row.id, rounded((sums.get(row.id) ?? 0) + (value ?? 0)))
  }
  return sums
}

/** The rows that count otherwise than they are kept. */
export function changedRows(
  before: readonly StandingSegment[],
  after: readonly StandingSegment[],
): readonly (StandingRow & Pick<CountedRow, 'userIds'>)[] {
  const kept = new Map(before.flatMap(({ rows }) => rows.map((row) => [row.id, row.counts] as const)))
  return after.flatMap(({ rows }) =>
    rows.flatMap(({ id, counts, userIds }) => (said(kept.get(id)!) === said(counts) ? [] : [{ id, userIds, ...counts }])),
  )
}

/** The segments of which something else is told now than is kept. */
export const changedFacts = (after: readonly StandingSegment[]): readonly { readonly resultId: ResultId; readonly facts: SegmentFacts<string> }[] =>
  after.flatMap(({ resultId, type, rows, bestStats }) => {
    const counting = rows.map(({ id, lapCount, bestLapMs, stats, counts }) => {
      const { status, finalTimeMs: timeMs } = counts
      return { id, status, lapCount, timeMs, bestLapMs, stats }
    })
    const facts = segmentFacts(counting, type === 'RACE')
    return factsSaid(bestStats) === factsSaid(facts) ? [] : [{ resultId, facts }]
  })

/** Of a result that was written without any the row holds none. */
const factsSaid = ({ fastestLap, topTenSpreadMs, laps }: Partial<SegmentFacts<string>>): string =>
  [
    fastestLap?.participantId,
    fastestLap?.timeMs,
    topTenSpreadMs,
    ...Object.entries(laps ?? {})
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flat(),
  ].join()

/** What is compared, keys in one order. */
const said = ({ retired, parts, ...row }: CountedRow['counts']): string =>
  Object.entries({ ...row, ...retired, ...(parts ?? NO_PARTS) })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .join()
const NO_PARTS = { place: 0, pole: 0, fastestLap: 0 }
