import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { standingsAfter, standingsOf } from '#modules/standings/rules/table.ts'
import { readSeason, seasonOf } from './file.ts'

const FOLDER = '../shared/data/seasons'
const TEAMS = { of: 'TEAMS', classId: null } as const

describe('real seasons come to what was published', () => {
  for (const year of [1979, 1988, 2021, 2024]) {
    const name = `${FOLDER}/${year}.json`
    const skip = existsSync(name) ? false : '../shared is missing'
    test(`${year}: drivers and teams, to the point and the place`, { skip }, () => {
      const file = readSeason(readFileSync(name, 'utf8'))
      const season = seasonOf(file)
      const places = (rows: readonly { id: string; position: number | null; points: number }[]) =>
        new Map(rows.map(({ id, position, points }) => [id, { position, points }]))
      const drivers = places(standingsOf(season).rows)
      for (const { driver, position, points } of file.driverStandings!) assert.deepEqual(drivers.get(driver), { position, points }, driver)
      const teams = places(standingsOf(season, TEAMS).rows)
      for (const { constructor: team, position, points } of file.constructorStandings!) assert.deepEqual(teams.get(team), { position, points }, team)
      const listed = new Set(file.driverStandings!.map(({ driver }) => driver))
      for (const [id, { points }] of drivers) assert.ok(listed.has(id) || points === 0, `${id} is not published`)
    })

    const dropped = [1979, 1988].includes(year) && 'rounds are dropped'
    test(`${year}: after every round, what was awarded until then`, { skip: skip || dropped }, () => {
      const file = readSeason(readFileSync(name, 'utf8'))
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
