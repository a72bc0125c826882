import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { accountsContract as accounts } from '#modules/accounts/contract.ts'
import { hostingContract } from '#modules/hosting/contract.ts'
import { membersContract as members } from '#modules/members/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { sessionsContract as sessions } from '#modules/sessions/contract.ts'
import { entryBody, event, eventBody, ordinary, type WrittenEvent } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { entriesContract as contract } from '../contract.ts'
import { AC, CARS, faultsOf } from '../entries.fixture.ts'

const CROWD = 200
const PASSWORDS = { server: 'MarkDrive', admin: 'MarkAdmin', spectator: 'MarkWatch' } as const

describe('spectators', () => {
  let server: TestServer
  let [owner, admin, anna, bert, cora, stranger]: Person[] = []
  let apex: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['erased-has-nothing', 'erased-cannot-sign-in'] })
    const names = ['Olga Owner', 'Adam Admin', 'Anna Berg', 'Bert Cox', 'Cora Dunn', 'Sam Stranger']
    ;[owner, admin, anna, bert, cora, stranger] = await Promise.all(names.map((name) => person(server, name)))
    apex = await league(server, owner!, { members: [anna!, bert!, cora!], admins: [admin!] })
  })
  after(() => server.stop())

  const eventOf = (more: Partial<WrittenEvent> = {}): Promise<SessionId> => event(server, owner!, apex, { ...AC, ...more })
  const watch = async (who: Person, id: SessionId, more: object = {}) =>
    (await who.as.send(contract.AddSpectator, { id }, { driverId: who.id, ...more })).body.code ?? 'in'
  const leave = async (who: Person, id: SessionId, whom = who) =>
    (await who.as.send(contract.RemoveSpectator, { id }, { driverId: whom.id })).body.code ?? 'out'
  const drive = async (who: Person, id: SessionId, waitingList = false) => {
    const { body } = await who.as.send(contract.AddEntry, { id }, entryBody(CARS.gt3, { waitingList }))
    return body.code ?? body.status
  }
  const listOf = async (who: Person, refId: SessionId) => (await who.as.ask(contract.spectators, { refId })).body
  const listed = async (who: Person, refId: SessionId) => (await who.as.ask(contract.entryList, { refId })).body
  const watchers = async (who: Person, id: SessionId) => (await listOf(who, id)).spectators.map(({ driverName }) => driverName)
  const seatsOf = async (id: SessionId) => {
    const { taken, seats, waiting } = (await server.visitor.ask(contract.publicEntryList, { refId: id })).body
    return { taken, seats, waiting }
  }

  test('product.md §5 "Available max entries = config.maxEntries minus spectators": each spectator takes a place of the grid, and gives it back to who waits', async () => {
    const id = await eventOf({ maxEntries: 2 })
    assert.equal(await watch(anna!, id), 'in')
    assert.deepEqual(await seatsOf(id), { taken: 0, seats: 1, waiting: 0 })
    assert.equal(await drive(bert!, id), 'ACTIVE')
    assert.equal(await drive(cora!, id), 'REGISTRATION_FULL')
    assert.equal(await watch(cora!, id), 'REGISTRATION_FULL')
    assert.equal(await drive(cora!, id, true), 'WAITING_LIST')
    const { body } = await server.visitor.ask(sessions.publicEvent, { id })
    assert.deepEqual([body.config.maxEntries, body.config.seats], [2, 1])
    assert.equal(await leave(anna!, id), 'out')
    assert.deepEqual(await seatsOf(id), { taken: 2, seats: 2, waiting: 0 })
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('product.md §5 "Available max entries = config.maxEntries minus spectators times split count for non-ACC": a place on each split, and none in ACC', async () => {
    const id = await eventOf({ maxEntries: 4 })
    const frozen = { split_count: 2, split_seats: 2, split_least: 1, splits_frozen_at: server.clock.now() }
    await server.running.machine.db.updateTable('sessions').set(frozen).where('id', '=', id).execute()
    assert.equal(await watch(anna!, id), 'in')
    assert.equal((await seatsOf(id)).seats, 2)
    const acc = await eventOf({ game: 'acc', cars: ['2'], maxEntries: 2 })
    for (const who of [anna!, bert!, cora!]) assert.equal(await watch(who, acc), 'in')
    assert.equal((await seatsOf(acc)).seats, 2)
  })

  test('a limit cannot fall below who drives and who watches', async () => {
    const id = await eventOf({ maxEntries: 10 })
    assert.equal(await watch(anna!, id), 'in')
    assert.equal(await drive(bert!, id), 'ACTIVE')
    const edit = async (maxEntries: number) => {
      const fields = eventBody({ ...ordinary(apex, server.clock.now()), ...AC, maxEntries })
      const { status, body } = await owner!.as.send(sessions.EditSession, { id }, fields as never)
      return status === 200 ? 'saved' : `${body.code} ${JSON.stringify(body)}`
    }
    assert.equal(await watch(cora!, id), 'in')
    assert.match(await edit(2), /CONFIG_INVALID .*config.maxEntries/)
  })

  test('who watches cannot drive, and who drives cannot watch', async () => {
    const id = await eventOf()
    assert.equal(await watch(anna!, id), 'in')
    assert.equal(await watch(anna!, id), 'SPECTATING')
    assert.equal(await drive(anna!, id), 'SPECTATING')
    assert.equal(await drive(bert!, id), 'ACTIVE')
    assert.equal(await watch(bert!, id), 'ALREADY_REGISTERED')
    assert.equal(await leave(anna!, id), 'out')
    assert.equal(await leave(anna!, id), 'NOT_REGISTERED')
    assert.equal(await drive(anna!, id), 'ACTIVE')
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('members alone watch, for themselves, with the event’s password, and where a server is to be watched', async () => {
    const id = await eventOf({ entryPassword: 'let me in' })
    assert.equal(await watch(stranger!, id), 'MEMBER_REQUIRED')
    assert.equal(await watch(anna!, id), 'WRONG_PASSWORD')
    assert.equal(await watch(anna!, id, { driverId: bert!.id }), 'FORBIDDEN')
    assert.equal(await watch(anna!, id, { password: 'let me in' }), 'in')
    const byHand = await eventOf()
    await server.running.machine.pool.query(`update sessions set manual = true, hosting = 'ELSEWHERE' where id = $1`, [byHand])
    assert.equal(await watch(anna!, byHand), 'WRONG_STATE')
  })

  test('shown to admins, spectators, and drivers once somebody watches; admins remove', async () => {
    const id = await eventOf()
    assert.equal(await drive(bert!, id), 'ACTIVE')
    const shownTo = async (who: Person) => (await listed(who, id)).watching.isShown
    assert.deepEqual([await shownTo(bert!), await shownTo(admin!), await shownTo(cora!)], [false, true, false])
    assert.equal(await watch(anna!, id), 'in')
    for (const who of [admin!, bert!, anna!]) assert.deepEqual(await watchers(who, id), ['Anna Berg'])
    for (const who of [admin!, bert!, anna!]) assert.equal(await shownTo(who), true)
    for (const who of [cora!, stranger!]) assert.deepEqual([await watchers(who, id), await shownTo(who)], [[], false])
    assert.equal(await leave(bert!, id, anna!), 'ADMIN_REQUIRED')
    assert.equal(await leave(admin!, id, anna!), 'out')
    assert.deepEqual(await watchers(admin!, id), [])
  })

  test('the entry list says who may watch, who watches, and until when they may leave', async () => {
    const id = await eventOf({ maxEntries: 2 })
    const told = async (who: Person) => {
      const { may, watching, whyNot } = await listed(who, id)
      return [watching.count, watching.isMine, may.watch || whyNot.watch, may.stopWatching || whyNot.stopWatching, whyNot.chooseCar ?? 'choose']
    }
    assert.deepEqual(await told(anna!), [0, false, true, 'NOT_REGISTERED', 'choose'])
    assert.equal(await watch(anna!, id), 'in')
    assert.deepEqual(await told(anna!), [1, true, 'SPECTATING', true, 'SPECTATING'])
    assert.equal(await drive(bert!, id), 'ACTIVE')
    assert.deepEqual(await told(bert!), [1, false, 'ALREADY_REGISTERED', 'NOT_REGISTERED', 'choose'])
    assert.deepEqual(await told(cora!), [1, false, 'REGISTRATION_FULL', 'NOT_REGISTERED', 'REGISTRATION_FULL'])
    assert.deepEqual(await told(stranger!), [1, false, 'MEMBER_REQUIRED', 'NOT_REGISTERED', 'MEMBER_REQUIRED'])
    assert.equal((await listed(anna!, id)).watching.takesSeats, true)
    assert.equal((await listed(anna!, await eventOf({ game: 'acc', cars: ['2'] }))).watching.takesSeats, false)
  })

  test('whoever is taken out is told, each time, and who leaves is not', async () => {
    const id = await eventOf()
    for (const by of [admin!, admin!, anna!]) {
      assert.equal(await watch(anna!, id), 'in')
      assert.equal(await leave(by, id, anna!), 'out')
    }
    const { notifications } = (await anna!.as.ask(notificationsContract.notifications, { limit: '50' })).body
    const ofThis = notifications.filter(({ kind, link }) => kind === 'spectator-removed' && link === `/events/${id}`)
    assert.equal(ofThis.length, 2)
  })

  test('leaving ends when the server is set up', async () => {
    const id = await eventOf()
    assert.equal(await watch(anna!, id), 'in')
    await server.running.machine.pool.query(`update sessions set starts_at = $2 where id = $1`, [id, new Date(server.clock.now().getTime() + 30_000)])
    assert.equal(await leave(anna!, id), 'CANCEL_TOO_LATE')
    assert.equal(await leave(admin!, id, anna!), 'out')
  })

  test('a ban, leaving the community and erasing the account end it, and so does calling the event off', async () => {
    const [dora, emil, fred, gerd] = await Promise.all(['Dora Eck', 'Emil Fuchs', 'Fred Gans', 'Gerd Hahn'].map((name) => person(server, name)))
    const leagueId = await league(server, owner!, { members: [dora!, emil!, fred!, gerd!, cora!] })
    const id = await event(server, owner!, leagueId, AC)
    for (const who of [dora!, emil!, fred!, gerd!, cora!]) assert.equal(await watch(who, id), 'in')
    await owner!.as.done(members.BanMember, { id: leagueId, v: 1 }, { userId: dora!.id, reason: 'crashed into half the field' })
    assert.equal(await watch(dora!, id), 'MEMBER_BANNED')
    await emil!.as.done(members.LeaveLeague, { id: leagueId, v: 1 }, {})
    await gerd!.as.done(accounts.RemoveUser, { id: gerd!.id }, {})
    const { db } = server.running.machine
    await until('the others watch', async () => (await watchers(owner!, id)).join() === 'Fred Gans,Cora Dunn')
    assert.deepEqual(await faultsOf(server, id), [])
    await owner!.as.done(sessions.DeleteSession, { id }, {})
    await until(
      'nobody watches it',
      async () => (await db.selectFrom('spectators').select('user_id').where('session_id', '=', id).execute()).length === 0,
    )
    const told = await db.selectFrom('notifications').select('user_id').where('kind', '=', 'event-cancelled').execute()
    assert.deepEqual(new Set(told.map((row) => row.user_id)), new Set([fred!.id, cora!.id]))
  })

  test('no password outside its roles', async () => {
    const id = await eventOf({ game: 'acc', cars: ['2'], passwords: PASSWORDS })
    assert.equal(await watch(anna!, id), 'in')
    assert.equal((await bert!.as.send(contract.AddEntry, { id }, entryBody('2'))).body.code, undefined)
    await server.running.machine.pool.query(`update splits set status = 'STARTED' where session_id = $1`, [id])
    await server.running.machine.pool.query(`update sessions set status = 'STARTED' where id = $1`, [id])
    const readBy = async (who: Person): Promise<readonly string[]> => {
      const answers = await Promise.all([
        who.as.ask(hostingContract.raceServer, { id }),
        who.as.ask(contract.spectators, { refId: id }),
        who.as.ask(contract.entryList, { refId: id }),
        who.as.ask(contract.publicEntryList, { refId: id }),
        who.as.ask(sessions.publicEvent, { id }),
        who.as.ask(sessions.race, { id }),
        who.as.ask(sessions.raceProperties, { id }),
        who.as.ask(contract.myEntries, {}),
        who.as.ask(contract.myNext, {}),
      ])
      const text = JSON.stringify(answers)
      return Object.entries(PASSWORDS).flatMap(([kind, password]) => (text.includes(password) ? [kind] : []))
    }
    assert.deepEqual(await readBy(anna!), ['spectator'])
    assert.deepEqual(await readBy(bert!), ['server'])
    assert.deepEqual(await readBy(admin!), ['server', 'admin', 'spectator'])
    assert.deepEqual(await readBy(cora!), [])
    assert.deepEqual(await readBy(stranger!), [])
  })

  test('200 drivers and spectators for 20 places, at two processes: nothing is overbooked, nobody is both', async () => {
    const urls = [server.url, (await server.another()).address]
    const crowd: Person[] = []
    for (let made = 0; made < CROWD; made += 20)
      crowd.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => person(server, `Driver ${made + index}`)))))
    const leagueId = await league(server, owner!, { members: crowd })
    const id = await event(server, owner!, leagueId, AC)
    const at = (who: Person, index: number) => who.as.at(urls[index % 2]!)
    const replies = await Promise.all(
      crowd.flatMap((who, index) => [
        at(who, index).send(contract.AddEntry, { id }, entryBody(CARS.gt3)),
        // every tenth wants both
        ...(index % 10 === 0 ? [at(who, index + 1).send(contract.AddSpectator, { id }, { driverId: who.id })] : []),
      ]),
    )
    for (const { status, body } of replies) assert.ok(status < 500, JSON.stringify(body))
    assert.deepEqual(await faultsOf(server, id), [])
    const { rows } = await server.running.machine.pool.query('select taken + spectators as held from sessions where id = $1', [id])
    assert.deepEqual(rows, [{ held: 20 }])
    // those who watch leave while others ask for what they held
    const watching = crowd.filter((_, index) => index % 10 === 0)
    const later = await Promise.all([
      ...watching.map((who, index) => at(who, index).send(contract.RemoveSpectator, { id }, { driverId: who.id })),
      ...crowd.slice(100, 140).map((who, index) => at(who, index).send(contract.AddEntry, { id }, entryBody(CARS.gt3, { waitingList: true }))),
    ])
    for (const { status, body } of later) assert.ok(status < 500, JSON.stringify(body))
    assert.deepEqual(await faultsOf(server, id), [])
  })
})
