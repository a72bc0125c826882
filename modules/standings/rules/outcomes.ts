import { bestFirst, type Car, type Cars, countingOf, inOrder, sumOf, worthOf } from './cars.ts'
import { rounded } from './counted.ts'
import type { ScoredRow } from './race.ts'
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
  /** Of points given or taken by hand what is theirs. */
  readonly adjustment: number
  /** Of a car that was shared the part of its points that is theirs; left out where all of them are. */
  readonly share?: number
  /** Of all cars that count together. */
  readonly penaltyMs: number
  readonly penaltyPlaces: number
  /** In which split, where it is not the first. */
  readonly splitNo?: number
  /** Cars that do not count, the best first: they give neither points nor wins and decide no tie. Of whom all count it is left out. */
  readonly leftOut?: readonly { readonly points: number; readonly place: number | null; readonly status: RaceStatus }[]
  /** Of a team whose drivers' seasons count, where it is more than what counts: a win is a win in a round that its driver drops, too. */
  readonly won?: Won
}
type Won = Pick<Outcome, 'places' | 'hasPole' | 'hasFastestLap'>
/** What of a race is somebody's to be counted, and to decide ties. */
export const wonIn = (outcome: Outcome): Won => outcome.won ?? outcome

/** Of everybody in this table what they have of each race, by race and then by subject; `ofSeason`: as for `countingOf`. */
export function outcomesOf(
  season: Season,
  scope: TableScope,
  cars: Cars,
  ofSeason?: ReadonlySet<Car>,
): ReadonlyMap<string, ReadonlyMap<string, Outcome>> {
  const counting = countingOf(season, scope, cars, ofSeason)
  const outcome = (own: readonly Car[]): Outcome => {
    const counted = together(own, counting(own))
    return ofSeason && counted.leftOut ? { ...counted, won: wonBy(own) } : counted
  }
  return new Map([...cars].map(([raceId, subjects]) => [raceId, new Map([...subjects].map(([subject, own]) => [subject, outcome(own)]))]))
}

/** A car that several drivers of a team shared is one car. */
const rowsOf = (cars: readonly Car[]): readonly ScoredRow[] => {
  const rows = cars.map(({ scored }) => scored)
  return rows.length < 2 ? rows : [...new Set(rows)]
}
function wonBy(cars: readonly Car[]): Won {
  const rows = rowsOf(cars)
  return {
    places: rows.flatMap(({ place }) => place ?? []).toSorted((a, b) => a - b),
    hasPole: rows.some(({ hasPole }) => hasPole),
    hasFastestLap: rows.some(({ hasFastestLap }) => hasFastestLap),
  }
}

function together(cars: readonly Car[], counting: readonly Car[]): Outcome {
  const rows = rowsOf(counting)
  const [best] = (rows.length > 0 ? rows : rowsOf(cars)).toSorted(inOrder)
  const leftOut = cars.length === counting.length ? [] : cars.filter((car) => !counting.includes(car)).toSorted(bestFirst)
  return {
    points: sumOf(counting),
    ...wonBy(counting),
    status: best!.row.status,
    adjustment: rounded(counting.reduce((sum, { scored, share }) => sum + scored.row.adjustment * share, 0)),
    penaltyMs: rows.reduce((sum, { row }) => sum + (row.penaltyMs ?? 0), 0),
    penaltyPlaces: rows.reduce((sum, { row }) => sum + (row.penaltyPlaces ?? 0), 0),
    ...(best!.row.splitNo > 1 && { splitNo: best!.row.splitNo }),
    ...(counting.length === 1 && counting[0]!.share !== 1 && { share: counting[0]!.share }),
    ...(leftOut.length > 0 && {
      leftOut: leftOut.map((car) => ({ points: rounded(worthOf(car)), place: car.scored.place, status: car.scored.row.status })),
    }),
  }
}
