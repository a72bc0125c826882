import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { entriesContract } from '#modules/entries/contract.ts'
import type { LeagueId } from '#core/ids.ts'
import { join, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { atLocks, until } from '#testing/time.ts'
import { hostingContract } from './contract.ts'
import { host, race, work } from './hosting.fixture.ts'

const MINUTE = 60_000

// Workers are off: the tests are the clock and the queue.
describe('the servers of several splits', () => {
  let server: TestServer
  let owner: Person
  let drivers: Person[]
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ role: 'web' })
    owner = await person(server, 'Olga Owner')
    drivers = await Promise.all(Array.from({ length: 5 }, (_, no) => person(server, `Driver ${no}`)))
    leagueId = await league(server, owner)
    for (const who of drivers) await join(who, leagueId)
  })
  after(() => server.stop())

  const launched = async (count: number) => {
    await server.running.machine.db.updateTable('hosts').set({ revoked_at: new Date() }).execute()
    const on = await host(server)
    const at = await race(server, owner, leagueId, 'acc', { isMultiSplit: true, maxEntries: 8, maxSplitEntries: 4 })
    for (const who of drivers.slice(0, count)) {
      server.clock.advance(1000)
      await who.as.done(entriesContract.AddEntry, { id: at.id }, { listType: 'SingleEvent', entry: { car: { model: '34' } } })
    }
    server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE))
    await on.jobs()
    await work(server, 'hosting.schedule', { sessionId: at.id })
    return { at, on, servers: (await on.jobs()).body.servers.toSorted((a, b) => a.splitNo - b.splitNo) }
  }

  test('each split has one of its own with its entries only, also when the order to freeze them was lost', async () => {
    const { at, servers } = await launched(5)
    assert.deepEqual(
      servers.map(({ splitNo, order }) => [splitNo, order?.maxEntries, order?.entries.flatMap((entry) => entry.drivers.map(({ name }) => name))]),
      [
        [1, 4, ['Driver 0', 'Driver 1', 'Driver 2']],
        [2, 4, ['Driver 3', 'Driver 4']],
      ],
    )
    assert.deepEqual(
      servers.map(({ order }) => order?.serverName.slice(-3)),
      [' #1', ' #2'],
    )
    // each is told the server that is theirs
    for (const { serverId } of servers) await work(server, 'hosting.announce', { serverId })
    const told = await server.running.machine.db
      .selectFrom('notifications')
      .select(['user_id', 'params'])
      .where('kind', '=', 'server-up')
      .where('link', '=', `/events/${at.id}`)
      .execute()
    assert.deepEqual(
      drivers.slice(0, 5).map(({ id }) => told.find(({ user_id }) => user_id === id)?.params),
      [0, 0, 0, 1, 1].map((no) => ({ event: 'Sprint at night', serverName: servers[no]!.order?.serverName })),
    )
    const seenBy = async (who: Person, splitNo?: number) =>
      (await who.as.ask(hostingContract.raceServer, { id: at.id, ...(splitNo === undefined ? {} : { splitNo }) })).body
    const last = await seenBy(drivers[4]!, 1)
    assert.deepEqual([last.splitNo, last.joinedSplitNo, last.splitCount, last.may.switchSplit], [2, 2, 2, false])
    assert.match(last.split.server ? last.split.serverName : '', / #2$/)
    const admin = await seenBy(owner, 2)
    assert.deepEqual([admin.splitNo, admin.joinedSplitNo, admin.may.switchSplit], [2, null, true])
    assert.deepEqual(
      admin.splitStatuses.map(({ splitNo, status }) => [splitNo, status]),
      [
        [1, 'SCHEDULING'],
        [2, 'SCHEDULING'],
      ],
    )
  })

  test('a split that failed is started again while the other is on, and no more once that has ended and the event with it', async () => {
    const { at, on, servers } = await launched(5)
    const [first, second] = [servers[0]!, servers[1]!]
    await on.report(second.serverId, { fence: second.fence, phase: 'FAILED', reason: 'it did not come up' })
    await on.report(first.serverId, { fence: first.fence, phase: 'STARTED', drivers: 3 })
    server.clock.set(at.startsAt)
    await work(server, 'hosting.begin', { sessionId: at.id })
    const seen = async () => (await owner.as.ask(hostingContract.raceServer, { id: at.id, splitNo: 2 })).body
    const before = await seen()
    assert.deepEqual([before.split.status, before.may.restart], ['FAILED', true])
    await on.report(first.serverId, { fence: first.fence, phase: 'OVER' })
    server.clock.advance(MINUTE)
    await work(server, 'hosting.over', { serverId: first.serverId })
    const over = await seen()
    assert.deepEqual([over.splitStatuses.map(({ status }) => status), over.may.restart], [['ENDED', 'FAILED'], false])
    const { status, body } = await owner.as.send(hostingContract.RestartSession, { id: at.id, v: over.v }, { splitId: over.splitId! })
    assert.deepEqual([status, body.code, (await seen()).v], [409, 'RESTART_NOT_ALLOWED', over.v])
  })

  test('one split has a server as any other event has', async () => {
    const { servers } = await launched(4)
    assert.deepEqual(
      servers.map(({ splitNo, order }) => [splitNo, order?.entries.length, order?.serverName.includes('#')]),
      [[1, 4, false]],
    )
  })

  test('is not over without results while its file is on the way', async () => {
    const { at, on, servers } = await launched(4)
    const { serverId, fence } = servers[0]!
    await on.report(serverId, { fence, phase: 'STARTED', drivers: 4 })
    server.clock.set(at.startsAt)
    await work(server, 'hosting.begin', { sessionId: at.id })
    await on.report(serverId, { fence, phase: 'OVER' })
    server.clock.advance(MINUTE)
    const { pool, db } = server.running.machine
    const bringing = await pool.connect()
    try {
      await bringing.query('begin')
      await bringing.query('update servers set result_at = $2 where id = $1', [serverId, server.clock.now()])
      let isThrough = false
      const over = work(server, 'hosting.over', { serverId }).then(() => (isThrough = true))
      await until('it waits for the file, or does not', async () => isThrough || (await atLocks(pool)) > 0)
      await bringing.query('commit')
      await over
    } finally {
      bringing.release()
    }
    const { status, reason } = await db.selectFrom('splits').select(['status', 'reason']).where('id', '=', at.splitId).executeTakeFirstOrThrow()
    assert.deepEqual([status, reason], ['IN_PROGRESS', null])
  })
})
