import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offersPicks } from './offers-picks.ts'

test('product.md §6 "pick list (not in tournament sessions unless series or round; not for team events …)"', () => {
  for (const [tournamentType, driverSwap, expected] of [
    [null, false, true],
    ['SERIES', false, true],
    ['ROUND', false, true],
    ['CHAMPIONSHIP', false, false],
    [null, true, false],
    ['SERIES', true, false],
    ['CHAMPIONSHIP', true, false],
  ] as const)
    assert.equal(offersPicks({ tournamentType, driverSwap }), expected, `${tournamentType} ${driverSwap}`)
})
