/**
 * Makes something of data once for all data alike in what the making reads: what is made is kept under the answers it was given, question by
 * question. Data that differ in nothing that was read come to the same, so nothing can be in it that not all of them hold. `most` are kept.
 * `markAt` may give a mark to read in place of words: then only whether there are words counts.
 */
export function byReads<Given extends object, Made>(
  make: (given: Given) => Promise<Made>,
  most: number,
  markAt: MarkAt = () => null,
): (given: Given) => Promise<Made> {
  let known: Known<Made> | undefined
  let count = 0
  return async (given) => {
    let place = known
    const found: unknown[] = [given]
    while (place && 'known' in place) {
      const holder = found[place.from]
      const value = place.name === null ? holder : (holder as Readonly<Record<string, unknown>>)[place.name]
      found.push(value)
      place = place.known.get(answerOf(place.of, value))
    }
    if (place) return place.made
    const reads: Read[] = []
    const made = await make(watched(given, reads, markAt))
    if (count >= most) known = undefined
    count = known ? count + 1 : 1
    known = learned(known, reads, made)
    return made
  }
}

export type MarkAt = (path: readonly string[]) => string | null
/** What is at a place, which names stand there, or whether words do. */
type Question = { readonly of: 'value' | 'names' | 'words'; readonly path: readonly string[] }
type Read = readonly [asked: Question, answer: unknown]
/** `from`: in whose answer `name` stands, the number of that question; 0 is the data as a whole. `null`: it asks about that itself. */
type Place<Made> = {
  readonly key: string
  readonly of: Question['of']
  readonly from: number
  readonly name: string | null
  readonly known: Map<unknown, Known<Made>>
}
type Known<Made> = { readonly made: Made } | Place<Made>

/** Stand for every object and every list: what is in them are questions of their own. */
const OBJECT = Symbol('object')
const LIST = Symbol('list')

const answerOf = (of: Question['of'], value: unknown): unknown =>
  of === 'names' ? namesOf(value as object) : of === 'words' ? isWords(value) : plain(value)
const isWords = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null
const plain = (value: unknown): unknown => (isHolder(value) ? (Array.isArray(value) ? LIST : OBJECT) : value)
const namesOf = (value: object): string => JSON.stringify(Object.keys(value))

function learned<Made>(known: Known<Made> | undefined, reads: readonly Read[], made: Made, at = 0): Known<Made> {
  const read = reads[at]
  if (!read) return { made }
  const [question, answer] = read
  const isSame = known && 'known' in known && known.key === keyOf(question)
  const place = isSame ? known : placeOf<Made>(question, reads.slice(0, at))
  place.known.set(answer, learned(place.known.get(answer), reads, made, at + 1))
  return place
}
/** What holds a thing was asked for before it: to find that again is one step instead of the whole way. */
function placeOf<Made>(question: Question, before: readonly Read[]): Place<Made> {
  const { of, path } = question
  const holder = of === 'names' ? path : path.slice(0, -1)
  const asked = keyOf({ of: 'value', path: holder })
  const from = holder.length === 0 ? 0 : before.findIndex(([one]) => keyOf(one) === asked) + 1
  if (from === 0 && holder.length > 0) throw new Error(`${path.join('.')} was read of what nobody asked for`)
  return { key: keyOf(question), of, from, name: of === 'names' ? null : path.at(-1)!, known: new Map() }
}
const keyOf = ({ of, path }: Question): string => JSON.stringify([of, ...path])

/** The same data; what is read of them is noted, each once. */
function watched<Given extends object>(given: Given, reads: Read[], markAt: MarkAt): Given {
  const asked = new Set<string>()
  const seen = new Map<string, object>()
  const note = (question: Question, answer: unknown): void => {
    const key = keyOf(question)
    if (asked.has(key)) return
    asked.add(key)
    reads.push([question, answer])
  }
  const watch = (target: object, path: readonly string[]): object => {
    // by its place: one thing may stand in two, and be two for others
    const at = JSON.stringify(path)
    const known = seen.get(at)
    if (known) return known
    const names = (): void => note({ of: 'names', path }, namesOf(target))
    const proxy = new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name)
        // what arrays can do is the same for all
        if (typeof name === 'symbol' || typeof value === 'function') return value
        const place = [...path, name]
        const mark = markAt(place)
        if (mark !== null) note({ of: 'words', path: place }, isWords(value))
        if (mark !== null && isWords(value)) return mark
        note({ of: 'value', path: place }, plain(value))
        return isHolder(value) ? watch(value, place) : value
      },
      has: (_, name) => (names(), Reflect.has(target, name)),
      ownKeys: () => (names(), Reflect.ownKeys(target)),
      getOwnPropertyDescriptor: (_, name) => (names(), Reflect.getOwnPropertyDescriptor(target, name)),
    })
    seen.set(at, proxy)
    return proxy
  }
  return watch(given, []) as Given
}
