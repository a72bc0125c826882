import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lines, notesOf, ordered, race, read, season, tableOf, team } from './season.fixture.ts'
import { workedOut } from './tables.ts'

describe('who was out of the championship', () => {
  const races = [race(1, ordered('a', 'b', 'c'))]
  const published = (...more: object[]) => [{ position: 1, driver: 'a', points: 8 }, { position: 2, driver: 'c', points: 4 }, ...more]
  test('is published without a place, or not at all', () => {
    assert.equal(tableOf(season(1997, {}, races, { driverStandings: published({ position: null, driver: 'b', points: 6 }) })), '1 a 8, 2 c 4, - b 6')
    const missing = season(1997, {}, races, { driverStandings: published() })
    assert.deepEqual([tableOf(missing), notesOf(missing).length], ['1 a 8, 2 c 4, - b 6', 1])
    const topOnly = season(1997, {}, races, { driverStandings: published().slice(0, 1) })
    assert.deepEqual([tableOf(topOnly), notesOf(topOnly)], ['1 a 8, 2 b 6, 3 c 4', []], 'who stands below the last published is merely not listed')
  })
  test('a team without a place stands below, with what is published of it', () => {
    const cars = [
      race(
        1,
        ordered('a', 'b').map((row) => ({ ...row, ...team(row.driver) })),
      ),
    ]
    const constructorStandings = [
      { position: 1, ...team('b'), points: 6 },
      { position: null, ...team('a'), points: 0 },
    ]
    assert.equal(tableOf(season(2007, {}, cars, { constructorStandings }), 'teams'), '1 b 6, - a 0')
    const mclaren = season(2007, {}, [
      race(
        1,
        ordered('a', 'b').map((row, at) => ({ ...row, ...team(at === 0 ? 'mclaren' : 'ferrari') })),
      ),
    ])
    assert.equal(tableOf(mclaren, 'teams'), '1 ferrari 6, - mclaren 0', 'as is known where nothing is published')
  })
})

describe('teams', () => {
  const car = (driver: string, name: string, position: number, more: object = {}) => ({ driver, position, ...team(name), ...more })
  const both = (round: number, more: object = {}) => race(round, [car('a', 'one', 1), car('b', 'one', 2), car('c', 'two', 3)], more)
  test('the best car until 1978 and with the drivers’ dropped rounds, every car since; none for a race of drivers alone', () => {
    const of = (year: number) => tableOf(season(year, { bestResults: 1 }, [both(1), both(2)]), 'teams')
    assert.deepEqual([of(1978), of(1979)], ['1 one 8, 2 two 4', '1 one 28, 2 two 8'])
    assert.equal(tableOf(season(1960, {}, [both(1, { circuit: 'indianapolis' })]), 'teams'), '')
    assert.equal(tableOf(season(1978, { constructorCountingCars: 2 }, [both(1)]), 'teams'), '1 one 14, 2 two 4')
    const none = season(1955, {}, [both(1)], { constructorStandings: [] })
    assert.equal(workedOut(read(none)).tables.length, 1, 'there was no championship of teams yet')
  })

  test('their best drivers of a round, with its sprint, or what their drivers have of the season once each has dropped rounds', () => {
    const rows = (...drivers: string[]) => drivers.map((driver, at) => car(driver, driver < 'c' ? 'one' : 'two', at + 1))
    const races = [race(1, rows('a', 'b', 'c'), { sprint: rows('b', 'c', 'a') }), race(2, rows('c', 'a', 'b'))]
    const of = (rules: object, more: object = {}) => tableOf(season(2024, { sprintPoints: [3, 2, 1], ...rules }, races, more), 'teams')
    // a has 9 and 6, b 9 and 4, c 6 and 8
    assert.equal(of({ constructorCountingIn: 'ROUND_DRIVERS', constructorCountingCars: 1 }), '1 one 15, 2 two 14')
    assert.equal(of({ constructorCountingIn: 'SEASON_DRIVERS', bestResults: 1 }), '1 one 18, 2 two 8')
    assert.equal(of({ constructorCountingIn: 'SEASON_DRIVERS', constructorCountingCars: 1, bestResults: 1 }), '1 one 9, 2 two 8')
    const adjustments = [
      { driver: 'a', points: -8, round: 1 },
      { ...team('two'), points: 1 },
    ]
    assert.equal(of({ constructorCountingIn: 'SEASON_DRIVERS', bestResults: 1 }, { adjustments }), '1 one 15, 2 two 9', 'a drops what was taken, too')
    const slip = season(2024, { constructorCountingIn: 'SEASON_DRIVERS', constructorBestResults: 1 }, races)
    assert.match(notesOf(slip).join(), /none is dropped besides/)
  })

  test('a constructor with several engines is a team with each', () => {
    const rows = [car('a', 'lotus', 1, { engine: 'climax' }), car('b', 'lotus', 2, { engine: 'brm' }), car('c', 'brm', 3, { engine: 'brm' })]
    const constructorStandings = [
      { position: 1, ...team('lotus'), engine: 'climax', points: 8 },
      { position: 2, ...team('lotus'), engine: 'brm', points: 6 },
      { position: 3, ...team('brm'), engine: 'brm', points: 4 },
    ]
    const { tables } = workedOut(read(season(1965, {}, [race(1, rows)], { constructorStandings })))
    assert.equal(lines(tables[1]), '1 lotus-climax 8, 2 lotus-brm 6, 3 brm 4')
    assert.deepEqual(tables[1]!.different, [])
  })

  test('where no row tells the engine, cars are divided as the points are published', () => {
    const races = [
      race(1, [car('a', 'lotus', 1), car('b', 'lotus', 2), car('c', 'brm', 3)]),
      race(2, [car('c', 'brm', 1), car('b', 'lotus', 2), car('a', 'lotus', 3)]),
    ]
    const published = (first: number, second: number) => [
      { position: 1, ...team('lotus'), points: first },
      { position: 1, ...team('brm'), points: 12 },
      { position: 3, ...team('lotus'), points: second },
    ]
    const of = (first: number, second: number) =>
      workedOut(read(season(1965, {}, races, { constructorStandings: published(first, second) }))).tables[1]!
    assert.match(of(12, 12).notes.join(), /lotus is published several times .* divided/)
    assert.equal(lines(of(12, 12)), '1 brm 12, 1 lotus 12, 3 lotus 12')
    assert.match(of(13, 11).notes.join(), /stands once/)
    assert.equal(lines(of(13, 11)), '1 lotus 14, 2 brm 12')
  })

  test('what stewards took from a team alone, unless the file tells it itself', () => {
    const rows = [car('a', 'mclaren', 1), car('b', 'mclaren', 2), car('c', 'ferrari', 3)]
    const of = (more: object = {}) => tableOf(season(2000, {}, [race(10, rows, { name: 'austria' })], more), 'teams')
    assert.equal(of(), '1 mclaren 4, 2 ferrari 4')
    assert.equal(of({ adjustments: [{ ...team('mclaren'), points: -8 }] }), '1 mclaren 6, 2 ferrari 4')
  })

  test('who was level stands as it is published', () => {
    const races = [race(1, [car('a', 'one', 1), car('b', 'two', 2)]), race(2, [car('b', 'two', 1), car('a', 'one', 2)])]
    const constructorStandings = [
      { position: 1, ...team('one'), points: 14 },
      { position: 2, ...team('two'), points: 14 },
    ]
    assert.equal(tableOf(season(1981, {}, races), 'teams'), '1 one 14, 1 two 14')
    assert.equal(tableOf(season(1981, {}, races, { constructorStandings }), 'teams'), '1 one 14, 2 two 14')
  })
})
