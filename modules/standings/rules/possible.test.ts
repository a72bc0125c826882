import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { pointsRulesOf } from '#modules/points/rules.ts'
import { participant, race, row, season } from './season.fixture.ts'
import { COUNTED_IN } from './teams/counted-in.ts'
import { type Race, type Season } from './season.ts'
import { standingsAfter, standingsOf, type StandingsRow } from './table.ts'

const DRIVERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const at = (driver: string): number => DRIVERS.indexOf(driver)
const teamOf = (driver: string): string => (at(driver) < 3 ? 'T' : at(driver) < 5 ? 'U' : 'V')
const classOf = (driver: string): string => (at(driver) % 2 === 0 ? 'P' : 'A')
const splitOf = (driver: string): number => (at(driver) % 3 === 0 ? 2 : 1)

const drawn = fc
  .record({
    rounds: fc.array(fc.array(fc.record({ order: fc.shuffledSubarray(DRIVERS), out: fc.subarray(DRIVERS) }), { minLength: 1, maxLength: 2 }), {
      minLength: 2,
      maxLength: 5,
    }),
    best: fc.integer({ min: 1, max: 5 }),
    except: fc.option(fc.integer({ min: 1, max: 5 })),
    scope: fc.constantFrom('OVERALL' as const, 'CLASS' as const),
    splits: fc.constantFrom(1, 2),
    cars: fc.record({ countingCars: fc.constantFrom(null, 1, 2), countingIn: fc.constantFrom(...COUNTED_IN) }),
  })
  .map(({ rounds, best, except, scope, splits, cars }): Season => {
    const races = rounds.map((round, no) =>
      round.map(({ order, out }, inRound): Race => {
        const points = pointsRulesOf({ table: [10, 6, 4, 2], scope })
        const made = race(`R${no}-${inRound}`, {}, { points, bonus: { pole: 1, fastestLap: 1, fastestLapWithin: null } })
        const places = new Map<number, number>()
        const rows = order.map((driver, start) => {
          const splitNo = splits === 1 ? 1 : splitOf(driver)
          const more = { teamId: teamOf(driver), classId: classOf(driver), splitNo, qualified: order.length - start, bestLapMs: 100 + start }
          if (out.includes(driver)) return row(driver, { ...more, status: 'DNF' })
          const position = (places.get(splitNo) ?? 0) + 1
          places.set(splitNo, position)
          return row(driver, { ...more, position })
        })
        return { ...made, rows }
      }),
    )
    const participants = DRIVERS.map((id) => participant(id, { registeredAt: at(id), classId: classOf(id), teamId: teamOf(id), nation: teamOf(id) }))
    const parts = [{ from: 1, to: 5, best, ...(except !== null && { except: [except] }) }]
    return season(races, { parts, scores: 'REGISTERED', teams: { ...cars, parts: [] } }, { participants })
  })

test('whatever is driven, everybody ends where the table said they could: drivers, classes, teams and nations, with splits and classes', () =>
  fc.assert(
    fc.property(drawn, (of) => {
      // of a season whose races had no splits nobody knows that one will
      const hasHadSplits = of.rounds[0]!.races.every(({ rows }) => rows!.some(({ splitNo }) => splitNo === 2))
      fc.pre(hasHadSplits || of.rounds.every(({ races }) => races.every(({ rows }) => rows!.every(({ splitNo }) => splitNo === 1))))
      const scopes = [
        ...[null, 'P'].map((classId) => ({ of: 'DRIVERS' as const, classId })),
        ...[null, 'P'].map((classId) => ({ of: 'TEAMS' as const, classId })),
        { of: 'NATIONS' as const, classId: null },
      ]
      for (const scope of scopes) {
        const end = new Map(standingsOf(of, scope).rows.map((one) => [one.id, one]))
        for (let held = 1; held <= of.rounds.length; held++)
          for (const then of standingsAfter(of, held, scope).rows) assertPossible(then, end.get(then.id)!, `${scope.of} ${held}`)
      }
    }),
  ))

function assertPossible(then: StandingsRow, end: StandingsRow, what: string): void {
  assert.ok(end.points <= then.possiblePoints, `${what}: ${end.id} has ${end.points}, at most ${then.possiblePoints}`)
  assert.ok(
    then.bestPlace! <= end.position! && end.position! <= then.worstPlace!,
    `${what}: ${end.id} is ${end.position}, ${then.bestPlace} to ${then.worstPlace}`,
  )
  assert.ok(then.mayWin || end.position! > 1, `${what}: ${end.id} has won`)
}
