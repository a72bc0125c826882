import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LapStats } from '../rules/standing.ts'
import { segmentFacts, type FactRow } from './facts.ts'

const stats = (best: number | null): LapStats => ({
  bestCleanLapTimeMs: best,
  bestUncleanLapTimeMs: null,
  averageLapMs: null,
  optimalLapTimeMs: null,
  consistencyPercentage: null,
  bestSectorTimesMs: [],
})
/** Three seconds behind each other, in the order in which they count. */
const rows = (...all: readonly (readonly [id: string, best: number | null, more?: Partial<FactRow<string>>])[]): readonly FactRow<string>[] =>
  all.map(([id, best, more], at) => ({
    id,
    status: 'FINISHED',
    lapCount: 10,
    timeMs: 900_000 + at * 3000,
    bestLapMs: best,
    stats: stats(best),
    ...more,
  }))
const told = (all: readonly FactRow<string>[], isRace = true): unknown => {
  const { fastestLap, topTenSpreadMs, laps } = segmentFacts(all, isRace)
  return [fastestLap?.participantId, fastestLap?.timeMs, topTenSpreadMs, laps.bestCleanLapTimeMs]
}

test('fastest lap, spread and best statistics are of those who count, in the order in which they do', () => {
  const out = { status: 'DSQ', timeMs: 880_000 } as const
  for (const [name, all, expected] of [
    ['all of them', rows(['A', 90], ['B', 89], ['C', 91]), ['B', 89, 6000, 89]],
    ['the winner is out', rows(['B', 89], ['C', 91], ['A', 80, out]), ['B', 89, 3000, 89]],
    ['whoever was fastest is out', rows(['A', 90], ['C', 91], ['B', 80, out]), ['A', 90, 3000, 90]],
    ['who did not start has no lap', rows(['A', 90], ['B', 91], ['C', 80, { status: 'DNS' }]), ['A', 90, 3000, 90]],
    ['who retired keeps the lap', rows(['A', 90], ['B', 91], ['C', 80, { status: 'DNF' }]), ['C', 80, 3000, 80]],
    ['of two the same the earlier', rows(['A', 91], ['B', 90], ['C', 90]), ['B', 90, 6000, 90]],
    ['with a time penalty', rows(['A', 90], ['B', 91, { timeMs: 905_000 }]), ['A', 90, 5000, 90]],
    ['nobody with a lap', rows(['A', null]), [undefined, undefined, null, null]],
    ['nobody who counts', rows(['A', 90, out]), [undefined, undefined, null, null]],
  ] as const)
    assert.deepEqual(told(all), expected, name)
  assert.deepEqual(told(rows(['A', 90], ['B', 89]), false), ['B', 89, null, 89])
})

test('the best average is of those who drove at least half as many laps as anybody who counts', () => {
  const average = (id: string, averageLapMs: number, lapCount: number, more: Partial<FactRow<string>> = {}): FactRow<string> => ({
    ...rows([id, 90])[0]!,
    stats: { ...stats(90), averageLapMs },
    lapCount,
    ...more,
  })
  for (const [name, all, expected] of [
    ['two laps of twenty are no pace', [average('A', 95, 20), average('B', 91, 2)], 95],
    ['a lap short of half', [average('A', 95, 20), average('B', 91, 9)], 95],
    ['half of them', [average('A', 95, 20), average('B', 91, 10)], 91],
    ['nobody drove many', [average('A', 95, 2), average('B', 91, 2)], 91],
    ['who is out measures nobody', [average('A', 95, 4), average('B', 91, 4), average('C', 90, 20, { status: 'DSQ' })], 91],
  ] as const)
    assert.equal(segmentFacts(all, true).laps.averageLapMs, expected, name)
})
