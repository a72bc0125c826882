import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { EntryId, UserId } from '#core/ids.ts'
import { classify } from '#games/classify.ts'
import type { Lap, ResultRow, SessionResults } from '#games/game.ts'
import { lapStats, leadChanges, placesByLap } from './decide/laps.ts'
import { matchRows, type Field } from './decide/match.ts'
import { plain } from './decide/plain.ts'
import { fingerprintOf, ofThisEvent } from './decide/history.ts'
import { placesOf } from './decide/place.ts'
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

const PLAN = [{ type: 'PRACTICE' }, { type: 'QUALIFY' }, { type: 'RACE' }, { type: 'RACE' }]
const found = (type: SessionResults['type'], more: Partial<SessionResults> = {}): SessionResults => ({
  type,
  nativeType: type,
  trackId: 'monza',
  layoutId: null,
  serverName: null,
  tag: null,
  sessionIndex: null,
  startedAt: null,
  isWet: null,
  results: [row('a', [lap(100_000)])],
  facts: {},
  warnings: [],
  ...more,
})

test('a file’s place among the segments', () => {
  const arrived = ['RACE', 'RACE', 'RACE', 'QUALIFY'].map((type, i) => ({ id: String(i), serverId: 's', types: [type] }))
  const of = (id: string, type: SessionResults['type'], sessionIndex: number | null = null, isEmpty = false, habit: 'COUNTED' | 'EACH' = 'COUNTED') =>
    placesOf({ id, serverId: 's', habit, sessions: [found(type, { sessionIndex, ...(isEmpty ? { results: [] } : {}) })] }, arrived, PLAN)[0]
  assert.deepEqual([of('0', 'RACE')?.index, of('1', 'RACE')?.index, of('2', 'RACE')?.index, of('3', 'QUALIFY')?.index], [2, 3, 3, 1])
  assert.equal(of('2', 'RACE', null, true), null)
  assert.deepEqual(of('0', 'RACE', 3), { index: 3, no: 2 })
  // an index that the plan contradicts is not believed, nor one that only counts inside the file
  assert.equal(of('0', 'RACE', 1)?.index, 2)
  assert.equal(of('0', 'RACE', 3, false, 'EACH')?.index, 2)
  assert.deepEqual(of('9', 'WARMUP'), { index: 6, no: 1 })
})

test('a file of a whole event says which race is which', () => {
  type Kind = readonly [SessionResults['type'], string?]
  const of = (...kinds: readonly Kind[]) =>
    placesOf(
      {
        id: 'f',
        serverId: 's',
        habit: 'WHOLE',
        sessions: kinds.map(([type, nativeType = type], sessionIndex) => found(type, { nativeType, sessionIndex })),
      },
      [{ id: 'before', serverId: 's', types: ['RACE', 'RACE'] }],
      PLAN,
    ).map((place) => place && [place.index, place.no])
  const cases: readonly [readonly Kind[], readonly (readonly [number, number])[]][] = [
    [
      [['PRACTICE'], ['QUALIFY'], ['RACE'], ['RACE', 'Race2']],
      [
        [0, 1],
        [1, 1],
        [2, 1],
        [3, 2],
      ],
    ],
    [
      [['RACE'], ['RACE', 'Race2']],
      [
        [2, 1],
        [3, 2],
      ],
    ],
    [[['RACE', 'Race2']], [[3, 2]]],
    [
      [
        ['RACE', 'HEAT 1'],
        ['RACE', 'FEATURE'],
      ],
      [
        [2, 1],
        [3, 2],
      ],
    ],
    // beyond the plan each stands for itself
    [
      [['PRACTICE', 'practice1'], ['PRACTICE', 'practice2'], ['WARMUP'], ['RACE', 'Race3']],
      [
        [0, 1],
        [4, 2],
        [6, 1],
        [7, 3],
      ],
    ],
  ]
  for (const [kinds, places] of cases) assert.deepEqual(of(...kinds), places, JSON.stringify(kinds))
  const empty = { id: 'f', serverId: 's', habit: 'WHOLE' as const, sessions: [found('RACE', { results: [] })] }
  assert.deepEqual(placesOf(empty, [], PLAN), [null])
})

test('no two sessions of a whole file share a place', () => {
  const kind = fc.tuple(
    fc.constantFrom('RACE' as const, 'QUALIFY' as const, 'PRACTICE' as const, 'WARMUP' as const),
    fc.constantFrom('', '1', '2', '3'),
  )
  fc.assert(
    fc.property(
      fc.array(kind, { maxLength: 12 }),
      fc.array(fc.constantFrom({ type: 'PRACTICE' }, { type: 'RACE' }), { maxLength: 4 }),
      (kinds, plan) => {
        const sessions = kinds.map(([type, no]) => found(type, { nativeType: `${type}${no}` }))
        const places = placesOf({ id: 'f', serverId: null, habit: 'WHOLE', sessions }, [], plan)
        assert.equal(new Set(places.map((place) => place?.index)).size, places.length)
        assert.equal(new Set(places.map((place, i) => `${sessions[i]!.type} ${place?.no}`)).size, places.length)
      },
    ),
  )
})

test('of a file that goes on over many events only what belongs to this one', () => {
  const at = (minutes: number): string => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString()
  const stage = (index: number, type: SessionResults['type'], minutes: number, name = 'a') =>
    found(type, { nativeType: `${type}1`, startedAt: at(minutes), facts: { historyIndex: index }, results: [row(name, [lap(100_000)])] })
  const old = [stage(7, 'PRACTICE', 0), stage(7, 'RACE', 30)]
  // everybody left after the practice, and it began anew; somebody stayed on after the race
  const night = [stage(8, 'PRACTICE', 1000), stage(9, 'QUALIFY', 1030), stage(9, 'RACE', 1040), stage(10, 'PRACTICE', 1100)]
  const of = (sessions: readonly SessionResults[], since: number | null, startsAt = 1000, taken: readonly SessionResults[] = []) =>
    ofThisEvent(sessions, {
      since: since === null ? null : new Date(at(since)),
      startsAt: new Date(at(startsAt)),
      taken: new Set(taken.map(fingerprintOf)),
    })
  assert.deepEqual(of([...old, ...night], 995), [2, 3, 4])
  assert.deepEqual(of([...old, ...night], 1011), [3, 4])
  // a clock that runs elsewhere: the newest, unless another event has it
  assert.deepEqual(of(old, 995), [0, 1])
  assert.deepEqual(of(old, 995, 1000, old), [])
  assert.deepEqual(of([...old, ...night], 5000, 5000, old), [5])
  // handed in: the nearest in time that nobody has
  assert.deepEqual(of([...old, ...night], null, 1035), [3, 4])
  assert.deepEqual(of([...old, ...night], null, 10), [0, 1])
  assert.deepEqual(of([...old, ...night], null, 10, old), [2])
  assert.deepEqual(of([], null), [])
  assert.deepEqual(of([found('RACE'), found('QUALIFY')], 995), [0, 1])
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
