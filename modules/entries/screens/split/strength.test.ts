import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntryView } from '../../contract.ts'
import { strengthOf } from './strength.ts'

test('product.md §2 "Race participants tab: … field-strength chip": of a field on one server the rounded mean of its drivers', () => {
  const car = (...ranks: readonly (number | null)[]) => {
    const drivers = ranks.map((rank, index) => [`u${index}`, { rating: rank === null ? null : { rank } }])
    return { participant: { drivers: Object.fromEntries(drivers) } } as unknown as EntryView
  }
  for (const [field, strength] of [
    [[car(1600), car(1701)], 1651],
    // who was never rated begins where everybody does
    [[car(1600), car(null)], 1550],
    [[car(1800, 1500), car(1500)], 1600],
    [[car(null), car(null, null)], null],
    [[], null],
  ] as const)
    assert.equal(strengthOf(field), strength)
})
