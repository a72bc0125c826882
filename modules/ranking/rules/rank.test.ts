import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import {
  chanceOf,
  crewRank,
  fieldStrengthOf,
  type Finish,
  isRanked,
  overallOf,
  partOf,
  rankAfter,
  scoresOf,
  sharesOf,
  startersOf,
  weightOf,
} from './rank.ts'

const car = (position: number, rank = 1500, more: Partial<Finish> = {}) =>
  ({ id: `car${position}`, outcome: 'FINISHED', position, laps: 20, minutes: 30, rank, ...more }) as const
const near = (value: number, hand: number): void => assert.ok(Math.abs(value - hand) < 0.0005, `${value}, by hand ${hand}`)
const grid = (ranks: readonly number[], minutes = 30) => startersOf(ranks.map((rank, at) => car(at + 1, rank, { minutes })))

/*
 * decisions.md §4: "Rank per game, and one overall (mean weighted by races). Start 1500, floor 0, provisional for 10 ranked races. After a ranked
 * race, per class: Δᵢ = K · w · p · (wonᵢ − Σⱼ 1/(1+10^((Rⱼ−Rᵢ)/400))) / n with K 150, p 2 while provisional else 1, won = cars of the same class
 * beaten, n = starters of the class, w = clamp(√(race minutes/30), 0.5, 1.5)." The chance of beating an equal is 1/2, one 400 below 10/11, one 400
 * above 1/11, one 200 below 1/(1+10^−0.5) = 0.759747, one 200 above 0.240253.
 */
describe('rank: "Δᵢ = K · w · p · (wonᵢ − Σⱼ 1/(1+10^((Rⱼ−Rᵢ)/400))) / n with K 150", by hand, without p', () => {
  const even = (cars: number) => Array.from({ length: cars }, () => 1500)
  const rows: readonly [says: string, ranks: readonly number[], minutes: number, place: number, hand: number][] = [
    ['150 · 1 · (5 − 2.5) / 6', even(6), 30, 1, 62.5],
    ['150 · 1 · (4 − 2.5) / 6', even(6), 30, 2, 37.5],
    ['150 · 1 · (2 − 2.5) / 6', even(6), 30, 4, -12.5],
    ['150 · 1 · (0 − 2.5) / 6', even(6), 30, 6, -62.5],
    ['the middle of an odd grid: 150 · (3 − 3) / 7', even(7), 30, 4, 0],
    ['"+72: beat 23 cars, expected 11.5": 150 · 11.5 / 24', even(24), 30, 1, 71.875],
    ['√(120/30) = 2, at most 1.5: 1.5 · 62.5', even(6), 120, 1, 93.75],
    ['√(7.5/30) = 0.5: 0.5 · 62.5', even(6), 7.5, 1, 31.25],
    ['√(4/30) = 0.37, at least 0.5 (five laps were driven): 0.5 · 62.5', even(6), 4, 1, 31.25],
    ['400 above five others: 150 · (5 − 5 · 10/11) / 6', [1900, 1500, 1500, 1500, 1500, 1500], 30, 1, 11.3636],
    ['400 above, last: 150 · (0 − 5 · 10/11) / 6', [1500, 1500, 1500, 1500, 1500, 1900], 30, 6, -113.6364],
    ['400 below, wins: 150 · (5 − 5 · 1/11) / 6', [1100, 1500, 1500, 1500, 1500, 1500], 30, 1, 113.6364],
    ['beaten by one 400 below: 150 · (4 − 4 · 1/2 − 10/11) / 6', [1100, 1500, 1500, 1500, 1500, 1500], 30, 2, 27.2727],
    ['ten cars: 150 · (9 − 4.5) / 10', even(10), 30, 1, 67.5],
    ['the last of ten: 150 · (0 − 4.5) / 10', even(10), 30, 10, -67.5],
    ['√(15/30) = 0.70711: 0.70711 · 62.5', even(6), 15, 1, 44.1942],
    ['√(60/30) = 1.41421: 1.41421 · 62.5', even(6), 60, 1, 88.3883],
    ['√(67.5/30) = 1.5, just so: 1.5 · 62.5', even(6), 67.5, 1, 93.75],
    ['200 above five others: 150 · (5 − 5 · 0.759747) / 6', [1700, 1500, 1500, 1500, 1500, 1500], 30, 1, 30.0316],
    ['200 below, third: 150 · (3 − 5 · 0.240253) / 6', [1500, 1500, 1300, 1500, 1500, 1500], 30, 3, 44.9684],
    ['the last of three strong ones: 150 · (3 − 2/2 − 3 · 10/11) / 6', [1900, 1900, 1900, 1500, 1500, 1500], 30, 3, -18.1818],
    ['the first of three weak ones: 150 · (2 − 2/2 − 3 · 1/11) / 6', [1900, 1900, 1900, 1500, 1500, 1500], 30, 4, 18.1818],
  ]
  for (const [says, ranks, minutes, place, hand] of rows) test(says, () => near(scoresOf(grid(ranks, minutes)).get(`car${place}`)!.change, hand))

  // computed apart, by ten lines of Python that know this formula and nothing of ours
  test('six of different ranks in 45 minutes: "w = clamp(√(race minutes/30), 0.5, 1.5)" is 1.2247; all six, and together nothing', () => {
    const scores = scoresOf(grid([1712, 1633, 1500, 1544, 1388, 1450], 45))
    const hands = [36.953, 23.2272, 24.201, -17.0149, -11.5016, -55.8646]
    for (const [at, hand] of hands.entries()) near(scores.get(`car${at + 1}`)!.change, hand)
    near(
      [...scores.values()].reduce((sum, { change }) => sum + change, 0),
      0,
    )
  })

  test('finishers, then who retired by laps, disqualified last; who did not start is not there', () => {
    const starters = startersOf([
      car(1, 1500, { outcome: 'DISQUALIFIED' }),
      car(2, 1500, { outcome: 'DNF', laps: 3 }),
      car(3, 1500, { outcome: 'DNS' }),
      car(4, 1500, { outcome: 'DNF', laps: 9 }),
      car(5),
    ])
    assert.deepEqual(
      starters.map((one) => one.id),
      ['car5', 'car4', 'car2', 'car1'],
    )
  })

  test('who retired after the same laps takes half a win from the other', () => {
    const scores = scoresOf(startersOf([1, 2, 3, 4, 5, 6].map((at) => car(at, 1500, at < 5 ? {} : { outcome: 'DNF', laps: 4 }))))
    assert.deepEqual([scores.get('car5')!.won, scores.get('car6')!.won], [0.5, 0.5])
  })

  test('"fewer than 6 starters in the class, or a winner under 10 min and under 5 laps: UNRANKED"', () => {
    const field = (cars: number, minutes: number, laps: number) =>
      startersOf(Array.from({ length: cars }, (_, at) => car(at + 1, 1500, { minutes, laps })))
    const rows = [
      [5, 30, 20, false],
      [6, 30, 20, true],
      [6, 9.9, 4, false],
      [6, 9.9, 5, true],
      [6, 10, 4, true],
      [0, 0, 0, false],
    ] as const
    for (const [cars, minutes, laps, ranked] of rows) assert.equal(isRanked(field(cars, minutes, laps)), ranked, `${cars} ${minutes} ${laps}`)
  })

  // "Start 1500, floor 0, provisional for 10 ranked races … p 2 while provisional else 1"; "each driver takes Δ × own share × crew size, at most Δ"
  const afterwards: readonly [says: string, rank: number, races: number, change: number, share: number, crew: number, hand: number][] = [
    ['the first race counts twice: 1500 + 2 · 62.5', 1500, 0, 62.5, 1, 1, 1625],
    ['the tenth still does', 1500, 9, 62.5, 1, 1, 1625],
    ['the eleventh counts once', 1500, 10, 62.5, 1, 1, 1562.5],
    ['what is lost counts twice as well: 1500 − 2 · 62.5', 1500, 3, -62.5, 1, 1, 1375],
    ['nobody falls under 0', 50, 12, -62.5, 1, 1, 0],
    ['three quarters of two: 0.75 · 2 = 1.5, at most 1', 1500, 10, 62.5, 0.75, 2, 1562.5],
    ['a quarter of two: 0.25 · 2 · 62.5', 1500, 10, 62.5, 0.25, 2, 1531.25],
    ['a tenth of three, provisional: 0.1 · 3 · 2 · 62.5', 1500, 0, 62.5, 0.1, 3, 1537.5],
    ['an even quarter of four: all of it', 1800, 30, -40, 0.25, 4, 1760],
  ]
  for (const [says, rank, races, change, share, crew, hand] of afterwards)
    test(`afterwards, ${says}`, () => {
      const after = rankAfter({ rank, races }, change, partOf(share, crew))
      near(after.rank, hand)
      assert.equal(after.races, races + 1)
    })

  test('a team: the mean by driving time; "Δ × own share × crew size, at most Δ"', () => {
    const shares = sharesOf([
      { userId: 'b', seconds: 900 },
      { userId: 'a', seconds: 2700 },
      { userId: 'c', seconds: 0 },
    ])
    assert.deepEqual(
      [...shares],
      [
        ['a', 0.75],
        ['b', 0.25],
      ],
    )
    near(
      crewRank(shares, (user) => (user === 'a' ? 1600 : 1200)),
      1500,
    )
    assert.deepEqual([partOf(0.75, 2), partOf(0.25, 2), partOf(1, 1)], [1, 0.5, 1])
    assert.deepEqual(
      [
        ...sharesOf([
          { userId: 'a', seconds: 0 },
          { userId: 'b', seconds: 0 },
        ]).values(),
      ],
      [0.5, 0.5],
    )
  })

  test('overall by races, field strength rounded, weight and chance', () => {
    assert.deepEqual(
      overallOf([
        { rank: 1800, races: 30 },
        { rank: 1400, races: 10 },
      ]),
      { rank: 1700, races: 40 },
    )
    assert.equal(overallOf([]).rank, 1500)
    assert.equal(fieldStrengthOf([1500, 1500, 1501, 1501]), 1501)
    assert.equal(fieldStrengthOf([]), null)
    near(weightOf(45), 1.2247)
    near(chanceOf(1500, 1900), 0.0909)
  })

  test('what one wins another loses, and the order of rows says nothing', () => {
    const outcome = fc.constantFrom('FINISHED', 'DNF', 'DISQUALIFIED', 'DNS')
    const field = fc.array(fc.record({ rank: fc.integer({ min: 0, max: 4000 }), outcome, laps: fc.integer({ min: 0, max: 3 }) }), { maxLength: 30 })
    fc.assert(
      fc.property(field, fc.integer(), (rows, turn) => {
        const cars = rows.map((row, at) => ({ ...car(at + 1, row.rank), ...row }))
        const at = cars.length === 0 ? 0 : Math.abs(turn) % cars.length
        const turned = [...cars.slice(at), ...cars.slice(0, at)].toReversed()
        const scores = scoresOf(startersOf(cars))
        assert.deepEqual(scores, scoresOf(startersOf(turned)))
        assert.ok(Math.abs([...scores.values()].reduce((sum, one) => sum + one.change, 0)) < 1e-6)
      }),
    )
  })
})
