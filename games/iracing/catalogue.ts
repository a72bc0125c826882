import { tracksOf } from '#games/catalogue.ts'
import type { TrackRow } from '#games/catalogue.ts'
import type { Car, Catalogue, CarClass } from '#games/game.ts'
import cars from './cars.json' with { type: 'json' }
import classes from './classes.json' with { type: 'json' }
import tracks from './tracks.json' with { type: 'json' }

type CarRow = readonly [id: string, name: string, classId: string, manufacturer?: string | null, year?: number | null, dlc?: string | null]

/** The classes iRacing races several cars in, the broadest of each; cars it races alone stand together under its category. */
const known: readonly CarClass[] = Object.entries(classes).map(([id, name]) => ({ id, name }))

export const catalogue: Catalogue = {
  cars: (cars as unknown as readonly CarRow[]).map(([id, name, classId, manufacturer, year, dlc]): Car => ({
    id,
    name,
    classId,
    manufacturer: manufacturer ?? undefined,
    year: year ?? undefined,
    dlc: dlc ?? undefined,
  })),
  classes: known,
  // Result files count layouts; a track is the package they are sold in.
  tracks: tracksOf(tracks as unknown as TrackRow[], (_, row) => (row[6] ?? []).map(([id]) => id)),
}
