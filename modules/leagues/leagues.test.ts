import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { leaguesContract } from './contract.ts'

const FIELDS = { name: 'Apex Racing League', shortName: 'APEX', languages: ['en' as const], directJoin: true }

describe('leagues', () => {
  let server: TestServer
  let anna: Person
  before(async () => {
    server = await testServer()
    anna = await person(server, 'Anna Berg')
  })
  after(() => server.stop())

  test('a founded community stands in the directory at once', async () => {
    assert.deepEqual((await server.visitor.ask(leaguesContract.publicLeagues, {})).body.total, 0)
    const founded = await anna.as.done(leaguesContract.AddLeague, {}, FIELDS)
    const directory = await server.visitor.ask(leaguesContract.publicLeagues, { search: 'apex' })
    assert.deepEqual(
      directory.body.leagues.map((league) => [league.id, league.name, league.members]),
      [[founded.aggregateId, 'Apex Racing League', 1]],
    )
  })

  test('a short name is taken whatever its case', async () => {
    const reply = await anna.as.send(leaguesContract.AddLeague, {}, { ...FIELDS, shortName: 'apex' })
    assert.deepEqual([reply.status, reply.body.code, reply.body.params], [409, 'SHORT_NAME_TAKEN', { field: 'shortName' }])
  })

  test('an unknown field is refused by name', async () => {
    const reply = await anna.as.send(leaguesContract.AddLeague, {}, { ...FIELDS, plan: 'LEAGUE_PLUS' } as never)
    assert.deepEqual([reply.status, reply.body.code, reply.body.params?.['field']], [400, 'MALFORMED', 'plan'])
  })

  test('only the owner edits, and only over the version they have seen', async () => {
    const { aggregateId: id } = await anna.as.done(leaguesContract.AddLeague, {}, { ...FIELDS, shortName: 'EDIT' })
    const bert = await person(server, 'Bert')
    const fields = { ...FIELDS, shortName: 'EDIT', name: 'Renamed' }
    assert.equal((await bert.as.send(leaguesContract.EditLeague, { id, v: 1 }, fields)).body.code, 'OWNER_REQUIRED')
    assert.equal((await server.visitor.send(leaguesContract.EditLeague, { id, v: 1 }, fields)).body.code, 'LOGIN_REQUIRED')
    assert.deepEqual(await anna.as.done(leaguesContract.EditLeague, { id, v: 1 }, fields), { v: 2 })
    assert.equal((await anna.as.send(leaguesContract.EditLeague, { id, v: 1 }, fields)).body.code, 'VERSION_CONFLICT')
  })

  test('the same idempotency key founds one community', async () => {
    const carla = await person(server, 'Carla')
    const body = { ...FIELDS, shortName: 'ONCE' }
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => carla.as.send(leaguesContract.AddLeague, {}, body, { 'idempotency-key': 'key-of-this-test' })),
    )
    assert.equal(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size, 1)
    assert.equal(replies[0]?.status, 200)
  })

  test('a request from another site is refused', async () => {
    const reply = await anna.as.send(leaguesContract.AddLeague, {}, FIELDS, { origin: 'https://elsewhere.example' })
    assert.deepEqual([reply.status, reply.body.code], [403, 'CROSS_SITE'])
  })
})
