import { ok, refuse, type Result } from '#core/result.ts'
import { hasRoom } from '#modules/sessions/rules/seats.ts'
import type { ChosenCar } from './contract/shapes.ts'
import { isRaceNumber } from './rules/numbers.ts'

/** The cars and classes an event offers. */
export type Offer = {
  readonly carIds: readonly string[]
  readonly classes: readonly ClassSeats[]
  readonly skinsOf: (carId: string) => readonly string[]
}
export type ClassSeats = {
  readonly classId: string
  readonly carIds: readonly string[]
  readonly maxEntries: number | null
  readonly taken: number
}

export type CarOfEntry = { readonly carId: string; readonly skin: string | null; readonly classId: string | null }

/** The car of an entry with its class; refuses CAR_NOT_IN_EVENT. `stay` is the class the entry is in already: it needs no room there. */
export function chooseCar(offer: Offer, { model, skin, carClassId }: ChosenCar, stay: string | null = null): Result<CarOfEntry> {
  if (!offer.carIds.includes(model)) return refuse('CAR_NOT_IN_EVENT', { field: 'car' })
  const fitting = offer.classes.filter((one) => one.carIds.includes(model))
  const chosen = carClassId
    ? fitting.find((one) => one.classId === carClassId)
    : (fitting.find((one) => one.classId === stay || hasRoom(one)) ?? fitting[0])
  if (!chosen && (carClassId || offer.classes.length > 0)) return refuse('CAR_NOT_IN_EVENT', { field: 'car' })
  return ok({ carId: model, skin: chooseSkin(offer, model, skin), classId: chosen?.classId ?? null })
}

/** A livery the car does not have (any more) falls back to the default one (product.md §4 "Skin selection"). */
export const chooseSkin = (offer: Pick<Offer, 'skinsOf'>, carId: string, skin: string | null | undefined): string | null =>
  skin && offer.skinsOf(carId).includes(skin) ? skin : null

/** A race number somebody chose, `taken` those of the others; refuses RACE_NUMBER_RANGE, RACE_NUMBER_TAKEN. `null`: they chose none. */
export function chooseNumber(wanted: number | null | undefined, taken: readonly number[]): Result<number | null> {
  if (wanted === null || wanted === undefined) return ok(null)
  if (!isRaceNumber(wanted)) return refuse('RACE_NUMBER_RANGE', { field: 'raceNumber' })
  return taken.includes(wanted) ? refuse('RACE_NUMBER_TAKEN', { field: 'raceNumber', raceNumber: wanted }) : ok(wanted)
}

/** A grid from pole to last must name everybody who is in, once; refuses VERSION_CONFLICT when somebody came or left meanwhile. */
export function orderGrid<Id extends string>(grid: readonly Id[], active: readonly Id[]): Result<readonly Id[]> {
  const named = new Set(grid)
  return named.size === grid.length && grid.length === active.length && active.every((id) => named.has(id)) ? ok(grid) : refuse('VERSION_CONFLICT')
}
