import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EntryId, LeagueId, SessionId, UserId } from '#core/ids.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { membersContract as members } from '#modules/members/contract.ts'
import { entriesContract as contract } from '../contract.ts'
import { AC, CARS, classOf, faultsOf } from '../entries.fixture.ts'

const CROWD = 200
/** As many as stand at Spa. */
const SEATS = 82

/** Many at once, half of them at a second process of the platform. */
describe('a crowd at the entry list', () => {
  let server: TestServer
  let owner: Person
  let crowd: Person[]
  let apex: LeagueId
  const urls: string[] = []
  before(async () => {
    server = await testServer()
    urls.push(server.url, (await server.another()).address)
    owner = await person(server, 'Olga')
    crowd = []
    for (let made = 0; made < CROWD; made += 20)
      crowd.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => person(server, `Driver ${made + index}`, { plan: 'SPORT' })))))
    apex = await league(server, owner, { members: crowd })
  })
  after(async () => {
    const { rows } = await server.running.machine.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
    await server.stop()
    assert.deepEqual(rows, [{ deadlocks: 0 }], 'everybody locks in the same order')
  })

  const add = (who: Person, index: number, id: SessionId, more: object = {}, entry: object = {}) =>
    who.as.at(urls[index % 2]!).send(contract.AddEntry, { id }, { listType: 'SingleEvent', entry: { car: { model: CARS.gt3 }, ...entry }, ...more })
  /** Whoever moves up while they leave looks at the new state and leaves that. */
  const leave = async (who: Person, index: number, id: SessionId) => {
    const by = who.as.at(urls[index % 2]!)
    for (let v = 1; ;) {
      const reply = await by.send(contract.Leave, { id, v }, {})
      if (reply.body.code !== 'VERSION_CONFLICT') return reply
      v = (await by.ask(contract.entryList, { refId: id })).body.mine?.v ?? v
    }
  }
  const tally = (replies: readonly { status: number; body: { code?: string; status?: string } }[]) => {
    const counts: Record<string, number> = {}
    for (const { status, body } of replies) {
      assert.ok(status < 500, JSON.stringify(body))
      const key = body.code ?? String(body.status)
      counts[key] = (counts[key] ?? 0) + 1
    }
    return counts
  }

  test('200 registrations for 20 seats: 20 are in, 180 are told that it is full', async () => {
    const id = await event(server, owner, apex, AC)
    const replies = await Promise.all(crowd.map((who, index) => add(who, index, id)))
    assert.deepEqual(tally(replies), { ACTIVE: 20, REGISTRATION_FULL: 180 })
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('200 for 20 seats with a waiting list while 10 cancel: no seat stays empty while somebody waits', async () => {
    const id = await event(server, owner, apex, AC)
    const early = crowd.slice(0, 10)
    for (const [index, who] of early.entries()) assert.equal((await add(who, index, id)).status, 200)
    const replies = await Promise.all([
      ...crowd.slice(10).map((who, index) => add(who, index, id, { waitingList: true })),
      ...early.map((who, index) => leave(who, index + 1, id)),
    ])
    assert.equal(replies.filter((reply) => reply.status === 200).length, CROWD)
    const { taken, waiting } = (await server.visitor.ask(contract.publicEntryList, { refId: id })).body
    assert.deepEqual([taken, waiting], [20, 170])
    assert.deepEqual(await faultsOf(server, id), [])
    // every seat that was freed was filled in order: nobody who waits registered before somebody who was promoted
    const { db } = server.running.machine
    const told = await db.selectFrom('notifications').select('user_id').where('kind', '=', 'promoted').where('link', '=', `/events/${id}`).execute()
    assert.equal(new Set(told.map((row) => row.user_id)).size, told.length)
  })

  test('200 ask for number 7: one gets it, and all numbers stay unique', async () => {
    const id = await event(server, owner, apex, { trackId: 'spa', maxEntries: SEATS })
    const car = { model: '2' }
    const replies = await Promise.all(crowd.map((who, index) => add(who, index, id, {}, { car, raceNumber: 7 })))
    assert.deepEqual(tally(replies), { ACTIVE: 1, RACE_NUMBER_TAKEN: 199 })
    const free = await Promise.all(crowd.map((who, index) => add(who, index, id, {}, { car })))
    const counts = tally(free)
    assert.equal(counts['ACTIVE'], SEATS - 1)
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('one driver who sends 50 stands once', async () => {
    const id = await event(server, owner, apex, AC)
    const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => add(crowd[0]!, index, id)))
    assert.deepEqual(tally(replies), { ACTIVE: 1, ALREADY_REGISTERED: 49 })
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('class limits hold while many change classes, and the class that is left fills up', async () => {
    const id = await event(server, owner, apex, { ...AC, cars: [], carClasses: [classOf('GT3', CARS.gt3, 10), classOf('CUP', CARS.other, 10)] })
    const drivers = crowd.slice(0, 30)
    const entries = await Promise.all(
      drivers.map((who, index) => add(who, index, id, { waitingList: true }, { car: { model: index % 3 === 0 ? CARS.other : CARS.gt3 } })),
    )
    assert.deepEqual(await faultsOf(server, id), [])
    const replies = await Promise.all(
      drivers.map((who, index) =>
        who.as
          .at(urls[index % 2]!)
          .send(
            contract.ChangeCar,
            { id, v: 1 },
            { entryId: entries[index]!.body.aggregateId as EntryId, car: { model: index % 3 === 0 ? CARS.gt3 : CARS.other } },
          ),
      ),
    )
    for (const reply of replies) assert.ok([200, 409, 422].includes(reply.status), JSON.stringify(reply.body))
    assert.deepEqual(await faultsOf(server, id), [])
    // everybody leaves at once
    await Promise.all(drivers.map((who, index) => leave(who, index, id)))
    assert.deepEqual(await faultsOf(server, id), [])
    assert.deepEqual((await server.visitor.ask(contract.publicEntryList, { refId: id })).body.taken, 0)
  })

  test('200 register while 40 are banned, and others cancel: nobody banned has a seat, no seat stays empty', async () => {
    const admin = await person(server, 'Adam')
    const banned = crowd.slice(0, 40)
    const isBanned = new Set(banned.map((who) => who.id))
    const leagueId = await league(server, owner, { members: crowd, admins: [admin] })
    const ids = [
      await event(server, owner, leagueId, AC),
      await event(server, owner, leagueId, { ...AC, trackId: 'ks_barcelona', layoutId: 'layout_gp', maxEntries: 60 }),
    ]
    const early = crowd.slice(20, 60)
    for (const [index, who] of early.entries()) assert.equal((await add(who, index, ids[index % 2]!, { waitingList: true })).status, 200)
    const replies = await Promise.all([
      ...crowd.map((who, index) => add(who, index, ids[index % 2]!, { waitingList: true })),
      ...banned.map((who, index) =>
        admin.as.at(urls[index % 2]!).send(members.BanMember, { id: leagueId, v: 1 }, { userId: who.id, reason: 'crashed into half the field' }),
      ),
      ...crowd.slice(40, 60).map((who, index) => leave(who, index + 1, ids[index % 2]!)),
    ])
    tally(replies as never)
    for (const id of ids) {
      assert.deepEqual(await faultsOf(server, id), [])
      const { entries, waitingList } = (await server.visitor.ask(contract.publicEntryList, { refId: id })).body
      const inside = [...entries, ...waitingList].flatMap((entry) => Object.keys(entry.participant.drivers))
      assert.deepEqual(
        inside.filter((who) => isBanned.has(who as UserId)),
        [],
      )
    }
  })
})
