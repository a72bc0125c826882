import { carsOf, classesOf, tracksOf } from '#games/catalogue.ts'
import type { CarRows, TrackRow } from '#games/catalogue.ts'
import type { Catalogue } from '#games/game.ts'
import cars from './cars.json' with { type: 'json' }
import tracks from './tracks.json' with { type: 'json' }

const rows = cars as unknown as CarRows

/** Content of the publisher; mods are usual, so an id missing here is no fault. */
export const catalogue: Catalogue = { cars: carsOf(rows), classes: classesOf(rows), tracks: tracksOf(tracks as unknown as TrackRow[]) }
