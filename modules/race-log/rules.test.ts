import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockText, entriesByLap, inRow, offsetsOf, shownOf, stintsOf } from './rules.ts'

const told = (kind: string, lap: number | null, more: { readonly driverIndex?: number; readonly detail?: string } = {}) => ({
  kind,
  lap,
  driverIndex: null,
  detail: null,
  ...more,
})

test('stints are parted by stops, tyres and drivers; what is told of no lap, or behind the last, parts nothing', () => {
  const log = [
    told('TYRES', 1, { detail: 'Medium' }),
    told('PIT_STOP', 8),
    told('TYRES', 9, { detail: 'Soft' }),
    told('PIT_STOP', 14),
    told('DRIVER_SWAP', 15, { driverIndex: 1 }),
    told('PIT_STOP', null),
    told('PIT_STOP', 20),
    told('CONTACT_CAR', 4),
  ]
  assert.deepEqual(stintsOf(20, log), [
    { from: 1, to: 8, driver: 0, tyre: 'Medium' },
    { from: 9, to: 14, driver: 0, tyre: 'Soft' },
    { from: 15, to: 20, driver: 1, tyre: 'Soft' },
  ])
  assert.deepEqual(stintsOf(3, []), [{ from: 1, to: 3, driver: 0, tyre: null }])
  assert.deepEqual(stintsOf(0, log), [])
})

test('a moment is written as people say it', () => {
  assert.deepEqual([0, 65_400, 3_723_000].map(clockText), ['0:00', '1:05', '1:02:03'])
})

test('entries stand under their laps', () => {
  const found = entriesByLap([{ lap: 1 }, { lap: 1 }, { lap: 3 }, { lap: null }])
  assert.deepEqual(
    found.map(({ lap, entries }) => [lap, entries.length]),
    [
      [1, 2],
      [3, 1],
      [null, 1],
    ],
  )
})

test('chunks begin one after another until all is asked for, and one on its way holds back those behind it', () => {
  assert.deepEqual(offsetsOf(0, 100), [])
  assert.deepEqual(offsetsOf(100, 100), [])
  assert.deepEqual(offsetsOf(350, 100), [100, 200, 300])
  assert.deepEqual(inRow(['a', undefined, 'c']), ['a'])
  assert.deepEqual(inRow(['a', 'b']), ['a', 'b'])
})

test('it is whose log was chosen, before that the reader’s; of other results than theirs everybody’s', () => {
  const rows = [{ participantId: 'a' }, { participantId: 'b' }]
  assert.deepEqual(
    [shownOf(null, null, rows), shownOf(null, 'a', rows), shownOf('b', 'a', rows), shownOf('all', 'a', rows), shownOf('z', 'a', rows)],
    ['all', 'a', 'b', 'all', 'all'],
  )
})
