import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gameOf } from '#games/index.ts'
import { bopFault, bopsOf, NO_BOP } from './bop-state.ts'

const { bop } = gameOf('acc')!

for (const [value, expected] of [
  [-41, 'range_invalid'],
  [-40, null],
  [0, null],
  [40, null],
  [41, 'range_invalid'],
  [null, 'missing'],
  [1.5, 'missing'],
] as const)
  test(`ballast ${value} in ACC`, () => assert.equal(bopFault(value, bop!.ballastKg), expected))

test('nothing is sent while one value is wrong', () => {
  const bounds = { ballastkg: bop!.ballastKg, restrictor: bop!.restrictor }
  assert.deepEqual(bopsOf({ 2: NO_BOP, 34: { ballastkg: 15, restrictor: 3 } }, bounds), { 2: NO_BOP, 34: { ballastkg: 15, restrictor: 3 } })
  assert.equal(bopsOf({ 2: NO_BOP, 34: { ballastkg: 15, restrictor: 21 } }, bounds), null)
  assert.equal(bopsOf({ 2: { ballastkg: null, restrictor: 0 } }, bounds), null)
})
