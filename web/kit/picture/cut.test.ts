import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutRect, dragged, isBlownUp, MIDDLE } from './cut.ts'

const wide = { width: 2000, height: 1000 }
const banner = { width: 1800, height: 400 }
const square = { width: 512, height: 512 }

test('as much as fits is cut, from the middle or from where it was moved to', () => {
  assert.deepEqual(cutRect(wide, square, MIDDLE), { width: 1000, height: 1000, left: 500, top: 0 })
  assert.deepEqual(cutRect(wide, square, { zoom: 2, x: 1, y: 0 }), { width: 500, height: 500, left: 1500, top: 0 })
  const { width, height, left, top } = cutRect(wide, banner, { zoom: 1, x: 0.5, y: 1 })
  assert.deepEqual([width, Math.round(height), left, Math.round(top)], [2000, 444, 0, 556])
})

test('a part smaller than what is made of it is blown up', () => {
  const cases = [
    [{ width: 512, height: 512 }, square, 1, false],
    [{ width: 511, height: 900 }, square, 1, true],
    [{ width: 1024, height: 1024 }, square, 2, false],
    [{ width: 1024, height: 1024 }, square, 2.1, true],
    [wide, banner, 1, false],
    [{ width: 1700, height: 4000 }, banner, 1, true],
  ] as const
  for (const [source, shape, zoom, wanted] of cases)
    assert.equal(isBlownUp(source, shape, { ...MIDDLE, zoom }), wanted, JSON.stringify({ source, zoom }))
})

test('dragging moves the part against the hand, to the edge and no further', () => {
  const moved = dragged(wide, square, MIDDLE, { x: 0.25, y: 0.5 })
  assert.deepEqual(moved, { zoom: 1, x: 0.25, y: 0.5 })
  assert.equal(dragged(wide, square, MIDDLE, { x: -9, y: 0 }).x, 1)
  assert.equal(dragged(wide, square, MIDDLE, { x: 9, y: 0 }).x, 0)
})
