import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { fieldOf, same } from './fields.ts'
import { merge, withChoice } from './merge.ts'

type Form = {
  readonly name?: string
  readonly about?: string
  readonly cars?: readonly string[]
  readonly options?: Readonly<Record<string, number>>
  readonly track?: string
  readonly layout?: string | null
}
const BASE: Form = { name: 'Sprint', about: '', cars: ['a', 'b'], options: { fuel: 1, rain: 0 }, track: 'spa', layout: null }

type Row = {
  readonly what: string
  readonly mine?: Form
  readonly theirs?: Form
  readonly becomes: Form
  readonly taken?: readonly string[]
  readonly overlaps?: readonly string[]
}
const TABLE: readonly Row[] = [
  { what: 'nobody touched anything', becomes: {} },
  { what: 'only I did', mine: { name: 'Mine' }, becomes: { name: 'Mine' } },
  { what: 'only they did', theirs: { name: 'Theirs' }, becomes: { name: 'Theirs' }, taken: ['name'] },
  {
    what: 'each another field',
    mine: { about: 'Mine' },
    theirs: { name: 'Theirs' },
    becomes: { name: 'Theirs', about: 'Mine' },
    taken: ['name'],
  },
  { what: 'both the same field', mine: { name: 'Mine' }, theirs: { name: 'Theirs' }, becomes: { name: 'Mine' }, overlaps: ['name'] },
  { what: 'both to the same', mine: { name: 'Same' }, theirs: { name: 'Same' }, becomes: { name: 'Same' } },
  {
    what: 'each another key of a record',
    mine: { options: { fuel: 2, rain: 0 } },
    theirs: { options: { fuel: 1, rain: 3 } },
    becomes: { options: { fuel: 2, rain: 3 } },
    taken: ['options.rain'],
  },
  {
    what: 'a key of a record, both',
    mine: { options: { fuel: 2, rain: 0 } },
    theirs: { options: { fuel: 3, rain: 0 } },
    becomes: { options: { fuel: 2, rain: 0 } },
    overlaps: ['options.fuel'],
  },
  {
    what: 'a key that I took away and they changed',
    mine: { options: { rain: 0 } },
    theirs: { options: { fuel: 3, rain: 0 } },
    becomes: { options: { rain: 0 } },
    overlaps: ['options.fuel'],
  },
  { what: 'a key that they took away', theirs: { options: { rain: 0 } }, becomes: { options: { rain: 0 } }, taken: ['options.fuel'] },
  { what: 'a list is one field', mine: { cars: ['a'] }, theirs: { cars: ['b'] }, becomes: { cars: ['a'] }, overlaps: ['cars'] },
  {
    what: 'what goes together is one field',
    mine: { layout: 'short' },
    theirs: { track: 'monza' },
    becomes: { track: 'spa', layout: 'short' },
    overlaps: ['track'],
  },
  {
    what: 'what goes together is taken together',
    theirs: { track: 'monza', layout: 'junior' },
    becomes: { track: 'monza', layout: 'junior' },
    taken: ['track'],
  },
]

describe('what two people made of one form', () => {
  for (const { what, mine = {}, theirs = {}, becomes, taken = [], overlaps = [] } of TABLE)
    test(what, () => {
      const merged = merge(BASE, { ...BASE, ...mine }, { ...BASE, ...theirs }, [['track', 'layout']])
      assert.deepEqual(merged.values, { ...BASE, ...becomes })
      assert.deepEqual(
        merged.taken.map((one) => fieldOf(one).join('.')),
        taken,
      )
      assert.deepEqual(
        merged.overlaps.map((one) => fieldOf(one).join('.')),
        overlaps,
      )
    })

  test('a choice puts one side in, and may be changed again', () => {
    const mine = { ...BASE, track: 'monza', layout: 'junior', options: { rain: 1 } }
    const theirs = { ...BASE, track: 'imola', options: { fuel: 3, rain: 2 } }
    const { values, overlaps } = merge<Form>(BASE, mine, theirs, [['track', 'layout']])
    const allTheirs = overlaps.reduce((all, one) => withChoice(all, one, 'theirs'), values)
    assert.deepEqual(allTheirs, theirs)
    assert.deepEqual(
      overlaps.reduce((all, one) => withChoice(all, one, 'mine'), allTheirs),
      mine,
    )
  })

  const leaf = fc.oneof(fc.integer({ min: 0, max: 2 }), fc.constantFrom(null, '', 'x'), fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 2 }))
  const record = fc.dictionary(fc.constantFrom('a', 'b', 'c'), leaf, { maxKeys: 3 })
  const form = fc.record({ a: leaf, b: leaf, c: leaf, d: leaf, in: record, within: fc.record({ deep: record }) })
  type Flat = ReadonlyMap<string, unknown>
  const flat = (value: unknown, at = ''): Flat =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? new Map(Object.entries(value).flatMap(([key, one]) => [...flat(one, `${at}.${key}`)]))
      : new Map([[at, value]])

  test('no field that only one side touched is ever lost, and none that both touched is decided alone', () => {
    fc.assert(
      fc.property(form, form, form, (base, mine, theirs) => {
        const { values, taken, overlaps } = merge(base, mine, theirs)
        const [was, own, other, is] = [base, mine, theirs, values].map((one) => flat(one)) as [Flat, Flat, Flat, Flat]
        const names = (some: readonly Parameters<typeof fieldOf>[0][]) => new Set(some.map((one) => `.${fieldOf(one).join('.')}`))
        const [ofTheirs, ofBoth] = [names(taken), names(overlaps)]
        for (const key of new Set([...was.keys(), ...own.keys(), ...other.keys()])) {
          const [isMine, isTheirs] = [!same(was.get(key), own.get(key)), !same(was.get(key), other.get(key))]
          const isBoth = isMine && isTheirs && !same(own.get(key), other.get(key))
          assert.ok(same(is.get(key), (isMine ? own : other).get(key)), key)
          assert.equal(ofBoth.has(key), isBoth, key)
          assert.equal(ofTheirs.has(key), isTheirs && !isMine, key)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('with all choices made one way the values are that side, where only that side touched more', () => {
    fc.assert(
      fc.property(form, form, (base, theirs) => {
        assert.ok(same(merge(base, base, theirs).values, theirs))
        assert.ok(same(merge(base, theirs, base).values, theirs))
      }),
    )
  })
})
