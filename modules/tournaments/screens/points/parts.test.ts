import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf, tableOf } from './parts.ts'

const SYSTEM = { overallPointTable: [25, 18], bonus: { pole: 1, fastestLap: 2, fastestLapWithin: 10 }, gridSize: null }
const race = {
  no: 1,
  penaltyMs: 0,
  penaltyPlaces: 0,
  points: 23,
  places: [1],
  status: 'FINISHED',
  hasPole: true,
  hasFastestLap: true,
  adjustment: -5,
} as const
const said = (one: Parameters<typeof partsOf>[0]) => partsOf(one, SYSTEM).map(({ kind, points }) => `${kind} ${points}`)

test('the parts of a race add up to its points', () => {
  assert.deepEqual(said({ ...race, places: [1] }), ['place 25', 'pole 1', 'fastest 2', 'correction -5'])
  assert.deepEqual(said({ ...race, points: 1, places: [14], adjustment: 0 }), ['place 0', 'pole 1'], 'too far back for a fastest lap')
  assert.deepEqual(said({ ...race, points: -3, places: [], status: 'DSQ', adjustment: -3 }), ['place 0', 'correction -3'])
  assert.deepEqual(said({ ...race, points: 46, places: [1, 2], adjustment: 0 }), ['place 46'], 'two cars of a team')
  assert.deepEqual(said({ ...race, places: [1], points: 11.5, share: 0.5, adjustment: -2.5 }), [
    'place 12.5',
    'pole 0.5',
    'fastest 1',
    'correction -2.5',
  ])
})

test('a round may have a fastest lap of its own', () => {
  const own = (fastestLap: number | null) => partsOf({ ...race, places: [1] }, SYSTEM, { fastestLap }).map(({ kind, points }) => `${kind} ${points}`)
  assert.deepEqual(own(4), ['place 23', 'pole 1', 'fastest 4', 'correction -5'])
  assert.deepEqual(own(0), ['place 27', 'pole 1', 'correction -5'])
  assert.deepEqual(own(null), ['place 25', 'pole 1', 'fastest 2', 'correction -5'])
})

test('of the tables the nearest counts', () => {
  const round = { table: [10, 5], raceTables: [null, [3]], multiplier: 2 }
  assert.deepEqual(tableOf(SYSTEM, round, 1), { table: [10, 5], multiplier: 2, gridSize: null })
  assert.deepEqual(tableOf(SYSTEM, round, 2), { table: [3], multiplier: 2, gridSize: null })
  const gridSize = { base: 20, multiplier: 0.5 }
  const own = tableOf({ ...SYSTEM, gridSize }, { table: null, raceTables: null, multiplier: 1 }, 1)
  assert.deepEqual(own, { table: [25, 18], multiplier: 1, gridSize }, 'and whether it grows with the grid')
})
