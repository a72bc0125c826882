import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomesOf } from './classify.ts'

const row = (lapCount: number, totalTime: number | null, bestCleanLapTime: number | null = null, stated: 'DSQ' | null = null) => ({
  lapCount,
  totalTime,
  bestCleanLapTime,
  stated,
})

test('half the laps of the winner are enough to be classified', () => {
  const rows = outcomesOf('RACE', [row(10, 900), row(10, 950), row(5, 500), row(4, 400), row(0, 20), row(0, null), row(10, 901, null, 'DSQ')])
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['FINISHED', 'FINISHED', 'FINISHED', 'DNF', 'DNF', 'DNS', 'DSQ'],
  )
  assert.deepEqual(
    rows.map(({ timeRetired }) => timeRetired.value),
    [900, 50, 5, null, null, null, null],
  )
})

test('outside races the gap is that of the best valid laps, and none is no gap', () => {
  const rows = outcomesOf('QUALIFY', [row(3, null, 80_000), row(9, null, 80_500), row(2, null, null), row(0, null, null)])
  assert.deepEqual(
    rows.map(({ timeRetired }) => timeRetired),
    [
      { type: 'TIME', value: 80_000 },
      { type: 'TIMEDIFF', value: 500 },
      { type: 'TIME', value: null },
      { type: 'TIME', value: null },
    ],
  )
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['FINISHED', 'FINISHED', 'FINISHED', 'DNS'],
  )
})

test('nobody is nothing', () => assert.deepEqual(outcomesOf('RACE', []), []))
