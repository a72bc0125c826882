import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { classify } from '#games/classify.ts'
import type { SegmentResults } from '#games/game.ts'
import { matchRows } from '#modules/result-files/rules/match.ts'
import { lapStats, leadChanges, positionsByLap } from './decide/laps.ts'
import { publish } from './decide/rows.ts'
import { lap, row } from './decide/rows.fixture.ts'
import { pointsRulesOf } from '#modules/points/rules.ts'
import { plain } from './rules/plain.ts'

test('places by lap come from the clock until a lap has none', () => {
  const rows = [row('a', [lap(100_000), lap(90_000), lap(95_000)]), row('b', [lap(99_000), lap(92_000), lap(null)]), row('c', [lap(101_000)])]
  const places = positionsByLap(rows)
  assert.deepEqual(places, [[2, 1, 1], [1, 2, null], [3]])
  assert.equal(leadChanges(places), 1)
})

test('statistics of laps', () => {
  const laps = [lap(120_000), lap(98_000, { valid: false }), lap(100_000), lap(101_000), lap(102_000), lap(100_500, { sectors: [30_000, 30_000] })]
  const stats = lapStats(row('a', laps, { bestCleanLapTime: 100_000 }), true)
  assert.deepEqual(
    [stats.bestCleanLapTimeMs, stats.bestUncleanLapTimeMs, stats.optimalLapTimeMs, stats.bestSectorTimesMs],
    [100_000, 98_000, 100_000, [30_000, 30_000, 40_000]],
  )
  // the first lap of a race is one from the grid
  assert.equal(stats.averageLapMs, Math.round((98_000 + 100_000 + 101_000 + 102_000 + 100_500) / 5))
  assert.equal(stats.consistencyPercentage, 99.2)
  assert.deepEqual(lapStats(row('b', []), true), {
    bestCleanLapTimeMs: null,
    bestUncleanLapTimeMs: null,
    averageLapMs: null,
    optimalLapTimeMs: null,
    consistencyPercentage: null,
    bestSectorTimesMs: [],
  })
})

test('the average is of the laps that tell how fast somebody was', () => {
  const average = (times: readonly (number | null)[], isRace = true, pits: readonly number[] = []) =>
    lapStats(row('a', times.map((time, i) => lap(time, { pit: pits.includes(i + 1) }))), isRace).averageLapMs // prettier-ignore
  // the lap from the grid, though it is not slow; the pit lap; the accident; the lap without a time
  assert.equal(average([101_000, 100_000, 100_400, 104_000, 160_000, null, 100_800], true, [4]), 100_400)
  // whoever only came round once has none; outside of a race a first lap counts unless it is far slower than the others
  assert.equal(average([101_000]), null)
  assert.equal(average([101_000, 100_000], false), 100_500)
  assert.equal(average([130_000, 100_000, 100_500], false), 100_250)
})

test('hostile names become texts that a database and a table can hold', () => {
  assert.equal(plain('a\u0000b\ud800\u202e  c\n'), 'a b\ufffd c')
  assert.equal([...plain('🏁'.repeat(300))].length, 100)
})

const anySession: fc.Arbitrary<SegmentResults> = fc
  .tuple(
    fc.constantFrom('RACE' as const, 'QUALIFY' as const, 'PRACTICE' as const),
    fc.array(fc.tuple(fc.string(), fc.array(fc.option(fc.integer({ min: 1, max: 200_000 })), { maxLength: 6 }), fc.constantFrom('x', 'y', null)), {
      maxLength: 8,
    }),
  )
  .map(([type, cars]) => ({
    type,
    nativeType: type,
    trackId: 'monza',
    layoutId: null,
    serverName: null,
    tag: null,
    segmentIndex: null,
    startedAt: null,
    isWet: null,
    facts: {},
    warnings: [],
    results: classify(
      type,
      cars.map(([name, times, carModelId]) => ({
        ...row(
          name,
          times.map((time) => lap(time)),
          { carModelId },
        ),
        stated: null,
      })),
    ),
  }))

test('whatever is published holds together', () => {
  const classes = [{ id: 'gt3', carIds: ['x'] }]
  fc.assert(
    fc.property(anySession, (session) => {
      const { rows } = publish(session, matchRows(session.results, { entries: [], users: new Map() }), { classes, points: pointsRulesOf({}) })
      assert.deepEqual(
        rows.map(({ position }) => position),
        rows.map((_, i) => i + 1),
      )
      for (const members of Map.groupBy(rows, ({ classId }) => classId).values())
        assert.deepEqual(
          members.map(({ classPosition }) => classPosition),
          members.map((_, i) => i + 1),
        )
      for (const one of rows) {
        assert.ok(one.positions.length === one.laps.length && one.times.length === one.laps.length)
        assert.ok(one.points === 0 || (session.type === 'RACE' && one.file.status === 'FINISHED'))
        assert.ok(JSON.stringify(one).isWellFormed())
      }
      assert.ok(rows.every(({ points }, i) => i === 0 || points <= rows[i - 1]!.points || rows[i - 1]!.points === 0))
      const longest = Math.max(0, ...rows.map(({ positions }) => positions.length))
      for (let at = 0; at < longest; at++) {
        const places = rows.flatMap(({ positions }) => positions[at] ?? []).toSorted((a, b) => a - b)
        assert.deepEqual(
          places,
          places.map((_, i) => i + 1),
        )
      }
    }),
  )
})
