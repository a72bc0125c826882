import { isRecord, keysOf, same, type Merged, type Overlap, type Parts, type Path, type Taken, type Together } from './fields.ts'

/**
 * What both sides made of the same values, field by field. Records are gone into; a list is one field, since what stands at a place of it
 * says nothing of what stood there before.
 */
export function merge<Values extends object>(base: Values, mine: Values, theirs: Values, together: Together<Values> = []): Merged<Values> {
  const found: { readonly taken: Taken[]; readonly overlaps: Overlap[] } = { taken: [], overlaps: [] }
  const values = mergeAt([], base as Parts, mine as Parts, theirs as Parts, together, found) as Values
  return { values, ...found }
}

/** The values with one side of a field that both have changed. */
export const withChoice = <Values extends object>(values: Values, { at, ...sides }: Overlap, side: 'theirs' | 'mine'): Values =>
  putAt(values as Parts, at, sides[side]) as Values

function mergeAt(
  at: Path,
  base: Parts,
  mine: Parts,
  theirs: Parts,
  together: readonly (readonly string[])[],
  found: { readonly taken: Taken[]; readonly overlaps: Overlap[] },
): Parts {
  const grouped = new Set(together.flat())
  const single = keysOf(base, mine, theirs).filter((key) => !grouped.has(key))
  let values: Parts = {}
  for (const keys of [...together, ...single.map((key) => [key])]) {
    const [was, own, other] = [pick(base, keys), pick(mine, keys), pick(theirs, keys)]
    const key = keys[0]!
    const [inBase, inMine, inTheirs] = [was[key], own[key], other[key]]
    if (keys.length === 1 && isRecord(inBase) && isRecord(inMine) && isRecord(inTheirs)) {
      values = { ...values, [key]: mergeAt([...at, key], inBase, inMine, inTheirs, [], found) }
      continue
    }
    const isTheirs = same(was, own)
    if (isTheirs && !same(own, other)) found.taken.push({ at, theirs: other })
    if (!isTheirs && !same(was, other) && !same(own, other)) found.overlaps.push({ at, theirs: other, mine: own })
    values = { ...values, ...(isTheirs ? other : own) }
  }
  return defined(values)
}

/** All keys are there, so that a side on which there is nothing takes away what is on the other. */
const pick = (from: Parts, keys: readonly string[]): Parts => Object.fromEntries(keys.map((key) => [key, from[key]]))

const putAt = (values: Parts, [first, ...rest]: Path, parts: Parts): Parts =>
  first === undefined ? defined({ ...values, ...parts }) : { ...values, [first]: putAt((values[first] ?? {}) as Parts, rest, parts) }

const defined = (parts: Parts): Parts => Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
