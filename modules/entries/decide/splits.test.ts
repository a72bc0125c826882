import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { usualLeast } from '#modules/sessions/rules.ts'
import { fieldOf, fieldStrength, splitCount, type SplitSize } from '../rules/splits.ts'
import { divide, type Divided, type SplitEntry } from './splits.ts'

const one = (no: number, more: Partial<SplitEntry> = {}): SplitEntry => ({
  id: `e${String(no).padStart(4, '0')}`,
  classId: null,
  rank: null,
  registeredAt: new Date(no * 1000),
  ...more,
})
const field = (count: number): readonly SplitEntry[] => Array.from({ length: count }, (_, no) => one(no))
const sizesOf = ({ splits }: Divided): readonly number[] => splits.map((split) => split.length)

const someClass = fc.constantFrom(null, 'GT3', 'GT4', 'CUP')
/** Few moments and ranks, so that ties are common. */
const someEntry = fc.record({ classId: someClass, rank: fc.option(fc.integer({ min: 0, max: 20 })), at: fc.integer({ min: 0, max: 40 }) })
const someField = fc
  .array(someEntry, { maxLength: 140 })
  .map((all) => all.map(({ classId, rank, at }, no) => one(no, { classId, rank, registeredAt: new Date(at * 1000) })))
const someSize: fc.Arbitrary<SplitSize> = fc
  .integer({ min: 2, max: 40 })
  .chain((most) => fc.record({ most: fc.constant(most), least: fc.integer({ min: 1, max: most }) }))

test('how many splits, and how large', () => {
  for (const [entries, most, least, sizes, waiting] of [
    [101, 30, 10, [26, 25, 25, 25], 0],
    [0, 30, 15, [0], 0],
    [1, 30, 15, [1], 0],
    [30, 30, 15, [30], 0],
    [31, 30, 15, [16, 15], 0],
    // two would be too small: one is full, and the last to come waits
    [31, 30, 16, [30], 1],
    [39, 30, 20, [30], 9],
    [40, 30, 20, [20, 20], 0],
    [61, 30, 29, [30, 30], 1],
    [87, 30, 29, [29, 29, 29], 0],
  ] as const) {
    const divided = divide(field(entries), { most, least })
    assert.deepEqual([sizesOf(divided), divided.waiting.length], [sizes, waiting], `${entries} at ${least}–${most}`)
    assert.equal(splitCount(entries, { most, least }), sizes.length)
  }
})

test('with the usual least nobody waits', () => {
  for (let most = 2; most <= 40; most++)
    for (let entries = 0; entries <= 200; entries++) assert.deepEqual(divide(field(entries), { most, least: usualLeast(most) }).waiting, [])
})

test('split 1 is the strongest; who has no rank follows, and earlier registration breaks ties', () => {
  const ranked = [one(1, { rank: 1000 }), one(2, { rank: 3000 }), one(3), one(4, { rank: 3000 }), one(5)]
  assert.deepEqual(divide(ranked, { most: 2, least: 1 }), { splits: [['e0002', 'e0004'], ['e0001', 'e0003'], ['e0005']], waiting: [] })
})

test('who waits is who registered last, whatever their rank', () => {
  const ranked = [one(1), one(2), one(3, { rank: 9000 })]
  assert.deepEqual(divide(ranked, { most: 2, least: 2 }), { splits: [['e0001', 'e0002']], waiting: ['e0003'] })
})

test('field strength is the rounded mean of the ranks; who has none counts as 1500, and where nobody has one it is not known', () => {
  assert.equal(fieldStrength([1500, 1502, null, 1503]), 1501)
  assert.equal(fieldStrength([1700, null]), 1600)
  assert.equal(fieldStrength([null, null]), null)
  assert.equal(fieldStrength([]), null)
})

test('the field is divided by rank, teams by the mean of theirs, and who was never rated begins at 1500', () => {
  const at = new Date(0)
  const row = (id: string, ...ranks: readonly (number | null)[]) => ({ id, class_id: null, registered_at: at, ranks })
  const field = fieldOf([row('new', null), row('weak', 1499.9), row('duo', 1700, 1310), row('half', 1900, null), row('strong', 1650)])
  assert.deepEqual(
    field.map(({ id, rank }) => [id, rank]),
    [
      ['new', 1500],
      ['weak', 1499.9],
      ['duo', 1505],
      ['half', 1700],
      ['strong', 1650],
    ],
  )
  assert.deepEqual(divide(field, { most: 2, least: 1 }).splits, [['half', 'strong'], ['duo', 'new'], ['weak']])
})

test('each entry stands once, in a split or in the line of those who wait', () => {
  fc.assert(
    fc.property(someField, someSize, (entries, size) => {
      const { splits, waiting } = divide(entries, size)
      assert.deepEqual([...splits.flat(), ...waiting].toSorted(), entries.map(({ id }) => id).toSorted())
    }),
  )
})

test('sizes differ by at most one, none holds more than the most, several hold the least, and who waits waits at full splits', () => {
  fc.assert(
    fc.property(someField, someSize, (entries, size) => {
      const divided = divide(entries, size)
      const sizes = sizesOf(divided)
      assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1)
      assert.ok(Math.max(...sizes) <= size.most)
      if (sizes.length > 1) assert.ok(Math.min(...sizes) >= size.least)
      if (divided.waiting.length > 0) assert.ok(Math.min(...sizes) === size.most)
    }),
  )
})

test('every split has its share of each class, to within one', () => {
  fc.assert(
    fc.property(someField, someSize, (entries, size) => {
      const { splits } = divide(entries, size)
      const classOf = new Map(entries.map(({ id, classId }) => [id, classId]))
      for (const classId of new Set(classOf.values())) {
        const counts = splits.map((split) => split.filter((id) => classOf.get(id) === classId).length)
        assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, `${classId} ${counts}`)
      }
    }),
  )
})

test('within a class nobody stands in a stronger split than somebody of a higher rank', () => {
  fc.assert(
    fc.property(someField, someSize, (entries, size) => {
      const { splits } = divide(entries, size)
      const splitOf = new Map(splits.flatMap((split, no) => split.map((id) => [id, no] as const)))
      for (const a of entries)
        for (const b of entries)
          if (a.classId === b.classId && splitOf.has(a.id) && splitOf.has(b.id) && (a.rank ?? -1) > (b.rank ?? -1))
            assert.ok(splitOf.get(a.id)! <= splitOf.get(b.id)!)
    }),
  )
})

test('the order in which entries are read changes nothing', () => {
  const shuffled = someField.chain((entries) =>
    fc.tuple(fc.constant(entries), fc.shuffledSubarray([...entries], { minLength: entries.length, maxLength: entries.length })),
  )
  fc.assert(fc.property(shuffled, someSize, ([entries, again], size) => assert.deepEqual(divide(again, size), divide(entries, size))))
})

test('one more entry sends at most one driver of each class over each border between splits', () => {
  fc.assert(
    fc.property(someField, someEntry, someSize, (entries, { classId, rank }, size) => {
      const before = divide(entries, size)
      const after = divide([...entries, one(entries.length, { classId, rank, registeredAt: new Date(1_000_000) })], size)
      // another split changes what all of them hold
      fc.pre(before.splits.length === after.splits.length)
      const classOf = new Map(entries.map((entry) => [entry.id, entry.classId]))
      const stood = new Map(before.splits.flatMap((split, no) => split.map((id) => [id, no] as const)))
      const crossed = new Set<string>()
      for (const [no, split] of after.splits.entries())
        for (const id of split)
          for (let border = Math.min(stood.get(id) ?? no, no); border < Math.max(stood.get(id) ?? no, no); border++) {
            const crossing = `${classOf.get(id)} ${border}`
            assert.ok(!crossed.has(crossing), crossing)
            crossed.add(crossing)
          }
    }),
    { numRuns: 300 },
  )
})
