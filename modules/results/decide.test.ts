import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { EntryId, UserId } from '#core/ids.ts'
import { classify } from '#games/classify.ts'
import type { Lap, ResultRow, SessionResults } from '#games/game.ts'
import { lapStats, leadChanges, placesByLap } from './decide/laps.ts'
import { matchRows, type Field } from './decide/match.ts'
import { plain } from './decide/plain.ts'
import { segmentOf } from './decide/place.ts'
import { publish } from './decide/rows.ts'
import { pointsRulesOf } from './rules.ts'

const lap = (time: number | null, more: Partial<Lap> = {}): Lap => ({
  lapNumber: 1,
  time,
  sectors: time === null ? [] : [30_000, 30_000, time - 60_000],
  valid: time !== null,
  position: null,
  driverIndex: 0,
  pit: null,
  incidents: null,
  ...more,
})
const row = (name: string, laps: readonly Lap[], more: Partial<ResultRow> = {}): ResultRow => ({
  position: 1,
  startPosition: null,
  participant: { type: 'DRIVER', name },
  name,
  drivers: [{ name, platformId: name, drivingTimeMs: null }],
  raceNumber: null,
  carModelId: 'x',
  carClassId: null,
  skin: null,
  lapCount: laps.length,
  totalTime: laps.reduce((sum, { time }) => sum + (time ?? 0), 0) || null,
  bestLapTime: Math.min(...laps.map(({ time }) => time ?? Infinity)),
  bestCleanLapTime: null,
  status: 'FINISHED',
  statusStated: false,
  timeRetired: { type: 'TIME', value: null },
  incidents: null,
  pitStops: null,
  penalties: [],
  ballastKg: null,
  restrictor: null,
  laps: laps.map((one, i) => ({ ...one, lapNumber: i + 1 })),
  facts: {},
  ...more,
})

test('rows find their entry by account, else by number and car, else nobody', () => {
  const field: Field = {
    users: new Map([
      ['ann', 'user-ann' as UserId],
      ['dan', 'user-dan' as UserId],
    ]),
    entries: [
      {
        id: 'e1' as EntryId,
        raceNumber: 5,
        carId: 'x',
        classId: null,
        teamName: null,
        drivers: [{ userId: 'user-ann' as UserId, platformId: 'ann' }],
      },
      {
        id: 'e2' as EntryId,
        raceNumber: 7,
        carId: 'x',
        classId: null,
        teamName: null,
        drivers: [{ userId: 'user-bea' as UserId, platformId: null }],
      },
    ],
  }
  const cases: readonly [ResultRow, string, UserId | null][] = [
    [row('ann', [], { raceNumber: 7 }), 'entry:e1', 'user-ann' as UserId],
    [row('bea', [], { raceNumber: 7 }), 'entry:e2', 'user-bea' as UserId],
    [row('cid', [], { raceNumber: 7 }), 'account:cid', null],
    [row('dan', []), 'user:user-dan', 'user-dan' as UserId],
    [row('eve', [], { raceNumber: 7, carModelId: 'y', drivers: [{ name: 'eve', platformId: null, drivingTimeMs: null }] }), 'file:7:y:eve', null],
  ]
  const found = matchRows(
    cases.map(([one]) => one),
    field,
  )
  for (const [i, [, key, user]] of cases.entries()) assert.deepEqual([found[i]?.key, found[i]?.userIds[0]], [key, user])
})

test('a file’s place among the segments', () => {
  const planned = [{ type: 'PRACTICE' }, { type: 'QUALIFY' }, { type: 'RACE' }, { type: 'RACE' }]
  const arrived = ['RACE', 'RACE', 'RACE', 'QUALIFY'].map((type, i) => ({ id: String(i), serverId: 's', type }))
  const of = (id: string, type: string, sessionIndex: number | null = null, isEmpty = false) =>
    segmentOf({ id, serverId: 's', type, sessionIndex, isEmpty }, arrived, planned)
  assert.deepEqual([of('0', 'RACE'), of('1', 'RACE'), of('2', 'RACE'), of('3', 'QUALIFY')], [2, 3, 3, 1])
  assert.equal(of('2', 'RACE', null, true), null)
  assert.equal(of('0', 'RACE', 3), 3)
  // an index that the plan contradicts is not believed
  assert.equal(of('0', 'RACE', 1), 2)
  assert.equal(of('9', 'WARMUP'), 6)
})

test('places by lap come from the clock until a lap has none', () => {
  const rows = [row('a', [lap(100_000), lap(90_000), lap(95_000)]), row('b', [lap(99_000), lap(92_000), lap(null)]), row('c', [lap(101_000)])]
  const places = placesByLap(rows)
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
  assert.equal(stats.averageLapMs, Math.round((120_000 + 98_000 + 100_000 + 101_000 + 102_000 + 100_500) / 6))
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

test('hostile names become texts that a database and a table can hold', () => {
  assert.equal(plain('a\u0000b\ud800\u202e  c\n'), 'a b\ufffd c')
  assert.equal([...plain('🏁'.repeat(300))].length, 100)
})

const anySession: fc.Arbitrary<SessionResults> = fc
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
    sessionIndex: null,
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
      const { rows } = publish(session, { entries: [], users: new Map() }, { classes, points: pointsRulesOf({}) })
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
