/** The cars of a race out of a file's rows, one for each driver; what they were awarded tells what no rule does: who was eligible, and how shared drives count. */
import { scoreRace } from '#modules/standings/rules/race.ts'
import type { RaceRow, RaceRules, SeasonRules } from '#modules/standings/rules/season.ts'
import { NO_BONUS, USUAL_SEASON } from '#modules/standings/rules/season.ts'
import type { FileRow } from './read.ts'

type Award = { readonly subjectId: string; readonly points: number }
export type Cars = {
  readonly cars: readonly RaceRow[]
  /** What drivers of shared cars got, where it is no even share. */
  readonly byHand: readonly Award[]
  /** Where the awards are otherwise than the rules. */
  readonly notes: readonly string[]
}
export const ROUNDING = 0.01

export const SHARING = { participants: [], rules: { ...USUAL_SEASON, sharedCar: 'SHARE' } } as const

type Sharing = SeasonRules['sharedCar']

/** `hasAwards`: what was awarded is told; else the rules alone say it. */
export function carsOf(rows: readonly FileRow[], rules: RaceRules, hasAwards: boolean, sharing: Sharing = 'SHARE'): Cars {
  const crews = ranked(crewsOf(rows), rules, sharing)
  const bare = crews.map(({ crew, place }): RaceRow => {
    const [first] = crew as [FileRow, ...FileRow[]]
    return {
      driverIds: crew.map(({ driver }) => driver),
      teamId: first.team ?? null,
      classId: first.class ?? null,
      splitNo: 1,
      position: place,
      status: statusOf(first, place),
      // nobody tells the distance of whoever has a place and no laps
      lapCount: place === null ? (first.laps ?? 0) : Math.max(1, first.laps ?? 1),
      totalTimeMs: first.timeMs ?? null,
      bestLapMs: null,
      qualified: null,
      fastestLap: false,
      pole: false,
      adjustment: 0,
    }
  })
  const worths = pointsOf(bare, { ...rules, bonus: NO_BONUS })
  const scored = hasAwards && crews.some(({ crew }) => awardedTo(crew, sharing) > 0)
  const marked = bare.map((car, at): RaceRow => {
    const { crew } = crews[at]!
    const bonus = (mark: 'fastestLap' | 'pole'): boolean => crew.length === 1 && (crew[0]![mark] ?? false) && isAwarded(crew[0]!, worths[at]!, scored)
    const isGuest = scored && worths[at]! > 0 && crew.every(({ points }) => points === 0)
    return { ...car, fastestLap: bonus('fastestLap'), pole: bonus('pole'), isGuest }
  })
  const { cars, byHand, notes } = scored ? asAwarded(crews, marked, rules, sharing) : { cars: marked, byHand: [], notes: [] }
  return { cars, byHand, notes: [...crews.flatMap(({ crew }) => guessedOf(crew)), ...notes] }
}

/** What these cars get by the rules, for all drivers of each together. */
export const pointsOf = (cars: readonly RaceRow[], rules: RaceRules): readonly number[] => {
  const scored = scoreRace({ id: '', rules, rows: cars }, SHARING)!
  const byCar = new Map(scored.rows.map(({ row, points }) => [row, points]))
  return cars.map((car) => byCar.get(car)!)
}

/** What was awarded stands: where the rules give something else it is given or taken by hand. */
function asAwarded(crews: readonly Ranked[], cars: readonly RaceRow[], rules: RaceRules, sharing: Sharing): Cars {
  const byHand: Award[] = []
  const notes: string[] = []
  const expected = pointsOf(cars, rules)
  const counted = cars.map((car, at): RaceRow => {
    const { crew } = crews[at]!
    const awarded = awardedTo(crew, sharing)
    const names = car.driverIds.join(' and ')
    if (crew.some(({ points }) => points === null || points === undefined)) return car
    if (car.isGuest) {
      notes.push(`${names}: ${car.position} and awarded nothing; counts as out of the championship`)
      return car
    }
    const above = awarded - expected[at]!
    const bonus = crew.length > 1 && crew.some(({ fastestLap }) => fastestLap) ? rules.bonus.fastestLap : 0
    if (Math.abs(above) > ROUNDING * crew.length && Math.abs(above - bonus) > ROUNDING * crew.length)
      notes.push(`${names}: awarded ${rounded(awarded)}, where the rules give ${rounded(expected[at]!)}; counts as awarded`)
    if (crew.length === 1) return Math.abs(above) > ROUNDING ? { ...car, adjustment: above } : car
    const own = sharing === 'FULL' ? expected[at]! : expected[at]! / crew.length
    // a share of a rule is written out where thirds and sevenths were rounded
    for (const { driver, points } of crew) if (Math.abs(points! - own) > ROUNDING) byHand.push({ subjectId: driver, points: points! - own })
    return car
  })
  return { cars: counted, byHand, notes }
}

const rounded = (points: number): number => Math.round(points * 100) / 100
type Crew = readonly FileRow[]
type Ranked = { readonly crew: Crew; readonly place: number | null }

/** Who shared a car stands in a row each, with its number and its place; somebody who took it over twice, once. Two cars of one number have no one place. */
function crewsOf(rows: readonly FileRow[]): readonly Crew[] {
  const carOf = (one: FileRow): string => `${one.number ?? one.team} ${one.position ?? one.status} ${one.class}`
  const isOne = (one: FileRow): boolean => one.sharedCar ?? (typeof one.position === 'number' && (one.number ?? one.team ?? null) !== null)
  const shared = new Set(rows.flatMap((one) => (isOne(one) ? [carOf(one)] : [])))
  const cars = Map.groupBy(rows, (one) => (shared.has(carOf(one)) ? carOf(one) : one))
  return [...cars.values()].map((crew) => [...new Map(crew.map((one) => [one.driver, one])).values()])
}

/** Nobody says that they shared it. */
const guessedOf = (crew: Crew): readonly string[] =>
  crew.length < 2 || crew.some(({ sharedCar }) => sharedCar)
    ? []
    : [
        `${crew.map(({ driver }) => driver).join(' and ')} have the same ${crew[0]!.number == null ? 'team' : 'number'} and place; counts as a car they shared`,
      ]

const worthOf = (place: number | null, { points, multiplier }: RaceRules): number => (points.table[(place ?? Infinity) - 1] ?? 0) * multiplier
/** What its drivers were given for it together, or what each of them was. */
const awardedTo = (crew: Crew, sharing: Sharing): number =>
  crew.reduce((sum, { points }) => sum + (points ?? 0), 0) / (sharing === 'FULL' ? crew.length : 1)
/** No award is told: the rules alone say it. */
const isAwarded = ({ points }: FileRow, worth: number, scored: boolean): boolean =>
  !scored || points === null || points === undefined || points > worth

/**
 * Places as they scored. Where cars out of the championship (of another class) passed theirs on, whoever got points has the first ones in turn; else
 * every car has its own.
 */
function ranked(crews: readonly Crew[], rules: RaceRules, sharing: Sharing): readonly Ranked[] {
  const own = crews.map((crew) => ({ crew, place: ['DSQ', 'EX'].includes(crew[0]!.status ?? '') ? null : (crew[0]!.position ?? null) }))
  if (rules.points.scope === 'CLASS') return own
  const placed = own.filter(({ place }) => place !== null).toSorted((a, b) => a.place! - b.place!)
  const scorers = placed.filter(({ crew }) => awardedTo(crew, sharing) > 0)
  const most = rules.bonus.fastestLap + rules.bonus.pole
  const fits = (awarded: number, place: number | null): boolean => {
    const above = awarded - worthOf(place, rules)
    return above > -ROUNDING && above < most + ROUNDING
  }
  const isPassedOn =
    scorers.some(({ crew, place }) => !fits(awardedTo(crew, sharing), place)) &&
    scorers.every(({ crew }, at) => fits(awardedTo(crew, sharing), at + 1))
  if (!isPassedOn) return own
  const last = scorers.at(-1)?.place ?? 0
  const inIt = placed.filter((one) => scorers.includes(one) || one.place! > last)
  return own.map((one) => {
    const at = inIt.indexOf(one)
    return { crew: one.crew, place: at < 0 ? null : at + 1 }
  })
}

const STATUSES: Readonly<Record<string, RaceRow['status']>> = { DSQ: 'DSQ', EX: 'DSQ', DNS: 'DNS', DNP: 'DNS', DNQ: 'DNS', DNPQ: 'DNS' }
/** Who has a place finished, whatever else is said of it. Who was disqualified and kept the point of the fastest lap is out of the places alone. */
function statusOf({ status, points }: FileRow, place: number | null): RaceRow['status'] {
  if (place !== null) return 'FINISHED'
  const read = STATUSES[status ?? ''] ?? 'DNF'
  return read === 'DSQ' && (points ?? 0) > 0 ? 'DNF' : read
}
