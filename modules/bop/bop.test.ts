import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BopTemplateId, LeagueId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { launchOrder } from '#modules/sessions/door.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { entryBody, event, eventBody, ordinary } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { bopContract as calls } from './contract.ts'
import { TEMPLATES_AT_MOST } from './rules.ts'

const GT3 = { 2: { ballastkg: 10, restrictor: 2 }, 34: { ballastkg: -5, restrictor: 0 } }

describe('bop', () => {
  let server: TestServer
  let [owner, admin, driver, stranger] = Array<Person>(4) as [Person, Person, Person, Person]
  let league: LeagueId
  const make = async (who: Person, more: object = {}) =>
    (await who.as.done(calls.Create, {}, { leagueId: league, game: 'acc', name: 'GT3', bops: GT3, ...more })).id
  const names = async (track?: string, of = league) =>
    (await owner.as.ask(calls.templates, { leagueId: of, game: 'acc', 'sort-first-track': track })).body.templates.map(({ name }) => name)

  before(async () => {
    server = await testServer({ at: '2026-11-20T12:00:00Z' })
    ;[owner, admin, driver, stranger] = await Promise.all([
      person(server, 'Olga'),
      person(server, 'Adam'),
      person(server, 'Dora'),
      person(server, 'Sven'),
    ])
    league = await found(server, owner, { members: [driver], admins: [admin] })
  })
  after(() => server.stop())

  test('an admin keeps a template, the list has those of the track first, and it goes again', async () => {
    const id = await make(admin, { trackId: 'monza', bops: { ...GT3, 30: { ballastkg: 0, restrictor: 0 } } })
    await make(owner, { name: 'everywhere' })
    await make(owner, { name: 'At Spa', trackId: 'spa' })
    assert.deepEqual(await names(), ['At Spa', 'everywhere', 'GT3'])
    assert.deepEqual(await names('monza'), ['GT3', 'At Spa', 'everywhere'])
    assert.deepEqual(await names('spa'), ['At Spa', 'everywhere', 'GT3'])
    const { lastUpdateTimestamp, ...template } = (await owner.as.ask(calls.template, { id })).body
    assert.deepEqual(template, { id, name: 'GT3', game: 'acc', leagueId: league, trackId: 'monza', trackName: 'Monza Circuit', bops: GT3 })
    assert.ok(Math.abs(Date.parse(lastUpdateTimestamp) - server.clock.now().getTime()) < 60_000)
    await admin.as.done(calls.Delete, { id }, {})
    assert.deepEqual(await names('monza'), ['At Spa', 'everywhere'])
    assert.equal((await owner.as.ask(calls.template, { id })).status, 404)
    assert.equal((await owner.as.send(calls.Delete, { id }, {})).body.code, 'NOT_FOUND')
  })

  test('templates are the community’s: nobody but its admins reads, makes or deletes one', async () => {
    const id = await make(owner, { name: 'ours' })
    const elsewhere = await found(server, stranger)
    for (const who of [driver, stranger]) {
      const said = await Promise.all([
        who.as.ask(calls.templates, { leagueId: league, game: 'acc' }),
        who.as.ask(calls.template, { id }),
        who.as.send(calls.Create, {}, { leagueId: league, game: 'acc', name: 'mine', bops: GT3 }),
        who.as.send(calls.Delete, { id }, {}),
      ])
      assert.deepEqual(
        said.map(({ body }) => (body as { code?: string }).code),
        said.map(() => 'ADMIN_REQUIRED'),
      )
    }
    assert.deepEqual((await stranger.as.ask(calls.templates, { leagueId: elsewhere, game: 'acc' })).body.templates, [])
  })

  test('a name has its bounds, a game its own', async () => {
    const said = async (more: object) =>
      (await owner.as.send(calls.Create, {}, { leagueId: league, game: 'acc', name: 'x', bops: GT3, ...more } as never)).body.code
    assert.equal(await said({ name: '  ' }), 'MALFORMED')
    assert.equal(await said({ name: 'n'.repeat(61) }), 'MALFORMED')
    assert.equal(await said({ bops: { 2: { ballastkg: 41, restrictor: 0 } } }), 'BOP_OUT_OF_RANGE')
    assert.equal(await said({ bops: { 999: { ballastkg: 1, restrictor: 0 } } }), 'CONFIG_INVALID')
    assert.equal(await said({ trackId: 'moon' }), 'TRACK_NOT_FOUND')
    assert.equal(await said({ game: 'ams2' }), 'CONFIG_INVALID')
  })

  test('however many admins make one at once, there are no more than the most', async () => {
    const many = await found(server, owner, { admins: [admin] })
    const { db } = server.running.machine
    const row = { league_id: many, game: 'acc', bops: JSON.stringify(GT3), updated_at: server.clock.now() }
    await db
      .insertInto('bop_templates')
      .values(Array.from({ length: TEMPLATES_AT_MOST - 3 }, (_, n) => ({ ...row, id: crypto.randomUUID() as BopTemplateId, name: `T${n}` })))
      .execute()
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        [owner, admin][n % 2]!.as.send(calls.Create, {}, { leagueId: many, game: 'acc', name: `new ${n}`, bops: GT3 }),
      ),
    )
    assert.equal(made.filter(({ status }) => status === 200).length, 3)
    assert.deepEqual([...new Set(made.filter(({ status }) => status !== 200).map(({ body }) => body.code))], ['CONFIG_INVALID'])
    assert.equal((await names(undefined, many)).length, TEMPLATES_AT_MOST)
  })

  test('of two admins who delete one at once, one does', async () => {
    const id = await make(owner, { name: 'twice' })
    const said = await Promise.all([owner, admin].map((who) => who.as.send(calls.Delete, { id }, {})))
    assert.deepEqual(said.map(({ status }) => status).toSorted(), [200, 404])
  })

  test('a closed community’s templates are read and stay', async () => {
    const closed = await found(server, owner)
    const id = await make(owner, { leagueId: closed })
    const { v } = (await owner.as.ask(membersContract.league, { id: closed })).body
    await owner.as.done(leaguesContract.CloseLeague, { id: closed, v }, {})
    assert.deepEqual(await names(undefined, closed), ['GT3'])
    assert.equal((await owner.as.send(calls.Create, {}, { leagueId: closed, game: 'acc', name: 'x', bops: GT3 })).body.code, 'COMMUNITY_CLOSED')
    assert.equal((await owner.as.send(calls.Delete, { id }, {})).body.code, 'COMMUNITY_CLOSED')
  })

  test('a car that is taken out of an event takes what it carries with it, and comes back without', async () => {
    const { db, sealer } = server.running.machine
    const id = await event(server, owner, league)
    await owner.as.done(sessionsContract.SetBop, { id, v: 1 }, { bops: GT3 })
    const edited = async (cars: readonly string[]) => {
      const { v } = (await owner.as.ask(sessionsContract.race, { id })).body
      await owner.as.done(sessionsContract.EditSession, { id, v }, eventBody({ ...ordinary(league, server.clock.now()), cars }))
    }
    await edited(['34'])
    assert.deepEqual((await launchOrder(db, sealer, id))!.bop, [{ carId: '34', ballastKg: -5, restrictor: 0 }])
    await edited(['2', '34'])
    assert.deepEqual(
      (await owner.as.ask(sessionsContract.race, { id })).body.cars.map((car) => car.bop),
      [null, GT3[34]],
    )
  })

  test('what an event’s cars carry goes with them, and stands wherever the event does', async () => {
    const { db, sealer } = server.running.machine
    const id = await event(server, owner, league)
    await owner.as.done(sessionsContract.SetBop, { id, v: 1 }, { bops: GT3 })
    await driver.as.done(
      entriesContract.AddEntry,
      { refId: id, v: (await driver.as.ask(entriesContract.entryList, { refId: id })).body.v },
      entryBody('34'),
    )
    const order = [
      { carId: '2', ballastKg: 10, restrictor: 2 },
      { carId: '34', ballastKg: -5, restrictor: 0 },
    ]
    assert.deepEqual((await launchOrder(db, sealer, id))!.bop, order)
    for (const { cars } of [
      (await driver.as.ask(sessionsContract.race, { id })).body,
      (await server.visitor.ask(sessionsContract.publicEvent, { id })).body,
      // where somebody chooses one
      (await driver.as.ask(entriesContract.entryList, { refId: id })).body,
    ])
      assert.deepEqual(
        cars.map((car) => car.bop),
        [GT3[2], GT3[34]],
      )
  })
})
