import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadResults, SegmentResults } from '#games/game.ts'
import { agreesWithExpectations, holds, survivesDamage } from '#games/results.fixture.ts'
import { encodeUtf8 } from '#games/text.ts'
import { readResults } from './results.ts'

agreesWithExpectations(new URL('../../../shared/data/results/ac/', import.meta.url), readResults, {
  row: (row, expected) => {
    assert.equal(row.drivers[0]?.platformId, expected.driverId)
    assert.equal(row.skin, expected.skin)
    assert.equal(row.ballastKg, expected.ballastKg)
    assert.equal(row.restrictor, expected.restrictor)
    assert.equal(row.incidents?.offTracks, expected.cuts)
  },
  session: (session, expected) => {
    assert.equal(session.facts.lapsWithoutRow, without(expected.lapsOfDriversNotInResult))
    assert.equal(
      (session.facts.listedWithoutLaps as unknown[]).length,
      Array.isArray(expected.listedWithoutLaps) ? expected.listedWithoutLaps.length : expected.listedWithoutLaps,
    )
  },
})

const without = (drivers: unknown): number => (drivers as { laps: number }[]).reduce((sum, driver) => sum + driver.laps, 0)

const driver = (name: string, guid: string, guids: readonly string[] = [guid], team = '') => ({
  Name: name,
  Team: team,
  Nation: 'ITA',
  Guid: guid,
  GuidsList: guids,
})
const car = (id: number, of: object, model = 'abarth500') => ({ CarId: id, Driver: of, Model: model, Skin: 'white', BallastKG: 5, Restrictor: 0 })
const lap = (name: string, guid: string, id: number, time: number, cuts = 0) => ({
  DriverName: name,
  DriverGuid: guid,
  CarId: id,
  CarModel: 'abarth500',
  Timestamp: 1,
  LapTime: time,
  Sectors: [time - 40_000, 20_000, 20_000],
  Cuts: cuts,
  BallastKG: 5,
  Tyre: 'S',
  Restrictor: 0,
})
const row = (name: string, guid: string, id: number, best: number, total: number) => ({
  DriverName: name,
  DriverGuid: guid,
  CarId: id,
  CarModel: 'abarth500',
  BestLap: best,
  TotalTime: total,
  BallastKG: 5,
  Restrictor: 0,
})

const race = {
  TrackName: 'ks_nurburgring',
  TrackConfig: 'layout_gp_a',
  Type: 'RACE',
  DurationSecs: 0,
  RaceLaps: 4,
  Cars: [
    car(0, driver('Ann', '1')),
    car(1, driver('Bea', '2', ['2', '3'], 'Team Two')),
    car(2, driver('Cid', '4')),
    car(3, driver('Dan', '5')),
    car(4, driver('', '')),
    car(5, driver('Eve', '6')),
  ],
  Result: [
    row('Ann', '1', 0, 80_000, 330_000),
    row('Bea', '2', 1, 81_000, 335_500),
    row('Cid', '4', 2, 82_000, 250_000),
    row('Dan', '5', 3, 999_999_999, 90_000),
    row('Eve', '6', 5, 999_999_999, 0),
    row('', '', 4, 999_999_999, 0),
  ],
  Laps: [
    lap('Ann', '1', 0, 85_000),
    lap('Bea', '2', 1, 86_000),
    lap('Dan', '5', 3, 90_000, 2),
    lap('Cid', '4', 2, 84_000),
    lap('Ann', '1', 0, 80_000),
    lap('Bea', '3', 1, 81_000),
    lap('Cid', '4', 2, 82_000),
    lap('Ann', '1', 0, 82_000),
    lap('Bea', '3', 1, 79_000, 1),
    lap('Cid', '4', 2, 83_000),
    lap('Ann', '1', 0, 83_000),
    lap('Bea', '3', 1, 82_000),
    lap('Gone', '9', 9, 70_000),
  ],
  Events: [{ Type: 'COLLISION_WITH_CAR', CarId: 0, Driver: driver('Ann', '1'), OtherCarId: 1, OtherDriver: driver('Bea', '2'), ImpactSpeed: 12.5 }],
}

test('laps, swaps, status and gaps of a race', () => {
  const [session] = sessions(readResults(file(race)))
  assert.ok(session)
  holds(session)
  const seen = session.results.map((result) => [result.name, result.lapCount, result.status, result.statusStated, result.timeRetired])
  assert.deepEqual(seen, [
    ['Ann', 4, 'FINISHED', false, { type: 'TIME', value: 330_000 }],
    ['Bea', 4, 'FINISHED', false, { type: 'TIMEDIFF', value: 5500 }],
    ['Cid', 3, 'FINISHED', false, { type: 'LAPS', value: 1 }],
    ['Dan', 1, 'DNF', false, { type: 'DNF', value: null }],
  ])
  const bea = session.results[1]
  assert.deepEqual(bea?.participant, { type: 'TEAM', name: 'Team Two' })
  assert.deepEqual(
    bea?.laps.map((driven) => driven.driverIndex),
    [0, 1, 1, 1],
  )
  assert.equal(bea?.bestLapTime, 81_000)
  assert.deepEqual(session.results[0]?.incidents, { collisionsWithCar: 1, collisionsWithEnv: 0, offTracks: 0 })
  assert.deepEqual([session.facts.lapsWithoutRow, session.warnings.length], [1, 1])
})

test('somebody who changed slot keeps the row with laps', () => {
  const [session] = sessions(readResults(file({ ...race, Result: [row('Ann', '1', 3, 999_999_999, 0), ...race.Result] })))
  assert.deepEqual(
    session?.results.map((result) => result.name),
    ['Ann', 'Bea', 'Cid', 'Dan'],
  )
  const [twice] = sessions(readResults(file({ ...race, Result: [...race.Result, row('Ann', '1', 3, 80_000, 330_000)] })))
  assert.equal(twice?.results.length, 4)
})

test('repeated rows do not multiply laps', () => {
  const laps = Array.from({ length: 50_000 }, () => ({ DriverGuid: '1', CarModel: 'abarth500', LapTime: 80_000, Cuts: 0 }))
  const [session] = sessions(
    readResults(file({ ...race, Laps: laps, Result: Array.from({ length: 900 }, () => row('Ann', '1', 0, 80_000, 330_000)) })),
  )
  assert.deepEqual(
    session?.results.map((result) => result.lapCount),
    [50_000],
  )
})

test('a session nobody drove is read, with no rows', () => {
  const [session] = sessions(readResults(file({ ...race, Type: 'PRACTICE', Result: [], Laps: null, Events: null })))
  assert.deepEqual([session?.type, session?.results], ['PRACTICE', []])
})

test('a session type of another kind is refused', () => {
  for (const type of ['BOOK', 'constructor', '__proto__', '', null]) assert.equal(readResults(file({ ...race, Type: type })).ok, false)
})

test('a driver who drove in two cars stands where he stands better, with the laps of that car alone', () => {
  const two = {
    ...race,
    Result: [row('Ann', '1', 0, 80_000, 330_000), row('Cid', '4', 2, 82_000, 240_000), row('Ann', '1', 3, 81_000, 160_000)],
    Laps: [
      lap('Ann', '1', 3, 81_000),
      lap('Ann', '1', 0, 80_000),
      lap('Cid', '4', 2, 82_000),
      lap('Ann', '1', 0, 85_000),
      lap('Ann', '1', 0, 86_000),
    ],
  }
  const [session] = sessions(readResults(file(two)))
  assert.deepEqual(
    session?.results.map(({ name, lapCount }) => [name, lapCount]),
    [
      ['Ann', 3],
      ['Cid', 1],
    ],
  )
  assert.deepEqual(session?.warnings, ['Ann drove in two cars; 1 laps in abarth500 do not count.'])
})

survivesDamage('AC', JSON.stringify(race, null, 1), encodeUtf8, readResults)

const file = (content: object) => ({ name: '2026_1_2_20_30_RACE.json', bytes: encodeUtf8(JSON.stringify(content)) })
const sessions = (answer: ReadResults): readonly SegmentResults[] => (answer.ok ? answer.segments : [])
