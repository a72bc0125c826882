import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerCache, cacheable } from './answer-cache.ts'

test('an answer is shown for half a minute, then worked out anew; cut off from the database it stays', () => {
  let nowMs = 0
  const answers = answerCache(() => nowMs)
  const answer = cacheable(200, 'text/plain', 'the grid', 'grid')
  const shown = (): boolean => answers.get('page') !== undefined
  answers.hearing('yes')
  assert.equal(answers.put('page', ['session:1'], answer, answers.begin()), true)
  answers.also('page', 'other')
  const seen: boolean[] = []
  for (const at of [0, 30_000, 30_001]) {
    nowMs = at
    seen.push(shown())
  }
  assert.deepEqual(seen, [true, true, false])
  assert.equal(answers.get('other'), undefined)
  answers.hearing('cut off')
  assert.equal(shown(), true)
  answers.hearing('no')
  assert.equal(shown(), false)
  answers.hearing('yes')
  assert.equal(answers.put('page', ['session:1'], answer, answers.begin()), true)
  assert.equal(shown(), true)
  assert.equal(answers.size(), 1)
})
