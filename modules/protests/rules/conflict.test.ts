import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { stewardsMissing } from './conflict.ts'

describe('how many stewards more it takes until a case can be decided', () => {
  for (const [voted, toVote, required, missing] of [
    [0, 3, 3, 0],
    [0, 2, 3, 0],
    [0, 1, 3, 1],
    [0, 0, 3, 2],
    [1, 1, 3, 0],
    // all have voted, one for each side
    [2, 0, 3, 1],
    [1, 0, 3, 1],
    [0, 0, 1, 1],
    [4, 0, 9, 1],
    [5, 0, 9, 4],
  ] as const)
    test(`${voted} of ${required} have voted and ${toVote} may: ${missing}`, () =>
      assert.equal(stewardsMissing({ voted, toVote, required }), missing))
})
