import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asksPassword } from './asks-password.ts'

test('product.md §5 "Password-protected race: … user has no registration": who is in is told of no password any more', () => {
  for (const [hasEntryPassword, isIn, expected] of [
    [true, false, true],
    [true, true, false],
    [false, false, false],
  ] as const)
    assert.equal(asksPassword({ hasEntryPassword }, isIn), expected)
})
