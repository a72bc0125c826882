import { carsOf, classesOf, numberedClass, tracksOf } from '#games/catalogue.ts'
import type { CarRows, TrackRow } from '#games/catalogue.ts'
import type { Car, Catalogue } from '#games/game.ts'
import cars from './cars.json' with { type: 'json' }
import liveries from './liveries.json' with { type: 'json' }
import tracks from './tracks.json' with { type: 'json' }

const rows = cars as unknown as CarRows
/** `<id> <number and team>` per car, its default livery first. */
const LIVERIES: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(liveries))
const idOf = (livery: string): string => livery.slice(0, livery.indexOf(' '))
const labelOf = (livery: string): string => livery.slice(livery.indexOf(' ') + 1)

/** Names found in older result files. */
const OLD_TRACKS = new Map([['2467', ['EuroSpeedway Lausitz']]])
const OLD_CARS = new Map([['P4-5 Competizione', '1821']])

export const catalogue: Catalogue = {
  cars: carsOf(rows, numberedClass).map((car): Car => ({ ...car, skins: [...new Set((LIVERIES.get(car.id) ?? []).map(labelOf))] })),
  classes: classesOf(rows, numberedClass),
  // Result files name a track, the server counts its layouts.
  tracks: tracksOf(tracks as unknown as TrackRow[], (id, row) => [row[1], ...(OLD_TRACKS.get(id) ?? [])]),
}

/** Every livery of a car: a server of ours allows all of them. */
export const liveriesOf = (carId: string): readonly number[] => (LIVERIES.get(carId) ?? []).map((livery) => Number(idOf(livery)))

const CARS_BY_NAME: ReadonlyMap<string, readonly Car[]> = Map.groupBy(catalogue.cars, (car) => car.name)
const CARS_BY_ID: ReadonlyMap<string, Car> = new Map(catalogue.cars.map((car) => [car.id, car]))

export const carOf = (id: string): Car | undefined => CARS_BY_ID.get(id)

/**
 * Turns the car names of one session into ids. 99 cars share their name with a car of another class: such a name is resolved when exactly
 * one class has all names of the session, else it stays a name.
 */
export function carIdsOf(names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const classes = [...names].map((name) => new Set((CARS_BY_NAME.get(name) ?? []).map((car) => car.classId)))
  const [first = new Set<string>(), ...others] = classes
  const common = [...first].filter((id) => others.every((other) => other.has(id)))
  const only = common.length === 1 ? common[0] : undefined
  return new Map(
    [...names].flatMap((name): (readonly [string, string])[] => {
      const found = CARS_BY_NAME.get(name) ?? []
      const car = found.length === 1 ? found[0] : found.find(({ classId }) => classId === only)
      const id = car?.id ?? OLD_CARS.get(name)
      return id ? [[name, id]] : []
    }),
  )
}
