import { findCar } from '#games/catalogue.ts'
import { gameOf } from '#games/index.ts'
import type { Bop } from '#modules/bop/rules.ts'
import type { EntryList } from '../contract.ts'
import type { Facts } from '../store.ts'

/** By the ids of cars. */
export type Bops = Readonly<Record<string, Bop>>

export const namesOf = ({ game }: Facts) => {
  const catalogue = gameOf(game)?.catalogue
  return (carId: string): string => (catalogue && findCar(catalogue, carId)?.name) ?? carId
}

/** What an event has to choose from. */
export function carsOf(facts: Facts, bops: Bops): EntryList['cars'] {
  const name = namesOf(facts)
  return facts.car_ids.map((model) => ({
    model,
    name: name(model),
    skins: [...facts.offer.skinsOf(model)],
    carClassIds: facts.classes.filter((one) => one.car_ids.includes(model)).map((one) => one.class_id),
    bop: bops[model] ?? null,
  }))
}
