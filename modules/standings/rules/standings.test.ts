import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pointsRulesOf } from '#modules/points/rules.ts'
import { bestTimesOf } from './best-time.ts'
import { reclassified } from './penalties.ts'
import { participant, race, row, season } from './season.fixture.ts'
import type { Season } from './season.ts'
import { type Standings, standingsAfter, standingsOf } from './table.ts'

const short = ({ rows }: Standings): string => rows.map(({ position, id, points }) => `${position ?? '-'} ${id} ${points}`).join(', ')
const rowsOf = (of: Season, id: string) => standingsOf(of).rows.find((one) => one.id === id)!

describe('points of a round', () => {
  test('places, positions without, and who did not finish', () =>
    assert.equal(short(standingsOf(season([{ a: 1, b: 2, c: 'DNF', d: 'DSQ', e: 5 }]))), '1 a 10, 2 b 6, 3 e 1, 4 c 0, 4 d 0'))

  test('half points of the place, bonuses whole', () => {
    const half = race(
      'R1',
      { a: { position: 1, bestLapMs: 90 }, b: { position: 2, bestLapMs: 80, qualified: 1 } },
      {
        multiplier: 0.5,
        bonus: { pole: 2, fastestLap: 1, fastestLapWithin: null },
      },
    )
    assert.equal(short(standingsOf(season([[half]]))), '1 b 6, 2 a 5')
  })

  test('a fastest lap counts up to a place, and not for somebody disqualified', () => {
    const bonus = { pole: 0, fastestLap: 1, fastestLapWithin: 1 }
    const one = race('R1', { a: 1, b: { position: 2, bestLapMs: 80 } }, { bonus })
    assert.equal(short(standingsOf(season([[one]]))), '1 a 10, 2 b 6')
    const other = race('R1', { a: { position: 1, bestLapMs: 90 }, b: { status: 'DSQ', bestLapMs: 80 } }, { bonus })
    assert.equal(rowsOf(season([[other]]), 'a').points, 11)
  })

  test('the pole is of who had it: where they have no row nobody else has it', () => {
    const bonus = { pole: 2, fastestLap: 0, fastestLapWithin: null }
    const of = (...qualified: number[]) => {
      const [a, b] = qualified.map((one, at) => ({ position: at + 1, qualified: one }))
      return short(standingsOf(season([[race('R1', { a: a!, b: b! }, { bonus })]])))
    }
    assert.deepEqual([of(2, 1), of(2, 3)], ['1 a 10, 2 b 8', '1 a 10, 2 b 6'])
  })

  test('places of the class where the class scores', () => {
    const points = pointsRulesOf({ table: [10, 6], scope: 'CLASS' })
    const one = race('R1', { a: { position: 1, classId: 'P' }, b: { position: 2, classId: 'A' }, c: { position: 3, classId: 'A' } }, { points })
    assert.equal(short(standingsOf(season([[one]]))), '1 a 10, 1 b 10, 3 c 6')
    assert.equal(short(standingsOf(season([[one]]), { of: 'DRIVERS', classId: 'A' })), '1 b 10, 2 c 6')
    const two = race('R1', { x: { status: 'DNF', standsAt: 1 }, b: { position: 2, standsAt: 2 } }, { points })
    assert.equal(short(standingsOf(season([[two]]))), '1 b 6, 2 x 0', 'nobody moves up by who retired before them')
  })

  test('points from a share of the distance of who won, not of who drove further and was disqualified', () => {
    const drove = (position: number, lapCount: number) => ({ position, lapCount })
    const out = { status: 'DSQ' as const, lapCount: 20 }
    assert.equal(short(standingsOf(season([{ x: out, a: drove(1, 10), b: drove(2, 8), c: drove(3, 7) }]))), '1 a 10, 2 b 6, 3 c 0, 4 x 0')
    const points = pointsRulesOf({ table: [10, 6], scope: 'CLASS' })
    const inClass = (position: number, lapCount: number, classId: string) => ({ ...drove(position, lapCount), classId })
    const two = race('R1', { a: inClass(1, 20, 'P'), b: inClass(2, 14, 'A'), x: { ...out, classId: 'A' }, c: inClass(3, 11, 'A') }, { points })
    assert.equal(short(standingsOf(season([[two]]))), '1 a 10, 1 b 10, 3 c 6, 4 x 0')
  })

  test('each split scores by itself', () =>
    assert.equal(short(standingsOf(season([{ a: 1, b: 2, c: { position: 1, splitNo: 2 } }]))), '1 a 10, 1 c 10, 3 b 6'))

  test('a shared car: all of it for each, or a share', () => {
    const results = { x: { position: 1, driverIds: ['a', 'b'] }, c: 2 }
    assert.equal(short(standingsOf(season([results]))), '1 a 10, 1 b 10, 3 c 6')
    assert.equal(short(standingsOf(season([results], { sharedCar: 'SHARE' }))), '1 c 6, 2 a 5, 2 b 5')
    const three = { x: { position: 1, driverIds: ['a', 'b', 'd'] } }
    assert.equal(rowsOf(season([three, three, three], { sharedCar: 'SHARE' }), 'a').points, 10, 'nothing is lost by thirds')
  })

  test('a guest takes the place, or passes it on', () => {
    const participants = [participant('a', { isGuest: true }), participant('b')]
    assert.equal(short(standingsOf(season([{ a: 1, b: 2 }], {}, { participants }))), '1 b 6, 2 a 0')
    assert.equal(short(standingsOf(season([{ a: 1, b: 2 }], { guests: 'PASS' }, { participants }))), '1 b 10, 2 a 0')
  })

  test('adjustments of a race count for driver and team, those of the season for whom they are', () => {
    const results = { a: { position: 1, teamId: 'T', adjustment: -3 } }
    const adjustments = [
      { subjectId: 'a', roundId: 'R1', points: -2 },
      { subjectId: 'T', roundId: null, points: -1 },
    ]
    const of = season([results], {}, { adjustments })
    assert.equal(rowsOf(of, 'a').points, 5)
    assert.equal(short(standingsOf(of, { of: 'TEAMS', classId: null })), '1 T 6')
  })

  test('the table as it stood then knows nothing of later adjustments', () => {
    const of = season([{ a: 1 }, { a: 2 }], {}, { adjustments: [{ subjectId: 'a', roundId: 'R2', points: -2 }] })
    assert.deepEqual([short(standingsAfter(of, 1)), short(standingsOf(of))], ['1 a 10', '1 a 14'])
  })
})

describe('teams and nations', () => {
  const results = {
    a: { position: 1, teamId: 'T' },
    b: { position: 2, teamId: 'T' },
    c: { position: 3, teamId: 'T' },
    d: { position: 4, teamId: 'U' },
  }
  test('all cars, or the best so many', () => {
    assert.equal(short(standingsOf(season([results]), { of: 'TEAMS', classId: null })), '1 T 20, 2 U 2')
    const two = season([results], { teams: { countingCars: 2, countingIn: 'RACE', parts: [] } })
    assert.equal(short(standingsOf(two, { of: 'TEAMS', classId: null })), '1 T 16, 2 U 2')
  })
  test('of a country', () => {
    const participants = [participant('a', { nation: 'de' }), participant('d', { nation: 'pl' })]
    assert.equal(short(standingsOf(season([results], {}, { participants }), { of: 'NATIONS', classId: null })), '1 de 10, 2 pl 2')
  })
})

describe('ties', () => {
  test('wins, then seconds, then the last result, then who registered first', () => {
    const wins = season([
      { a: 1, b: 2 },
      { b: 3, c: 1 },
    ])
    assert.equal(short(standingsOf(wins)), '1 c 10, 2 a 10, 3 b 10', 'a and c each won once: c won the last')
    const { decidedBy } = rowsOf(wins, 'b')
    assert.deepEqual(decidedBy, { by: 'PLACES', at: 1, first: 1, second: 0 })
    assert.deepEqual(rowsOf(wins, 'a').decidedBy, { by: 'LAST_RESULT', at: 0, first: 1, second: null })
    const participants = [participant('a', { registeredAt: 2 }), participant('b', { registeredAt: 1 })]
    assert.equal(short(standingsOf(season([{}], {}, { participants }))), '1 b 0, 2 a 0')
  })
  test('where nothing decides they share the place, and the next is free', () =>
    assert.equal(
      short(
        standingsOf(
          season(
            [
              { a: 1, b: 2 },
              { a: 2, b: 1, c: 3 },
            ],
            { ties: ['PLACES'] },
          ),
        ),
      ),
      '1 a 16, 1 b 16, 3 c 4',
    ))
  test('a sprint decides nothing', () => {
    const sprint = race('R1s', { b: 1 }, { decidesTies: false })
    assert.equal(short(standingsOf(season([[race('R1', { a: 1 }), sprint]]))), '1 a 10, 2 b 10')
  })
})

describe('a season under way', () => {
  test('places won, gaps, points round by round', () => {
    const of = season([{ a: 1, b: 2, c: 3 }, { a: 'DNF', b: 1, c: 2 }, null])
    const { rows, roundsHeld, pointsLeft } = standingsOf(of)
    assert.deepEqual([roundsHeld, pointsLeft], [2, 10])
    assert.deepEqual(
      rows.map(({ id, change, gap, interval, progress }) => [id, change, gap, interval, progress.join()]),
      [
        ['b', 1, 0, 0, '6,16'],
        ['a', -1, 6, 6, '10,10'],
        ['c', 0, 6, 0, '4,10'],
      ],
    )
  })
  test('what is still possible', () => {
    const of = season([{ a: 1, b: 2, c: 3 }, { a: 1, b: 2, d: 3 }, null])
    const chances = standingsOf(of).rows.map(({ id, possiblePoints, bestPlace, worstPlace, mayWin }) => [
      id,
      possiblePoints,
      bestPlace,
      worstPlace,
      mayWin,
    ])
    assert.deepEqual(chances, [
      ['a', 30, 1, 2, true],
      ['b', 22, 1, 4, true],
      ['d', 14, 2, 4, false],
      ['c', 14, 2, 4, false],
    ])
    const decided = standingsOf(season([{ a: 1, b: 2 }, { a: 1, b: 2 }, { a: 1, b: 2 }, null])).rows
    assert.deepEqual(
      decided.map(({ mayWin }) => mayWin),
      [true, false],
    )
    const over = standingsOf(season([{ a: 1, b: 2 }])).rows
    assert.deepEqual(
      over.map(({ bestPlace, worstPlace }) => [bestPlace, worstPlace]),
      [
        [1, 1],
        [2, 2],
      ],
    )
  })
  test('what a dropped round leaves possible', () => {
    const of = season([{ a: 1 }, { a: 1 }, null], { parts: [{ from: 1, to: 3, best: 2 }] })
    assert.equal(rowsOf(of, 'a').possiblePoints, 20)
  })
  test('who is disqualified from the season has no place, and nobody rises by points', () => {
    const participants = [participant('a', { isExcluded: true })]
    assert.equal(short(standingsOf(season([{ a: 1, b: 2 }], {}, { participants }))), '1 b 6, - a 10')
  })
})

describe('penalties', () => {
  const timed = (driver: string, position: number, totalTimeMs: number | null, lapCount = 20) => row(driver, { position, totalTimeMs, lapCount })
  const rows = [timed('a', 1, 1000), timed('b', 2, 1010), timed('c', 3, 1020), timed('d', 4, null, 19), row('e', 'DNF')]
  const order = (...penalties: Parameters<typeof reclassified>[1]) =>
    reclassified(rows, penalties)
      .filter(({ position }) => position !== null)
      .toSorted((x, y) => x.position! - y.position!)
      .map(({ driverIds }) => driverIds[0])
      .join('')
  const active = { isRevoked: false }
  test('time, places down, disqualified', () => {
    assert.equal(order({ ...active, driverId: 'a', kind: 'TIME', ms: 15 }), 'bacd')
    assert.equal(order({ ...active, driverId: 'a', kind: 'TIME', ms: 60_000 }), 'bcad', 'a lap behind stays behind')
    assert.equal(order({ ...active, driverId: 'a', kind: 'POSITIONS', places: 2 }), 'bcad')
    assert.equal(order({ ...active, driverId: 'b', kind: 'DISQUALIFICATION' }), 'acd')
  })
  test('a revoked one leaves no trace', () => assert.equal(reclassified(rows, [{ driverId: 'a', kind: 'TIME', ms: 15, isRevoked: true }]), rows))
})

test('a tournament of the best race time', () => {
  const drove = (position: number, totalTimeMs: number | null, lapCount = 20) => ({ position, totalTimeMs, lapCount })
  const of = season([
    { a: drove(1, 900), b: drove(2, 950), c: drove(3, 700, 19) },
    { b: drove(1, 880), a: drove(2, 910), d: 'DNF' },
  ])
  const times = bestTimesOf(of).map(({ position, id, bestTimeMs, gapMs }) => [position, id, bestTimeMs, gapMs])
  assert.deepEqual(times, [
    [1, 'b', 880, 0],
    [2, 'a', 900, 20],
    [null, 'c', null, null],
    [null, 'd', null, null],
  ])
})

test('of best race times who is disqualified from the season stands last, without place and gap, however fast they were', () => {
  const times = { x: 880, a: 900, b: 950, y: 990 }
  const told = (...ids: readonly (keyof typeof times)[]) => {
    const drove = Object.fromEntries(ids.map((id, at) => [id, { position: at + 1, totalTimeMs: times[id] }]))
    const participants = ids.map((id) => participant(id, { isExcluded: id === 'x' || id === 'y' }))
    return bestTimesOf({ ...season([drove]), participants }).map(({ position, id, gapMs }) => [position, id, gapMs])
  }
  assert.deepEqual(told('x', 'a', 'b', 'y'), [
    [1, 'a', 0],
    [2, 'b', 50],
    [null, 'x', null],
    [null, 'y', null],
  ])
  assert.deepEqual(told('x', 'y'), [
    [null, 'x', null],
    [null, 'y', null],
  ])
})

test('of best race times the distance is that of who won, not of who drove further and was disqualified', () => {
  const of = season([{ x: { status: 'DSQ', totalTimeMs: 800, lapCount: 21 }, a: { position: 1, totalTimeMs: 900 } }])
  assert.deepEqual(
    bestTimesOf(of).map(({ position, id, bestTimeMs }) => [position, id, bestTimeMs]),
    [
      [1, 'a', 900],
      [null, 'x', null],
    ],
  )
})
