import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId, UserId } from '#core/ids.ts'
import { row } from '#modules/standings/rules/season.fixture.ts'
import type { RaceRow } from '#modules/standings/rules/season.ts'
import { pointSystem } from '../contract/shapes.ts'
import { eventPointsOf } from './defaults.ts'
import type { Driver, SeasonFacts } from './season.ts'
import { type KeptTable, tablesOf } from './tables.ts'

const event = (sessionId: string, races: number, isOver: boolean) => ({
  sessionId: sessionId as SessionId,
  races,
  isOver,
  isDraft: false,
  multiplier: 1,
  table: null,
  raceTables: null,
  fastestLap: null,
})
const driver = (userId: string, more: Partial<Driver> = {}): Driver => ({
  userId: userId as UserId,
  status: 'ACTIVE',
  classId: null,
  teamName: null,
  country: null,
  registeredAt: new Date(0),
  ...more,
})
const came = (order: string, more: Partial<RaceRow> = {}) =>
  [...order].map((one, at) => ({ ...row(one, { position: at + 1, ...more }), keys: [`key:${one}`] }))
const qualified = (order: string, more: Partial<RaceRow> = {}) =>
  came(order, { bestLapMs: 90_000, ...more }).map((one) => ({ ...one, position: null }))

const season = (more: Partial<SeasonFacts>, points: object = {}): SeasonFacts => ({
  type: 'CHAMPIONSHIP',
  pointSystem: pointSystem.parse({ overallPointTable: [10, 6, 4, 2], ...points }),
  maxEntries: 20,
  events: [event('one', 1, true)],
  races: [{ sessionId: 'one' as SessionId, no: 1, rows: came('abcd') }],
  drivers: [...'abcd'].map((one) => driver(one)),
  byHand: [],
  ...more,
})
const short = (table: KeptTable | undefined): string =>
  (table?.rows ?? []).map(({ position, id, points }) => `${position} ${id} ${points}`).join(', ')
const tableOf = (facts: SeasonFacts, classId: string | null = null): string =>
  short(tablesOf(facts).find((table) => table.of === 'DRIVERS' && table.classId === classId))

test('Pro and Am in the same car have their tables, with points of the whole field or of the class', () => {
  const drivers = [...'abcd'].map((one, at) => driver(one, { classId: at % 2 === 0 ? 'PRO' : 'AM' }))
  assert.equal(tableOf(season({ drivers }), 'AM'), '1 b 6, 2 d 2')
  assert.equal(tableOf(season({ drivers }, { scope: 'CLASS' }), 'AM'), '1 b 10, 2 d 6')
  assert.equal(tableOf(season({ drivers }, { scope: 'CLASS' })), '1 a 10, 1 b 10, 3 c 6, 3 d 6')
  const other = season({ drivers, races: [{ sessionId: 'one' as SessionId, no: 1, rows: came('abcd', { classId: 'GT3' }) }] })
  assert.equal(tableOf(other, 'AM'), '1 b 6, 2 d 2', 'a class of the event alone is none of the season')
  const own = [{ sessionId: 'one' as SessionId, no: 1, rows: came('abcd', { classId: 'PRO' }) }]
  assert.equal(tableOf(season({ drivers, races: own }), 'PRO'), '1 a 10, 2 b 6, 3 c 4, 4 d 2', 'a class of the season that was driven stands')
})

test('of a championship only who is registered scores; whoever else drove keeps the place in the race, and is in no table', () => {
  const drivers = [...'acd'].map((one) => driver(one, { teamName: one === 'a' ? 'Apex' : 'Kerb', country: 'de' }))
  const rows = came('bacd').map((one) => ({ ...one, teamId: one.driverIds[0] === 'b' ? 'Guests' : null }))
  const races = [{ sessionId: 'one' as SessionId, no: 1, rows }]
  const tables = tablesOf(season({ drivers, races }, { nations: true }))
  assert.deepEqual(
    tables.map((table) => [table.of, short(table)]),
    [
      ['DRIVERS', '1 a 6, 2 c 4, 3 d 2'],
      ['TEAMS', '1 Apex 6, 2 Kerb 6'],
      ['NATIONS', '1 de 12'],
    ],
  )
  assert.equal(tableOf(season({ type: 'SERIES', drivers: [], races })), '1 b 10, 2 a 6, 3 c 4, 4 d 2', 'a series has no drivers of its own')
  // of a shared car each has what is theirs, whoever else sat in it
  const shared = [{ sessionId: 'one' as SessionId, no: 1, rows: [{ ...came('a')[0]!, driverIds: ['a', 'b'] }] }]
  assert.equal(tableOf(season({ drivers: [driver('a')], races: shared }, { sharedCar: 'SHARE' })), '1 a 5')
  const corrected = shared.map((race) => ({ ...race, rows: race.rows.map((one) => ({ ...one, adjustment: -3 })) }))
  const partOf = (sharedCar: string) => {
    const [cell] = tablesOf(season({ drivers: [driver('a')], races: corrected }, { sharedCar }))[0]!.rows[0]!.cells
    return cell!.races.map(({ points, adjustment, share }) => [points, adjustment, share])
  }
  assert.deepEqual([partOf('SHARE'), partOf('FULL')], [[[3.5, -1.5, 0.5]], [[7, -3, undefined]]], 'the parts of a round are theirs too')
  const best = came('ba').map((one, at) => ({ ...one, totalTimeMs: 1000 + at }))
  const times = season({ drivers: [driver('a')], races: [{ sessionId: 'one' as SessionId, no: 1, rows: best }] }, { onlyBestRaceTime: true })
  assert.deepEqual(
    tablesOf(times)[0]!.rows.map(({ id, position, gap }) => [id, position, gap]),
    [['a', 1, 0]],
  )
})

test('points by hand are their driver’s or their team’s alone, in no round and never dropped', () => {
  const drivers = [...'abcd'].map((one, at) => driver(one, { classId: at % 2 === 0 ? 'PRO' : 'AM', teamName: at < 2 ? 'de' : 'Kerb', country: 'de' }))
  const hand = (of: object, points: number) => ({ id: `${points}`, userId: null, teamName: null, points, reason: 'why', ...of })
  const byHand = [hand({ userId: 'a' }, -5), hand({ teamName: 'de' }, -7), hand({ userId: 'd' }, 1), hand({ userId: 'nobody' }, 99)]
  const facts = season({ drivers, byHand }, { nations: true, bestRounds: [{ from: 1, to: 1, best: 1 }] })
  const of = (table: KeptTable['of'], classId: string | null = null) => tablesOf(facts).find((one) => one.of === table && one.classId === classId)
  assert.equal(short(of('DRIVERS')), '1 b 6, 2 a 5, 3 c 4, 4 d 3')
  assert.deepEqual([short(of('DRIVERS', 'PRO')), short(of('DRIVERS', 'AM'))], ['1 a 5, 2 c 4', '1 b 6, 2 d 3'])
  assert.equal(short(of('TEAMS')), '1 de 9, 2 Kerb 6')
  assert.equal(short(of('NATIONS')), '1 de 22', 'no nation has any, whatever a team is called')
  const told = of('DRIVERS')!.rows.map(({ id, adjustment, cells, byHand: own }) => [
    id,
    adjustment,
    cells[0]!.points,
    own.map(({ points }) => points),
  ])
  assert.deepEqual(told[1], ['a', -5, 10, [-5]])
  assert.deepEqual(tablesOf({ ...facts, byHand: [] }), tablesOf(season({ drivers }, { nations: true, bestRounds: [{ from: 1, to: 1, best: 1 }] })))
})

test('points by hand of who drove in two classes count in that of the registration, else in the one last driven, and in the table of all', () => {
  const events = [event('one', 1, true), event('two', 1, true)]
  const race = (sessionId: string, classId: string) => ({ sessionId: sessionId as SessionId, no: 1, rows: came('ab', { classId }) })
  const byHand = [{ id: '1', userId: 'a' as UserId, teamName: null, points: -5, reason: 'why' }]
  const told = (classId: string | null, more: Partial<SeasonFacts> = {}) => {
    const drivers = [driver('a', { classId }), driver('b', { classId: 'PRO' }), driver('c', { classId: 'AM' })]
    const tables = tablesOf(season({ events, races: [race('one', 'PRO'), race('two', 'AM')], drivers, byHand, ...more }))
    return [null, 'PRO', 'AM'].map((one) => {
      const { points, byHand: own } = tables.find((table) => table.of === 'DRIVERS' && table.classId === one)!.rows.find(({ id }) => id === 'a')!
      return [points, own.length]
    })
  }
  const [counts, not] = [
    [5, 1],
    [10, 0],
  ]
  assert.deepEqual(told('PRO'), [[15, 1], counts, not])
  assert.deepEqual(told('AM'), [[15, 1], not, counts])
  assert.deepEqual(told(null, { type: 'SERIES', drivers: [] }), [[15, 1], not, counts], 'of a series nobody is registered')
})

test('who is disqualified from the season has no place; their team keeps the points', () => {
  const drivers = [driver('a', { teamName: 'Apex', status: 'DISQUALIFIED' }), ...[...'bcd'].map((one) => driver(one, { teamName: 'Kerb' }))]
  const tables = tablesOf(season({ drivers }))
  assert.equal(short(tables[0]), '1 b 6, 2 c 4, 3 d 2, null a 10')
  assert.equal(short(tables.find(({ of }) => of === 'TEAMS')), '1 Kerb 12, 2 Apex 10')
})

test('between two races of an event the second is still to be won', () => {
  const two = [{ sessionId: 'one' as SessionId, no: 1, rows: came('ab') }]
  const winners = (isOver: boolean) =>
    tablesOf(season({ events: [event('one', 2, isOver)], races: two, drivers: [driver('a'), driver('b')] }))[0]!.rows.map(({ mayWin }) => mayWin)
  assert.deepEqual(
    [winners(false), winners(true)],
    [
      [true, true],
      [true, false],
    ],
  )
  assert.equal(tablesOf(season({ events: [event('one', 2, false)], races: two }))[0]!.pointsLeft, 10)
})

test('of an event with several splits a race is to come for the cars of those without a result, in their class of the season', () => {
  const drivers = [...'abcd'].map((one, at) => driver(one, { classId: at % 2 === 0 ? 'PRO' : 'AM' }))
  const cars = [...'cd'].map((one) => ({ driverIds: [one], teamId: null, classId: 'GT3', splitNo: 2 }))
  const of = (isOver: boolean, more: Partial<SeasonFacts> = {}) => {
    const races = [{ sessionId: 'one' as SessionId, no: 1, rows: came('ab') }]
    const events = [{ ...event('one', 1, isOver), toCome: cars }]
    return ['', 'PRO', 'AM'].map((classId) => {
      const table = tablesOf(season({ events, races, drivers, ...more })).find((one) => (one.classId ?? '') === classId)!
      return [...table.rows.map(({ id, cells: [cell] }) => `${id} ${cell ? (cell.isMissed ? 'missed' : cell.points) : 'to come'}`), table.pointsLeft]
    })
  }
  assert.deepEqual(of(false), [
    ['a 10', 'b 6', 'c to come', 'd to come', 10],
    ['a 10', 'c to come', 10],
    ['b 6', 'd to come', 10],
  ])
  assert.deepEqual(of(true)[0], ['a 10', 'b 6', 'c missed', 'd missed', 0])
  const isIn = came('c', { splitNo: 2 })
  assert.deepEqual(of(false, { races: [{ sessionId: 'one' as SessionId, no: 1, rows: [...came('ab'), ...isIn] }] })[0], [
    'a 10',
    'c 10',
    'b 6',
    'd missed',
    0,
  ])
})

test('who has left the season wins nothing more of it, and holds nobody up', () => {
  const two = [{ sessionId: 'one' as SessionId, no: 1, rows: came('abc') }]
  const chances = (status: Driver['status']) => {
    const drivers = [driver('a'), driver('b', { status }), driver('c')]
    const [table] = tablesOf(season({ events: [event('one', 2, false)], races: two, drivers }))
    return table!.rows.map(({ id, possiblePoints, bestPlace, worstPlace, mayWin }) => [id, possiblePoints, bestPlace, worstPlace, mayWin].join(' '))
  }
  assert.deepEqual(chances('ACTIVE'), ['a 20 1 3 true', 'b 16 1 3 true', 'c 14 1 3 true'])
  assert.deepEqual(chances('LEFT'), ['a 20 1 2 true', 'b 6 2 3 false', 'c 14 1 3 true'])
})

test('of two equal laps the fastest is that of who stands before in the race, finished or not, as its event shows', () => {
  const rows = came('ab', { bestLapMs: 90_000 }).map((one, at) => ({
    ...one,
    standsAt: at + 1,
    ...(at === 0 ? { status: 'DNF' as const, position: null } : {}),
  }))
  const races = [{ sessionId: 'one' as SessionId, no: 1, rows }]
  assert.equal(tableOf(season({ races, drivers: [...'ab'].map((one) => driver(one)) }, { bonus: { fastestLap: 3 } })), '1 b 6, 2 a 3')
})

test('a multiplied place is worth to a hundredth what its event shows, race by race', () => {
  const races = [1, 2].map((no) => ({ sessionId: 'one' as SessionId, no, rows: came('ab') }))
  const system = { overallPointTable: [10, 1.25] }
  const events = [{ ...event('one', 3, false), multiplier: 0.5 }]
  const [table] = tablesOf(season({ events, races, drivers: [...'ab'].map((one) => driver(one)) }, system))
  assert.equal(short(table), '1 a 10, 2 b 1.26')
  assert.deepEqual(eventPointsOf(pointSystem.parse(system), { multiplier: 0.5 }).table, [5, 0.63])
})

test('the pole is of who had it, or nobody’s: of the field or of each class', () => {
  const bonus = { bonus: { pole: 3 } }
  const race = (order: string, more: Partial<RaceRow> = {}) => [
    { sessionId: 'one' as SessionId, no: 1, rows: came(order), qualifying: qualified('dab', more) },
  ]
  assert.equal(tableOf(season({ races: race('abcd') }, bonus)), '1 a 10, 2 b 6, 3 d 5, 4 c 4')
  assert.equal(tableOf(season({ races: race('abc') }, bonus)), '1 a 10, 2 b 6, 3 c 4, 4 d 0', 'who had it did not drive the race')
  assert.equal(tableOf(season({ races: race('abcd', { status: 'DSQ' }) }, bonus)), '1 a 10, 2 b 6, 3 c 4, 4 d 2')
  assert.equal(tableOf(season({ races: race('abcd', { bestLapMs: null }) }, bonus)), '1 a 10, 2 b 6, 3 c 4, 4 d 2', 'nobody has a time')
  const drivers = [...'abcd'].map((one) => driver(one, { classId: one === 'd' ? 'AM' : 'PRO' }))
  assert.equal(tableOf(season({ drivers, races: race('abcd') }, { ...bonus, scope: 'CLASS' })), '1 a 13, 1 d 13, 3 b 6, 4 c 4')
})

test('where the best race time decides no table has points, and nobody shares a place for having as many', () => {
  const drivers = [...'abcd'].map((one) => driver(one, { teamName: 'Apex', country: 'de' }))
  const rows = came('abcd', { totalTimeMs: 900_000, bestLapMs: 90_000 })
  const races = [{ sessionId: 'one' as SessionId, no: 1, rows, qualifying: qualified('abcd') }]
  const points = { onlyBestRaceTime: true, nations: true, bonus: { pole: 3, fastestLap: 1 }, gridSize: { base: 2, multiplier: 1 } }
  const tables = tablesOf(season({ drivers, races }, points))
  assert.deepEqual(
    tables.map(({ of }) => of),
    ['DRIVERS', 'TEAMS', 'NATIONS'],
  )
  const pointsIn = ({ rows, pointsLeft }: KeptTable) => [
    pointsLeft,
    ...rows.flatMap((one) => [one.points, one.grossPoints, ...one.cells.map((cell) => cell?.points)]),
  ]
  assert.deepEqual(tables.flatMap(pointsIn).filter(Boolean), [])
  assert.deepEqual(
    tables[0]!.rows.map(({ position, isShared }) => [position, isShared]),
    [1, 2, 3, 4].map((place) => [place, false]),
  )
})

test('a round that is never dropped is told by its number among those that are published', () => {
  const names = ['one', 'two', 'three', 'four']
  const events = names.map((name) => ({ ...event(name, 1, name !== 'two'), isDraft: name === 'two' }))
  const races = [
    ['one', 'ab'],
    ['three', 'ba'],
    ['four', 'ab'],
  ].map(([name, order]) => ({ sessionId: name as SessionId, no: 1, rows: came(order!) }))
  const rounds = (except?: readonly number[]) => {
    const bestRounds = [{ from: 1, to: 3, best: 1, ...(except && { except }) }]
    const [row] = tablesOf(season({ events, races, drivers: [driver('a'), driver('b')] }, { bestRounds }))[0]!.rows
    return [row!.points, ...row!.cells.map((cell) => cell?.isDropped ?? null)]
  }
  assert.deepEqual(rounds(), [10, true, null, true, false])
  assert.deepEqual(rounds([2]), [16, true, null, false, false])
})
