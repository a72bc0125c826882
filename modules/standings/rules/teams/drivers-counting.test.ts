import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { participant, race, row, season } from '../season.fixture.ts'
import type { CountedIn } from './counted-in.ts'
import type { Race, Season, SeasonRules } from '../season.ts'
import { EVERYBODY, standingsAfter, standingsOf } from '../table.ts'

const TEAMS = { of: 'TEAMS', classId: null } as const
const inTeams = { a: 'T', b: 'T', c: 'T', d: 'U', e: 'U' } as const
const participants = Object.entries(inTeams).map(([id, teamId]) => participant(id, { teamId }))
const counting = (countingIn: CountedIn, countingCars: number | null): Pick<SeasonRules, 'teams'> => ({
  teams: { countingCars, countingIn, parts: [] },
})
const best = (most: number): Pick<SeasonRules, 'parts'> => ({ parts: [{ from: 1, to: 100, best: most }] })
const shown = (of: Season, scope: Parameters<typeof standingsOf>[1] = TEAMS): readonly string[] =>
  standingsOf(of, scope).rows.map(({ id, points, grossPoints, wins }) => `${id} ${points} of ${grossPoints}, ${wins} won`)

describe('the best so many drivers of a team in a round', () => {
  // a has 10 and 2, b 6 and 6, c 4 and 10 of the round
  const races = [race('A', { a: 1, b: 2, c: 3 }), race('B', { c: 1, b: 2, d: 3, a: 4 })]
  test('count with all their races of it', () => {
    assert.deepEqual(shown(season([races], counting('ROUND_DRIVERS', 2), { participants })), ['T 26 of 38, 2 won', 'U 4 of 4, 0 won'])
    assert.deepEqual(shown(season([races], counting('ROUND_DRIVERS', 1), { participants })), ['T 14 of 38, 1 won', 'U 4 of 4, 0 won'])
    assert.deepEqual(shown(season([races], counting('ROUND', 2), { participants }))[0], 'T 20 of 38, 2 won', 'otherwise than the best results')
    assert.deepEqual(shown(season([races], counting('RACE', 2), { participants }))[0], 'T 32 of 38, 2 won', 'and than the best of each race')
  })
  test('are others in another round', () => {
    const of = season(
      [
        { a: 1, b: 2 },
        { c: 1, a: 2, b: 3 },
      ],
      counting('ROUND_DRIVERS', 1),
      { participants },
    )
    const [row] = standingsOf(of, TEAMS).rows
    assert.deepEqual([row!.points, row!.progress], [20, [10, 20]])
    const left = row!.cells.map((cell) => cell!.races.flatMap(({ leftOut = [] }) => leftOut.map(({ place }) => place)))
    assert.deepEqual(left, [[2], [2, 3]])
  })
  test('bring what they have of a car they share', () => {
    const together = [[race('A', {})]].map(([one]) => [{ ...one!, rows: [{ ...race('A', { a: 1 }).rows![0]!, driverIds: ['a', 'b'] }] }])
    const of = (sharedCar: SeasonRules['sharedCar'], most: number | null) =>
      shown(season(together, { ...counting('ROUND_DRIVERS', most), sharedCar }, { participants }))[0]
    assert.deepEqual(
      [of('FULL', 2), of('FULL', 1), of('SHARE', 2), of('SHARE', null)],
      ['T 20 of 20, 1 won', 'T 10 of 20, 1 won', 'T 10 of 10, 1 won', 'T 10 of 10, 1 won'],
    )
  })
})

describe('the seasons of a team’s drivers', () => {
  const rounds = [
    { a: 1, b: 2, d: 3 },
    { b: 1, a: 2, d: 3 },
    { d: 1, a: 3, b: 4 },
  ]
  test('count once each has dropped their own rounds; a win is a win in a round that is dropped, too', () => {
    // a has 10, 6 and drops 4; b 6, 10 and drops 2; d 4, 10 and drops 4
    const of = season(rounds, { ...best(2), ...counting('SEASON_DRIVERS', null) }, { participants })
    assert.deepEqual(shown(of), ['T 32 of 38, 2 won', 'U 14 of 18, 1 won'])
    assert.deepEqual(standingsOf(of, TEAMS).rows[0]!.progress, [16, 32, 32])
    assert.deepEqual(shown(season(rounds, { ...best(1), ...counting('SEASON_DRIVERS', null) }, { participants }))[0], 'T 20 of 38, 2 won')
  })
  test('the best so many of them', () => {
    const of = season(rounds, { ...best(2), ...counting('SEASON_DRIVERS', 1) }, { participants })
    assert.deepEqual(shown(of), ['T 16 of 38, 2 won', 'U 14 of 18, 1 won'])
  })
  test('with what they have by hand, which comes with who counts alone', () => {
    const adjustments = [
      { subjectId: 'a', roundId: null, points: -5 },
      { subjectId: 'T', roundId: null, points: 1 },
      { subjectId: 'b', roundId: 'R2', points: -9 },
    ]
    const more = { participants, adjustments }
    assert.deepEqual(shown(season(rounds, { ...best(2), ...counting('SEASON_DRIVERS', null) }, more))[0], 'T 20 of 34, 2 won')
    assert.deepEqual(shown(season(rounds, { ...best(2), ...counting('SEASON_DRIVERS', 1) }, more))[1], 'T 12 of 34, 2 won')
  })
  test('may still drop a round below zero', () => {
    const fined = [{ a: { position: 3, adjustment: -7 }, d: 1 }, null, null]
    const rules = { ...best(1), ...counting('SEASON_DRIVERS', null), scores: 'REGISTERED' } as const
    const { rows } = standingsOf(season(fined, rules, { participants }), TEAMS)
    const team = rows.find(({ id }) => id === 'T')!
    assert.equal(team.points, -3)
    const won = [fined[0]!, { a: 1, b: 2, c: 3 }, { b: 1, c: 2, a: 3 }]
    const after = standingsOf(season(won, rules, { participants }), TEAMS)
    assert.equal(after.rows.find(({ id }) => id === 'T')!.points, 26)
    assert.ok(team.possiblePoints >= 26, String(team.possiblePoints))
  })
})

test('whoever drives for a team for the first time may take the place of who is below zero', () => {
  const first = race('A', { b: { position: 1, teamId: 'T' }, c: { status: 'DNF', adjustment: -3, teamId: 'T' } })
  const second = race('B', { d: { position: 1, teamId: 'U' } })
  const toCome = [{ ...row('a', 1), teamId: 'T', splitNo: 2 }]
  for (const countingIn of ['ROUND_DRIVERS', 'SEASON_DRIVERS'] as const) {
    const teamOf = (last: Race) =>
      standingsOf(season([[first, last]], { ...best(1), ...counting(countingIn, 2) }), TEAMS).rows.find(({ id }) => id === 'T')!
    const [half, whole] = [teamOf({ ...second, toCome }), teamOf({ ...second, rows: [...second.rows!, ...toCome] })]
    assert.deepEqual([half.points, whole.points], [7, 20], countingIn)
    assert.ok(half.possiblePoints >= 20, `${countingIn}: ${half.possiblePoints}`)
    assert.equal(whole.possiblePoints, 20, countingIn)
  }
})

const drivers = Object.keys(inTeams)
const drawn = fc
  .record({
    rounds: fc.array(fc.array(fc.shuffledSubarray(drivers), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 6 }),
    most: fc.integer({ min: 1, max: 5 }),
    fines: fc.array(
      fc.record({
        subjectId: fc.constantFrom(...drivers),
        roundId: fc.option(fc.constantFrom('R1', 'R2', 'R3')),
        points: fc.integer({ min: -9, max: 9 }),
      }),
      {
        maxLength: 4,
      },
    ),
    sharedCar: fc.constantFrom('FULL' as const, 'SHARE' as const),
    isShared: fc.boolean(),
  })
  .map(({ rounds, most, fines, sharedCar, isShared }): Season => {
    const races = rounds.map((round, at) =>
      round.map((order, no) => {
        const made = race(`${at} ${no}`, Object.fromEntries(order.map((driver, place) => [driver, place + 1])))
        // the first takes the second along, of whichever team
        const [first, second, ...others] = made.rows!
        return isShared && second ? { ...made, rows: [{ ...first!, driverIds: [...first!.driverIds, ...second.driverIds] }, ...others] } : made
      }),
    )
    return season(races, { ...best(most), sharedCar }, { participants, adjustments: fines })
  })
const withRule = (of: Season, countingIn: CountedIn, most: number | null): Season => ({
  ...of,
  rules: { ...of.rules, ...counting(countingIn, most) },
})

test('a team has exactly what its drivers have in their table, after every round', () =>
  fc.assert(
    fc.property(drawn, (of) => {
      for (let held = 1; held <= of.rounds.length; held++) {
        const totals = new Map(standingsAfter(of, held).rows.map(({ id, points }) => [id, points]))
        const { rows } = standingsAfter(withRule(of, 'SEASON_DRIVERS', null), held, TEAMS)
        const full = standingsOf(withRule(of, 'SEASON_DRIVERS', null), TEAMS).rows
        for (const { id, points } of rows) {
          const sum = participants.reduce((all, one) => all + (one.teamId === id ? (totals.get(one.id) ?? 0) : 0), 0)
          assert.ok(Math.abs(points - sum) < 0.02, `${id} ${points} ${sum}`)
          if (of.rounds.slice(0, held).length === of.rounds.length) assert.equal(full.find((one) => one.id === id)!.progress.at(-1), points)
        }
      }
    }),
  ))

test('the best drivers of each round, and of the season, are those of the table of drivers', () =>
  fc.assert(
    fc.property(drawn, fc.integer({ min: 1, max: 3 }), (drawnOf, most) => {
      const of = { ...drawnOf, adjustments: [] }
      const table = standingsOf(of).rows
      const bestOf = (team: string, points: (row: (typeof table)[number]) => number): number =>
        table
          .filter(({ id }) => inTeams[id as keyof typeof inTeams] === team)
          .map(points)
          .toSorted((a, b) => b - a)
          .slice(0, most)
          .reduce((sum, one) => sum + one, 0)
      for (const row of standingsOf(withRule(of, 'ROUND_DRIVERS', most), TEAMS).rows)
        for (const [at, cell] of row.cells.entries())
          assert.equal(
            cell?.points ?? 0,
            bestOf(row.id, ({ cells }) => cells[at]?.points ?? 0),
          )
      for (const row of standingsOf(withRule(of, 'SEASON_DRIVERS', most), TEAMS).rows)
        assert.equal(
          row.points,
          bestOf(row.id, ({ points }) => points),
        )
    }),
  ))

test('where drivers count the table of drivers is as ever, and without rounds to drop so is the sum', () =>
  fc.assert(
    fc.property(drawn, (of) => {
      const own = { ...of, adjustments: [], rules: { ...of.rules, parts: [] } }
      const pointsOf = (season: Season) => new Map(standingsOf(season, TEAMS).rows.map(({ id, points }) => [id, points]))
      assert.deepEqual(pointsOf(withRule(own, 'SEASON_DRIVERS', null)), pointsOf(withRule(own, 'ROUND_DRIVERS', null)))
      assert.deepEqual(standingsOf(withRule(of, 'SEASON_DRIVERS', 2), EVERYBODY), standingsOf(of))
    }),
  ))
