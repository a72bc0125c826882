import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId, UserId } from '#core/ids.ts'
import { incidentPoints } from '#modules/ranking/rules/licence.ts'
import { type DrivenCar, rankedRaces } from './ranked.ts'

const EVENT = { id: 'event' as SessionId, game: 'lmu', startsAt: new Date(1000) }
const drove = (userId: string | null, drivingTimeMs: number | null, name: string | null = null) => ({
  userId: userId as UserId | null,
  name,
  platformId: null,
  drivingTimeMs,
})
const car = (more: Partial<DrivenCar> = {}): DrivenCar => ({
  raceNo: 1,
  splitNo: 1,
  matchKey: 'a',
  position: 1,
  status: 'FINISHED',
  lapCount: 20,
  totalMs: 1_800_000,
  classId: 'GT3',
  drivers: [drove('ann', 1_800_000)],
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
    drove('ann', 900_000),
    drove(null, 300_000, 'Gus Guest'),
    drove('bea', 400_000),
    // both drove twice
    drove('bea', 50_000),
    drove(null, 150_000, 'Gus Guest'),
  ]
  const { crew } = one({ drivers })
  assert.deepEqual(
    crew.map(({ userId, seconds, corners, incidents, isOurs }) => [userId, seconds, corners, incidents && incidentPoints(incidents), isOurs]),
    [
      ['ann', 900, 100, 3, undefined],
      ['stranger 1', 450, 50, 1.5, false],
      ['bea', 450, 50, 1.5, undefined],
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
  assert.deepEqual(one({ drivers: [drove(null, null)] }).crew, [])
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
