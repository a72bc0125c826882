import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadResults, SegmentResults } from '#games/game.ts'
import { agreesWithExpectations, holds, survivesDamage } from '#games/results.fixture.ts'
import { encodeUtf8 } from '#games/text.ts'
import { carOf, catalogue } from './catalogue.ts'
import { readResults, stampMs } from './results.ts'

agreesWithExpectations(new URL('../../../shared/data/results/r3e/', import.meta.url), readResults, {
  // Positions of ours are dense, and somebody without a name has an empty one.
  expect: (expected) => ({
    ...expected,
    order: expected.order.map((row, i) => ({ ...row, pos: i + 1, name: row.name ?? '' })),
  }),
  row: (row, expected) => {
    const car = carOf(row.carModelId ?? '')
    if (expected.carId !== null) assert.equal(row.carModelId, String(expected.carId))
    else assert.ok(car?.name.startsWith(String(expected.car)) || row.carModelId === expected.car, `${row.carModelId} is no ${expected.car}`)
    assert.equal(row.drivers[0]?.platformId, expected.driverId === null ? null : String(expected.driverId))
    assert.equal(row.facts.username, expected.username)
    assert.equal(row.facts.liveryId, expected.liveryId)
    assert.equal(row.startPosition, expected.startPos)
    assert.equal(row.facts.lapEntries, expected.lapEntries)
    assert.equal(row.facts.invalidLaps, expected.invalidLaps)
    assert.equal(row.facts.incidentPoints ?? 0, expected.incidentPoints)
    const entered = row.laps.map((lap) => lap.time ?? Infinity)
    assert.equal(entered.length > 0 ? Math.min(...entered) : null, expected.fastestLapEntryMs)
  },
  session: (session, expected) => assert.equal(session.serverName, expected.serverName),
})

const lap = (time: number, more: object = {}) => ({
  Time: time,
  SectorTimes: time > 0 ? [30_000, 60_000, time] : [-1000, -1000, -1000],
  Position: 1,
  Valid: time > 0,
  PitStopOccured: false,
  Incidents: [],
  ...more,
})
const incident = (Type: number, Points = 1) => ({ Type, Points, OtherUserId: -1 })
const player = (name: string, place: number, more: object) => ({
  UserId: 100 + place,
  FullName: name,
  Username: `u${place}`,
  UserWeightPenalty: 5,
  CarWeightPenalty: 10,
  Car: 'Lada Vesta',
  CarId: 8698,
  LiveryId: 8713,
  Position: place,
  PositionInClass: place,
  StartPosition: place,
  BestLapTime: -1000,
  TotalTime: -1,
  FinishStatus: 'Finished',
  RaceSessionLaps: [],
  ...more,
})
const event = {
  Server: 'Paddock [Cup]',
  StartTime: 1_607_101_107,
  Time: 1_607_107_684,
  Experience: 'RaceRoom Experience',
  Track: 'Portimao Circuit',
  TrackLayout: 'Club',
  Sessions: [
    {
      Type: 'Race2',
      Players: [
        player('Bea', 2, { TotalTime: 200_500, BestLapTime: 98_000, RaceSessionLaps: [lap(100_500), lap(98_000), lap(-1000)] }),
        player('Ann', 1, {
          TotalTime: 200_000,
          BestLapTime: 99_000,
          RaceSessionLaps: [
            lap(101_000, { PitStopOccured: true, Incidents: [incident(0, 4), incident(1, 2), incident(3), incident(5), incident(8), incident(6)] }),
            lap(99_000),
            lap(97_000, { Valid: false }),
          ],
        }),
        player('Cid', 3, { FinishStatus: 'None', RaceSessionLaps: [lap(-1000)] }),
        player('', 4, { FinishStatus: 'Disqualified', TotalTime: -1000, CarId: undefined }),
      ],
    },
  ],
}

test('times, sectors, incidents and status of a second race', () => {
  const [session] = sessions(readResults(file(event)))
  assert.ok(session)
  holds(session)
  assert.deepEqual(
    [session.type, session.nativeType, session.startedAt, session.facts.writtenAt],
    ['RACE', 'Race2', '2020-12-04T16:58:27.000Z', '2020-12-04T18:48:04.000Z'],
  )
  assert.deepEqual(
    session.results.map((row) => [row.name, row.lapCount, row.totalTime, row.bestLapTime, row.bestCleanLapTime, row.status, row.statusStated]),
    [
      ['Ann', 3, 200_000, 99_000, 99_000, 'FINISHED', true],
      ['Bea', 2, 200_500, 98_000, 98_000, 'FINISHED', true],
      ['Cid', 0, null, null, null, 'DNS', false],
      ['u4', 0, null, null, null, 'DSQ', true],
    ],
  )
  const [ann] = session.results
  assert.deepEqual(ann?.incidents, { collisionsWithCar: 1, collisionsWithEnv: 1, offTracks: 1, spins: 1 })
  assert.deepEqual(ann?.facts.otherIncidents, { disconnect: 1, invalidLap: 1 })
  assert.deepEqual(ann?.laps[0]?.sectors, [30_000, 30_000, 41_000])
  assert.deepEqual([ann?.pitStops, ann?.ballastKg, ann?.laps[0]?.incidents], [1, 15, 6])
  assert.equal(session.results[3]?.carModelId, '8698')
})

test('a car a lap down that was on its way when the race was closed is rightly before one that took the flag', () => {
  const laps = (...times: readonly number[]) => times.map((time) => lap(time))
  const race = (...Players: readonly object[]) => sessions(readResults(file({ ...event, Sessions: [{ Type: 'Race', Players }] })))[0]?.warnings.length
  const winner = player('Ann', 1, { TotalTime: 300_000, RaceSessionLaps: laps(100_000, 100_000, 100_000) })
  const onItsWay = player('Bea', 2, { TotalTime: 330_000, RaceSessionLaps: laps(105_000, 105_000, -1000) })
  const flagged = (more: object) => player('Cid', 3, { TotalTime: 310_000, RaceSessionLaps: laps(150_000, 160_000), ...more })
  assert.equal(race(winner, onItsWay, flagged({})), 0)
  // two cars with times of their own
  assert.equal(race(winner, flagged({ Position: 2, TotalTime: 320_000 }), flagged({})), 1)
  assert.equal(race(winner, onItsWay, flagged({ RaceSessionLaps: laps(100_000, 100_000, 110_000) })), 1)
})

test('before 6 May 2020 the incident numbers from 6 on meant something else', () => {
  const old = { ...event, Time: '/Date(1517708725069+0000)/', StartTime: undefined }
  const [session] = sessions(readResults(file(old)))
  assert.deepEqual(session?.results[0]?.facts.otherIncidents, { missedStart: 1, penaltyNotServed: 1 })
  assert.equal(session?.startedAt, null)
})

test('a stamp is seconds or a date of the old form', () => {
  const stamps = [1_607_107_684, '/Date(1459003463775)/', '/Date(1459003463775+0000)/', '/Date(x)/', -1, null, 1e300]
  assert.deepEqual(stamps.map(stampMs), [1_607_107_684_000, 1_459_003_463_775, 1_459_003_463_775, null, null, null, null])
})

test('a repeated car name is found by the class of the others', () => {
  const cars = (names: readonly string[]) =>
    sessions(
      readResults(file({ Sessions: [{ Type: 'Race', Players: names.map((Car, i) => ({ Username: `u${i}`, Car, Position: i + 1 })) }] })),
    )[0]?.results.map((row) => row.carModelId)
  assert.deepEqual(cars(['BMW M6 GT3', 'No such car']), ['BMW M6 GT3', 'No such car'])
  assert.deepEqual(cars(['Saleen S7R']), ['1686'])
  const all = catalogue.cars.filter((car) => car.classId === carOf('5818')?.classId)
  assert.deepEqual(
    cars(all.map((car) => car.name)),
    all.map((car) => car.id),
  )
})

test('an unknown session or none of players is refused', () => {
  for (const Sessions of [[{ Type: 'Race4', Players: [] }], [{ Type: 'constructor', Players: [] }], [{ Type: 'Race' }], {}, null])
    assert.equal(readResults(file({ ...event, Sessions })).ok, false)
})

survivesDamage('R3E', JSON.stringify(event, null, 1), encodeUtf8, readResults)

const file = (content: object) => ({ name: 'x.json', bytes: encodeUtf8(JSON.stringify(content)) })
const sessions = (answer: ReadResults): readonly SegmentResults[] => (answer.ok ? answer.segments : [])
