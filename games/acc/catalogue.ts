import { carsOf, classesOf, tracksOf } from '#games/catalogue.ts'
import type { CarRows, TrackRow } from '#games/catalogue.ts'
import type { Catalogue } from '#games/game.ts'
import cars from './cars.json' with { type: 'json' }
import tracks from './tracks.json' with { type: 'json' }

const rows = cars as unknown as CarRows

/** Until 1.7 servers named a track with the year of its season. */
const withSeason = (id: string): readonly string[] => ['2019', '2020', '2021'].map((year) => `${id}_${year}`)

export const catalogue: Catalogue = { cars: carsOf(rows), classes: classesOf(rows), tracks: tracksOf(tracks as unknown as TrackRow[], withSeason) }

/** `carGroup` of settings.json per class of ours. */
const GROUPS: Readonly<Record<string, string>> = { gt3: 'GT3', gt4: 'GT4', gt2: 'GT2', cup: 'GTC', st: 'GTC', chl: 'GTC', tcx: 'TCX' }

/** The one group all cars belong to, else `FreeForAll`. */
export function carGroupOf(carIds: readonly string[]): string {
  const groups = new Set(carIds.map((id) => GROUPS[catalogue.cars.find((car) => car.id === id)?.classId ?? ''] ?? 'FreeForAll'))
  const [only] = groups
  return groups.size === 1 && only ? only : 'FreeForAll'
}

/** Countries in the order of ACC's nationality numbers; `-` is none, 74 and 81 are both Taiwan. */
const NATIONALITIES = (
  '- IT DE FR ES GB HU BE CH AT RU TH NL PL AR MC IE BR ZA PR SK OM GR SA NO TR KR LB AM MX SE FI DK HR CA CN PT SG ID US NZ AU SM AE LU KW HK CO JP AD AZ ' +
  'BG CU CZ EE GE IN IL JM LV LT MO MY NP NC NG GB-NIR PG PH QA RO GB-SCT RS SI TW UA VE GB-WLS IR BH ZW TW CL UY MG MT GB-ENG - MA'
).split(' ')

/** ACC's nationality number of an ISO 3166-1 country (or a part of Great Britain); 0 where it has none. */
export const nationalityOf = (country: string | null): number =>
  country === null || country === '-' ? 0 : Math.max(0, NATIONALITIES.indexOf(country))

export const countryOf = (nationality: number): string | null => {
  const country = NATIONALITIES[nationality]
  return country === undefined || country === '-' ? null : country
}
