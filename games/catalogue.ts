import type { Car, Catalogue, CarClass, Layout, Track } from './game.ts'

/** Class name → rows of id, name, manufacturer, year, paid pack, skin folders joined by `/`; later fields may be missing. */
export type CarRows = Readonly<
  Record<
    string,
    readonly (readonly [id: string, name: string, manufacturer?: string | null, year?: number | null, dlc?: string | null, skins?: string])[]
  >
>
type LayoutRow = readonly [id: string, name: string, lengthM?: number | null, maxGrid?: number | null]
export type TrackRow = readonly [
  id: string,
  name: string,
  country?: string | null,
  lengthM?: number | null,
  maxGrid?: number | null,
  dlc?: string | null,
  layouts?: readonly LayoutRow[],
]

/** Unfolds the compact rows of `cars.json`; `classOf` reads the name its rows stand under. */
export const carsOf = (rows: CarRows, classOf: (key: string) => CarClass = namedClass): readonly Car[] =>
  Object.entries(rows).flatMap(([key, cars]) =>
    cars.map(([id, name, manufacturer, year, dlc, skins]) => ({
      id,
      name,
      classId: classOf(key).id,
      manufacturer: manufacturer ?? undefined,
      year: year ?? undefined,
      dlc: dlc ?? undefined,
      skins: skins?.split('/'),
    })),
  )

export const classesOf = (rows: CarRows, classOf: (key: string) => CarClass = namedClass): readonly CarClass[] => Object.keys(rows).map(classOf)

/** A class that has no id of its own. */
export const namedClass = (name: string): CarClass => ({ id: slug(name), name })
/** A class written `<the game's id> <name>`. */
export const numberedClass = (key: string): CarClass => ({ id: key.slice(0, key.indexOf(' ')), name: key.slice(key.indexOf(' ') + 1) })

/** Unfolds the compact rows of `tracks.json`; `aliasesOf` gives the older ids of a track. */
export const tracksOf = (rows: readonly TrackRow[], aliasesOf: (id: string, row: TrackRow) => readonly string[] = () => []): readonly Track[] =>
  rows.map((row) => {
    const [id, name, country, lengthM, maxGrid, dlc, layouts] = row
    return {
      id,
      name,
      country: country ?? undefined,
      lengthM: lengthM ?? undefined,
      maxGrid: maxGrid ?? undefined,
      dlc: dlc ?? undefined,
      aliases: aliasesOf(id, row),
      layouts: (layouts ?? []).map(layoutOf),
    }
  })

/** The track of an id, or of an older id or name found in result files. */
export const findTrack = (catalogue: Catalogue, id: string): Track | undefined =>
  catalogue.tracks.find((track) => track.id === id) ?? catalogue.tracks.find((track) => track.aliases?.includes(id))

export const findCar = (catalogue: Catalogue, id: string): Car | undefined => catalogue.cars.find((car) => car.id === id)

/** Length of one lap in metres; `null` for a track or layout we do not know. */
export function lapLengthM(catalogue: Catalogue, trackId: string, layoutId: string | null): number | null {
  const track = findTrack(catalogue, trackId)
  return track?.layouts.find((layout) => layout.id === layoutId)?.lengthM ?? track?.lengthM ?? null
}

/** A layout's name as it stands beside its track's; `null` where there is none, or where it is called as the track. */
export function layoutBeside(track: Track | undefined, layoutId: string | null): string | null {
  const layout = track?.layouts.find(({ id }) => id === layoutId)
  return layout && layout.name !== track?.name ? layout.name : null
}

const layoutOf = ([id, name, lengthM, maxGrid]: LayoutRow): Layout => ({ id, name, lengthM: lengthM ?? undefined, maxGrid: maxGrid ?? undefined })
const slug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
