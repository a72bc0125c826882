import { carsOf, classesOf, numberedClass, tracksOf } from '#games/catalogue.ts'
import type { CarRows, TrackRow } from '#games/catalogue.ts'
import type { Car, Catalogue, Layout, Track } from '#games/game.ts'
import cars from './cars.json' with { type: 'json' }
import liveries from './liveries.json' with { type: 'json' }
import tracks from './tracks.json' with { type: 'json' }
import unlisted from './unlisted.json' with { type: 'json' }

const rows = cars as unknown as CarRows
const layoutIds = (row: TrackRow): readonly string[] => (row[6] ?? []).map(([id]) => id)
const LIVERIES: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(liveries))
const labelOf = (livery: string): string => livery.slice(livery.indexOf(' ') + 1)

export const catalogue: Catalogue = {
  cars: carsOf(rows, numberedClass).map((car): Car => ({ ...car, skins: [...new Set((LIVERIES.get(car.id) ?? []).map(labelOf))] })),
  classes: classesOf(rows, numberedClass),
  // A venue only groups: servers and result files know its layouts.
  tracks: tracksOf(tracks as unknown as TrackRow[], (_, row) => layoutIds(row)).map((track): Track => ({
    ...track,
    layouts: track.layouts.map((layout) => (layout.id in unlisted.unhosted ? { ...layout, unhosted: true } : layout)),
  })),
}

const CARS: ReadonlyMap<string, Car> = new Map(catalogue.cars.map((car) => [car.id, car]))
const LAYOUTS: ReadonlyMap<string, Layout> = new Map(catalogue.tracks.flatMap((track) => track.layouts.map((layout) => [layout.id, layout] as const)))
const VENUES: ReadonlyMap<string, Track> = new Map(catalogue.tracks.flatMap((track) => track.layouts.map((layout) => [layout.id, track] as const)))
/** Cars and layouts neither game nor server offers to choose: aerodynamic variants, safety cars, hidden layouts. They name results only. */
const UNLISTED_CARS: ReadonlyMap<string, string> = new Map(Object.entries(unlisted.cars))
const UNLISTED_TRACKS: ReadonlyMap<string, string> = new Map(Object.entries(unlisted.tracks))

export const carOf = (id: string): Car | undefined => CARS.get(id)
/** The venue a layout belongs to. */
export const venueOf = (layoutId: string): Track | undefined => VENUES.get(layoutId)
/** Name of a car, also of one the server does not offer; `null` for a number nobody knows. */
export const carName = (id: string): string | null => CARS.get(id)?.name ?? UNLISTED_CARS.get(id) ?? null
/** Whether the server's own list has the layout; of any other number its addon takes no part of the event. */
export const isServerTrack = (layoutId: string): boolean => LAYOUTS.has(layoutId) && !LAYOUTS.get(layoutId)?.unhosted
export const trackName = (layoutId: string): string | null => LAYOUTS.get(layoutId)?.name ?? UNLISTED_TRACKS.get(layoutId) ?? null
/** Name of a livery number of one car. */
export const liveryName = (carId: string, liveryId: number): string | null => {
  const found = (LIVERIES.get(carId) ?? []).find((livery) => livery.startsWith(`${liveryId} `))
  return found ? labelOf(found) : null
}
export const liveryId = (carId: string, name: string): number | null => {
  const found = (LIVERIES.get(carId) ?? []).find((livery) => labelOf(livery) === name)
  return found ? Number(found.slice(0, found.indexOf(' '))) : null
}
