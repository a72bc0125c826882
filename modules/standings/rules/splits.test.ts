import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pointsRulesOf } from '#modules/points/rules.ts'
import { participant, race, type Results, row, season } from './season.fixture.ts'
import type { CarRules, CarToCome, Race, Season } from './season.ts'
import { type Standings, standingsAfter, standingsOf } from './table.ts'

/** A driver of the second split, and of more than one the team. */
const second = (driver: string, teamId: string | null = null, splitNo = 2): CarToCome => ({ ...row(driver, 1), teamId, splitNo })
const half = (id: string, results: Results, toCome: readonly CarToCome[]): Race => ({ ...race(id, results), toCome })
const cells = ({ rows }: Standings, at: number): string =>
  rows
    .map(({ id, cells: own }) => `${id} ${own[at] ? (own[at].isMissed ? '–' : own[at].points) + (own[at].isDropped ? 'x' : '') : '?'}`)
    .toSorted()
    .join(', ')
const places = ({ rows }: Standings): readonly string[] =>
  rows.map(({ id, points, possiblePoints, bestPlace, worstPlace }) => `${id} ${points}–${possiblePoints} ${bestPlace}–${worstPlace}`)

describe('a race that one of two splits has driven', () => {
  const first = { a: 1, b: 2, c: 3, d: 4, e: 5 }
  test('is to come for whom it is to come, and missed by who is in neither', () => {
    const rules = { parts: [{ from: 1, to: 2, best: 1 }] }
    const of = season([first, [half('R2', { a: 2, b: 1 }, [second('c'), second('d')])]], rules)
    const { roundsHeld, pointsLeft } = standingsOf(of)
    assert.equal(cells(standingsOf(of), 1), 'a 6x, b 10, c ?, d ?, e –x')
    assert.equal(cells(standingsOf(of), 0), 'a 10, b 6x, c 4, d 2, e 1')
    assert.deepEqual([roundsHeld, pointsLeft], [2, 10])
    assert.deepEqual(places(standingsOf(of)), ['b 10–10 1–1', 'a 10–10 2–2', 'c 4–10 3–4', 'd 2–10 3–4', 'e 1–1 5–5'])
    assert.deepEqual(
      standingsOf(of).rows.map(({ id, change, progress }) => [id, change, progress.join()]),
      [
        ['b', 1, '6,10'],
        ['a', -1, '10,10'],
        ['c', 0, '4,4'],
        ['d', 0, '2,2'],
        ['e', 0, '1,1'],
      ],
    )
    assert.equal(cells(standingsAfter(of, 1), 1), 'a ?, b ?, c ?, d ?, e ?', 'of a round that was not held then nobody is known')
  })

  test('of two races of a round each is to come by itself', () => {
    const one = half('R1a', { a: 1 }, [second('b')])
    assert.equal(cells(standingsOf(season([[one, race('R1b', null)]])), 0), 'a 10')
    const drivers = { participants: ['a', 'b'].map((id) => participant(id)) }
    const begun = standingsOf(season([[one, race('R1b', null)]], {}, drivers))
    assert.deepEqual([cells(begun, 0), begun.pointsLeft, places(begun)], ['a 10, b ?', 20, ['a 10–20 1–2', 'b 0–20 1–2']])
    const both = standingsOf(season([[race('R1a', { a: 1, b: { position: 1, splitNo: 2 } }), half('R1b', { a: 1 }, [second('b')])]], {}, drivers))
    assert.deepEqual([cells(both, 0), both.pointsLeft, places(both)], ['a 20, b 10', 10, ['a 20–20 1–1', 'b 10–20 1–2']])
  })

  test('decides a tie as a race that is won', () => {
    const of = season([{ a: 1, b: 2 }, [half('R2', { a: 2 }, [second('b')])]], { ties: ['LAST_RESULT'] })
    assert.deepEqual(places(standingsOf(of)), ['a 16–16 1–2', 'b 6–16 1–2'], 'b would have won the last')
    const open = season([{ a: 1, b: 2 }, { b: 1 }, { a: 2 }, [half('R4', { a: 2 }, [second('b')])]], { ties: ['PLACES'] })
    assert.deepEqual(places(standingsOf(open)), ['a 22–22 1–2', 'b 16–26 1–2'])
  })

  test('comes no more for whoever drove it with the others, nor for who has left', () => {
    const participants = ['a', 'b', 'c'].map((id) => participant(id, { hasLeft: id === 'c' }))
    const of = standingsOf(season([[half('R1', { a: 1, b: 2 }, [second('b'), second('c')])]], {}, { participants }))
    assert.deepEqual([cells(of, 0), places(of)], ['a 10, b 6, c ?', ['a 10–10 1–1', 'b 6–6 2–2', 'c 0–0 3–3']])
  })

  test('is to come in the table of a class for whom it is to come there', () => {
    const inClass = (position: number, classId: string) => ({ position, classId })
    const all = { a: inClass(1, 'P'), b: inClass(2, 'A'), c: inClass(3, 'P'), d: inClass(4, 'A') }
    const toCome = [{ ...second('c'), classId: 'P' }]
    const of = season([[race('R1', all)], [half('R2', { a: inClass(1, 'P'), b: inClass(2, 'A') }, toCome)]])
    const [pro, am] = ['P', 'A'].map((classId) => standingsOf(of, { of: 'DRIVERS', classId }))
    assert.deepEqual([cells(pro!, 1), pro!.pointsLeft], ['a 10, c ?', 10])
    assert.deepEqual([cells(am!, 1), am!.pointsLeft], ['b 6, d –', 0])
  })
})

describe('teams with a car in each split', () => {
  const of = (position: number, teamId: string) => ({ position, teamId })
  const results = { a: of(1, 'T'), b: of(2, 'U') }
  const table = (toCome: readonly CarToCome[], cars: Partial<CarRules>, races: readonly Race[] = []): Standings => {
    const teams = { countingCars: null, countingIn: 'RACE', parts: [], ...cars } as const
    const participants = ['T', 'U', 'V', 'W'].map((teamId) => participant(`driver of ${teamId}`, { teamId }))
    const one: Season = season([[half('R1', results, toCome), ...races]], { teams }, { participants })
    return standingsOf(one, { of: 'TEAMS', classId: null })
  }
  const coming = [second('c', 'T'), second('d', 'V'), second('e', 'V')]

  test('have the points of the first at once; a team of the second alone has missed nothing', () => {
    const all = table(coming, {})
    assert.deepEqual([cells(all, 0), all.pointsLeft], ['T 10, U 6, V ?, W –', 16])
    assert.deepEqual(places(all), ['T 10–20 1–2', 'U 6–6 2–3', 'V 0–16 1–3', 'W 0–0 3–4'])
  })
  test('win what a better car adds, of a race or of a round', () => {
    assert.deepEqual(places(table(coming, { countingCars: 1 })), ['T 10–10 1–1', 'U 6–6 2–3', 'V 0–10 1–3', 'W 0–0 3–4'])
    const inRound = table(coming, { countingCars: 2, countingIn: 'ROUND' }, [race('R1b', null)])
    assert.equal(inRound.pointsLeft, 20)
    assert.deepEqual(places(inRound), ['T 10–20 1–4', 'U 6–20 1–4', 'V 0–20 1–4', 'W 0–20 1–4'])
  })
  test('win each split by itself, and of each the class where classes score', () => {
    const all = table([second('c', 'V'), second('d', 'V', 3)], {})
    assert.deepEqual([all.pointsLeft, all.rows.find(({ id }) => id === 'V')!.possiblePoints], [20, 20])
    const rules = { points: pointsRulesOf({ table: [10, 6], scope: 'CLASS' }) }
    const toCome = ['P', 'A'].map((classId) => ({ ...second(classId, 'V'), classId }))
    const one = { ...race('R1', { a: { ...of(1, 'T'), classId: 'P' } }, rules), toCome }
    const participants = ['T', 'V'].map((teamId) => participant(teamId, { teamId }))
    const inClasses = standingsOf(season([[one]], {}, { participants }), { of: 'TEAMS', classId: null })
    assert.deepEqual([inClasses.pointsLeft, ...places(inClasses)], [20, 'T 10–10 1–2', 'V 0–20 1–2'])
  })
})
