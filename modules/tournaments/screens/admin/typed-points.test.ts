import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOURNAMENT } from '../../rules.ts'
import { readParts, wordsOfParts } from './typed-points.ts'

test('rounds that count, as they are typed and as they are kept', () => {
  const whole = [{ from: 1, to: TOURNAMENT.sessions, best: 6 }]
  const halves = [
    { from: 1, to: 4, best: 3 },
    { from: 5, to: 8, best: 3 },
  ]
  assert.deepEqual(readParts(' 6 '), whole)
  assert.deepEqual(readParts('1-4: 3, 5 – 8:3'), halves)
  assert.deepEqual(readParts(''), [])
  for (const wrong of ['six', '4-1: 2', '1-4', '1-4: 0', '1-4: 3, ', '-1']) assert.equal(readParts(wrong), null, wrong)
  for (const parts of [whole, halves, []]) assert.deepEqual(readParts(wordsOfParts(parts)), parts)
})
