import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { race, season } from './season.fixture.ts'
import type { CarRules } from './season.ts'
import { standingsOf } from './table.ts'

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
