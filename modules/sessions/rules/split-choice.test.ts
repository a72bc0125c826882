import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownSplit, splitIn } from './split-choice.ts'

test('an address chooses a split by its number; anything else chooses none', () => {
  for (const [split, chosen] of [
    ['1', 1],
    ['12', 12],
    ['0', null],
    ['02', null],
    ['100', null],
    ['-1', null],
    ['1.5', null],
    ['', null],
    [undefined, null],
  ] as const)
    assert.equal(splitIn(split), chosen, String(split))
})

test('the chosen split is shown, else one’s own, else the first', () => {
  const splits = [{ splitNo: 1 }, { splitNo: 2 }]
  assert.equal(shownSplit(2, 1, splits), 2)
  assert.equal(shownSplit(null, 2, splits), 2)
  assert.equal(shownSplit(7, 2, splits), 2)
  assert.equal(shownSplit(7, null, splits), 1)
  assert.equal(shownSplit(null, 3, []), 1)
})
