import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelClosesAt, endOf, registrationClosesAt } from './rules.ts'
import { freeNumber, isRaceNumber, ownNumber } from './rules/numbers.ts'

test('a person keeps one number, between 1 and 998', () => {
  const ids = Array.from({ length: 2000 }, (_, index) => `0190c1c0-0000-7000-8000-${String(index).padStart(12, '0')}`)
  const numbers = ids.map(ownNumber)
  assert.ok(numbers.every(isRaceNumber))
  assert.deepEqual(numbers, ids.map(ownNumber))
  assert.ok(new Set(numbers).size > 800, 'numbers spread')
})

test('the next free number upwards, going round', () => {
  for (const [wanted, taken, expected] of [
    [7, [], 7],
    [7, [7, 8], 9],
    [998, [998], 1],
    [998, [998, 1], 2],
  ] as const)
    assert.equal(freeNumber(wanted, new Set(taken)), expected)
  assert.equal(freeNumber(5, new Set(Array.from({ length: 998 }, (_, index) => index + 1))), null)
})

test('product.md §5 "Race number 1-998 …; positive only; message max_race_number": race numbers are whole', () => {
  for (const [value, expected] of [
    [0, false],
    [1, true],
    [998, true],
    [999, false],
    [1.5, false],
    [-1, false],
  ] as const)
    assert.equal(isRaceNumber(value), expected)
})

test('registering and cancelling end when a server of ours is set up; elsewhere with the start, and a minute before it', () => {
  const startsAt = new Date('2026-11-20T20:00:00Z')
  for (const [hosting, registered, cancelled] of [
    ['AUTOMATIC', '19:55', '19:55'],
    ['ELSEWHERE', '20:00', '19:59'],
  ] as const)
    assert.deepEqual(
      [registrationClosesAt({ startsAt, hosting }), cancelClosesAt({ startsAt, hosting })].map((at) => at.toISOString().slice(11, 16)),
      [registered, cancelled],
    )
})

test('what an admin’s removal leaves behind', () => {
  for (const [type, status, mayReturn] of [
    ['REGULAR', 'LEFT', true],
    ['LEFT', 'LEFT', true],
    ['DISQUALIFIED', 'DISQUALIFIED', false],
    ['BANNED', 'BANNED', false],
  ] as const)
    assert.deepEqual(endOf(type), { status, mayReturn })
})
