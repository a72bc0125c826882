import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS } from '#core/duration.ts'
import { z } from 'zod'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { leaguesContract } from './contract.ts'
import { registerConfig } from './door.ts'

const FIELDS = { name: 'Apex Racing League', shortName: 'APEX', languages: ['en' as const], directJoin: true }

describe('leagues', () => {
  let server: TestServer
  let anna: Person
  before(async () => {
    server = await testServer({ at: '2026-11-20T12:00:00Z' })
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

  test('an idempotency key is for one request of one person: with another body it is refused, and nothing is done', async () => {
    const [dan, eva] = [await person(server, 'Dan'), await person(server, 'Eva')]
    const key = { 'idempotency-key': 'one-key-for-one-thing' }
    const body = { ...FIELDS, shortName: 'KEYED' }
    const first = await dan.as.send(leaguesContract.AddLeague, {}, body, key)
    const again = await dan.as.send(leaguesContract.AddLeague, {}, body, key)
    assert.deepEqual([first.status, again.body], [200, first.body])
    const other = await dan.as.send(leaguesContract.AddLeague, {}, { ...body, shortName: 'KEYED2' }, key)
    assert.deepEqual([other.status, other.body.code], [422, 'IDEMPOTENCY_MISMATCH'])
    const at = { id: first.body.aggregateId, v: 1 }
    assert.equal((await dan.as.send(leaguesContract.CloseLeague, at, {}, key)).body.code, 'IDEMPOTENCY_MISMATCH')
    assert.equal((await dan.as.send(leaguesContract.AddLeague, {}, body, { 'idempotency-key': 'short' })).body.code, 'MALFORMED')
    assert.equal((await eva.as.send(leaguesContract.AddLeague, {}, { ...body, shortName: 'KEYED3' }, key)).status, 200)
    const { rows } = await server.running.machine.pool.query(`select short_name, closed_at from leagues where short_name like 'KEYED%' order by 1`)
    assert.deepEqual(rows, [
      { short_name: 'KEYED', closed_at: null },
      { short_name: 'KEYED3', closed_at: null },
    ])
  })

  test('three communities a day are all that somebody founds', async () => {
    const eager = await person(server, 'Eager')
    const found = async (n: number): Promise<string> =>
      (await eager.as.send(leaguesContract.AddLeague, {}, { ...FIELDS, shortName: `EAGER${n}` })).body.code ?? 'founded'
    assert.deepEqual([await found(1), await found(2), await found(3), await found(4)], ['founded', 'founded', 'founded', 'RATE_LIMIT_EXCEEDED'])
    server.clock.advance(DAY_MS)
    assert.equal(await found(5), 'founded')
  })

  test('a request from another site is refused', async () => {
    const reply = await anna.as.send(leaguesContract.AddLeague, {}, FIELDS, { origin: 'https://elsewhere.example' })
    assert.deepEqual([reply.status, reply.body.code], [403, 'CROSS_SITE'])
  })

  test('two who want the same short name at once: one gets it, editing or founding', async () => {
    const crowd = await Promise.all(Array.from({ length: 8 }, (_, index) => person(server, `Racer ${index}`)))
    const founded = await Promise.all(
      crowd.slice(0, 4).map(({ as }, index) => as.done(leaguesContract.AddLeague, {}, { ...FIELDS, shortName: `OWN${index}` })),
    )
    const wanted = { ...FIELDS, shortName: 'WANTED' }
    const replies = await Promise.all([
      ...crowd.slice(4).map(({ as }) => as.send(leaguesContract.AddLeague, {}, wanted)),
      ...founded.map(({ aggregateId: id }, index) => crowd[index]!.as.send(leaguesContract.EditLeague, { id, v: 1 }, wanted)),
    ])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array.from({ length: 7 }, () => 409)])
  })

  test('a hidden community is in no list and a closed one frees its short name', async () => {
    const dora = await person(server, 'Dora')
    const { aggregateId: id } = await dora.as.done(leaguesContract.AddLeague, {}, { ...FIELDS, shortName: 'HIDE', name: 'Hide and Seek' })
    const found = async () => (await server.visitor.ask(leaguesContract.publicLeagues, { search: 'hide and' })).body.total
    assert.equal(await found(), 1)
    await dora.as.done(leaguesContract.ChangeVisibility, { id, v: 1 }, { visibility: 'HIDDEN' })
    assert.deepEqual([await found(), (await server.visitor.ask(leaguesContract.publicLeague, { id })).status], [0, 404])
    await dora.as.done(leaguesContract.ChangeVisibility, { id, v: 2 }, { visibility: 'PUBLIC' })
    await dora.as.done(leaguesContract.CloseLeague, { id, v: 3 }, {})
    assert.deepEqual([await found(), (await server.visitor.ask(leaguesContract.publicLeague, { id })).body.closedAt !== null], [0, true])
    await dora.as.done(leaguesContract.AddLeague, {}, { ...FIELDS, shortName: 'HIDE' })
  })

  test('the directory filters by game and language, and a percent sign is only a sign', async () => {
    const emil = await person(server, 'Emil')
    const fields = { ...FIELDS, shortName: 'FILTER', name: 'Hundred % GT3', games: ['acc' as const], languages: ['de' as const] }
    await emil.as.done(leaguesContract.AddLeague, {}, fields)
    const names = async (params: object) => (await server.visitor.ask(leaguesContract.publicLeagues, params)).body.leagues.map(({ name }) => name)
    assert.deepEqual(await names({ game: 'acc' }), ['Hundred % GT3'])
    assert.deepEqual(await names({ language: 'de' }), ['Hundred % GT3'])
    assert.deepEqual(await names({ language: 'de', game: 'r3e' }), [])
    assert.deepEqual(await names({ search: '%' }), ['Hundred % GT3'])
  })

  test('a configuration is known, sound and of this community, or refused', async () => {
    registerConfig('TEST_LAPS', { schema: z.strictObject({ laps: z.number().int().min(1) }), defaults: { laps: 3 } })
    const finn = await person(server, 'Finn')
    const { aggregateId: leagueId } = await finn.as.done(leaguesContract.AddLeague, {}, { ...FIELDS, shortName: 'CONF' })
    const place = { leagueId, configType: 'TEST_LAPS', scope: 'LEAGUE' as const, scopeEntityId: leagueId }
    const set = (at: object, config: unknown) => finn.as.send(leaguesContract.SetConfig, { ...place, ...at }, { config })
    const read = async () => (await finn.as.ask(leaguesContract.leagueConfig, place)).body
    assert.deepEqual(await read(), { config: { laps: 3 }, v: 0 })
    assert.deepEqual((await set({}, { laps: 7 })).body, { v: 1 })
    assert.deepEqual(await read(), { config: { laps: 7 }, v: 1 })
    const seen = (v: number) => finn.as.send(leaguesContract.SetConfig, place, { config: { laps: 8 }, v })
    assert.deepEqual([(await seen(0)).body.code, (await seen(1)).body.v, (await seen(1)).body.code], ['VERSION_CONFLICT', 2, 'VERSION_CONFLICT'])
    assert.deepEqual(await read(), { config: { laps: 8 }, v: 2 })
    for (const [at, config, code] of [
      [{ configType: 'UNKNOWN' }, { laps: 7 }, 'CONFIG_INVALID'],
      [{}, { laps: 0 }, 'CONFIG_INVALID'],
      [{}, { laps: 7, more: 1 }, 'CONFIG_INVALID'],
      [{ scopeEntityId: finn.id }, { laps: 7 }, 'NOT_FOUND'],
      [{ scope: 'TOURNAMENT', scopeEntityId: finn.id }, { laps: 7 }, 'NOT_FOUND'],
      [{ scope: 'EVERYTHING' }, { laps: 7 }, 'NOT_FOUND'],
    ] as const)
      assert.equal((await set(at, config)).body.code, code)
    assert.equal((await finn.as.ask(leaguesContract.leagueConfig, { ...place, configType: 'UNKNOWN' })).status, 404)
  })

  test('terms in several languages need the default one', async () => {
    const gina = await person(server, 'Gina')
    const { aggregateId: id } = await gina.as.done(leaguesContract.AddLeague, {}, { ...FIELDS, shortName: 'TERMS', tos: 'Be kind.' })
    assert.deepEqual((await server.visitor.ask(leaguesContract.publicLeague, { id })).body.tosVersion, 1)
    const reply = await gina.as.send(
      leaguesContract.SetTermsOfService,
      { id, v: 1 },
      { tos: { defaultLanguageCode: 'en', translations: { de: 'Sei nett.' } } },
    )
    assert.equal(reply.body.code, 'MALFORMED')
  })
})
