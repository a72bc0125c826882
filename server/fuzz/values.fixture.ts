import fc from 'fast-check'

/** Stands in a value for text that no JSON writer writes; `wireText` puts it in. */
const raw = (text: string): string => `@raw:${text}@`
const deep = (levels: number): string => `@deep:${levels}@`

/** Texts that people, programs and attackers send. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '\uDBFF\uDBFF',
  '\u202Egnp.exe',
  '\u2066a\u2069',
  '\uFEFF',
  '\uFFFE\uFFFF',
  '\u001B[31m',
  '\u2028',
  '\r\nset-cookie: a=b',
  'e\u0301'.repeat(60),
  'Z\u0335\u0322\u033A'.repeat(40),
  '\uFDFA'.repeat(90),
  '😀'.repeat(130),
  'x'.repeat(70_000),
  '\n'.repeat(500),
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '%00%ED%A0%80',
  '%s%n%x',
  '\\',
  '"',
  '_%',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  'true',
  '1e309',
  '-0',
  '٣',
  '0x10',
  'İı',
  'ALL',
  '{{code}}',
  '$1',
  'data:image/png;base64,AAAA',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
]

const NUMBERS: readonly unknown[] = [
  0,
  -1,
  1.5,
  1e-320,
  255,
  65_536,
  2_000_000_000,
  2_147_483_647,
  2_147_483_648,
  4_294_967_296,
  1e15,
  Number.MAX_SAFE_INTEGER,
  1e21,
  Number.MAX_VALUE,
  raw('-0'),
  raw('9007199254740993'),
  raw('9223372036854775808'),
  raw('1e309'),
  raw('-1e309'),
  raw('0.1e-400'),
  raw('1'.repeat(400)),
]

const NESTED: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  ['a', 1, {}],
  Object.fromEntries([['__proto__', { role: 'owner' }]]),
  { constructor: { prototype: { role: 'owner' } } },
  { toString: 1, valueOf: null, toJSON: 'x', length: 5 },
  Array.from({ length: 3000 }, (_, n) => n),
  Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`k${n}`, n])),
  { $ne: null, $gt: '' },
  deep(60),
  deep(3000),
  deep(100_000),
]

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  // what a database or a UTF-8 writer chokes on first
  { weight: 1, arbitrary: fc.constantFrom('\u0000', 'a\u0000b', '\uD800', 'x\uDC00y') },
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)
export const hostileNumber: fc.Arbitrary<unknown> = fc.oneof(fc.constantFrom(...NUMBERS), fc.double())
export const hostile: fc.Arbitrary<unknown> = fc.oneof(hostileText, hostileNumber, fc.constantFrom(...NESTED))

/** A value as it goes over the wire: what JSON cannot say included. */
export const wireText = (value: unknown): string =>
  (JSON.stringify(value) ?? 'undefined')
    .replaceAll(/"@raw:([^"@]*)@"/g, '$1')
    .replaceAll(/"@deep:(\d+)@"/g, (_, levels: string) => '['.repeat(Number(levels)) + ']'.repeat(Number(levels)))

/** The same in an address: bytes of lone surrogates as a careless program writes them. */
export const inAddress = (value: unknown): string => {
  const text = typeof value === 'string' ? value.replace(/^@raw:(.*)@$/s, '$1') : wireText(value)
  return Array.from(text.slice(0, 6000), (one) => {
    const code = one.codePointAt(0)!
    if (code < 0xd8_00 || code > 0xdf_ff) return encodeURIComponent(one)
    return `%ED%${(0x80 | ((code >> 6) & 0x3f)).toString(16)}%${(0x80 | (code & 0x3f)).toString(16)}`
  }).join('')
}

type Path = readonly string[]

/** Every place inside a value, its own included. */
function placesIn(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null || at.length > 6) return [at]
  return [at, ...Object.entries(value).flatMap(([key, one]) => placesIn(one, [...at, key]))]
}

export type Damage = { readonly kind: 'replace' | 'remove' | 'add' | 'wrap'; readonly where: number; readonly by: unknown; readonly name: string }

export const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.oneof({ weight: 5, arbitrary: fc.constant('replace' as const) }, fc.constantFrom('remove' as const, 'add' as const, 'wrap' as const)),
  where: fc.nat(),
  by: hostile,
  name: fc.constantFrom('__proto__', 'role', 'v', 'constructor', 'toString', '\u0000', 'x'.repeat(300), '0'),
})

/** The value with one place of it changed. */
export function damaged(value: unknown, { kind, where, by, name }: Damage): unknown {
  const places = placesIn(value)
  const [, ...inside] = places
  const chosen = inside.length === 0 ? [] : inside[where % inside.length]!
  return changedAt(
    value,
    chosen,
    (old) => {
      if (kind === 'wrap') return [old]
      if (kind !== 'add') return by
      return typeof old === 'object' && old !== null ? { ...old, [name]: by } : { [name]: old }
    },
    kind === 'remove',
  )
}

function changedAt(value: unknown, at: Path, change: (old: unknown) => unknown, isRemoved: boolean): unknown {
  const [key, ...rest] = at
  if (key === undefined) return change(value)
  const entries = Object.entries(value as object).flatMap(([name, one]): [string, unknown][] => {
    if (name !== key) return [[name, one]]
    if (rest.length === 0 && isRemoved) return []
    return [[name, changedAt(one, rest, change, isRemoved)]]
  })
  return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries)
}
