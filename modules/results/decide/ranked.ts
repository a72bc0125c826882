import type { SessionId, UserId } from '#core/ids.ts'
import type { ResultRow } from '#games/game.ts'
import { cornersDriven } from '#modules/ranking/rules/corners.ts'
import type { Incidents } from '#modules/ranking/rules/licence.ts'
import type { Race, RaceCar } from '#modules/ranking/rules/race.ts'
import { type Outcome, sharesOf } from '#modules/ranking/rules/rank.ts'
import { identityOf, type StoredDriver } from '../rules/participant.ts'

/** A car in a race of an event as its results stand. */
export type DrivenCar = {
  readonly raceNo: number
  readonly splitNo: number
  readonly matchKey: string
  readonly position: number
  readonly status: ResultRow['status']
  readonly lapCount: number
  readonly totalMs: number | null
  readonly classId: string | null
  readonly drivers: readonly Pick<StoredDriver, 'userId' | 'name' | 'platformId' | 'drivingTimeMs'>[]
  readonly incidents: ResultRow['incidents']
  /** The track as the result names it, where it does. */
  readonly trackId: string | null
  readonly layoutId: string | null
}

export type RankedEvent = { readonly id: SessionId; readonly game: string; readonly startsAt: Date }
/** How long a lap is; `null`: not known. */
export type LapLength = (car: Pick<DrivenCar, 'trackId' | 'layoutId'>) => number | null

export const OUTCOMES: Readonly<Record<ResultRow['status'], Outcome>> = { FINISHED: 'FINISHED', DNF: 'DNF', DSQ: 'DISQUALIFIED', DNS: 'DNS' }

/** The races of an event as ratings look at them, one for each number whatever its splits. */
export const rankedRaces = (
  { id, game, startsAt }: RankedEvent,
  cars: readonly DrivenCar[],
  lapM: LapLength,
): readonly (Race & { readonly id: SessionId })[] =>
  [...Map.groupBy(cars, ({ raceNo }) => raceNo)]
    .toSorted(([one], [other]) => one - other)
    .map(([no, own]) => ({ id, no, game, startsAt: startsAt.getTime(), cars: named(own).map(([carId, car]) => raceCar(carId, car, lapM(car))) }))

/** A car has the name it has in every version of a result; where a file tells two by the same, the better placed comes first. */
function named(cars: readonly DrivenCar[]): readonly (readonly [string, DrivenCar])[] {
  const seen = new Map<string, number>()
  return cars
    .toSorted((one, other) => one.splitNo - other.splitNo || one.position - other.position)
    .map((car) => {
      const key = `${car.splitNo} ${car.matchKey}`
      const count = (seen.get(key) ?? 0) + 1
      seen.set(key, count)
      return [count === 1 ? key : `${key} ${count}`, car]
    })
}

/** Whether a race was rated with a row under this name; of two that were read under one name in the past it is the better placed. */
export const isCarOf = (carId: string, splitNo: number, matchKey: string): boolean => carId === `${splitNo} ${matchKey}`

function raceCar(id: string, car: DrivenCar, lengthM: number | null): RaceCar {
  const wheel = atWheel(car.drivers)
  // strangers drove their part too: of contacts, of corners and of what the race moves each has theirs
  const shares = sharesOf(wheel)
  const contacts = contactsOf(car.incidents)
  return {
    id,
    outcome: OUTCOMES[car.status],
    position: car.position,
    laps: car.lapCount,
    minutes: (car.totalMs ?? 0) / 60_000,
    classId: car.classId ?? '',
    split: car.splitNo,
    crew: wheel.some(({ isOurs }) => isOurs)
      ? wheel.map(({ userId, seconds, isOurs }) => {
          const share = shares.get(userId) ?? 0
          const incidents = contacts && (Object.fromEntries(Object.entries(contacts).map(([name, count]) => [name, count * share])) as Incidents)
          return { userId, seconds, incidents, corners: cornersDriven(car.lapCount * share, { lengthM }), ...(isOurs ? {} : { isOurs }) }
        })
      : [],
  }
}

type Driver = { readonly userId: UserId | `stranger ${number}`; readonly seconds: number; readonly isOurs: boolean }
/** Each once, with all that they drove; who has no account by number alone, since what is rated is kept without names. */
function atWheel(drivers: DrivenCar['drivers']): readonly Driver[] {
  const strangers = drivers.map((driver, at) => (driver.userId ? '' : (identityOf(driver) ?? `nobody ${at}`)))
  const all = new Map<string, Driver>()
  for (const [at, { userId, drivingTimeMs }] of drivers.entries()) {
    const key = userId ?? (`stranger ${strangers.indexOf(strangers[at]!)}` as const)
    all.set(key, { userId: key, seconds: (all.get(key)?.seconds ?? 0) + (drivingTimeMs ?? 0) / 1000, isOurs: userId !== null })
  }
  return [...all.values()]
}

/** "Where a game's files carry no contact data, safety stays unchanged": cuts alone are none. */
export const contactsOf = (incidents: ResultRow['incidents']): Incidents | null =>
  incidents && Object.keys(incidents).some((name) => name.startsWith('collisions')) ? incidents : null
