import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classify, orderWarnings, outcomesOf, type Draft } from './classify.ts'

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

test('a disqualified car that kept its place is pointed out, in races alone', () => {
  const named = (name: string, more: ReturnType<typeof row>) => ({ ...more, participant: { type: 'DRIVER', name } }) as unknown as Draft
  const rows = [named('Ann', row(10, 900)), named('Bo', row(10, 910, null, 'DSQ')), named('Cy', row(10, 920)), named('Di', row(9, 930, null, 'DSQ'))]
  assert.deepEqual(orderWarnings('RACE', classify('RACE', rows)), [
    'Bo was disqualified, though the file has them in place 2: they count behind all who drove.',
  ])
  assert.deepEqual(orderWarnings('QUALIFY', classify('QUALIFY', rows)), [])
})
