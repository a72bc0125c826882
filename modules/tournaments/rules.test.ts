import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tournamentPath } from '#modules/sessions/rules/season.ts'
import { SESSION_STATUSES } from '#modules/sessions/rules.ts'
import { hasBegun } from './rules.ts'

test('where a season stands', () => {
  assert.equal(tournamentPath({ id: '1', type: 'SERIES' }), '/series/1')
  assert.equal(tournamentPath({ id: '1', type: 'CHAMPIONSHIP' }), '/championships/1')
})

test('a season starts with an event that runs or ran, not with one that failed or was called off', () => {
  assert.deepEqual(SESSION_STATUSES.filter(hasBegun), ['IN_PROGRESS', 'ENDED'])
})
