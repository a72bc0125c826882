import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { entriesContract as entries } from '#modules/entries/contract.ts'
import { AC, CARS, faultsOf } from '#modules/entries/entries.fixture.ts'
import { membersContract as members } from '#modules/members/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { pickListsContract as calls } from './contract.ts'

const MANY = 40

describe('the pick list of a community', () => {
  let server: TestServer
  let [owner, admin, stranger] = Array<Person>(3) as [Person, Person, Person]
  let drivers: Person[]
  let league: LeagueId
  const list = async (who = admin, preview = false) =>
    (await who.as.ask(calls.pickList, { leagueId: league, ...(preview ? { preview: 'true' } : {}) })).body
  const at = async () => ({ leagueId: league, v: (await list()).v })
  const target = (id: SessionId, isSwapList = false) => ({ type: 'EVENT' as const, id, isSwapList })
  const picked = (who: readonly Person[], carId: string | null = CARS.gt3) => who.map(({ id }) => ({ userId: id, carId }))
  const begin = async (id: SessionId, who: readonly Person[], isSwapList = false) => {
    await admin.as.done(calls.Deactivate, await at(), {})
    await admin.as.done(calls.Activate, await at(), {})
    await admin.as.done(calls.SetEntries, await at(), { target: target(id, isSwapList), entries: picked(who) })
  }
  const add = (who: Person, id: SessionId) => who.as.send(entries.AddEntry, { id }, { listType: 'SingleEvent', entry: { car: { model: CARS.gt3 } } })
  const inside = async (id: SessionId) => (await owner.as.ask(entries.entryList, { refId: id })).body.entries.map((one) => one.driverId)

  before(async () => {
    server = await testServer()
    ;[owner, admin, stranger] = await Promise.all([person(server, 'Olga'), person(server, 'Adam'), person(server, 'Sven')])
    drivers = await Promise.all(Array.from({ length: MANY }, (_, index) => person(server, `Driver ${index}`)))
    league = await found(server, owner, { admins: [admin], members: drivers })
  })
  after(async () => {
    const { rows } = await server.running.machine.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
    await server.stop()
    assert.deepEqual(rows, [{ deadlocks: 0 }], 'everybody locks in the same order')
  })

  test('it is the community’s: another admin sees and changes the same, over its version', async () => {
    const id = await event(server, owner, league, AC)
    await begin(id, drivers.slice(0, 2))
    const seen = await list(owner)
    assert.deepEqual(
      [seen.active, seen.entries.map(({ name, carId }) => [name, carId]), seen.target?.id, seen.target?.isSwapList],
      [
        true,
        [
          ['Driver 0', CARS.gt3],
          ['Driver 1', CARS.gt3],
        ],
        id,
        false,
      ],
    )
    const two = await Promise.all([owner, admin].map((who) => who.as.send(calls.SetEntries, { leagueId: league, v: seen.v }, { entries: [] })))
    assert.deepEqual(two.map(({ status, body }) => body.code ?? status).toSorted(), [200, 'VERSION_CONFLICT'])
    await admin.as.done(calls.Deactivate, await at(), {})
    assert.deepEqual([(await list()).active, (await list()).entries, (await list()).target], [false, [], null])
    assert.equal((await admin.as.send(calls.SetEntries, await at(), { entries: [] })).body.code, 'WRONG_STATE')
  })

  test('what does not exist yet, or is another community’s, is no target', async () => {
    const other = await event(server, stranger, await found(server, stranger), AC)
    await begin(await event(server, owner, league, AC), [])
    const set = async (one: object) => (await admin.as.send(calls.SetEntries, await at(), { target: one } as never)).body
    assert.equal((await set(target(other))).code, 'NOT_FOUND')
    assert.equal((await set({ ...target(other), type: 'TOURNAMENT' })).code, 'NOT_FOUND')
  })

  test('the preview says who fits and why the rest do not; applying does just that, and keeps the rest', async () => {
    const id = await event(server, owner, league, AC)
    const [fits, isIn, banned, noCar] = drivers as [Person, Person, Person, Person]
    await add(isIn, id)
    await owner.as.done(members.BanMember, { id: league, v: (await owner.as.ask(members.league, { id: league })).body.v }, {
      userId: banned.id,
      reason: 'rammed everybody at the start',
    } as never)
    await begin(id, [])
    await admin.as.done(calls.SetEntries, await at(), { entries: [...picked([fits, isIn, banned, stranger]), ...picked([noCar], 'tank')] })
    const { preview } = await list(admin, true)
    const why = [
      [isIn.id, 'ALREADY_REGISTERED'],
      [banned.id, 'MEMBER_BANNED'],
      [stranger.id, 'MEMBER_REQUIRED'],
      [noCar.id, 'CAR_NOT_IN_EVENT'],
    ]
    assert.deepEqual([preview?.comes, preview?.misses.map(({ userId, code }) => [userId, code])], [[fits.id], why])
    const applied = await admin.as.done(calls.Apply, await at(), {})
    assert.deepEqual([applied.came, applied.missed.map(({ userId, code }) => [userId, code])], [[fits.id], why])
    assert.deepEqual(new Set(await inside(id)), new Set([fits.id, isIn.id]))
    assert.deepEqual(
      (await list()).entries.map(({ userId }) => userId),
      why.map(([userId]) => userId),
    )
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('a swap sends out only those who were shown, and each is told', async () => {
    const id = await event(server, owner, league, AC)
    const [old, late, fresh] = drivers.slice(10) as [Person, Person, Person]
    await add(old, id)
    await begin(id, [fresh], true)
    const goes = (await list(admin, true)).preview!.goes
    assert.deepEqual(
      goes.map((one) => one.drivers.map(({ name }) => name)),
      [[old.name]],
    )
    await add(late, id)
    const shown = goes.map(({ entryId }) => entryId)
    assert.equal((await admin.as.send(calls.Apply, await at(), { goes: shown })).body.code, 'VERSION_CONFLICT')
    const all = (await list(admin, true)).preview!.goes.map(({ entryId }) => entryId)
    await admin.as.done(calls.Apply, await at(), { goes: all })
    assert.deepEqual(await inside(id), [fresh.id])
    assert.equal((await list()).active, false)
    const { rows } = await server.running.machine.pool.query(
      'select user_id, kind from notifications where kind = any ($1) and user_id = any ($2) order by kind',
      [
        ['swapped-out', 'entered-in-event'],
        [old.id, late.id, fresh.id],
      ],
    )
    assert.deepEqual(
      rows.map((row) => row.kind),
      ['entered-in-event', 'swapped-out', 'swapped-out'],
    )
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('an admin adds somebody beside the list, and hears at once why not', async () => {
    const id = await event(server, owner, league, AC)
    await begin(id, drivers.slice(0, 1))
    const one = async (who: Person) => await owner.as.send(calls.Apply, await at(), { target: target(id), entries: picked([who]) })
    assert.equal((await one(drivers[20]!)).status, 200)
    assert.equal((await one(drivers[20]!)).body.code, 'ALREADY_REGISTERED')
    assert.equal((await one(stranger)).body.code, 'MEMBER_REQUIRED')
    assert.equal((await list()).entries.length, 1)
    const { deeds } = (await owner.as.ask(members.history, { id: league, sessionId: id })).body
    assert.ok(JSON.stringify(deeds).includes('EntryAdded'))
  })

  test('200 at once for the last seats: two admins’ lists and drivers who register; none is overbooked, nobody is in twice', async () => {
    const id = await event(server, owner, league, { ...AC, maxEntries: 12 })
    const crowd = drivers.slice(4)
    const { v } = await at()
    const sent = Array.from({ length: 200 }, (_, index) => {
      const who = crowd[index % crowd.length]!
      const by = index % 4 === 0 ? owner : admin
      return index % 2 === 0
        ? by.as.send(calls.Apply, { leagueId: league, v }, { target: target(id), entries: picked([who, crowd[(index + 7) % crowd.length]!]) })
        : add(who, id)
    })
    for (const { status, body } of await Promise.all(sent)) assert.ok(status < 500, JSON.stringify(body))
    assert.equal((await inside(id)).length, 12)
    assert.deepEqual(await faultsOf(server, id), [])
  })
})
