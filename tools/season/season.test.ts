import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { standingsAfter } from '#modules/standings/rules/table.ts'
import { readSeason, type SeasonFile } from './read.ts'
import { notesOf, ordered, race, read, season, tableOf, team } from './season.fixture.ts'
import { drivingOf, seasonOf } from './season.ts'
import { workedOut } from './tables.ts'

const FOLDER = '../shared/data/seasons'
const TEAMS = { of: 'TEAMS', classId: null } as const

describe('real seasons come to what was published', () => {
  for (const year of [1979, 1988, 2021, 2024]) {
    const name = `${FOLDER}/${year}.json`
    const skip = existsSync(name) ? false : '../shared is missing'
    test(`${year}: drivers and teams, to the point and the place`, { skip }, () => {
      const file = read(readFileSync(name, 'utf8'))
      const { tables, notes } = workedOut(file)
      const lines = tables.map((table) => table.lines.map(({ position, id, points }) => ({ position, id, points })))
      const published = [
        file.driverStandings!.map(({ position, driver: id, points }) => ({ position, id, points })),
        file.constructorStandings!.map(({ position, team: id, points }) => ({ position, id, points })),
      ]
      const sorted = (of: readonly { readonly id: string }[]) => of.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      assert.deepEqual(lines.map(sorted), published.map(sorted))
      assert.deepEqual(notes, [], 'rules and awards agree')
    })

    const dropped = [1979, 1988].includes(year) && 'rounds are dropped'
    test(`${year}: after every round, what was awarded until then`, { skip: skip || dropped }, () => {
      const file = read(readFileSync(name, 'utf8'))
      const driving = drivingOf(file)
      const [drivers, teams] = [new Map<string, number>(), new Map<string, number>()]
      for (const [at, { results, sprint }] of file.races.entries()) {
        for (const { driver, team, points } of [...results, ...(sprint ?? [])]) {
          drivers.set(driver, (drivers.get(driver) ?? 0) + (points ?? 0))
          teams.set(team!, (teams.get(team!) ?? 0) + (points ?? 0))
        }
        for (const { id, points } of standingsAfter(seasonOf(driving), at + 1).rows)
          assert.equal(points, drivers.get(id) ?? 0, `${id} after ${at + 1}`)
        for (const { id, points } of standingsAfter(seasonOf(driving, 'TEAMS'), at + 1, TEAMS).rows)
          assert.equal(points, teams.get(id) ?? 0, `${id} after ${at + 1}`)
      }
    })
  }
})

/** Of https://github.com/pangtuwi/iraceresults: what each driver was given in each race, without names. */
test('a real league of four classes: double headers, seven of nine rounds with one that none may drop, penalties, to the point and the place', () => {
  const file = read(readFileSync(path.join(import.meta.dirname, 'league/gt3.json'), 'utf8'))
  const { tables } = workedOut(file)
  const classes = [...new Set(file.driverStandings!.map((one) => one.class))]
  assert.equal(classes.length, 4)
  for (const of of classes) {
    const lines = tables.find(({ name }) => name === `drivers ${of}`)!.lines.map(({ position, id, points }) => ({ position, id, points }))
    const published = file.driverStandings!.flatMap((one) =>
      one.class === of ? [{ position: one.position, id: one.driver, points: one.points }] : [],
    )
    const sorted = (all: typeof published) => all.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    assert.deepEqual(sorted(lines), sorted(published), String(of))
  }
})

test('its rounds: long ones with a table and a fastest lap of their own, and a sprint alone; what was awarded follows from them', () => {
  const file = read(readFileSync(path.join(import.meta.dirname, 'league/gt3.json'), 'utf8'))
  assert.equal(workedOut(file).notes.length, 6, 'where its stewards moved somebody')
  const usual = file.races.map(({ points: _, fastestLap: __, pole: ___, ...race }) => race)
  assert.ok(workedOut({ ...file, races: usual }).notes.length > 100)
})

test('its teams: the best two drivers of each round, all its races together, to the point and the place', () => {
  const file = read(readFileSync(path.join(import.meta.dirname, 'league/gt3.json'), 'utf8'))
  const teams = (more: object) => workedOut({ ...file, rules: { ...file.rules, ...more } }).tables.find(({ name }) => name === 'teams')!
  const { lines, different } = teams({})
  assert.deepEqual([lines.length, different], [15, []])
  // the best of all results is something else in it
  assert.ok(teams({ constructorCountingIn: 'ROUND' }).different.length > 10)
})

describe('a real season however its results come', () => {
  const YEARS = [1979, 1988, 2021, 2024].filter((year) => existsSync(`${FOLDER}/${year}.json`))
  /** Nothing but races and rules. */
  const bare = (year: number) => {
    const { season: name, rules, races } = read(readFileSync(`${FOLDER}/${year}.json`, 'utf8'))
    return read(JSON.stringify({ season: name, rules, races }))
  }
  const tables = (file: SeasonFile) => workedOut(file).tables.map((table) => table.lines)
  test('in any order', () => {
    for (const year of YEARS) {
      const file = bare(year)
      const races = file.races.toReversed().map((one) => ({ ...one, results: one.results.toReversed(), sprint: one.sprint?.toReversed() }))
      assert.deepEqual(tables({ ...file, races }), tables(file))
    }
  })
  test('race by race as all at once', () => {
    for (const year of YEARS) {
      const file = bare(year)
      const all = workedOut(file).tables
      for (const rounds of [1, 5, 11, 14]) {
        const until = { ...file, races: file.races.slice(0, rounds) }
        assert.deepEqual(
          tables(until),
          all.map((table) => table.after(rounds)),
          `${year} after ${rounds}`,
        )
      }
    }
  })
  test('with somebody who has nothing', () => {
    for (const year of YEARS) {
      const file = bare(year)
      const nobody = { driver: 'nobody', team: 'none', position: null, status: 'DNQ', points: 0 }
      const races = file.races.map((one) => ({ ...one, results: [...one.results, nobody] }))
      const others = tables({ ...file, races }).map((lines) => lines.filter(({ id }) => id !== 'none'))
      assert.deepEqual(others, tables(file))
    }
  })
})

describe('files as they may be written', () => {
  test('what is wrong is told in a sentence; a field nobody knows is named once, wherever it stands', () => {
    const odd = { driver: 'a', position: 1, ballast: 20 }
    const known = readSeason(season(1970, { doubleLast: true, note: 'told', of: 4 }, [race(1, [odd, odd])], { jokers: 2 }))
    assert.deepEqual('unknown' in known && known.unknown, [
      'the file: unknown field “jokers”',
      'rules: unknown field “doubleLast”',
      'races.0.results.0: unknown field “ballast”',
    ])
    const words = (json: string): string => {
      const found = readSeason(json)
      return 'wrong' in found ? found.wrong.join('; ') : ''
    }
    assert.match(words('{'), /^This is no JSON/)
    assert.match(words(season(1970, { points: 'many' }, [])), /^rules\.points: /)
    assert.equal(words(`\uFEFF${season(1970, {}, [])}`), '')
  })

  test('what is most likely a slip is named: a multiplier of no round, a driver with two places in one race', () => {
    const twice = [...ordered('a', 'b'), { driver: 'a', position: 3 }]
    const slips = season(2024, { multipliers: { 1: 1, 3: 2 } }, [race(1, twice, { sprint: ordered('a', 'b') })])
    assert.deepEqual(notesOf(slips), ['rules.multipliers: there is no round 3', 'round 1: a has 2 places in one race; all of them count'])
  })

  test('drivers alone, without teams', () => {
    const bare = JSON.stringify({
      season: 2025,
      rules: { points: [8, 6] },
      races: [
        {
          round: 1,
          results: [
            { driver: 'a', position: 1 },
            { driver: 'b', position: 2 },
          ],
        },
      ],
    })
    assert.equal(tableOf(bare), '1 a 8, 2 b 6')
    assert.deepEqual(
      workedOut(read(bare)).tables.map(({ name }) => name),
      ['drivers'],
    )
  })

  test('a place counts without laps and whatever the row is called besides, unless it says disqualified', () => {
    const rows = [
      { driver: 'a', position: 1, laps: null, status: 'RETIRED' },
      { driver: 'b', position: 2, laps: 0, status: '+1 Lap' },
      { driver: 'c', position: 3, status: 'DSQ' },
      { driver: 'd', position: null, status: 'Engine' },
    ]
    assert.equal(tableOf(season(1970, {}, [race(1, rows)])), '1 a 8, 2 b 6')
  })

  test('a place in words is what became of the car; what cannot be read is told with what belongs there', () => {
    const rows = [
      { driver: 'a', position: '1' },
      { driver: 'b', position: 'DNF' },
      { driver: 'c', position: 'dsq', fastestLap: true },
    ]
    const bare = (results: unknown, rules: object = {}) =>
      JSON.stringify({ season: 2024, rules: { points: [8, 6], fastestLap: 1, ...rules }, races: [{ results }] })
    assert.equal(tableOf(bare(rows)), '1 a 8')
    const standings = [{ position: '1', driver: 'a', points: 8 }]
    assert.equal(tableOf(season(2024, {}, [race(1, ordered('a'))], { driverStandings: standings })), '1 a 8')
    const wrong = (json: string): readonly string[] => {
      const found = readSeason(json)
      return 'wrong' in found ? found.wrong : []
    }
    assert.deepEqual(wrong(bare([{ driver: 'a', position: { is: 1 } }], { points: 'many' })), [
      'rules.points: points belong here from the first place on, as [25, 18, 15] or {"1": 25, "2": 18}; here stands "many"',
      'races.0.results.0.position: Invalid input: expected number, received object; here stands {"is":1}',
    ])
  })

  test('a round with points of its own, for places, the fastest lap and the pole, of its sprint too', () => {
    const rows = ordered('a', 'b').map((row, at) => ({ ...row, fastestLap: at === 1, pole: at === 1 }))
    const of = (own: object, rules: object = {}, name = 'drivers') =>
      tableOf(season(2024, { fastestLap: 1, sprintPoints: [3, 1], ...rules }, [race(1, rows, { sprint: rows, ...own })]), name)
    assert.equal(of({}), '1 a 11, 2 b 8')
    assert.equal(of({ points: [20, 10], fastestLap: 5, pole: 2 }), '1 a 23, 2 b 18')
    assert.equal(of({ fastestLap: 0 }), '1 a 11, 2 b 7')
    assert.equal(of({ fastestLapInTop10: 2, sprintPoints: { 1: 6 }, sprintFastestLap: 1, sprintPole: 1 }), '1 a 14, 2 b 10')
    assert.equal(of({ points: [20, 10] }, { multipliers: { 1: 0.5 } }), '1 a 13, 2 b 7', 'times its multiplier, as of every round')
    assert.equal(of({ points: [20, 10] }, { constructorPoints: [1] }, 'teams'), '1 team 31', 'its points are the teams’ too')
    assert.equal(of({ points: [20, 10], constructorPoints: [9] }, {}, 'teams'), '1 team 10')
    const outside = [...ordered('a'), { driver: 'b', position: 11, fastestLap: true }]
    const ofLast = (own: object) => tableOf(season(2024, { fastestLapInTop10: 1 }, [race(1, outside, own)]))
    assert.deepEqual([ofLast({}), ofLast({ fastestLap: 3 })], ['1 a 8, 2 b 0', '1 a 8, 2 b 3'])
  })

  test('what is guessed of the usual points leaves rounds of their own aside', () => {
    const awarded = (points: readonly number[]) => ordered('a', 'b', 'c').map((row, at) => ({ ...row, points: points[at]! }))
    const races = [
      race(1, awarded([9, 6, 4])),
      race(2, awarded([90, 60, 40]), { points: [90, 60, 40] }),
      race(3, awarded([80, 50, 30]), { points: [80, 50, 30] }),
    ]
    const bare = JSON.stringify({ season: 2024, races })
    assert.deepEqual([tableOf(bare), notesOf(bare)], ['1 a 179, 2 b 116, 3 c 74', ['no points of places are told: 9 6 4 as they were awarded']])
  })

  test('a season named otherwise than by a year has today’s rules, or those of the year in its name', () => {
    const races = [race(1, [...ordered('a', 'b'), { driver: 'c', position: 6, fastestLap: true }])]
    for (const name of ['2023/24', 'Spring Cup', 'Season 12'])
      assert.deepEqual(
        [tableOf(season(name, { fastestLap: 1 }, races), 'teams'), tableOf(season(name, {}, races))],
        ['1 team 15', '1 a 8, 2 b 6, 3 c 0'],
      )
    assert.equal(tableOf(season('Spring 1970', {}, races)), '1 a 8, 2 b 6')
  })

  test('two races of one number both count; parts are told by the numbers of rounds', () => {
    assert.equal(tableOf(season(1970, {}, [race(1, ordered('a', 'b')), race(1, ordered('b', 'a'))])), '1 a 14, 1 b 14')
    const bestResultsInParts = [
      { rounds: [11, 13], best: 1 },
      { rounds: [14, 20], best: 1 },
    ]
    const races = [race(11, ordered('a', 'b')), race(13, ordered('a', 'b')), race(16, ordered('b', 'a')), race(20, ordered('a', 'b'))]
    assert.equal(tableOf(season(1980, { bestResultsInParts, multipliers: { 20: 0.5 } }, races)), '1 a 14, 2 b 14')
  })

  test('rounds that are never dropped, and rounds of a disqualification that may not be', () => {
    const races = [
      race(1, ordered('a', 'b')),
      race(2, ordered('b', 'a')),
      race(3, [
        { driver: 'b', position: 1 },
        { driver: 'a', status: 'DSQ' },
      ]),
    ]
    const of = (more: object, rules: object = {}) =>
      tableOf(season(2024, { bestResultsInParts: [{ rounds: [1, 3], best: 1, ...more }], ...rules }, races))
    assert.equal(of({}), '1 b 8, 2 a 8')
    assert.equal(of({ except: [2] }), '1 b 16, 2 a 14')
    assert.equal(of({}, { mayDropDisqualified: false }), '1 b 8, 2 a 0')
  })

  test('points given and taken, and who is out of the season', () => {
    const adjustments = [
      { ...team('team'), points: -10, round: 1 },
      { driver: 'b', points: 3 },
    ]
    const both = season(2024, {}, [race(1, ordered('a', 'b'))], { adjustments })
    assert.deepEqual([tableOf(both), tableOf(both, 'teams')], ['1 b 9, 2 a 8', '1 team 4'])
    assert.equal(tableOf(season(2024, {}, [race(1, ordered('a', 'b', 'c'))], { excluded: ['a'] })), '1 b 6, 2 c 4, - a 8')
  })
})
