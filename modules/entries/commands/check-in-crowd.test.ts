import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EntryId, SessionId } from '#core/ids.ts'
import { entriesContract as contract } from '../contract.ts'
import { CARS, faultsOf } from '../entries.fixture.ts'
import { entryBody } from '#testing/event.ts'
import type { Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { atLocks, until } from '#testing/time.ts'
import { checkInWorld, doNow } from './check-in.fixture.ts'

const CROWD = 200
const SEATS = 20

type World = Awaited<ReturnType<typeof checkInWorld>>

describe('a crowd at the check-in', () => {
  let server: TestServer
  let world: World
  let urls: readonly string[]
  before(async () => {
    server = await testServer({ at: '2026-11-20T12:00:00Z', role: 'web' })
    urls = [server.url, (await server.another()).address]
    world = await checkInWorld(server, CROWD)
  })
  after(async () => {
    const { rows } = await server.running.machine.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
    await server.stop()
    assert.deepEqual(rows, [{ deadlocks: 0 }], 'everybody locks in the same order')
  })

  const by = (who: Person, index: number) => who.as.at(urls[index % 2]!)
  /** Whoever is moved meanwhile looks at the new state and says so again. */
  const onOwn = async (who: Person, index: number, id: SessionId, what: 'CheckIn' | 'Leave'): Promise<string> => {
    for (let tries = 0; ; tries++) {
      const { mine } = (await by(who, index).ask(contract.entryList, { refId: id })).body
      if (!mine) return 'out'
      const at = { id, v: mine.v }
      const { status, body } =
        what === 'CheckIn'
          ? await by(who, index).send(contract.CheckIn, at, { entryId: mine.id as EntryId })
          : await by(who, index).send(contract.Leave, at, {})
      assert.ok(status < 500, JSON.stringify(body))
      if (body.code !== 'VERSION_CONFLICT' || tries > 50) return body.code ?? 'done'
    }
  }
  const register = async (who: Person, index: number, id: SessionId): Promise<string> => {
    const { status, body } = await by(who, index).send(contract.AddEntry, { id }, entryBody(CARS.gt3, { waitingList: true }))
    assert.ok(status < 500, JSON.stringify(body))
    return body.code ?? body.status
  }

  for (const splits of [false, true])
    test(`200 check in, cancel and register while it closes${splits ? ' and splits are frozen' : ''}: nobody is in who is not there, no seat is given twice`, async () => {
      const id = await world.eventOf(splits ? { maxEntries: SEATS, isMultiSplit: true, maxSplitEntries: 8 } : { maxEntries: SEATS })
      const early = world.drivers.slice(0, 140)
      for (let from = 0; from < early.length; from += 20)
        await Promise.all(early.slice(from, from + 20).map((who, index) => register(who, from + index, id)))
      world.at(15)
      await Promise.all([
        ...early.filter((_, index) => index % 3 === 0).map((who, index) => onOwn(who, index, id, 'CheckIn')),
        ...early.filter((_, index) => index % 7 === 1).map((who, index) => onOwn(who, index, id, 'Leave')),
        ...world.drivers.slice(140).map((who, index) => register(who, index, id)),
        doNow(server, 'entries.freeze-splits', { sessionId: id }),
        doNow(server, 'entries.freeze-splits', { sessionId: id }),
      ])
      assert.deepEqual(await faultsOf(server, id), [])
      assert.equal(await world.recorded('CheckInClosed', id), 1)
      // everybody who wants a seat says so, while seats are offered and when that is over
      await Promise.all(world.drivers.slice(0, 60).map((who, index) => onOwn(who, index, id, 'CheckIn')))
      assert.deepEqual(await faultsOf(server, id), [])
      await world.endOffers(id)
      const { taken, seats } = (await server.visitor.ask(contract.publicEntryList, { refId: id })).body
      assert.equal(taken, seats, 'no seat stays empty while somebody wants it')
      assert.deepEqual(await faultsOf(server, id), [])
    })

  test('who registers while it closes, and waits in no line, has a seat that it has left', async () => {
    const id = await world.eventOf({ maxEntries: 2 })
    world.at(20)
    const { pool } = server.running.machine
    const closing = await pool.connect()
    try {
      await closing.query('begin')
      await closing.query('select from sessions where id = $1 for update', [id])
      const registered = world.add(world.drivers[0]!, id, { waitingList: false })
      await until('it waits for its seat', async () => (await atLocks(pool)) > 0)
      await closing.query('update sessions set check_in_closed_at = $2 where id = $1', [id, server.clock.now()])
      await closing.query('commit')
      assert.equal(await registered, 'ACTIVE')
    } finally {
      closing.release()
    }
    assert.deepEqual(await faultsOf(server, id), [])
  })
})
