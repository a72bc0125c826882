import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeNumber } from './rules.ts'

test('no new round is called as another', () => {
  const round = (name: string, shortName: string) => ({ name, shortName })
  assert.equal(freeNumber([]), 1)
  assert.equal(freeNumber([round('Heats', 'H'), round('Final', 'F')]), 3)
  assert.equal(freeNumber([round('Round 2', 'R2')]), 3, 'the first of two was removed')
  assert.equal(freeNumber([round('Heats', 'r2'), round('round 3', 'X')]), 4)
})
