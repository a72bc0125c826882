import type { ScoredRace, ScoredRow } from './race.ts'
import type { RaceStatus, Season } from './season.ts'

export const TABLES = ['DRIVERS', 'TEAMS', 'NATIONS'] as const
/** Of whom: drivers, teams or nations, of everybody or of one class. */
export type TableScope = { readonly of: (typeof TABLES)[number]; readonly classId: string | null }

/** What somebody has of one race. */
export type Outcome = {
  readonly points: number
  /** Places of the cars that count, the best first. */
  readonly places: readonly number[]
  readonly status: RaceStatus
  readonly hasPole: boolean
  readonly hasFastestLap: boolean
  readonly adjustment: number
  /** Of all cars that count together. */
  readonly penaltyMs: number
  readonly penaltyPlaces: number
}

/** Of everybody in this table what they have of each race, by race and then by subject. */
export function outcomesOf(
  season: Season,
  scored: ReadonlyMap<string, ScoredRace>,
  scope: TableScope,
): ReadonlyMap<string, ReadonlyMap<string, Outcome>> {
  const nations = new Map(season.participants.map(({ id, nation }) => [id, nation]))
  const teams = new Map(season.participants.map(({ id, teamId }) => [id, teamId]))
  const races = new Map<string, ReadonlyMap<string, Outcome>>()
  for (const [raceId, race] of scored) {
    const parts = new Map<string, { readonly scored: ScoredRow; readonly share: number }[]>()
    const give = (subject: string | null | undefined, row: ScoredRow, share: number): void => {
      if (subject === null || subject === undefined) return
      const had = parts.get(subject)
      if (had) had.push({ scored: row, share })
      else parts.set(subject, [{ scored: row, share }])
    }
    for (const one of race.rows) {
      if (scope.classId !== null && one.row.classId !== scope.classId) continue
      const crew = one.row.driverIds
      const count = (nation: string | null | undefined): number => crew.filter((id) => nations.get(id) === nation).length
      const share = season.rules.sharedCar === 'SHARE' ? 1 / Math.max(1, crew.length) : 1
      if (scope.of === 'DRIVERS') for (const id of crew) give(id, one, share)
      else if (scope.of === 'TEAMS') give(one.row.teamId ?? teams.get(crew[0] ?? ''), one, 1)
      else
        for (const nation of new Set(crew.map((id) => nations.get(id))))
          give(nation, one, season.rules.sharedCar === 'FULL' ? 1 : share * count(nation))
    }
    const most = scope.of === 'DRIVERS' ? null : (scope.of === 'TEAMS' ? season.rules.teams : season.rules.nations).countingCars
    races.set(raceId, new Map([...parts].map(([subject, cars]) => [subject, together(cars, most)])))
  }
  return races
}

function together(cars: readonly { readonly scored: ScoredRow; readonly share: number }[], most: number | null): Outcome {
  if (cars.length === 1) return alone(cars[0]!.scored, cars[0]!.share)
  const ordered = cars.toSorted((a, b) => b.scored.points * b.share - a.scored.points * a.share || inOrder(a.scored, b.scored))
  const counting = most === null ? ordered : ordered.slice(0, most)
  const rows = counting.map(({ scored }) => scored)
  const best = rows.toSorted(inOrder)[0]!
  return {
    points: counting.reduce((sum, { scored, share }) => sum + scored.points * share, 0),
    places: rows.flatMap(({ place }) => place ?? []).toSorted((a, b) => a - b),
    status: best.row.status,
    hasPole: rows.some(({ hasPole }) => hasPole),
    hasFastestLap: rows.some(({ hasFastestLap }) => hasFastestLap),
    adjustment: rows.reduce((sum, { row }) => sum + row.adjustment, 0),
    penaltyMs: rows.reduce((sum, { row }) => sum + (row.penaltyMs ?? 0), 0),
    penaltyPlaces: rows.reduce((sum, { row }) => sum + (row.penaltyPlaces ?? 0), 0),
  }
}

const alone = ({ row, place, points, hasPole, hasFastestLap }: ScoredRow, share: number): Outcome => ({
  points: points * share,
  places: place === null ? [] : [place],
  status: row.status,
  hasPole,
  hasFastestLap,
  adjustment: row.adjustment,
  penaltyMs: row.penaltyMs ?? 0,
  penaltyPlaces: row.penaltyPlaces ?? 0,
})

const STATUSES: readonly RaceStatus[] = ['FINISHED', 'DNF', 'DSQ', 'DNS']

/** Whichever order the rows came in. */
const inOrder = (a: ScoredRow, b: ScoredRow): number =>
  (a.place ?? UNPLACED) - (b.place ?? UNPLACED) ||
  STATUSES.indexOf(a.row.status) - STATUSES.indexOf(b.row.status) ||
  (String(a.row.driverIds) < String(b.row.driverIds) ? -1 : 1)
const UNPLACED = Number.MAX_SAFE_INTEGER
