import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostedBy, seatsOn } from './choices.ts'

const segments = [{ type: 'RACE' as const, duration: '00:20', laps: null, options: { hourOfDay: 14 } }]

test('a server of their own is told nothing of a game, not of a segment either; what was chosen already stays as it is', () => {
  assert.deepEqual(hostedBy({ manual: false, segments }, true), { manual: true, options: {}, segments: [{ ...segments[0], options: {} }] })
  assert.deepEqual(hostedBy({ manual: true, segments }, true), {})
})

test('another track has room for no more cars than it has, all splits together for as many as somebody chose', () => {
  assert.deepEqual(seatsOn({ isMultiSplit: false, maxEntries: 120 }, 30), { maxEntries: 30 })
  assert.deepEqual(seatsOn({ isMultiSplit: false, maxEntries: null }, 30), { maxEntries: 30 })
  assert.deepEqual(seatsOn({ isMultiSplit: true, maxEntries: 120 }, 30), { maxEntries: 120 })
})
