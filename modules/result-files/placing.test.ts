import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { EntryId, UserId } from '#core/ids.ts'
import type { ResultRow, SegmentResults } from '#games/game.ts'
import { ofThisEvent } from './rules/history.ts'
import { matchRows, type Field } from './rules/match.ts'
import { freeKey, type FieldEntry } from '#modules/results/rules/participant.ts'
import { gridSource, plannedSegments } from './rules.ts'
import { segmentsOfFile } from './rules/segments.ts'
import { found, lap, row } from '#modules/results/decide/rows.fixture.ts'

const PLAN = [{ type: 'PRACTICE' }, { type: 'QUALIFY' }, { type: 'RACE' }, { type: 'RACE' }]
test('a file’s place among the segments', () => {
  const arrived = ['RACE', 'RACE', 'RACE', 'QUALIFY'].map((type, i) => ({ id: String(i), serverId: 's', types: [type] }))
  const of = (
    id: string,
    type: SegmentResults['type'],
    sessionIndex: number | null = null,
    isEmpty = false,
    layout: 'COUNTED' | 'EACH' = 'COUNTED',
  ) =>
    segmentsOfFile(
      { id, serverId: 's', layout, segments: [found(type, { segmentIndex: sessionIndex, ...(isEmpty ? { results: [] } : {}) })] },
      arrived,
      PLAN,
    )[0]
  assert.deepEqual([of('0', 'RACE')?.index, of('1', 'RACE')?.index, of('2', 'RACE')?.index, of('3', 'QUALIFY')?.index], [2, 3, 3, 1])
  assert.equal(of('2', 'RACE', null, true), null)
  assert.deepEqual(of('0', 'RACE', 3), { index: 3, no: 2 })
  // an index that the plan contradicts is not believed, nor one that only counts inside the file
  assert.equal(of('0', 'RACE', 1)?.index, 2)
  assert.equal(of('0', 'RACE', 3, false, 'EACH')?.index, 2)
  assert.deepEqual(of('9', 'WARMUP'), { index: 6, no: 1 })
})

test('a file of a whole event says which race is which', () => {
  type Kind = readonly [SegmentResults['type'], string?]
  const of = (...kinds: readonly Kind[]) =>
    segmentsOfFile(
      {
        id: 'f',
        serverId: 's',
        layout: 'WHOLE',
        segments: kinds.map(([type, nativeType = type], sessionIndex) => found(type, { nativeType, segmentIndex: sessionIndex })),
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
  const empty = { id: 'f', serverId: 's', layout: 'WHOLE' as const, segments: [found('RACE', { results: [] })] }
  assert.deepEqual(segmentsOfFile(empty, [], PLAN), [null])
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
        const places = segmentsOfFile({ id: 'f', serverId: null, layout: 'WHOLE', segments: sessions }, [], plan)
        assert.equal(new Set(places.map((place) => place?.index)).size, places.length)
        assert.equal(new Set(places.map((place, i) => `${sessions[i]!.type} ${place?.no}`)).size, places.length)
      },
    ),
  )
})

test('of a file that goes on over many events only what belongs to this one', () => {
  const at = (minutes: number): string => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString()
  const stage = (index: number, type: SegmentResults['type'], minutes: number, name = 'a') =>
    found(type, { nativeType: `${type}1`, startedAt: at(minutes), facts: { historyIndex: index }, results: [row(name, [lap(100_000)])] })
  const old = [stage(7, 'PRACTICE', 0), stage(7, 'RACE', 30)]
  // everybody left after the practice, and it began anew; somebody stayed on after the race
  const night = [stage(8, 'PRACTICE', 1000), stage(9, 'QUALIFY', 1030), stage(9, 'RACE', 1040), stage(10, 'PRACTICE', 1100)]
  const of = (sessions: readonly SegmentResults[], since: number | null, startsAt = 1000, taken: readonly SegmentResults[] = []) =>
    ofThisEvent(sessions, {
      since: since === null ? null : new Date(at(since)),
      startsAt: new Date(at(startsAt)),
      isTaken: (session) => taken.includes(session),
    })
  assert.deepEqual(of([...old, ...night], 995), [2, 3, 4])
  assert.deepEqual(of([...old, ...night], 1011), [3, 4])
  // they drove a race more for fun, and one before that nobody finished
  const more = [stage(10, 'QUALIFY', 1100), stage(10, 'RACE', 1110)]
  assert.deepEqual(of([...night.slice(0, 3), ...more], 995), [0, 1, 2])
  const left = { ...night[2]!, results: night[2]!.results.map((one) => ({ ...one, status: 'DNF' as const })) }
  assert.deepEqual(of([...night.slice(0, 2), left, ...more], 995), [0, 3, 4])
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

test('a server’s clock may be ten minutes behind ours when what is new in its history is told from what is old', () => {
  const launched = Date.UTC(2026, 0, 1, 20)
  const began = (index: number, beforeMs: number, type: 'PRACTICE' | 'RACE') =>
    found(type, { nativeType: `${type}1`, startedAt: new Date(launched - beforeMs).toISOString(), facts: { historyIndex: index } })
  const ours = (beforeMs: number): readonly number[] =>
    ofThisEvent([began(1, beforeMs, 'PRACTICE'), began(2, -60_000, 'RACE')], {
      since: new Date(launched),
      startsAt: new Date(launched),
      isTaken: () => false,
    })
  assert.deepEqual([ours(599_999), ours(600_000), ours(600_001)], [[0, 1], [0, 1], [1]])
})

const entrant = (id: string, raceNumber: number, platformId: string | null = null): FieldEntry => ({
  id: id as EntryId,
  raceNumber,
  carId: 'x',
  classId: null,
  teamName: null,
  drivers: [{ userId: `user-${id}` as UserId, platformId, name: id }],
})

test('names count only where a game has no accounts, and what was said counts always', () => {
  const entries = [entrant('Ann', 1), entrant('Ben', 2)]
  const rows = [row(' ANN', [], { raceNumber: 9 }), row('stranger', [], { raceNumber: 2 }), row('Ben', [], { raceNumber: 8 })]
  const keys = (more: object) => matchRows(rows, { entries, users: new Map(), ...more }).map(({ entry }) => entry?.id ?? null)
  assert.deepEqual(keys({}), [null, 'Ben', null])
  assert.deepEqual(keys({ byName: true }), ['Ann', 'Ben', null])
  const matches = new Map([
    ['account:stranger', null],
    ['account: ANN', 'Ben' as EntryId],
  ])
  assert.deepEqual(keys({ byName: true, matches }), ['Ben', null, null])
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
    // a second car of somebody, a stranger or not
    [row('cid', []), 'account:cid 2', null],
    [row('dan', []), 'user:user-dan', 'user-dan' as UserId],
    [row('dan', []), 'user:user-dan 2', 'user-dan' as UserId],
    [row('eve', [], { raceNumber: 7, carModelId: 'y', drivers: [{ name: 'eve', platformId: null, drivingTimeMs: null }] }), 'file:7:y:eve', null],
    // what stands against one of two who are told by the same is not the other's
    [row('eve', [], { raceNumber: 7, carModelId: 'y', drivers: [{ name: 'eve', platformId: null, drivingTimeMs: null }] }), 'file:7:y:eve 2', null],
  ]
  const found = matchRows(
    cases.map(([one]) => one),
    field,
  )
  for (const [i, [, key, user]] of cases.entries()) assert.deepEqual([found[i]?.key, found[i]?.userIds[0]], [key, user])
})

test('of two cars of a driver each keeps its key, in whatever order they finished', () => {
  const users = new Map([['ann', 'user-ann' as UserId]])
  const at = (raceNumber: number, carModelId = 'x') => row('ann', [], { raceNumber, carModelId })
  const keyed = (rows: readonly ResultRow[], entries: readonly FieldEntry[] = []) =>
    matchRows(rows, { entries, users }).map(({ key }, i) => `${rows[i]!.raceNumber} ${rows[i]!.carModelId} ${key}`)
  const ann = { ...entrant('ann', 99), drivers: [{ userId: 'user-ann' as UserId, platformId: 'ann' }] }
  for (const [rows, entries, ...expected] of [
    [[at(5), at(99)], [], '5 x user:user-ann', '99 x user:user-ann 2'],
    [[at(5, '10'), at(5, '9')], [], '5 10 user:user-ann 2', '5 9 user:user-ann'],
    // the car that was entered is the entry's
    [[at(5), at(99)], [ann], '5 x user:user-ann', '99 x entry:ann'],
    [[at(99, 'y'), at(99)], [ann], '99 x entry:ann', '99 y user:user-ann'],
  ] as const) {
    assert.deepEqual(keyed(rows, entries).toSorted(), expected)
    assert.deepEqual(keyed(rows.toReversed(), entries).toSorted(), expected)
  }
})

test('the plan of an event and where grids come from', () => {
  const plan = [{ type: 'PRACTICE' }, { type: 'QUALIFY' }, { type: 'RACE' }]
  assert.equal(plannedSegments(plan, 0).length, 3)
  const turned = plannedSegments(plan, 10)
  assert.deepEqual(
    turned.map(({ type }) => type),
    ['PRACTICE', 'QUALIFY', 'RACE', 'RACE'],
  )
  assert.deepEqual(
    [0, 1, 2, 3].map((index) => gridSource(turned, index, 10)),
    [null, null, { index: 1, reversed: 0 }, { index: 2, reversed: 10 }],
  )
})

test('cars that a file tells by the same long name have keys of their own, and both are such as can be kept', () => {
  const taken = new Set<string>()
  const long = `file:7:34:${'x'.repeat(200)}\u0000`
  const keys = [freeKey(long, taken), freeKey(long, taken)]
  assert.equal(new Set(keys).size, 2)
  assert.ok(keys.every((key) => key.length <= 110 && !key.includes('\u0000')))
})
