/** Where a field stands in the values of a form: `['options', 'fuelMul']`. */
export type Path = readonly string[]
/** A field changed on both sides, each to something else: `at` is the record it stands in, the others are its parts there. */
export type Overlap = { readonly at: Path; readonly theirs: Parts; readonly mine: Parts }
export type Merged<Values> = {
  /** The present values with what I touched; where both did, mine until somebody chooses. */
  readonly values: Values
  /** What only they have changed. */
  readonly taken: readonly Taken[]
  readonly overlaps: readonly Overlap[]
}
export type Taken = { readonly at: Path; readonly theirs: Parts }
export type Parts = Readonly<Record<string, unknown>>
/** Keys of the values that make sense only as they were chosen together, a track and its layout for example. */
export type Together<Values> = readonly (readonly (keyof Values & string)[])[]

/** Whether two values mean the same, in whatever order their keys stand; a key without a value is none. */
export function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((each, index) => same(each, other[index]))
  if (!isRecord(one) || !isRecord(other)) return false
  return keysOf(one, other).every((key) => same(one[key], other[key]))
}

/** The name of a field, for keys and lookups: of several that go together, the first. */
export const fieldOf = ({ at, theirs }: Taken): Path => [...at, Object.keys(theirs)[0]!]

export const keysOf = (...all: readonly Parts[]): readonly string[] => [...new Set(all.flatMap(Object.keys))]

export const isRecord = (value: unknown): value is Parts => typeof value === 'object' && value !== null && !Array.isArray(value)
