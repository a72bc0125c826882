import { carsOf, classesOf, numberedClass, tracksOf } from '#games/catalogue.ts'
import type { CarRows, TrackRow } from '#games/catalogue.ts'
import type { Car, Catalogue } from '#games/game.ts'
import cars from './cars.json' with { type: 'json' }
import entries from './entries.json' with { type: 'json' }
import tags from './tags.json' with { type: 'json' }
import tracks from './tracks.json' with { type: 'json' }

/** Scene, name, length, grid, and as result files name it: course, event. */
type LayoutRow = readonly [id: string, name: string, lengthM?: number | null, maxGrid?: number | null, course?: string | null, event?: string | null]

const rows = cars as unknown as CarRows
const trackRows = tracks as unknown as TrackRow[]
const layoutRows = (row: TrackRow): readonly LayoutRow[] => (row[6] ?? []) as readonly LayoutRow[]
/** `<VEH id> <entry's name>` per car. */
const ENTRIES: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(entries))
const labelOf = (entry: string): string => entry.slice(entry.indexOf(' ') + 1)

/** Two classes share a car: in the ELMS it runs as `LMP2_ELMS`. */
const OTHER_CLASSES = ['LMP2_ELMS LMP2 (ELMS)'].map(numberedClass)

export const catalogue: Catalogue = {
  cars: carsOf(rows, numberedClass).map((car): Car => ({ ...car, skins: [...new Set((ENTRIES.get(car.id) ?? []).map(labelOf))] })),
  classes: [...classesOf(rows, numberedClass), ...OTHER_CLASSES],
  // Result files name the course, the server the scene.
  tracks: tracksOf(trackRows, (_, row) => layoutRows(row).flatMap(([, , , , course]) => course ?? [])),
}

const COURSES: ReadonlyMap<string, { readonly venue: string; readonly course: string; readonly event: string }> = new Map(
  trackRows.flatMap((row) =>
    layoutRows(row).map(([id, name, , , course, event]) => [id, { venue: row[1], course: course ?? name, event: event ?? course ?? name }] as const),
  ),
)
/** How result files name a layout. */
export const courseOf = (layoutId: string): { readonly venue: string; readonly course: string; readonly event: string } | undefined =>
  COURSES.get(layoutId)

const TAGS: ReadonlyMap<string, string> = new Map(Object.entries(tags))
const CARS: ReadonlyMap<string, string> = new Map(Object.entries(tags).map(([id, tag]) => [tag, id]))
/** The engine's own name of a car, as lists of allowed vehicles have it. */
export const tagOf = (carId: string): string | undefined => TAGS.get(carId)
export const carOfTag = (tag: string): string | undefined => CARS.get(tag)
