import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { event, type WrittenEvent } from '#testing/event.ts'
import { join, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { membersContract as members } from '#modules/members/contract.ts'
import { entriesContract as contract } from './contract.ts'
import { AC, CARS, classOf, faultsOf, oneSeat } from './entries.fixture.ts'

const add = (more: object = {}, entry: object = {}) => ({ listType: 'SingleEvent', entry: { car: { model: CARS.gt3 }, ...entry }, ...more }) as const

describe('the waiting list', () => {
  let server: TestServer
  let [owner, admin, anna, bert, carla]: Person[] = []
  let apex: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['erased-has-nothing', 'erased-cannot-sign-in'] })
    ;[owner, admin, anna, bert, carla] = await Promise.all(
      ['Olga Owner', 'Adam Admin', 'Anna Berg', 'Bert Cox', 'Carla Dos'].map((name) => person(server, name)),
    )
    apex = await league(server, owner!, { members: [anna!, bert!, carla!], admins: [admin!] })
  })
  after(() => server.stop())

  const sessionOf = (more: Partial<WrittenEvent> = {}): Promise<SessionId> => event(server, owner!, apex, { ...AC, ...more })
  const register = async (who: Person, id: SessionId, more: object = {}, entry: object = {}) =>
    who.as.send(contract.AddEntry, { id }, add(more, entry))
  const codeOf = async (who: Person, id: SessionId, more: object = {}, entry: object = {}) => (await register(who, id, more, entry)).body.code ?? 'in'
  const publicOf = async (refId: SessionId) => (await server.visitor.ask(contract.publicEntryList, { refId })).body

  test('a full grid queues; a freed seat goes to the first whose class has room, who is told', async () => {
    const id = await sessionOf({ maxEntries: 2, cars: [], carClasses: [classOf('GT3', CARS.gt3, 1), classOf('CUP', CARS.other)] })
    const cup = { car: { model: CARS.other } }
    assert.equal(await codeOf(owner!, id), 'in')
    assert.equal(await codeOf(admin!, id), 'CLASS_LIMIT_REACHED')
    assert.equal((await anna!.as.done(contract.AddEntry, { id }, add({ waitingList: true }))).status, 'WAITING_LIST')
    assert.equal(await codeOf(admin!, id, {}, cup), 'in')
    assert.equal((await bert!.as.done(contract.AddEntry, { id }, add({ waitingList: true }, cup))).status, 'WAITING_LIST')
    assert.equal((await carla!.as.done(contract.AddEntry, { id }, add({ waitingList: true }, cup))).status, 'WAITING_LIST')
    assert.deepEqual(
      (await publicOf(id)).waitingList.map((entry) => [entry.place, entry.participant.name]),
      [
        [1, 'Anna Berg'],
        [2, 'Bert Cox'],
        [3, 'Carla Dos'],
      ],
    )
    assert.deepEqual(await faultsOf(server, id), [])
    // a seat of CUP: Anna stands first, but her class is full
    await admin!.as.done(contract.Leave, { id }, {})
    assert.deepEqual(
      (await publicOf(id)).entries.map((entry) => entry.participant.name),
      ['Olga Owner', 'Bert Cox'],
    )
    await owner!.as.done(contract.Leave, { id }, {})
    assert.deepEqual(
      (await publicOf(id)).entries.map((entry) => entry.participant.name),
      ['Anna Berg', 'Bert Cox'],
    )
    const told = await server.running.machine.db
      .selectFrom('notifications')
      .select(['user_id', 'params'])
      .where('kind', '=', 'promoted')
      .where('link', '=', `/events/${id}`)
      .execute()
    assert.deepEqual(new Set(told.map((row) => row.user_id)), new Set([anna!.id, bert!.id]))
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('an erased driver stands as removed; a raised limit lets the waiting in', async () => {
    const { db, enqueue } = server.running.machine
    const gone = await person(server, 'Gone Soon')
    await join(gone, apex)
    const id = await oneSeat(server, await sessionOf())
    await register(gone, id)
    await register(anna!, id, { waitingList: true })
    await db.updateTable('users').set({ removed_at: server.clock.now() }).where('id', '=', gone.id).execute()
    const [left] = (await publicOf(id)).entries
    assert.deepEqual(
      [left?.driverId, left?.participant],
      [null, { type: 'DRIVER', name: null, drivers: {}, rank: null, currentRank: null, license: null, removedDrivers: 1 }],
    )
    await db.updateTable('sessions').set({ max_entries: 2 }).where('id', '=', id).execute()
    await db.transaction().execute((tx) => enqueue(tx, [{ job: 'entries.promote', data: { sessionId: id } }]))
    await until('the next is in', async () => (await publicOf(id)).taken === 2)
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('whoever is out of the community is out of its coming events at that moment, and the next has moved up', async () => {
    const onLeague = { id: apex, v: 1 }
    const unban = () => admin!.as.done(members.UnbanMember, onLeague, { userId: anna!.id, reason: 'served' })
    for (const [out, back, code] of [
      [() => admin!.as.done(members.BanMember, onLeague, { userId: anna!.id, reason: 'crashed into half the field' }), unban, 'MEMBER_BANNED'],
      [() => admin!.as.done(members.RemoveMember, onLeague, { userId: anna!.id }), null, 'MEMBER_REQUIRED'],
      [() => anna!.as.done(members.LeaveLeague, onLeague, {}), null, 'MEMBER_REQUIRED'],
    ] as const) {
      const ids = [await oneSeat(server, await sessionOf()), await oneSeat(server, await sessionOf())]
      for (const id of ids) {
        assert.equal(await codeOf(anna!, id), 'in')
        assert.equal(await codeOf(bert!, id, { waitingList: true }), 'in')
      }
      await out()
      const lists = await Promise.all(ids.map(publicOf))
      assert.deepEqual(
        lists.map((list) => [list.entries.map((entry) => entry.participant.name), list.waitingList.length]),
        [
          [['Bert Cox'], 0],
          [['Bert Cox'], 0],
        ],
      )
      for (const id of ids) assert.deepEqual(await faultsOf(server, id), [])
      assert.equal(await codeOf(anna!, ids[0]!, { waitingList: true }), code)
      await back?.()
      await anna!.as.done(members.JoinLeague, onLeague, {})
      // the ban has ended, or they came back: they may queue again
      assert.equal(await codeOf(anna!, ids[0]!, { waitingList: true }), 'in')
    }
  })
})
