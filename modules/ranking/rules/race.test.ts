import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { byStart, NO_RATINGS, type Race, type Ratings, rankKey, rateRace, replay } from './race.ts'

const USERS = Array.from({ length: 9 }, (_, at) => `user${at}`)
const driver = (userId: string) => ({ userId, seconds: 1800, incidents: { offTracks: 2 }, corners: 200 })
const race = (id: string, startsAt: number, users = USERS.slice(0, 6)): Race => ({
  id,
  no: 1,
  game: 'one',
  startsAt,
  cars: users.map((userId, at) => ({
    id: `${id}-${userId}`,
    outcome: 'FINISHED',
    position: at + 1,
    laps: 20,
    minutes: 30,
    classId: 'all',
    split: 1,
    crew: [driver(userId)],
  })),
})

const races = fc
  .array(
    fc.record({
      game: fc.constantFrom('one', 'two'),
      startsAt: fc.integer({ min: 0, max: 3 }),
      users: fc.shuffledSubarray(USERS, { minLength: 4 }),
      minutes: fc.integer({ min: 5, max: 120 }),
      spoilt: fc.constantFrom('DNF', 'DISQUALIFIED', 'DNS'),
      points: fc.integer({ min: 0, max: 20 }),
    }),
    { maxLength: 8 },
  )
  .map((drawn) =>
    drawn.map((one, at): Race => {
      const { cars } = race(`race${at}`, one.startsAt, one.users)
      return {
        id: `session${at >> 1}`,
        no: (at % 2) + 1,
        game: one.game,
        startsAt: one.startsAt,
        cars: cars.map((car, place) => ({
          ...car,
          minutes: one.minutes,
          outcome: place === 1 ? one.spoilt : 'FINISHED',
          crew: car.crew.map((own) => ({ ...own, incidents: { offTracks: one.points } })),
        })),
      }
    }),
  )

const oneByOne = (all: readonly Race[]): Ratings => all.toSorted(byStart).reduce((ratings, one) => rateRace(ratings, one).ratings, NO_RATINGS)

describe('a race on top of what was before', () => {
  test('six new drivers: twice 62.5 for the winner; the field is 1500 strong', () => {
    const rated = rateRace(NO_RATINGS, race('a', 0))
    assert.deepEqual(rated.ratings.ranks.get(rankKey('one', 'user0')), { rank: 1625, races: 1 })
    assert.deepEqual(rated.ratings.ranks.get(rankKey('one', 'user5')), { rank: 1375, races: 1 })
    assert.equal(rated.fieldStrength.get(1), 1500)
    assert.equal(rated.changes[0]!.licenceAfter.level, 250 + 24 + 10)
  })

  test('two classes of three are six cars on the track, and no ranked race', () => {
    const { cars, ...rest } = race('a', 0)
    assert.deepEqual(rateRace(NO_RATINGS, { ...rest, cars: cars.map((car, at) => ({ ...car, classId: at < 3 ? 'fast' : 'slow' })) }).changes, [])
  })

  test('a driver with a quarter of the driving takes half of the change', () => {
    const { cars, ...rest } = race('a', 0)
    const crew = [
      { ...driver('user0'), seconds: 1350 },
      { ...driver('mate'), seconds: 450 },
    ]
    const { ratings } = rateRace(NO_RATINGS, { ...rest, cars: [{ ...cars[0]!, crew }, ...cars.slice(1)] })
    assert.equal(ratings.ranks.get(rankKey('one', 'user0'))!.rank, 1625)
    assert.equal(ratings.ranks.get(rankKey('one', 'mate'))!.rank, 1562.5)
  })

  test('who shares a car with somebody without an account takes the own part alone: a sixth of two, a third of the change', () => {
    const { cars, ...rest } = race('a', 0)
    const guest = { ...driver('stranger 1'), seconds: 3000, isOurs: false as const }
    const shared = { ...rest, cars: [{ ...cars[0]!, crew: [{ ...driver('user0'), seconds: 600 }, guest] }, ...cars.slice(1)] }
    // decisions 4: "each driver takes Δ × own share × crew size": 125 × 1/6 × 2
    const { ratings, changes, fieldStrength } = rateRace(NO_RATINGS, shared)
    assert.equal(ratings.ranks.get(rankKey('one', 'user0'))!.rank, 1500 + 125 / 3)
    assert.ok(changes.every(({ userId }) => userId !== 'stranger 1') && !ratings.ranks.has(rankKey('one', 'stranger 1')))
    // the guest drives as a new driver does: 1/6 × 2100 + 5/6 × 1500 = 1600, and five chances of 1/(1+10^(−100/400)) are expected of that
    const ranks = new Map([[rankKey('one', 'user0'), { rank: 2100, races: 20 }]])
    const strong = rateRace({ ranks, standings: new Map() }, shared)
    assert.ok(Math.abs(strong.changes.find(({ userId }) => userId === 'user0')!.expected - 5 / (1 + 10 ** -0.25)) < 1e-9)
    // whom nobody rates is not in the strength of the field: (2100 + 5 × 1500) / 6
    assert.deepEqual([fieldStrength.get(1), strong.fieldStrength.get(1)], [1500, 1600])
  })

  test('a driver in two cars is rated once, for the better placed', () => {
    const { cars, ...rest } = race('a', 0)
    const { changes } = rateRace(NO_RATINGS, { ...rest, cars: [...cars.slice(0, 5), { ...cars[5]!, crew: [driver('user0')] }] })
    assert.deepEqual(
      changes.filter((change) => change.userId === 'user0').map((change) => change.after.rank),
      [1625],
    )
  })

  test('a licence is one across games, a rank is not', () => {
    const { ratings } = replay(NO_RATINGS, [race('a', 0), { ...race('b', 1), game: 'two' }])
    assert.deepEqual([ratings.ranks.get(rankKey('one', 'user0'))!.races, ratings.ranks.get(rankKey('two', 'user0'))!.races], [1, 1])
    assert.equal(ratings.standings.get('user0')!.races, 2)
  })

  test('replaying from any race on is the same as from scratch, and the order of races and rows says nothing', () => {
    fc.assert(
      fc.property(races, fc.nat(), (all, from) => {
        const ordered = all.toSorted(byStart)
        const at = from % (ordered.length + 1)
        const later = replay(oneByOne(ordered.slice(0, at)), ordered.slice(at))
        assert.deepEqual(later.ratings, oneByOne(all))
        const mixed = all.toReversed().map((one) => ({ ...one, cars: one.cars.toReversed() }))
        assert.deepEqual(replay(NO_RATINGS, mixed), replay(NO_RATINGS, all))
      }),
    )
  })

  test('taken back and brought again, everything is as it was, to the last digit', () => {
    fc.assert(
      fc.property(races, fc.nat(), (all, pick) => {
        fc.pre(all.length > 0)
        const gone = all[pick % all.length]!
        const without = replay(
          NO_RATINGS,
          all.filter((one) => one !== gone),
        )
        assert.ok(without.changes.every((change) => change.sessionId !== gone.id || change.raceNo !== gone.no))
        const before = oneByOne(all.filter((one) => byStart(one, gone) < 0))
        const after = replay(
          before,
          all.filter((one) => byStart(one, gone) > 0),
        )
        assert.deepEqual(after.ratings, without.ratings)
        assert.deepEqual(
          replay(
            before,
            all.filter((one) => byStart(one, gone) >= 0),
          ).ratings,
          replay(NO_RATINGS, all).ratings,
        )
      }),
    )
  })
})
