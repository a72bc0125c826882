import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { daysBetween, drivenTrackOf } from './driven.ts'

describe('days between which somebody drove', () => {
  const between = (from?: string, to?: string, zone = 'Europe/Berlin') => {
    const found = daysBetween(from, to, zone)
    return [found.from?.toISOString() ?? null, found.until?.toISOString() ?? null]
  }

  test('are whole by the clocks of the reader, also the day a clock is put on', () => {
    assert.deepEqual(between('2026-03-29', '2026-03-29'), ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
    assert.deepEqual(between('2026-01-05', '2026-01-05', 'UTC'), ['2026-01-05T00:00:00.000Z', '2026-01-06T00:00:00.000Z'])
  })

  test('are swapped where the later comes first, and open where one is missing', () => {
    assert.deepEqual(between('2026-02-01', '2026-01-01', 'UTC'), between('2026-01-01', '2026-02-01', 'UTC'))
    assert.deepEqual(between('2026-01-01', undefined, 'UTC'), ['2026-01-01T00:00:00.000Z', null])
    assert.deepEqual(between(undefined, '9999-12-31', 'UTC'), [null, null], 'after the last day there is none')
  })
})

test('a track nobody knows is called as its file calls it', () => {
  assert.deepEqual(drivenTrackOf('acc', 'nowhere', '', 'Nowhere Ring'), { name: 'Nowhere Ring', country: null, outline: null })
  assert.equal(drivenTrackOf('acc', 'monza', '', null).name, 'Monza Circuit')
})
