import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlannedByHand, movedOpening } from './copies.ts'

test('what was kept by hand in the end alone was not planned so', () => {
  for (const [manual, options, expected] of [
    [true, {}, true],
    [true, { 'weather.kind': 3 }, false],
    [false, { 'weather.kind': 3 }, false],
    [false, {}, false],
  ] as const)
    assert.equal(isPlannedByHand({ manual, options }), expected, JSON.stringify([manual, options]))
})

test('a chosen moment at which registration opens stays as long before the start', () => {
  const [from, to] = [new Date('2026-11-20T20:00:00Z'), new Date('2026-11-27T19:30:00Z')]
  assert.equal(movedOpening(new Date('2026-11-18T18:00:00Z'), from, to)?.toISOString(), '2026-11-25T17:30:00.000Z')
  assert.equal(movedOpening(null, from, to), null)
})
