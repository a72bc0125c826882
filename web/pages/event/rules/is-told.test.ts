import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOff } from './is-told.ts'

const HOUR_MS = 3_600_000
const FAILED_AT = '2026-11-20T20:00:00.000Z'
const after = (hours: number): number => Date.parse(FAILED_AT) + hours * HOUR_MS

test('an event that failed is off for good once its admins can no longer start it again, 24 hours later', () => {
  assert.equal(isOff({ status: 'FAILED', statusTime: FAILED_AT }, after(23.9)), false)
  assert.equal(isOff({ status: 'FAILED', statusTime: FAILED_AT }, after(24)), true)
  for (const status of ['WAITING', 'STARTED', 'IN_PROGRESS', 'ENDED'] as const)
    assert.equal(isOff({ status, statusTime: FAILED_AT }, after(48)), false)
})
