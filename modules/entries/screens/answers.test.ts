import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntryList } from '../contract.ts'
import { isAnswered, isAsking } from './answers.ts'

test('product.md §5 "Password required; terms must be ticked before join/submit enables"', () => {
  const terms = {} as EntryList['asks']['tos']
  for (const [membershipPassword, tos, asks, answered] of [
    // without an answer, with the password alone, with the terms alone, with both
    [false, null, false, [true, true, true, true]],
    [true, null, true, [false, true, false, true]],
    [false, terms, true, [false, false, true, true]],
    [true, terms, true, [false, false, false, true]],
  ] as const) {
    const asked: EntryList['asks'] = { membership: null, membershipPassword, tos, tosVersion: 2 }
    assert.equal(isAsking(asked), asks)
    assert.deepEqual(
      [
        { membershipPassword: '', tos: null },
        // ticked were the terms of before
        { membershipPassword: 'sesame', tos: 1 },
        { membershipPassword: '', tos: 2 },
        { membershipPassword: 'sesame', tos: 2 },
      ].map((answers) => isAnswered(asked, answers)),
      answered,
    )
  }
})
