import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seatBars } from './seat-bars.ts'

const event = (taken: number, seats: number, ...classes: readonly (readonly [id: string, current: number, max: number | null])[]) => ({
  taken,
  config: { seats },
  carClasses: classes.map(([id, currentEntries, maxClassEntries]) => ({ id, currentEntries, maxClassEntries })),
})
const told = (of: ReturnType<typeof event>): readonly unknown[] => seatBars(of).map(({ classId, taken, most, free }) => [classId, taken, most, free])

test('product.md §5 "Open slots = max entries minus participants": all together, and each class with a limit', () => {
  assert.deepEqual(told(event(7, 20)), [[null, 7, 20, 13]])
  assert.deepEqual(told(event(7, 20, ['GT3', 4, null], ['GT4', 3, null])), [[null, 7, 20, 13]])
  assert.deepEqual(told(event(7, 20, ['GT3', 4, 10], ['GT4', 3, null])), [
    [null, 7, 20, 13],
    ['GT3', 4, 10, 6],
  ])
})

test('limits that come to the grid say all; where they promise more than the grid has, it stands above them', () => {
  assert.deepEqual(told(event(7, 20, ['GT3', 4, 10], ['GT4', 3, 10])), [
    ['GT3', 4, 10, 6],
    ['GT4', 3, 10, 7],
  ])
  assert.deepEqual(told(event(20, 20, ['GT3', 12, 16], ['GT4', 8, 16])), [
    [null, 20, 20, 0],
    ['GT3', 12, 16, 0],
    ['GT4', 8, 16, 0],
  ])
})

test('a class has no more free seats than the grid, and never fewer than none', () => {
  assert.deepEqual(told(event(18, 20, ['GT3', 8, 16], ['GT4', 10, 16])), [
    [null, 18, 20, 2],
    ['GT3', 8, 16, 2],
    ['GT4', 10, 16, 2],
  ])
  assert.deepEqual(told(event(23, 20, ['GT3', 17, 16], ['GT4', 6, null])), [
    [null, 23, 20, 0],
    ['GT3', 17, 16, 0],
  ])
})
