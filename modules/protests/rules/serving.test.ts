import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countedAfter, outcomeOf } from './serving.ts'

for (const [kind, hasQualified, hasRaced, outcome] of [
  ['GRID_DROP', true, true, 'SERVED'],
  ['GRID_DROP', false, true, 'SERVED'],
  ['GRID_DROP', true, false, 'MISSED'],
  ['PIT_LANE_START', false, true, 'SERVED'],
  ['PIT_LANE_START', false, false, 'MISSED'],
  ['QUALIFYING_BAN', false, true, 'SERVED'],
  ['QUALIFYING_BAN', true, true, 'MISSED'],
  ['QUALIFYING_BAN', false, false, 'MISSED'],
  ['SUSPENSION', false, false, 'SERVED'],
  ['SUSPENSION', true, false, 'MISSED'],
  ['SUSPENSION', false, true, 'MISSED'],
] as const)
  test(`${kind} of a driver who ${hasQualified ? 'qualified' : 'did not qualify'} and ${hasRaced ? 'raced' : 'did not race'}: ${outcome}`, () =>
    assert.equal(outcomeOf(kind, { hasQualified, hasRaced }), outcome))

test('counters follow what a race came to, and come back when it came to something else', () => {
  const first = countedAfter({ racesLeft: 2, carriedOver: 0 }, null, 'SERVED')
  assert.deepEqual(first, { racesLeft: 1, carriedOver: 0 })
  assert.deepEqual(countedAfter(first, 'SERVED', 'MISSED'), { racesLeft: 2, carriedOver: 1 })
  assert.deepEqual(countedAfter({ racesLeft: 2, carriedOver: 1 }, 'MISSED', 'SERVED'), first)
  assert.deepEqual(countedAfter(first, 'SERVED', 'SERVED'), first)
})
