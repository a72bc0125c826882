import { type Driven, NEW_STANDING, type Standing, standingsAlong } from './rules/licence.ts'
import { type Change, isOurs, type Race, type RaceCar, type Replayed } from './rules/race.ts'
import { overallOf, type Rank } from './rules/rank.ts'

/** Where a race stands in the order of all. */
export type Moment = { readonly id: string; readonly no: number; readonly startsAt: number }
export const earlier = <One extends Moment>(one: One, other: One): One =>
  one.startsAt < other.startsAt || (one.startsAt === other.startsAt && (one.id < other.id || (one.id === other.id && one.no <= other.no)))
    ? one
    : other

const byId = (one: { readonly id: string }, other: { readonly id: string }): number => (one.id < other.id ? -1 : 1)
const byUser = (one: { readonly userId: string }, other: { readonly userId: string }): number => (one.userId < other.userId ? -1 : 1)

/** As it is kept: the same race brought twice is the same, whatever the order of its rows. */
export const asKept = (cars: readonly RaceCar[]): readonly RaceCar[] =>
  cars.map((car) => ({ ...car, crew: car.crew.toSorted(byUser) })).toSorted(byId)

export const peopleIn = (races: readonly Race[]): readonly string[] => [
  ...new Set(races.flatMap(({ cars }) => cars.flatMap(({ crew }) => crew.filter(isOurs).map(({ userId }) => userId)))),
]

export type RaceRow = {
  readonly session_id: string
  readonly race_no: number
  readonly status: 'COMPLETED' | 'UNRANKED'
  readonly ranked_splits: readonly number[]
  readonly field_strengths: Readonly<Record<string, number>>
}
export type ChangeRow = {
  readonly session_id: string
  readonly race_no: number
  readonly user_id: string
  readonly game: string
  readonly starts_at: string
  readonly car_id: string
  readonly won: number
  readonly expected: number
  readonly starters: number
  readonly rank_before: number
  readonly races_before: number
  readonly rank_after: number
  readonly races_after: number
  readonly driven: Driven
}

/** What is kept of races that were rated. */
export function ratedRows(races: readonly Race[], { rated }: Replayed): { readonly races: RaceRow[]; readonly changes: ChangeRow[] } {
  const raceOf = new Map(races.map((race) => [`${race.id} ${race.no}`, race]))
  const rows = rated.map(({ sessionId, raceNo, changes, fieldStrength }) => {
    const race = raceOf.get(`${sessionId} ${raceNo}`)!
    const carOf = new Map(race.cars.map((car) => [car.id, car]))
    const splits = new Set(changes.map(({ carId }) => carOf.get(carId)!.split))
    const row: RaceRow = {
      session_id: sessionId,
      race_no: raceNo,
      status: changes.length > 0 ? 'COMPLETED' : 'UNRANKED',
      ranked_splits: [...splits].toSorted((one, other) => one - other),
      field_strengths: Object.fromEntries(fieldStrength),
    }
    return { row, changes: changes.map((change) => changeRow(race, carOf.get(change.carId)!, change)) }
  })
  return { races: rows.map(({ row }) => row), changes: rows.flatMap(({ changes }) => changes) }
}

function changeRow(race: Race, car: RaceCar, change: Change): ChangeRow {
  const { incidents, corners } = car.crew.find(({ userId }) => userId === change.userId)!
  return {
    session_id: change.sessionId,
    race_no: change.raceNo,
    user_id: change.userId,
    game: race.game,
    starts_at: new Date(race.startsAt).toISOString(),
    car_id: change.carId,
    won: change.won,
    expected: change.expected,
    starters: change.starters,
    rank_before: change.before.rank,
    races_before: change.before.races,
    rank_after: change.after.rank,
    races_after: change.after.races,
    driven: { incidents, corners, isClassified: car.outcome === 'FINISHED' },
  }
}

export type StandingRow = {
  readonly session_id: string
  readonly race_no: number
  readonly user_id: string
  readonly licence_before: string
  readonly level_before: number
  readonly licence_races_before: number
  readonly licence_after: string
  readonly level_after: number
  readonly licence_races_after: number
}

/** The licences of people along what they drove, in its order, on top of what was before. */
export function standingRows(
  before: ReadonlyMap<string, Standing>,
  drives: readonly (Moment & { readonly userId: string; readonly driven: Driven })[],
): readonly StandingRow[] {
  return [...Map.groupBy(drives, ({ userId }) => userId)].flatMap(([userId, own]) => {
    const steps = standingsAlong(
      before.get(userId) ?? NEW_STANDING,
      own.map(({ driven }) => driven),
    )
    return own.map(({ id, no }, at): StandingRow => {
      const step = steps[at]!
      return {
        session_id: id,
        race_no: no,
        user_id: userId,
        licence_before: step.before.licence,
        level_before: step.before.level,
        licence_races_before: step.before.races,
        licence_after: step.after.licence,
        level_after: step.after.level,
        licence_races_after: step.after.races,
      }
    })
  })
}

export type OverallRow = {
  readonly user_id: string
  readonly rank: number
  readonly races: number
  readonly licence: string
  readonly level: number
  readonly licence_races: number
}
export const overallRow = (driver: { readonly userId: string; readonly ranks: readonly Rank[]; readonly standing: Standing }): OverallRow => ({
  user_id: driver.userId,
  ...overallOf(driver.ranks),
  licence: driver.standing.licence,
  level: driver.standing.level,
  licence_races: driver.standing.races,
})
