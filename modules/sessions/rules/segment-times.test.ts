import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#core/duration.ts'
import { segmentShare, segmentTimes, type SegmentNow } from './segment-times.ts'

const at = (time: string): number => Date.parse(`2026-11-20T${time}:00.000Z`)
const said = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString().slice(11, 16))
const PRACTICE = { durationMin: 15 }
const RACE = { durationMin: 60 }
const LAPS = { durationMin: 0, laps: 20 }
const isIn = (index: number, leftMin: number | null, time: string): SegmentNow => ({
  index,
  leftMs: leftMin === null ? null : leftMin * MINUTE_MS,
  atMs: at(time),
})

test('when segments begin and end', () => {
  const rows: readonly [object[], SegmentNow | null, string][] = [
    [[PRACTICE, PRACTICE, RACE], null, '20:20-20:35 20:35-20:50 20:50-21:50'],
    // nobody knows when a race by laps is over, nor when what follows it begins
    [[PRACTICE, LAPS, RACE], null, '20:20-20:35 20:35-? ?-?'],
    // a server that began late moves all that follows
    [[PRACTICE, PRACTICE, RACE], isIn(1, 12, '20:41'), '?-? 20:38-20:53 20:53-21:53'],
    [[PRACTICE, PRACTICE, RACE], isIn(1, null, '20:41'), '?-? ?-? ?-?'],
    [[PRACTICE, LAPS], isIn(1, 5, '20:41'), '?-? ?-?'],
  ]
  for (const [segments, now, times] of rows) {
    const found = segmentTimes(at('20:20'), segments as never, now).map(({ fromMs, untilMs }) => `${said(fromMs) ?? '?'}-${said(untilMs) ?? '?'}`)
    assert.equal(found.join(' '), times)
  }
})

test('how far a segment is', () => {
  assert.equal(segmentShare(RACE, isIn(2, 30, '21:00'), at('21:00')), 0.5)
  assert.equal(segmentShare(RACE, isIn(2, 30, '21:00'), at('21:15')), 0.75)
  // it goes on after its time while cars finish their lap
  assert.equal(segmentShare(RACE, isIn(2, 30, '21:00'), at('22:00')), 1)
  assert.equal(segmentShare(RACE, isIn(2, 90, '21:00'), at('21:00')), 0)
  assert.equal(segmentShare(RACE, isIn(2, null, '21:00'), at('21:00')), null)
  assert.equal(segmentShare(LAPS, isIn(1, 30, '21:00'), at('21:00')), null)
  assert.equal(segmentShare(undefined, isIn(5, 30, '21:00'), at('21:00')), null)
})
