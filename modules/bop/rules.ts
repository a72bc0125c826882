/** What a car carries beside what its game gives it. */
export type Bop = { readonly ballastkg: number; readonly restrictor: number }
export const NO_BOP: Bop = { ballastkg: 0, restrictor: 0 }

export type Range = { readonly min: number; readonly max: number }

export const TEMPLATE_NAME = { min: 1, max: 60 } as const
/** Of one community and game: a list somebody picks from. */
export const TEMPLATES_AT_MOST = 100

/** What is wrong with a value (product.md §5), as the key of its text; `null` when nothing. */
export function bopFault(value: number | null, { min, max }: Range): 'missing' | 'range_invalid' | null {
  if (value === null || !Number.isInteger(value)) return 'missing'
  return value < min || value > max ? 'range_invalid' : null
}

/** product.md §5: only cars that carry any are kept. */
export const carries = ({ ballastkg, restrictor }: Bop): boolean => ballastkg !== 0 || restrictor !== 0

/** What a car carries in words, those it has: `+10 kg · 2 % restrictor`. */
export const toldBop = (
  { ballastkg, restrictor }: Bop,
  words: { readonly ballast: (kg: number) => string; readonly restrictor: (percent: number) => string },
) => [ballastkg !== 0 && words.ballast(ballastkg), restrictor !== 0 && words.restrictor(restrictor)].filter(Boolean).join(' · ')

/** What an event's cars carry with a template: it is the whole balance, so a car that it does not name carries nothing. */
export const applied = (carIds: readonly string[], bops: Readonly<Record<string, Bop>>): Readonly<Record<string, Bop>> =>
  Object.fromEntries(carIds.map((id) => [id, Object.hasOwn(bops, id) ? bops[id]! : NO_BOP]))

/** How many of a template's cars an event has, and how many it lacks. */
export function fitOf(carIds: readonly string[], bops: Readonly<Record<string, Bop>>): { readonly fits: number; readonly lacks: number } {
  const fits = Object.keys(bops).filter((id) => carIds.includes(id)).length
  return { fits, lacks: Object.keys(bops).length - fits }
}
