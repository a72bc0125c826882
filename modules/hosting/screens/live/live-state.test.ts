import assert from 'node:assert/strict'
import { test } from 'node:test'
import { liveState, plannedIndex, type LeftNow } from './live-state.ts'

const AT = '2026-11-20T20:00:00.000Z'
const MINUTE_MS = 60_000
type Left = Parameters<typeof liveState>[0]['left']

test('what the last word of a server means a while later', () => {
  const rows: readonly [Left, number, boolean, number, LeftNow][] = [
    [{ ms: 90_000, exact: 'SECOND' }, 0, false, 0, { clock: 90_000 }],
    [{ ms: 90_000, exact: 'SECOND' }, 8_400, false, 8, { clock: 81_600 }],
    [{ ms: 5_000, exact: 'SECOND' }, 8_000, false, 8, { clock: 0 }],
    // cut off by the server: counting it down would guess
    [{ ms: 32 * MINUTE_MS, exact: 'MINUTE' }, 40_000, false, 40, { minutes: 32 }],
    [null, 10_000, false, 10, null],
    // silence is never a frozen clock
    [{ ms: 90_000, exact: 'SECOND' }, 61_000, true, 61, null],
    [{ ms: 32 * MINUTE_MS, exact: 'MINUTE' }, 61_000, true, 61, null],
    // the clock of this machine is a little behind
    [{ ms: 90_000, exact: 'SECOND' }, -500, false, 0, { clock: 90_000 }],
  ]
  for (const [left, laterMs, isSilent, ageS, is] of rows)
    assert.deepEqual(liveState({ at: AT, left }, Date.parse(AT) + laterMs), { isSilent, ageS, left: is })
})

test('which of the planned segments is on', () => {
  const plan = (['PRACTICE', 'QUALIFY', 'RACE'] as const).map((type) => ({ type }))
  assert.equal(plannedIndex(plan, { type: 'QUALIFY', no: 1 }), 1)
  assert.equal(plannedIndex([...plan, { type: 'RACE' }], { type: 'RACE', no: 2 }), 3)
  assert.equal(plannedIndex(plan, { type: 'RACE', no: 2 }), 2)
  assert.equal(plannedIndex([{ type: 'RACE' }], { type: 'QUALIFY', no: 1 }), -1)
})
