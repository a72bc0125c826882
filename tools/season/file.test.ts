import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { standingsAfter, standingsOf } from '#modules/standings/rules/table.ts'
import { readSeason, seasonOf, type SeasonFile } from './file.ts'

const FOLDER = '../shared/data/seasons'
const TEAMS = { of: 'TEAMS', classId: null } as const

function read(json: string): SeasonFile {
  const season = readSeason(json)
  return 'file' in season ? season.file : assert.fail(season.wrong.join('; '))
}

describe('real seasons come to what was published', () => {
  for (const year of [1979, 1988, 2021, 2024]) {
    const name = `${FOLDER}/${year}.json`
    const skip = existsSync(name) ? false : '../shared is missing'
    test(`${year}: drivers and teams, to the point and the place`, { skip }, () => {
      const file = read(readFileSync(name, 'utf8'))
      const season = seasonOf(file)
      const places = (rows: readonly { id: string; position: number | null; points: number }[]) =>
        new Map(rows.map(({ id, position, points }) => [id, { position, points }]))
      const drivers = places(standingsOf(season).rows)
      for (const { driver, position, points } of file.driverStandings!) assert.deepEqual(drivers.get(driver), { position, points }, driver)
      const teams = places(standingsOf(seasonOf(file, 'TEAMS'), TEAMS).rows)
      for (const { constructor: team, position, points } of file.constructorStandings!) assert.deepEqual(teams.get(team), { position, points }, team)
      const listed = new Set(file.driverStandings!.map(({ driver }) => driver))
      for (const [id, { points }] of drivers) assert.ok(listed.has(id) || points === 0, `${id} is not published`)
    })

    const dropped = [1979, 1988].includes(year) && 'rounds are dropped'
    test(`${year}: after every round, what was awarded until then`, { skip: skip || dropped }, () => {
      const file = read(readFileSync(name, 'utf8'))
      const season = seasonOf(file)
      const [drivers, teams] = [new Map<string, number>(), new Map<string, number>()]
      for (const [at, { results, sprint = [] }] of file.races.entries()) {
        for (const { driver, constructor: team, points } of [...results, ...sprint]) {
          drivers.set(driver, (drivers.get(driver) ?? 0) + (points ?? 0))
          teams.set(team!, (teams.get(team!) ?? 0) + (points ?? 0))
        }
        for (const { id, points } of standingsAfter(season, at + 1).rows) assert.equal(points, drivers.get(id) ?? 0, `${id} after ${at + 1}`)
        for (const { id, points } of standingsAfter(season, at + 1, TEAMS).rows) assert.equal(points, teams.get(id) ?? 0, `${id} after ${at + 1}`)
      }
    })
  }
})

type Row = { readonly driver: string; readonly position: number | null }
const race = (round: number, rows: readonly Row[], more: object = {}) => ({
  round,
  ...more,
  results: rows.map((row) => ({ status: row.position === null ? 'DNF' : 'FINISHED', laps: 50, constructor: 'team', ...row })),
})
const season = (year: number, rules: object, races: readonly object[], more: object = {}) =>
  JSON.stringify({ season: year, rules: { points: [8, 6, 4, 3, 2], ...rules }, races, ...more })
function tableOf(json: string, of: 'DRIVERS' | 'TEAMS' = 'DRIVERS') {
  return standingsOf(seasonOf(read(json), of), { of, classId: null }).rows.map(({ position, id, points }) => [position, id, points])
}

describe('seasons nobody has seen', () => {
  test('a field it does not know is refused by name, wherever it stands', () => {
    const races = [race(1, [{ driver: 'a', position: 1 }])]
    const odd = Object.assign({ driver: 'a', position: 1 }, { ballast: 20 })
    const words = (json: string): string => {
      const found = readSeason(json)
      return 'wrong' in found ? found.wrong.join('; ') : ''
    }
    assert.match(words(season(1970, { doubleLast: true }, races)), /^rules: unknown field “doubleLast”/)
    assert.match(words(season(1970, {}, [race(1, [odd])])), /^races\.0\.results\.0: unknown field “ballast”/)
    assert.match(words(season(1970, {}, races, { jokers: 2 })), /^the file: unknown field “jokers”/)
    assert.match(words('{'), /^This is no JSON/)
    assert.match(words(season(1970, { points: 'many' }, races)), /^rules\.points: /)
    assert.equal(words(season(1970, { note: 'told', of: 4 }, races)), '')
  })

  test('a shared car: as it was awarded, which no rule tells; the fastest lap is its driver’s', () => {
    const rows = [
      { driver: 'a', number: 1, position: 1, sharedCar: true, fastestLap: true, points: 5 },
      { driver: 'b', number: 1, position: 1, sharedCar: true, points: 4 },
      { driver: 'a', number: 2, position: 2, fastestLap: true, points: 0 },
      { driver: 'c', number: 2, position: 2, sharedCar: true, points: 3 },
      { driver: 'd', number: 3, position: 3, points: 4 },
    ]
    assert.deepEqual(tableOf(season(1956, { fastestLap: 1 }, [race(1, rows)])), [
      [1, 'a', 5],
      [2, 'b', 4],
      [3, 'd', 4],
      [4, 'c', 3],
    ])
  })

  test('a car of another class passes its place on where those behind it were awarded so, and takes it where they were not', () => {
    const guest = { driver: 'guest', position: 1, points: 0 }
    const behind = (first: number, second: number) => [
      guest,
      { driver: 'a', position: 2, points: first },
      { driver: 'b', position: 3, points: second },
    ]
    assert.deepEqual(tableOf(season(1967, {}, [race(1, behind(8, 6))])).slice(0, 2), [
      [1, 'a', 8],
      [2, 'b', 6],
    ])
    assert.deepEqual(tableOf(season(1967, {}, [race(1, behind(6, 4))])).slice(0, 2), [
      [1, 'a', 6],
      [2, 'b', 4],
    ])
  })

  test('whoever is published without a place was disqualified from the season', () => {
    const races = [
      race(
        1,
        ['a', 'b', 'c'].map((driver, at) => ({ driver, position: at + 1 })),
      ),
    ]
    const driverStandings = [
      { position: 1, driver: 'a', points: 8 },
      { position: 2, driver: 'c', points: 4 },
      { position: null, driver: 'b', points: 6 },
    ]
    assert.deepEqual(tableOf(season(1997, {}, races, { driverStandings })), [
      [1, 'a', 8],
      [2, 'c', 4],
      [null, 'b', 6],
    ])
  })

  test('teams: the best car until 1978 and with the drivers’ dropped rounds, every car since; none for a race of drivers alone', () => {
    // `constructor` of an object literal would be taken for that of objects
    const car = (driver: string, team: string, position: number) => ({ driver, position, ...Object.fromEntries([['constructor', team]]) })
    const both = (round: number, more: object = {}) => race(round, [car('a', 'one', 1), car('b', 'one', 2), car('c', 'two', 3)], more)
    const rules = { bestResults: 1 }
    const of = (year: number, more: object = {}) => tableOf(season(year, rules, [both(1), both(2, more)]), 'TEAMS')
    assert.deepEqual(of(1978), [
      [1, 'one', 8],
      [2, 'two', 4],
    ])
    assert.deepEqual(of(1979), [
      [1, 'one', 28],
      [2, 'two', 8],
    ])
    assert.deepEqual(tableOf(season(1960, {}, [both(1, { circuit: 'indianapolis' })]), 'TEAMS'), [])
    assert.deepEqual(tableOf(season(1978, { constructorCountingCars: 2 }, [both(1)]), 'TEAMS'), [
      [1, 'one', 14],
      [2, 'two', 4],
    ])
  })

  test('half points, and halves of the season with drop rounds of their own', () => {
    const won = (round: number, winner: string, second: string) =>
      race(round, [
        { driver: winner, position: 1 },
        { driver: second, position: 2 },
      ])
    const bestResultsInParts = [
      { rounds: [1, 2], best: 1 },
      { rounds: [3, 4], best: 1 },
    ]
    const races = [won(1, 'a', 'b'), won(2, 'a', 'b'), won(3, 'b', 'a'), won(4, 'a', 'b')]
    assert.deepEqual(tableOf(season(1980, { bestResultsInParts, multipliers: { 4: 0.5 } }, races)), [
      [1, 'a', 14],
      [2, 'b', 14],
    ])
  })
})
