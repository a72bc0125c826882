import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '#core/duration.ts'
import { raceAhead } from './ahead.ts'

const NOW = Date.parse('2026-11-27T20:00:00Z')
const race = (status: 'WAITING' | 'FAILED' | 'IN_PROGRESS', startsInH: number) =>
  ({ status, startsAt: new Date(NOW + startsInH * HOUR_MS).toISOString(), duration: 60 }) as const

test('the race of a community’s page is one that comes or is on', () => {
  const [days, late, failed, on, next] = [
    race('IN_PROGRESS', -50),
    race('IN_PROGRESS', -2.1),
    race('FAILED', -0.2),
    race('IN_PROGRESS', -1.9),
    race('WAITING', 3),
  ] as const
  assert.equal(raceAhead([days, late, failed, on, next], NOW), on, 'an hour may be lost on the way')
  assert.equal(raceAhead([days, late, failed, next], NOW), next)
  assert.equal(raceAhead([days, failed], NOW), null)
})
