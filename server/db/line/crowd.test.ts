import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { SessionId } from '#core/ids.ts'
import { entriesContract as contract } from '#modules/entries/contract.ts'
import { faultsOf } from '#modules/entries/entries.fixture.ts'
import { testDatabase, type TestDatabase } from '#testing/database.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { atLocks, until } from '#testing/time.ts'

const CROWD = 200
const SEATS = 20

/** At a process with few connections. */
describe('a crowd at one event', () => {
  let server: TestServer
  let database: TestDatabase
  let crowd: Person[]
  let dora: Person
  let popular: SessionId
  let quiet: SessionId
  before(async () => {
    database = await testDatabase()
    server = await testServer({ database, env: { POOL_SIZE: '4' } })
    const owner = await person(server, 'Olga')
    dora = await person(server, 'Dora')
    crowd = []
    for (let made = 0; made < CROWD; made += 20)
      crowd.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => person(server, `Driver ${made + index}`)))))
    const apex = await league(server, owner, { members: [...crowd, dora] })
    popular = await event(server, owner, apex, { maxEntries: SEATS })
    quiet = await event(server, owner, apex)
  })
  after(() => server?.stop())

  test('holds up nobody who registers for another', async () => {
    const add = (who: Person, id: SessionId) => who.as.send(contract.AddEntry, { id, v: 1 }, entryBody('2'))
    const lock = new pg.Client({ connectionString: database.url })
    await lock.connect()
    await lock.query('begin')
    await lock.query('select 1 from sessions where id = $1 for no key update', [popular])
    let answered = 0
    const replies = crowd.map((who) => add(who, popular).finally(() => void answered++))
    try {
      await until('the crowd waits for the event', async () => (await atLocks(lock)) > 0)
      assert.equal((await add(dora, quiet)).status, 200)
      assert.equal((await dora.as.ask(contract.entryList, { refId: popular })).status, 200)
      assert.deepEqual([answered, await busy()], [0, 0], 'the whole crowd still waits, and nobody was told to come back')
    } finally {
      await lock.query('commit')
      await lock.end()
    }
    const statuses = (await Promise.all(replies)).map(({ status, body }) => body.code ?? status)
    assert.deepEqual(
      [statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 'REGISTRATION_FULL').length],
      [SEATS, CROWD - SEATS],
    )
    assert.deepEqual(await faultsOf(server, popular), [])
  })

  /** How often the process has said that it is too busy: whoever asks here asks again by themselves then. */
  const busy = async (): Promise<number> =>
    (await server.running.machine.metrics.refusals.get()).values.find(({ labels }) => labels['code'] === 'UNAVAILABLE')?.value ?? 0
})
