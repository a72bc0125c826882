import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { carriedOf, gridOf } from './rules.ts'

/** Cars from pole to last: a number is how many places each drops, `P` starts from the pit lane, null has no place. */
const grid = (...cars: readonly (number | 'P' | null)[]) =>
  gridOf(
    cars.map((car, at) => ({ gridPosition: car === null ? null : at + 1, gridDrop: typeof car === 'number' ? car : 0, isFromPits: car === 'P' })),
  )

// decisions.md §3 "Penalties": "for the next race: qualifying ban, pit-lane start, grid drop"
test('drops of a set grid', () => {
  assert.deepEqual(grid(0, 0, 0), [1, 2, 3])
  assert.deepEqual(grid(3, 0, 0, 0, 0), [4, 1, 2, 3, 5])
  assert.deepEqual(grid(0, 10, 0), [1, 3, 2])
  assert.deepEqual(grid(1, 1, 0), [2, 3, 1])
  assert.deepEqual(grid(2, 1, 0, 0, 0), [3, 4, 1, 2, 5])
  assert.deepEqual(grid(0, 9, 9, 0), [1, 3, 4, 2])
  assert.deepEqual(grid('P', 0, 0), [3, 1, 2])
  assert.deepEqual(grid('P', 5, 0), [3, 2, 1])
  assert.deepEqual(grid(1, null, 0), [2, null, 1])
  assert.deepEqual(grid(0, null, 0), [1, null, 3])
})

test('everybody on a grid keeps one place of it, whatever drops', () => {
  const car = fc.record({ gridDrop: fc.nat(30), isFromPits: fc.boolean() })
  fc.assert(
    fc.property(fc.array(car, { maxLength: 30 }), (cars) => {
      const places = gridOf(cars.map((one, at) => ({ ...one, gridPosition: at + 1 })))
      assert.deepEqual(
        places.toSorted((a, b) => a! - b!),
        cars.map((_, at) => at + 1),
      )
    }),
  )
})

test('what a car carries is the most that anybody in it brings', () => {
  const ballast = (amount: number) => ({ kind: 'BALLAST', amount }) as const
  assert.deepEqual(carriedOf([ballast(20), ballast(30), { kind: 'PIT_LANE_START', amount: null }]), {
    ballastKg: 30,
    restrictor: 0,
    gridDrop: 0,
    isFromPits: true,
  })
  assert.deepEqual(carriedOf([{ kind: 'SUSPENSION', amount: null }]), { ballastKg: 0, restrictor: 0, gridDrop: 0, isFromPits: false })
})
