import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId, UserId } from '#core/ids.ts'
import { incidentPoints } from '#modules/ranking/rules/licence.ts'
import { type DrivenCar, rankedRaces } from './ranked.ts'

const EVENT = { id: 'event' as SessionId, game: 'lmu', startsAt: new Date(1000) }
const car = (more: Partial<DrivenCar> = {}): DrivenCar => ({
  raceNo: 1,
  splitNo: 1,
  matchKey: 'a',
  position: 1,
  status: 'FINISHED',
  lapCount: 20,
  totalMs: 1_800_000,
  classId: 'GT3',
  drivers: [{ userId: 'ann' as UserId, drivingTimeMs: 1_800_000 }],
  incidents: { collisionsWithCar: 1, offTracks: 2 },
  trackId: 'monza',
  layoutId: null,
  ...more,
})
const one = (more: Partial<DrivenCar>, lengthM: number | null = 3400) => rankedRaces(EVENT, [car(more)], () => lengthM)[0]!.cars[0]!

test('a car of one driver: all it drove and met is theirs', () => {
  assert.deepEqual(
    rankedRaces(EVENT, [car()], () => 3400),
    [
      {
        id: 'event',
        no: 1,
        game: 'lmu',
        startsAt: 1000,
        cars: [
          {
            id: '1 a',
            outcome: 'FINISHED',
            position: 1,
            laps: 20,
            minutes: 30,
            classId: 'GT3',
            split: 1,
            // 3,400 m have 10 corners
            crew: [{ userId: 'ann', seconds: 1800, incidents: { collisionsWithCar: 1, offTracks: 2 }, corners: 200 }],
          },
        ],
      },
    ],
  )
})

test('a crew shares corners and contacts by driving time, strangers having their part; the licence sees the same rate', () => {
  const drivers = [
    { userId: 'ann' as UserId, drivingTimeMs: 900_000 },
    { userId: null, drivingTimeMs: 450_000 },
    { userId: 'bea' as UserId, drivingTimeMs: 400_000 },
    // she drove twice
    { userId: 'bea' as UserId, drivingTimeMs: 50_000 },
  ]
  const { crew } = one({ drivers })
  assert.deepEqual(
    crew.map(({ userId, seconds, corners, incidents }) => [userId, seconds, corners, incidents && incidentPoints(incidents)]),
    [
      ['ann', 900, 100, 3],
      ['bea', 450, 50, 1.5],
    ],
  )
})

test('cuts alone are no contact data; without the length of a lap no corner is known', () => {
  assert.equal(one({ incidents: { offTracks: 3 } }).crew[0]!.incidents, null)
  assert.equal(one({ incidents: null }).crew[0]!.incidents, null)
  assert.deepEqual(one({ incidents: { collisionsWithCar: 0 } }).crew[0]!.incidents, { collisionsWithCar: 0 })
  assert.equal(one({}, null).crew[0]!.corners, 0)
})

test('how it ended has the word of the ratings; a car of strangers has no crew', () => {
  assert.deepEqual(
    (['FINISHED', 'DNF', 'DSQ', 'DNS'] as const).map((status) => one({ status }).outcome),
    ['FINISHED', 'DNF', 'DISQUALIFIED', 'DNS'],
  )
  assert.deepEqual(one({ drivers: [{ userId: null, drivingTimeMs: null }] }).crew, [])
  assert.equal(one({ totalMs: null }).minutes, 0)
})

test('races by their number with all splits; two cars of one name are told apart by their place, whatever the order of rows', () => {
  const cars = [
    car({ raceNo: 2, splitNo: 2 }),
    car({ raceNo: 2, position: 5 }),
    car({ raceNo: 2, position: 3, drivers: [] }),
    car({ raceNo: 1, matchKey: 'b' }),
  ]
  const ids = (rows: readonly DrivenCar[]) =>
    rankedRaces(EVENT, rows, () => null).map(({ no, cars: own }) => [no, own.map(({ id, position }) => [id, position])])
  const expected = [
    [1, [['1 b', 1]]],
    [
      2,
      [
        ['1 a', 3],
        ['1 a 2', 5],
        ['2 a', 1],
      ],
    ],
  ]
  assert.deepEqual(ids(cars), expected)
  assert.deepEqual(ids(cars.toReversed()), expected)
})
