import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '#core/duration.ts'
import { missingRegistrations } from './missing.ts'

test('product.md §5 "Missing registrations alert": WAITING, under an hour, fewer drivers than MIN_GRID_SIZE', () => {
  const startsAtMs = Date.parse('2026-07-11T18:00:00Z')
  const startsAt = new Date(startsAtMs).toISOString()
  for (const [what, event, beforeMs, missing] of [
    ['an hour before', { status: 'WAITING', taken: 0 }, HOUR_MS, 0],
    ['less than an hour before', { status: 'WAITING', taken: 0 }, HOUR_MS - 1, 2],
    ['one is in', { status: 'WAITING', taken: 1 }, HOUR_MS / 2, 1],
    ['enough are in', { status: 'WAITING', taken: 2 }, HOUR_MS / 2, 0],
    ['more than enough', { status: 'WAITING', taken: 9 }, HOUR_MS / 2, 0],
    ['its time has come', { status: 'WAITING', taken: 0 }, 0, 0],
    ['the server is set up', { status: 'SCHEDULING', taken: 1 }, HOUR_MS / 20, 0],
    ['a draft', { status: 'DRAFT', taken: 0 }, HOUR_MS / 2, 0],
  ] as const)
    assert.equal(missingRegistrations({ ...event, startsAt }, startsAtMs - beforeMs), missing, what)
})
