import type { CatalogueReply, EventView } from '#modules/sessions/contract.ts'
import { bopFault, type Bop } from '../rules.ts'

/** A balance as it is being typed; `null` while it is no number. */
export type TypedBop = { readonly [Part in keyof Bop]: number | null }
/** By the id of the car. */
export type TypedBops = Readonly<Record<string, TypedBop>>

export type BopBounds = NonNullable<CatalogueReply['bop']>

/** What is sent of it; `null` while anything is wrong. */
export function bopsOf(typed: TypedBops, { ballastkg, restrictor }: BopBounds): Record<string, Bop> | null {
  const isRight = Object.values(typed).every((bop) => bopFault(bop.ballastkg, ballastkg) === null && bopFault(bop.restrictor, restrictor) === null)
  if (!isRight) return null
  return Object.fromEntries(Object.entries(typed).map(([carId, bop]) => [carId, { ballastkg: bop.ballastkg ?? 0, restrictor: bop.restrictor ?? 0 }]))
}

/** The balance with what was chosen for several cars at once; what was left empty stays as it is. */
export const withChosen = (bop: TypedBop, chosen: Partial<TypedBop>): TypedBop => ({
  ballastkg: chosen.ballastkg ?? bop.ballastkg,
  restrictor: chosen.restrictor ?? bop.restrictor,
})

/** The class a car drives in: the event's own, else that of its game. */
export function bopClassOf(
  { carClasses }: Pick<EventView, 'carClasses'>,
  { carClassId, className }: EventView['cars'][number],
): { readonly name: string; readonly color: string | undefined } {
  const own = carClasses.find(({ id }) => id === carClassId)
  return { name: own?.name ?? className ?? '', color: own?.color }
}
