import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIRST_VALUE, mayBeAdded } from './rules.ts'

test('what can be added: a number that is not zero and a reason of 1 to 500 characters', () => {
  // product.md §5: "Adjustment value non-zero numeric; reason non-empty, max 500; add disabled until valid. Defaults: -1 for points, 1 for time and penalty."
  assert.deepEqual(FIRST_VALUE, { ADJUSTMENT: -1, POINTS: 1, TIME: 1, POSITIONS: 1, DISQUALIFICATION: null, REINSTATEMENT: null })
  const rows: readonly (readonly [...Parameters<typeof mayBeAdded>, boolean])[] = [
    ['TIME', 1, 'Cut.', true],
    ['TIME', 0.005, 'Cut.', true],
    ['TIME', 0.0005, 'Cut.', false],
    ['TIME', -2.5, 'Cut.', true],
    ['TIME', 36_000.001, 'Cut.', false],
    ['TIME', 0, 'Cut.', false],
    ['TIME', null, 'Cut.', false],
    ['TIME', 1, '', false],
    ['TIME', 1, ' \n ', false],
    ['TIME', 1, 'x'.repeat(500), true],
    ['TIME', 1, 'x'.repeat(501), false],
    // characters, not the pairs they are stored as
    ['TIME', 1, '🏁'.repeat(500), true],
    ['ADJUSTMENT', -0.25, 'Cut.', true],
    ['ADJUSTMENT', 0.001, 'Cut.', false],
    ['ADJUSTMENT', 1000, 'Cut.', true],
    ['POINTS', -1001, 'Cut.', false],
    ['POSITIONS', 3, 'Cut.', true],
    ['POSITIONS', 1.5, 'Cut.', false],
    ['POSITIONS', 101, 'Cut.', false],
    ['DISQUALIFICATION', null, 'Cut.', true],
    ['REINSTATEMENT', null, 'The camera shows otherwise.', true],
    ['REINSTATEMENT', null, '', false],
    ['DISQUALIFICATION', null, '', false],
  ]
  for (const [kind, value, reason, may] of rows) assert.equal(mayBeAdded(kind, value, reason), may, `${kind} ${value} ${reason.length}`)
})
