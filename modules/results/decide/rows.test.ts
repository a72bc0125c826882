import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResultRow } from '#games/game.ts'
import { matchRows } from '#modules/result-files/rules/match.ts'
import { pointsRulesOf } from '#modules/points/rules.ts'
import { lap, row } from './rows.fixture.ts'
import { publish } from './rows.ts'

test('points from a share of the distance of who won, not of who drove further and retired', () => {
  const drove = (laps: number, position: number, more: Partial<ResultRow> = {}) =>
    row(
      `driver ${position}`,
      Array.from({ length: laps }, () => lap(90_000)),
      { position, ...more },
    )
  const results = [drove(10, 1, { status: 'DNF', statusStated: true }), drove(8, 2), drove(6, 3), drove(5, 4)]
  const { rows } = publish({ type: 'RACE', results }, matchRows(results, { entries: [], users: new Map() }), {
    classes: [],
    points: pointsRulesOf({}),
  })
  assert.deepEqual(
    rows.map(({ points }) => points),
    [0, 18, 15, 0],
  )
})

test('the spread of the first ten: between the fastest and the slowest of them on the winner’s lap', () => {
  const finished = (place: number, more: Partial<ResultRow> = {}): ResultRow =>
    row(`driver ${place}`, [lap(90_000), lap(90_000)], { position: place, totalTime: 180_000 + (place - 1) * 1000, ...more })
  const spreadOf = (results: readonly ResultRow[], type: 'RACE' | 'QUALIFY' = 'RACE'): number | null =>
    publish({ type, results }, matchRows(results, { entries: [], users: new Map() }), { classes: [], points: pointsRulesOf({}) }).facts.topTenSpreadMs
  const grid = Array.from({ length: 12 }, (_, index) => finished(index + 1))
  const without = (place: number, more: Partial<ResultRow>): readonly ResultRow[] => grid.with(place - 1, finished(place, more))
  for (const [name, results, expected] of [
    ['the tenth, not the twelfth', grid, 9000],
    ['of ten the tenth', grid.slice(0, 10), 9000],
    ['of nine the last', grid.slice(0, 9), 8000],
    ['the tenth is a lap down', without(10, { lapCount: 1 }), 8000],
    ['the tenth retired', without(10, { status: 'DNF' }), 8000],
    ['the tenth has no time', without(10, { totalTime: null }), 8000],
    ['the winner alone', grid.slice(0, 1), null],
    ['nobody', [], null],
    ['a faster one put behind by places', [finished(1), finished(2, { totalTime: 179_000 })], 1000],
  ] as const)
    assert.equal(spreadOf(results), expected, name)
  assert.equal(spreadOf(grid, 'QUALIFY'), null)
})
