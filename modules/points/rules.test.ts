import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gridSizePoints, pointsRulesOf, polesIn, presetOf, qualifyingOf, racePoints, readTable } from './rules.ts'

// decisions.md §3: "per finisher round(table[position] × N/B + max(0, N − B) × m), half up; B 20, m 0.5": 18 · 40/20 + 20 · 0.5 = 46
test('points by grid size', () => {
  const usual = { base: 20, multiplier: 0.5 }
  const cases: readonly [table: number, grid: number, points: number][] = [
    [25, 20, 25],
    [25, 10, 13],
    [25, 19, 24],
    [18, 40, 46],
    [0, 40, 10],
    [0, 21, 1],
    [0, 20, 0],
    [25, 1, 1],
    // 18 · 10/20; 15 · 13/20 = 9.75; 4 · 5/20; 0.5 and 0.45
    [18, 10, 9],
    [15, 13, 10],
    [4, 5, 1],
    [2, 5, 1],
    [1, 9, 0],
    [1, 10, 1],
    // 15 + 2.5 = 17.5; 15 + 5; 9.6 + 2; 10.5 + 7.5; 15.75 + 0.5; 62.5 + 15 = 77.5
    [12, 25, 18],
    [10, 30, 20],
    [8, 24, 12],
    [6, 35, 18],
    [15, 21, 16],
    [25, 50, 78],
  ]
  for (const [table, grid, points] of cases) assert.equal(gridSizePoints(table, grid, usual), points, `${table} of ${grid}`)
  // "B 20 (2–100), m 0.5 (0–5)": 25 · 6/4 + 2 = 39.5; 18 · 15/10; 25 · 100/100
  const others: readonly [table: number, grid: number, base: number, multiplier: number, points: number][] = [
    [25, 6, 4, 1, 40],
    [18, 15, 10, 0, 27],
    [25, 100, 100, 5, 25],
  ]
  for (const [table, grid, base, multiplier, points] of others) assert.equal(gridSizePoints(table, grid, { base, multiplier }), points)
})

// decisions.md §3: "default 25-18-15-12-10-8-6-4-2-1; … minimum distance for points in % (default 75)": of 20 laps 15
test('points of a race', () => {
  const rules = pointsRulesOf({})
  const cases: readonly [position: number, status: string, laps: number, points: number][] = [
    [1, 'FINISHED', 20, 25],
    [10, 'FINISHED', 20, 1],
    [11, 'FINISHED', 20, 0],
    [2, 'FINISHED', 15, 18],
    [2, 'FINISHED', 14, 0],
    [2, 'DNF', 20, 0],
    [2, 'DSQ', 20, 0],
    [1, 'FINISHED', 0, 0],
  ]
  for (const [position, status, lapCount, points] of cases) assert.equal(racePoints({ position, status, lapCount }, 20, 20, rules), points)
  assert.equal(racePoints({ position: 1, status: 'FINISHED', lapCount: 5 }, 5, 40, pointsRulesOf({ gridSize: {} })), 60)
})

test('a session’s own points replace what they name', () => {
  assert.deepEqual(pointsRulesOf({ table: [3, 2, 1] }), { ...pointsRulesOf({}), table: [3, 2, 1] })
  assert.deepEqual(pointsRulesOf({ table: [3, 2, 1], bonus: { pole: 2, fastestLap: 100 } }).bonus, { pole: 2, fastestLap: 100 })
  assert.deepEqual(pointsRulesOf({ bonus: { pole: 101, fastestLap: -1 } }).bonus, { pole: 0, fastestLap: 0 })
  for (const broken of [null, 'x', 7, { table: ['a'] }, { table: {} }, { minimumDistancePercent: -1 }])
    assert.deepEqual(pointsRulesOf(broken), pointsRulesOf({}))
})

test('a table as it is typed, and the preset it is', () => {
  assert.deepEqual(readTable(' 25, 18;15  12.5 '), [25, 18, 15, 12.5])
  for (const typed of ['', '25 x', '25 -1', 'NaN', 'Infinity']) assert.equal(readTable(typed), null, typed)
  assert.equal(presetOf([25, 18, 15, 12, 10, 8, 6, 4, 2, 1]), 'usual')
  assert.equal(presetOf([25, 18, 15]), null)
})

test('the pole: of the qualifying right before a race, in its split; of each class where classes score', () => {
  const row = (name: string, classId: string | null = null, status = 'FINISHED', bestLapMs: number | null = 90_000) => ({
    status,
    classId,
    bestLapMs,
    keys: [name],
  })
  const segment = (type: string, index: number, splitNo = 1) => ({ type, index, splitNo, rows: [row(`${type} ${index} ${splitNo}`)] })
  const segments = [
    segment('PRACTICE', 0),
    segment('QUALIFY', 1),
    segment('WARMUP', 2),
    segment('RACE', 3),
    segment('RACE', 4),
    segment('QUALIFY', 1, 2),
  ]
  const before = (index: number, splitNo = 1) => qualifyingOf({ index, splitNo }, segments).map(({ keys }) => keys.join())
  assert.deepEqual([before(3), before(4), before(3, 2), before(1)], [['QUALIFY 1 1'], [], ['QUALIFY 1 2'], []])
  const rows = [row('a', 'P', 'DSQ'), row('b', 'A'), row('c', 'P'), row('d', 'A')]
  const poles = (of: typeof rows, scope: 'OVERALL' | 'CLASS') => polesIn(of, scope).map(({ keys }) => keys.join())
  assert.deepEqual([poles(rows, 'OVERALL'), poles(rows, 'CLASS'), poles([], 'CLASS')], [['b'], ['b', 'c'], []])
  const untimed = [row('a', 'P', 'FINISHED', null), row('b', 'A'), row('c', 'P', 'DNS', null)]
  assert.deepEqual(poles(untimed, 'CLASS'), ['b'], 'without a time nobody has the pole')
})
