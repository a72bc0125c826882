import { ok, refuse, type Result } from '#core/result.ts'
import { isPlainLink, MODS_AT_MOST, type OnlyFor } from './rules.ts'

export type TypedMod = {
  readonly name: string
  readonly version: string
  readonly url: string
  readonly onlyFor?: OnlyFor | null
  readonly cars: readonly string[]
  readonly tracks: readonly string[]
}
export type ModColumns = Required<TypedMod>

/** A mod as it is kept, beside `others` of the community; refuses CONFIG_INVALID for one with nothing in it, a link that hides where it leads, or too many. */
export function decideMod({ onlyFor = null, ...typed }: TypedMod, others: number): Result<ModColumns> {
  if (others >= MODS_AT_MOST) return refuse('CONFIG_INVALID', { field: 'name', reason: 'mods', max: MODS_AT_MOST })
  if (!isPlainLink(typed.url)) return refuse('CONFIG_INVALID', { field: 'url', reason: 'link' })
  const [cars, tracks] = [[...new Set(typed.cars)], [...new Set(typed.tracks)]]
  if (cars.length + tracks.length === 0) return refuse('CONFIG_INVALID', { field: 'cars', reason: 'none' })
  return ok({ ...typed, onlyFor, cars, tracks })
}
