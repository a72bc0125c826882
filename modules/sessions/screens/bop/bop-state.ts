import type { CatalogueReply, EventView } from '../../contract.ts'

/** A balance as it is being typed; `null` while it is no number. */
export type TypedBop = { readonly ballastkg: number | null; readonly restrictor: number | null }
export const NO_BOP = { ballastkg: 0, restrictor: 0 } as const

export type BopBounds = NonNullable<CatalogueReply['bop']>

/** What is wrong with a value (product.md §5), as the key of its text; `null` when nothing. */
export function bopFault(value: number | null, { min, max }: { readonly min: number; readonly max: number }): 'missing' | 'range_invalid' | null {
  if (value === null || !Number.isInteger(value)) return 'missing'
  return value < min || value > max ? 'range_invalid' : null
}

/** What SetBop takes; `null` while anything is wrong. */
export function bopsOf(
  typed: Readonly<Record<string, TypedBop>>,
  { ballastkg, restrictor }: BopBounds,
): Record<string, { ballastkg: number; restrictor: number }> | null {
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
