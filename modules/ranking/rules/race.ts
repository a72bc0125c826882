import { type Driven, NEW_STANDING, type Standing, standingAfter } from './licence.ts'
import {
  type AtWheel,
  crewRank,
  fieldStrengthOf,
  type Finish,
  isRanked,
  NEW_RANK,
  partOf,
  type Rank,
  rankAfter,
  scoresOf,
  sharesOf,
  startersOf,
} from './rank.ts'

/** `isOurs` false: somebody without an account, who is rated nowhere and has driven their part of a shared car. */
export type RaceDriver = AtWheel & Omit<Driven, 'isClassified'> & { readonly isOurs?: false }
export type RaceCar = Finish & { readonly classId: string; readonly split: number; readonly crew: readonly RaceDriver[] }
/** What the ratings of a race come from; `id` is the session's, whose races `no` counts from 1; `startsAt` in milliseconds since 1970. */
export type Race = { readonly id: string; readonly no: number; readonly game: string; readonly startsAt: number; readonly cars: readonly RaceCar[] }

/** Ranks by game and user, licences by user: a licence is one across games. */
export type Ratings = { readonly ranks: ReadonlyMap<string, Rank>; readonly standings: ReadonlyMap<string, Standing> }
export const NO_RATINGS: Ratings = { ranks: new Map(), standings: new Map() }
export const rankKey = (game: string, userId: string): string => `${game} ${userId}`

/** What a race did to one driver: what is stored, and said on the row. */
export type Change = {
  readonly sessionId: string
  readonly raceNo: number
  readonly userId: string
  readonly carId: string
  readonly won: number
  readonly expected: number
  readonly starters: number
  readonly before: Rank
  readonly after: Rank
  readonly licenceBefore: Standing
  readonly licenceAfter: Standing
}
export type Rated = { readonly changes: readonly Change[]; readonly fieldStrength: ReadonlyMap<number, number> }

/** One race on top of what was before. Classes of one split meet each other alone, since nobody beats whom they never met. */
export function rateRace(before: Ratings, race: Race): Rated & { readonly ratings: Ratings } {
  const ranks = new Map(before.ranks)
  const standings = new Map(before.standings)
  return { ...rateOn(ranks, standings, race), ratings: { ranks, standings } }
}

/** Writes into what it is given, since a replay of a thousand races would copy every driver a thousand times. */
function rateOn(ranks: Map<string, Rank>, standings: Map<string, Standing>, race: Race): Rated {
  const rankOf = (userId: string): Rank => ranks.get(rankKey(race.game, userId)) ?? NEW_RANK
  const starters = startersOf(race.cars).map((car) => {
    const shares = sharesOf(car.crew)
    return { ...car, shares, ours: car.crew.filter(isOurs), rank: crewRank(shares, (userId) => rankOf(userId).rank) }
  })
  const changes: Change[] = []
  // in two cars, a driver is rated once: within a class, for the better placed
  const rated = new Set<string>()
  for (const field of Map.groupBy(starters, (car) => `${car.split} ${car.classId}`).values()) {
    if (!isRanked(field)) continue
    const scores = scoresOf(field)
    for (const car of field) {
      const { change, ...score } = scores.get(car.id)!
      for (const driver of car.ours) {
        const share = car.shares.get(driver.userId)
        if (share === undefined || rated.has(driver.userId)) continue
        rated.add(driver.userId)
        const own = rankOf(driver.userId)
        const licenceBefore = standings.get(driver.userId) ?? NEW_STANDING
        changes.push({
          sessionId: race.id,
          raceNo: race.no,
          userId: driver.userId,
          carId: car.id,
          ...score,
          before: own,
          after: rankAfter(own, change, partOf(share, car.shares.size)),
          licenceBefore,
          licenceAfter: standingAfter(licenceBefore, { ...driver, isClassified: car.outcome === 'FINISHED' }),
        })
      }
    }
  }
  const strengths = [...Map.groupBy(starters, (car) => car.split)].flatMap(([split, cars]) => {
    const strength = fieldStrengthOf(
      cars.flatMap(({ ours, shares }) => ours.filter(({ userId }) => shares.has(userId)).map(({ userId }) => rankOf(userId).rank)),
    )
    return strength === null ? [] : [[split, strength] as const]
  })
  for (const change of changes) {
    ranks.set(rankKey(race.game, change.userId), change.after)
    standings.set(change.userId, change.licenceAfter)
  }
  return { changes, fieldStrength: new Map(strengths) }
}

export const isOurs = (driver: RaceDriver): boolean => driver.isOurs !== false

/** Races are rated in the order of their start, then of their session's id, then as they were driven. */
export const byStart = (one: Race, other: Race): number =>
  one.startsAt - other.startsAt || (one.id < other.id ? -1 : one.id > other.id ? 1 : one.no - other.no)

export type Replayed = {
  readonly ratings: Ratings
  readonly changes: readonly Change[]
  /** Race by race. */
  readonly rated: readonly (Rated & { readonly sessionId: string; readonly raceNo: number })[]
}

/** Several races on top of what was before the first of them, whatever the order they come in. */
export function replay(before: Ratings, races: readonly Race[]): Replayed {
  const ranks = new Map(before.ranks)
  const standings = new Map(before.standings)
  const rated = races.toSorted(byStart).map((race) => ({ sessionId: race.id, raceNo: race.no, ...rateOn(ranks, standings, race) }))
  return { ratings: { ranks, standings }, changes: rated.flatMap(({ changes }) => changes), rated }
}
