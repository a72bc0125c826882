import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RoundId, SessionId } from '#core/ids.ts'
import { MINUTE_MS } from '#core/duration.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { bringIn } from '#modules/entries/door.ts'
import { statements } from '#server/db/prepared.ts'
import { contextOf } from '#server/queries.ts'
import type { UserActor } from '#server/room.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { statementsOfPage, type TestServer, testServer, WITHOUT_PAGES } from '#testing/server.ts'
import { hostingContract } from '../contract.ts'
import { host, race, work, type Race } from '../hosting.fixture.ts'
import { offeredTo } from './next-event.ts'
import { raceNightApart } from './race-server.ts'

const NOTHING = { server: null, live: null, next: null }

describe('what the page of an event shows at race time', () => {
  let server: TestServer
  let [owner, driver, stranger] = Array<Person>(3) as [Person, Person, Person]
  let far: SessionId
  let near: Race
  before(async () => {
    server = await testServer({ role: 'web' })
    ;[owner, driver, stranger] = [await person(server, 'Olga Owner'), await person(server, 'Dan Driver'), await person(server, 'Sam Stranger')]
    const leagueId = await league(server, owner, { members: [driver] })
    far = await event(server, owner, leagueId, { hosting: 'AUTOMATIC' })
    near = await race(server, owner, leagueId)
    await driver.as.done(entriesContract.AddEntry, { id: near.id }, entryBody('34'))
  })
  after(() => server.stop())

  const night = async (who: Person, id: SessionId) => (await who.as.ask(hostingContract.raceNight, { id })).body

  test('nothing long before the start, and then no statement is sent for what is one’s own', async () => {
    for (const who of [owner, driver, stranger]) assert.deepEqual(await night(who, far), NOTHING)
    assert.deepEqual((await server.visitor.ask(hostingContract.publicNight, { id: far })).body, { live: null, next: null })
    const { machine } = server.running
    const { same, mine } = raceNightApart.raceNight
    const shared = await same(contextOf(machine, { kind: 'visitor' } as never, 'en', []), { id: far })
    assert.ok(shared.ok)
    const sent = { count: 0 }
    const actor = { kind: 'user', userId: driver.id, onboarded: true, plan: 'FREE' } as UserActor
    const own = await statements.run(sent, () => mine(contextOf(machine, actor, 'en'), { id: far }, shared.value))
    assert.deepEqual([own, sent.count], [NOTHING, 0])
  })

  test('a visitor’s page of it is drawn from three statements', { skip: WITHOUT_PAGES }, async () => {
    assert.equal(await statementsOfPage(server, 'page event', `/events/${far}`), 3)
  })

  test('from an hour before its server opens each is given what the server itself says to them, and while it runs where it is', async () => {
    const same = async (): Promise<void> => {
      for (const who of [owner, driver, stranger])
        assert.deepEqual((await night(who, near.id)).server, (await who.as.ask(hostingContract.raceServer, { id: near.id })).body)
    }
    await same()
    assert.deepEqual([(await night(driver, near.id)).live, (await night(stranger, near.id)).next], [null, null], 'nobody is too late yet')
    const on = await host(server)
    server.clock.set(new Date(near.startsAt.getTime() - 5 * MINUTE_MS))
    await on.jobs()
    await work(server, 'hosting.schedule', { sessionId: near.id })
    const { serverId, fence } = (await on.jobs()).body.servers[0]!
    await on.report(serverId, { fence, phase: 'STARTED', drivers: 1 })
    await same()
    server.clock.set(near.startsAt)
    await on.jobs()
    await work(server, 'hosting.begin', { sessionId: near.id })
    const live = { type: 'RACE' as const, no: 1, isOver: false, left: null, order: [{ raceNumber: 7, laps: 1, bestMs: null, gapMs: null }] }
    await on.report(serverId, { fence, phase: 'STARTED', drivers: 2, live })
    await same()
    const told = (await stranger.as.ask(hostingContract.live, { id: near.splitId })).body
    assert.deepEqual((await night(stranger, near.id)).live, told)
    assert.equal(told.last?.order?.[0]?.raceNumber, 7)
    // a visitor's page is drawn with what they would be told
    const outside = (await server.visitor.ask(hostingContract.publicLive, { id: near.splitId })).body
    assert.deepEqual((await server.visitor.ask(hostingContract.publicNight, { id: near.id })).body.live, outside)
    assert.notEqual(outside.last, null)
  })

  test('what the community drives next comes with it once nobody registers any more: what has a seat, for whom it is', async () => {
    const sameForAll = [await night(owner, near.id), await night(driver, near.id), await night(stranger, near.id)]
    const open = (await server.visitor.ask(hostingContract.publicNight, { id: near.id })).body
    for (const { next } of [...sameForAll, open]) assert.deepEqual([next?.id, next!.seatsFree > 0], [far, true])
    await server.running.machine.db
      .updateTable('sessions')
      .set({ taken: sql`max_entries` })
      .where('id', '=', far)
      .execute()
    server.running.machine.answers.dropAll()
    for (const who of [owner, stranger]) assert.equal((await night(who, near.id)).next, null, 'a full one is nothing to offer')
    assert.equal((await server.visitor.ask(hostingContract.publicNight, { id: near.id })).body.next, null)
    const { db } = server.running.machine
    const [roundId, heat, everybodys] = [randomUUID() as RoundId, { ...open.next!, sessionName: 'Heat' }, open.next!]
    await db.transaction().execute((tx) => bringIn(tx, roundId, [driver.id], null, new Date()))
    const offers = [
      { event: heat, roundId },
      { event: everybodys, roundId: null },
    ]
    const asked = await Promise.all([driver.id, stranger.id, null].map((who) => offeredTo(db, offers, who)))
    assert.deepEqual(asked, [heat, everybodys, everybodys], 'a round’s event is for who was brought into it')
    await server.running.machine.db.updateTable('sessions').set({ taken: 0 }).where('id', '=', far).execute()
  })

  test('nothing of it for whoever sees no such event', async () => {
    const shy = await league(server, owner, { hidden: true })
    const hidden = await race(server, owner, shy)
    assert.equal((await stranger.as.ask(hostingContract.raceNight, { id: hidden.id })).status, 404)
    assert.equal((await server.visitor.ask(hostingContract.publicNight, { id: hidden.id })).status, 404)
    assert.notEqual((await night(owner, hidden.id)).server, null)
  })
})
