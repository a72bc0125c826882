import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventLedger, type Look } from './event-ledger.ts'

/** Transactions below `ended` have ended; the next one has the number `next`. */
const look = (seqs: readonly number[], ended = 500, next = 500): Look => ({ seqs, highest: Math.max(0, ...seqs), xmin: ended, xmax: next })

test('what was there at the first look counts as told', () => {
  const told = eventLedger()
  assert.ok(told.agrees(look([1, 2, 3])))
  assert.ok(told.agrees(look([1, 2, 3])))
})

test('a notice may come after the look; one that has not come by the next is missed, once', () => {
  const told = eventLedger()
  told.agrees(look([1]))
  assert.ok(told.agrees(look([1, 2])))
  told.tell([2])
  assert.ok(told.agrees(look([1, 2, 3])))
  assert.ok(!told.agrees(look([1, 2, 3])))
  assert.ok(told.agrees(look([1, 2, 3])))
})

test('a lower number that commits after a higher one is missed too', () => {
  const told = eventLedger()
  told.agrees(look([1], 500, 500))
  told.tell([3])
  // the transaction of number 2 (501) is under way for three looks
  for (const _ of [1, 2, 3]) assert.ok(told.agrees(look([1, 3], 501, 503)))
  assert.ok(told.agrees(look([1, 2, 3], 503, 503)))
  assert.ok(!told.agrees(look([1, 2, 3], 503, 503)))
})

test('numbers that were never used are waited for by nobody, and what is settled is not asked for again', () => {
  const told = eventLedger()
  told.agrees(look([1], 500, 500))
  told.tell([5, 9])
  for (let beat = 0; beat < 4; beat++) assert.ok(told.agrees(look([1, 5, 9], 510 + beat, 510 + beat)))
  assert.match(told.question(), /seq > 9\)/)
})

test('after a silence everything must have been told', () => {
  const told = eventLedger()
  told.agrees(look([1]))
  told.tell([2])
  assert.ok(told.agreesAtOnce(look([1, 2])))
  assert.ok(!told.agreesAtOnce(look([1, 2, 3])))
  assert.ok(told.agreesAtOnce(look([1, 2, 3])))
})

test('a log that became shorter is another one', () => {
  const told = eventLedger()
  told.agrees(look([1, 2, 3]))
  assert.ok(!told.agreesAtOnce(look([1, 2])))
  assert.ok(told.agrees(look([1, 2])))
})
