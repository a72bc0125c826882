import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { leaguesContract } from './contract.ts'

const COMMUNITIES = [
  ['Apex Racing', 'APEX'],
  ['Apex Racing League', 'ARL'],
  ['Curva Süd', 'CURVA'],
  ['Ligue Française d’Endurance', 'LFE'],
  ['Racing Apexes', 'RAPX'],
  ['LFE Fans', 'FANS'],
] as const

describe('the search for communities', () => {
  let server: TestServer
  before(async () => {
    server = await testServer()
    for (const [name, shortName] of COMMUNITIES)
      await (
        await person(server, `Owner of ${shortName}`)
      ).as.done(leaguesContract.AddLeague, {}, { name, shortName, languages: ['en'], directJoin: true })
  })
  after(() => server.stop())

  const search = async (words: string, more: object = {}) => {
    const { leagues, total } = (await server.visitor.ask(leaguesContract.publicLeagues, { search: words, ...more })).body
    assert.ok(total >= leagues.length)
    return leagues.map(({ name }) => name)
  }

  for (const [what, typed, found] of [
    ['called exactly so first', 'apex racing', ['Apex Racing', 'Apex Racing League', 'Racing Apexes']],
    ['called exactly so for short first', 'lfe', ['Ligue Française d’Endurance', 'LFE Fans']],
    ['accents left out', 'curva sud', ['Curva Süd']],
    ['words in another order', 'endurance francaise', ['Ligue Française d’Endurance']],
    ['name and short name together', 'racing arl', ['Apex Racing League']],
    ['a letter wrong', 'endurence', ['Ligue Française d’Endurance']],
    ['a letter wrong beside words that are right', 'ligue francsise', ['Ligue Française d’Endurance']],
    ['signs of patterns', '%', []],
    ['what is not there', 'zebra', []],
  ] as const)
    test(`${what}: ${typed}`, async () => assert.deepEqual(await search(typed), found))

  test('pages of what is found follow each other', async () => {
    assert.deepEqual(await search('apex racing', { limit: 1 }), ['Apex Racing'])
    assert.deepEqual(await search('apex racing', { limit: 1, offset: 1 }), ['Apex Racing League'])
  })
})
