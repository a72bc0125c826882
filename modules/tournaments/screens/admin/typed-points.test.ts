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
  const gaps = [{ from: 1, to: 9, best: 6, except: [4, 5] }]
  assert.deepEqual(readParts('1-3 + 6-9: 6'), gaps, 'what is left out between is never dropped')
  assert.deepEqual(readParts('1+3-4: 2'), [{ from: 1, to: 4, best: 2, except: [2] }])
  for (const wrong of ['1-4+: 3', '5-9+1-3: 7', '1-3+3-5: 4', '3: 1', '1-3+5-9', '1-3: 2: 1']) assert.equal(readParts(wrong), null, wrong)
  for (const parts of [whole, halves, [], gaps, [...gaps, { from: 10, to: 12, best: 2 }], [{ from: 1, to: 4, best: 2, except: [2] }]])
    assert.deepEqual(readParts(wordsOfParts(parts)), parts)
})
