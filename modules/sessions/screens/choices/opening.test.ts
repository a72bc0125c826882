import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openingAt, withOpening } from './opening.ts'

test('a start that is typed takes along when registration opens, until somebody types another moment for that', () => {
  const now = Date.parse('2026-11-16T12:00:00Z')
  const was = { status: 'WAITING', startsAt: '2026-11-20T20:00:00.000Z', registrationOpensAt: '2026-11-18T18:00:00.000Z' } as const
  const [later, half] = [{ startsAt: '2026-11-27T20:00:00.000Z' }, { startsAt: null }]
  const along = '2026-11-25T18:00:00.000Z'
  assert.deepEqual(withOpening(was, was, later, now), { ...later, registrationOpensAt: along })
  const typed = { ...was, ...later, registrationOpensAt: along }
  assert.deepEqual(withOpening(was, typed, half, now), { ...half, registrationOpensAt: was.registrationOpensAt })
  assert.deepEqual(withOpening(was, { ...was, ...half }, later, now), { ...later, registrationOpensAt: along })
  assert.deepEqual(withOpening(was, { ...was, registrationOpensAt: '2026-11-19T18:00:00.000Z' }, later, now), later)
  assert.deepEqual(withOpening(was, { ...was, registrationOpensAt: null }, later, now), later)
  const none = { ...was, registrationOpensAt: null }
  assert.deepEqual(withOpening(none, none, later, now), { ...later, registrationOpensAt: null })
  assert.deepEqual(withOpening(was, was, { name: 'Another' } as object, now), { name: 'Another' })
  assert.equal(openingAt(was, later.startsAt, Date.parse(was.registrationOpensAt)), was.registrationOpensAt, 'it has opened')
})
