import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pointsRulesOf } from '#modules/points/rules.ts'
import { participant, race, season } from '../season.fixture.ts'
import type { CarRules } from '../season.ts'
import { standingsOf } from '../table.ts'

const TEAMS = { of: 'TEAMS', classId: null } as const
const best = (countingCars: number): { readonly teams: CarRules } => ({ teams: { countingCars, countingIn: 'ROUND', parts: [] } })
const of = (position: number, teamId: string, adjustment = 0) => ({ position, teamId, adjustment })

describe('the best so many of a team in a round', () => {
  const first = race('A', { a: of(1, 'T'), b: of(2, 'T'), c: of(3, 'U'), d: of(4, 'U') })
  const second = race('B', { a: of(4, 'T'), b: of(3, 'T'), c: of(1, 'U'), d: of(2, 'U') })
  const rowsOf = (...args: Parameters<typeof season>) => standingsOf(season(...args), TEAMS).rows

  test('are taken out of all its races together', () => {
    const rows = rowsOf([[first, second]], best(2))
    assert.deepEqual(
      rows.map(({ id, points, grossPoints }) => [id, points, grossPoints]),
      [
        ['U', 16, 22],
        ['T', 16, 22],
      ],
    )
    const [cell] = rows[1]!.cells
    assert.deepEqual(
      cell!.races.map(({ points, places, leftOut }) => [points, places, leftOut]),
      [
        [16, [1, 2], undefined],
        [
          0,
          [],
          [
            { points: 4, place: 3, status: 'FINISHED' },
            { points: 2, place: 4, status: 'FINISHED' },
          ],
        ],
      ],
    )
  })

  test('round by round', () => {
    const rows = rowsOf([[first], [second]], best(1))
    assert.deepEqual(
      rows.map(({ id, points, progress }) => [id, points, progress]),
      [
        ['U', 14, [4, 14]],
        ['T', 14, [10, 14]],
      ],
    )
  })

  test('are taken after adjustments', () => {
    const fined = race('A', { a: of(1, 'T', -9), b: of(2, 'T'), c: of(3, 'T') })
    const [row] = rowsOf([[fined]], best(2))
    assert.deepEqual([row!.points, row!.cells[0]!.races[0]!.places], [10, [2, 3]])
  })

  test('say what is still possible: a better result takes the place of a worse', () => {
    const half = season([[first, race('B', null)]], best(2))
    const { rows, pointsLeft } = standingsOf(half, TEAMS)
    assert.equal(pointsLeft, 16)
    assert.deepEqual(
      rows.map(({ id, points, possiblePoints }) => [id, points, possiblePoints]),
      [
        ['T', 16, 20],
        ['U', 6, 16],
      ],
    )
    const won = race('B', { a: of(1, 'T'), b: of(2, 'T') })
    assert.equal(standingsOf(season([[first, won]], best(2)), TEAMS).rows.find(({ id }) => id === 'T')!.points, 20)
  })

  test('of a round to come as many as count', () => assert.equal(standingsOf(season([[first], null], best(3)), TEAMS).pointsLeft, 20))
})

describe('what teams can still win of a race that nobody has driven', () => {
  const told = (...args: Parameters<typeof season>) => {
    const { rows, pointsLeft } = standingsOf(season(...args), TEAMS)
    return [pointsLeft, ...rows.map(({ id, points, possiblePoints }) => `${id} ${points}–${possiblePoints}`)]
  }
  const inSplit = (position: number, teamId: string, splitNo: number) => ({ ...of(position, teamId), splitNo })
  test('is a first place in each split that its races have had', () => {
    const one = { a: inSplit(1, 'T', 1), b: inSplit(1, 'T', 2), c: inSplit(2, 'U', 1) }
    assert.deepEqual(told([one, null]), [20, 'T 20–40', 'U 6–26'])
    assert.deepEqual(told([one, null], best(1)), [10, 'T 10–20', 'U 6–16'])
    const two = { a: of(1, 'T'), b: of(2, 'T'), c: of(3, 'U') }
    assert.deepEqual(told([two, null]), [16, 'T 16–32', 'U 4–20'])
    const grid = ['a', 'b'].map((driver, at) => ({ driverIds: [driver], teamId: 'T', classId: null, splitNo: at + 1 }))
    assert.deepEqual(told([two, [{ ...race('R2', null), toCome: grid }]]), [20, 'T 16–36', 'U 4–24'], 'nor has it to be driven')
  })

  test('is a first place in each class that its drivers are of, where classes score', () => {
    const driver = (id: string, teamId: string, classId: string) => participant(id, { teamId, classId })
    const participants = [driver('a', 'T', 'P'), driver('b', 'T', 'A'), driver('c', 'U', 'P'), driver('d', 'U', 'P')]
    const inClass = (position: number, teamId: string, classId: string) => ({ ...of(position, teamId), classId })
    const results = { a: inClass(1, 'T', 'P'), b: inClass(4, 'T', 'A'), c: inClass(2, 'U', 'P'), d: inClass(3, 'U', 'P') }
    const rounds = (scope: string) => {
      const rules = { points: pointsRulesOf({ table: [10, 6, 4, 2], scope }) }
      return [[race('R1', results, rules)], [race('R2', null, rules)]]
    }
    assert.deepEqual(told(rounds('CLASS'), {}, { participants }), [20, 'T 20–40', 'U 10–26'])
    assert.deepEqual(told(rounds('OVERALL'), {}, { participants }), [16, 'T 12–28', 'U 10–26'])
    const ofClass = standingsOf(season(rounds('CLASS'), {}, { participants }), { of: 'TEAMS', classId: 'P' })
    assert.equal(ofClass.pointsLeft, 16, 'the table of one class knows no other')
  })

  test('is as much for cars that have not come in yet', () =>
    assert.deepEqual(told([{ a: of(1, 'T'), b: { teamId: 'T' }, c: of(2, 'U') }, null]), [16, 'T 10–26', 'U 6–22']))
})
