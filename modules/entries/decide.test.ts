import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseCar, chooseNumber, chooseSkin, type Offer, orderGrid } from './decide.ts'

const offer = (taken: Readonly<Record<string, number>> = {}): Offer => ({
  carIds: ['a', 'b', 'both', 'none'],
  classes: [
    { classId: 'GT3', carIds: ['a', 'both'], maxEntries: 2, taken: taken['GT3'] ?? 0 },
    { classId: 'GT4', carIds: ['b', 'both'], maxEntries: null, taken: taken['GT4'] ?? 0 },
  ],
  skinsOf: (carId) => (carId === 'a' ? ['red', 'blue'] : []),
})

test('the car brings its class, or one is chosen', () => {
  const table: readonly (readonly [Parameters<typeof chooseCar>[1], Offer, string | null, unknown])[] = [
    [{ model: 'a' }, offer(), null, { carId: 'a', skin: null, classId: 'GT3' }],
    [{ model: 'both' }, offer(), null, { carId: 'both', skin: null, classId: 'GT3' }],
    // the first is full: the next that has room
    [{ model: 'both' }, offer({ GT3: 2 }), null, { carId: 'both', skin: null, classId: 'GT4' }],
    // who sits in the full one stays there
    [{ model: 'both' }, offer({ GT3: 2 }), 'GT3', { carId: 'both', skin: null, classId: 'GT3' }],
    // full, but there is no other: taking the seat will say so
    [{ model: 'a' }, offer({ GT3: 2 }), null, { carId: 'a', skin: null, classId: 'GT3' }],
    [{ model: 'both', carClassId: 'GT4' }, offer(), null, { carId: 'both', skin: null, classId: 'GT4' }],
    [{ model: 'a', carClassId: 'GT4' }, offer(), null, 'CAR_NOT_IN_EVENT'],
    [{ model: 'c' }, offer(), null, 'CAR_NOT_IN_EVENT'],
    [{ model: 'none' }, offer(), null, 'CAR_NOT_IN_EVENT'],
    [{ model: 'none' }, { ...offer(), classes: [] }, null, { carId: 'none', skin: null, classId: null }],
    [{ model: 'a', skin: 'blue' }, offer(), null, { carId: 'a', skin: 'blue', classId: 'GT3' }],
    [{ model: 'a', skin: 'gone' }, offer(), null, { carId: 'a', skin: null, classId: 'GT3' }],
  ]
  for (const [car, event, stay, expected] of table) {
    const result = chooseCar(event, car, stay)
    assert.deepEqual(result.ok ? result.value : result.refusal.code, expected, JSON.stringify(car))
  }
})

test('a livery that is no more falls back to the default', () => {
  assert.equal(chooseSkin(offer(), 'a', 'red'), 'red')
  assert.equal(chooseSkin(offer(), 'a', ''), null)
  assert.equal(chooseSkin(offer(), 'b', 'red'), null)
})

test('product.md §5 "Race number …, unique among entries": a chosen number is in range and free, or none is chosen', () => {
  assert.deepEqual(
    [null, undefined, 1, 998, 7, 0, 999].map((wanted) => {
      const result = chooseNumber(wanted, [7])
      return result.ok ? result.value : result.refusal.code
    }),
    [null, null, 1, 998, 'RACE_NUMBER_TAKEN', 'RACE_NUMBER_RANGE', 'RACE_NUMBER_RANGE'],
  )
})

test('a grid names everybody who is in, once', () => {
  assert.equal(orderGrid(['b', 'a'], ['a', 'b']).ok, true)
  for (const grid of [['a'], ['a', 'a'], ['a', 'c'], ['a', 'b', 'c']]) assert.equal(orderGrid(grid, ['a', 'b']).ok, false)
})
