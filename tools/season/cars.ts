/** The cars of a race out of a file's rows, one for each driver; what they were awarded tells what no rule does: who was eligible, and how shared drives count. */
import type { BonusRules, RaceRow } from '#modules/standings/rules/season.ts'
import type { FileRow } from './file.ts'

export type Scoring = BonusRules & { readonly table: readonly number[]; readonly multiplier: number; readonly decidesTies: boolean }
type Award = { readonly subjectId: string; readonly points: number }

export function carsOf(rows: readonly FileRow[], scoring: Scoring): { readonly cars: readonly RaceRow[]; readonly byHand: readonly Award[] } {
  const crews = ranked(crewsOf(rows), scoring)
  const byHand: Award[] = []
  const cars = crews.map(({ crew, place }): RaceRow => {
    const worth = worthOf(place, scoring)
    const isGuest = worth > 0 && crew.every(({ points }) => points === 0)
    const isShared = crew.length > 1
    if (isShared && !isGuest) {
      const own = worth / crew.length
      // a share of a rule is written out where thirds and sevenths were rounded
      for (const { driver, points } of crew)
        if (points !== null && points !== undefined && Math.abs(points - own) > ROUNDING) byHand.push({ subjectId: driver, points: points - own })
    }
    const [first] = crew as [FileRow, ...FileRow[]]
    const bonus = (mark: 'fastestLap' | 'pole'): boolean => crew.length === 1 && (first[mark] ?? false) && isAwarded(first, worth)
    return {
      driverIds: crew.map(({ driver }) => driver),
      teamId: first.constructor ?? null,
      classId: first.class ?? null,
      splitNo: 1,
      position: place,
      status: statusOf(first),
      lapCount: first.laps ?? 0,
      totalTimeMs: first.timeMs ?? null,
      bestLapMs: null,
      qualified: null,
      fastestLap: bonus('fastestLap'),
      pole: bonus('pole'),
      adjustment: 0,
      isGuest,
    }
  })
  return { cars, byHand }
}

const ROUNDING = 0.01
type Crew = readonly FileRow[]
type Ranked = { readonly crew: Crew; readonly place: number | null }

/** Who shared a car stands in a row each, with its number and its place; somebody who took it over twice, once. */
function crewsOf(rows: readonly FileRow[]): readonly Crew[] {
  const carOf = (one: FileRow): string => `${one.number} ${one.position ?? one.status}`
  const shared = new Set(rows.flatMap((one) => (one.sharedCar ? [carOf(one)] : [])))
  const cars = Map.groupBy(rows, (one) => (shared.has(carOf(one)) ? carOf(one) : one))
  return [...cars.values()].map((crew) => [...new Map(crew.map((one) => [one.driver, one])).values()])
}

const worthOf = (place: number | null, { table, multiplier }: Scoring): number => (table[(place ?? Infinity) - 1] ?? 0) * multiplier
const awardedTo = (crew: Crew): number => crew.reduce((sum, { points }) => sum + (points ?? 0), 0)
/** No award is told: the rules alone say it. */
const isAwarded = ({ points }: FileRow, worth: number): boolean => points === null || points === undefined || points > worth

/**
 * Places as they scored. Where cars out of the championship (of another class) passed theirs on, whoever got points has the first ones in turn; else
 * every car has its own.
 */
function ranked(crews: readonly Crew[], scoring: Scoring): readonly Ranked[] {
  const own = crews.map((crew) => ({ crew, place: crew[0]!.position ?? null }))
  const placed = own.filter(({ place }) => place !== null).toSorted((a, b) => a.place! - b.place!)
  const scorers = placed.filter(({ crew }) => awardedTo(crew) > 0)
  const most = scoring.fastestLap + scoring.pole
  const fits = (awarded: number, place: number | null): boolean => {
    const above = awarded - worthOf(place, scoring)
    return above > -ROUNDING && above < most + ROUNDING
  }
  const isPassedOn =
    scorers.some(({ crew, place }) => !fits(awardedTo(crew), place)) && scorers.every(({ crew }, at) => fits(awardedTo(crew), at + 1))
  if (!isPassedOn) return own
  const last = scorers.at(-1)?.place ?? 0
  const inIt = placed.filter((one) => scorers.includes(one) || one.place! > last)
  return own.map((one) => {
    const at = inIt.indexOf(one)
    return { crew: one.crew, place: at < 0 ? null : at + 1 }
  })
}

const STATUSES: Readonly<Record<string, RaceRow['status']>> = { FINISHED: 'FINISHED', DSQ: 'DSQ', DNS: 'DNS', DNQ: 'DNS', DNPQ: 'DNS' }
/** Who was disqualified and kept the point of the fastest lap is out of the places alone. */
function statusOf({ status, points }: FileRow): RaceRow['status'] {
  const read = STATUSES[status] ?? 'DNF'
  return read === 'DSQ' && (points ?? 0) > 0 ? 'DNF' : read
}
