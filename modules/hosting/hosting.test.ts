import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { gameOf } from '#games/index.ts'
import { league } from '#testing/league.ts'
import type { WrittenEvent } from '#testing/event.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { hostingContract, type ReachableSplit } from './contract.ts'
import { enter, host, race, work, type Host, type HostedGame, type Race } from './hosting.fixture.ts'

const MINUTE = 60_000

// Workers are off: the tests are the clock and the queue.
describe('hosting', () => {
  let server: TestServer
  let owner: Person
  let dora: Person
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ role: 'web' })
    owner = await person(server, 'Olga Owner')
    dora = await person(server, 'Dora Klein')
    leagueId = await league(server, owner, { shortName: 'HOST' })
  })
  after(() => server.stop())

  const splitOf = async (of: Race) =>
    server.running.machine.db.selectFrom('splits').select(['status', 'reason']).where('id', '=', of.splitId).executeTakeFirstOrThrow()
  const statusOf = async (of: Race): Promise<string> => (await splitOf(of)).status
  const serversOf = (of: Race) =>
    server.running.machine.db.selectFrom('servers').selectAll().where('session_id', '=', of.id).orderBy('fence').execute()
  /** Five minutes before the start; hosts are seen again. */
  const toLaunch = async (of: Race, ...hosts: readonly Host[]): Promise<void> => {
    server.clock.set(new Date(of.startsAt.getTime() - 5 * MINUTE))
    for (const one of hosts) await one.jobs()
  }
  const alone = async (): Promise<void> => void (await server.running.machine.db.updateTable('hosts').set({ revoked_at: new Date() }).execute())
  /** A race with its server on a host of its own. */
  const launched = async (more: Partial<WrittenEvent> = {}, game: HostedGame = 'acc'): Promise<{ at: Race; on: Host; id: string; fence: number }> => {
    await alone()
    const on = await host(server)
    const at = await race(server, owner, leagueId, game, more)
    await toLaunch(at, on)
    await work(server, 'hosting.schedule', { sessionId: at.id })
    const [row] = await serversOf(at)
    assert.ok(row, 'no server was assigned')
    return { at, on, id: row.id, fence: row.fence }
  }
  const view = async (who: Person, of: Race) => (await who.as.ask(hostingContract.raceServer, { id: of.id })).body
  /** The split somebody sees, whose server they can reach. */
  const reached = async (who: Person, of: Race): Promise<ReachableSplit> => {
    const { split } = await view(who, of)
    assert.ok(split.server)
    return split
  }

  test('nothing happens before five minutes to the start', async () => {
    await alone()
    const on = await host(server)
    const at = await race(server, owner, leagueId)
    server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE - 1000))
    await on.jobs()
    await work(server, 'hosting.schedule', { sessionId: at.id })
    assert.deepEqual([await statusOf(at), (await serversOf(at)).length], ['WAITING', 0])
  })

  test('from assignment to the end: each state as the host tells it', async () => {
    const { at, on, id, fence } = await launched()
    await enter(server, at, dora, 33)
    assert.equal(await statusOf(at), 'SCHEDULING')
    const { body } = await on.jobs()
    const [job] = body.servers
    assert.deepEqual([job?.serverId, job?.fence, job?.wanted, job?.order?.tag], [id, fence, 'run', at.id])
    assert.deepEqual(
      job?.order?.entries.map((entry) => [entry.raceNumber, entry.drivers[0]?.name, entry.drivers[0]?.platformId]),
      [[33, 'Dora Klein', dora.steamId]],
    )
    assert.ok(gameOf('acc')!.server!.writeFiles(job.order).length > 3)
    assert.equal((await on.jobs([fence])).body.servers[0]?.order, null)

    assert.equal((await on.report(id, { fence, phase: 'STARTING' })).status, 200)
    assert.equal(await statusOf(at), 'STARTING')
    assert.equal((await on.report(id, { fence, phase: 'STARTED', drivers: 0 })).status, 200)
    assert.equal(await statusOf(at), 'STARTED')
    await work(server, 'hosting.begin', { sessionId: at.id })
    assert.equal(await statusOf(at), 'STARTED', 'not before the start')
    server.clock.set(at.startsAt)
    await work(server, 'hosting.begin', { sessionId: at.id })
    assert.equal(await statusOf(at), 'IN_PROGRESS')
    assert.deepEqual((await on.report(id, { fence, phase: 'OVER' })).body, { wanted: 'stop' })
    assert.deepEqual((await on.report(id, { fence, phase: 'OVER' })).body, { wanted: 'stop' }, 'a repeated report is answered again')
    assert.equal(await statusOf(at), 'IN_PROGRESS', 'results may still come')
    server.clock.advance(MINUTE)
    await work(server, 'hosting.over', { serverId: id })
    assert.deepEqual(await splitOf(at), { status: 'ENDED', reason: 'NO_RESULTS' })
    const session = await server.running.machine.db.selectFrom('sessions').select('status').where('id', '=', at.id).executeTakeFirstOrThrow()
    assert.equal(session.status, 'ENDED')
  })

  test('200 controllers at once give a split one server, and its ports to nobody else', async () => {
    await alone()
    const on = await host(server, { portTo: 9607 })
    const other = await host(server)
    const second = await server.another()
    const at = await race(server, owner, leagueId)
    await toLaunch(at, on, other)
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => work(i % 2 ? { ...server, running: second } : server, 'hosting.schedule', { sessionId: at.id })),
    )
    assert.equal((await serversOf(at)).length, 1)
    const ports = await server.running.machine.db
      .selectFrom('server_ports')
      .selectAll()
      .where('server_id', '=', (await serversOf(at))[0]!.id)
      .execute()
    assert.equal(new Set(ports.map((row) => row.port)).size, 2)
  })

  test('many races at once share hosts without sharing ports, and no host takes more than it can', async () => {
    await alone()
    const small = await host(server, { capacity: 3 })
    const races: Race[] = []
    for (let i = 0; i < 6; i++) races.push(await race(server, owner, leagueId))
    await toLaunch(races[0]!, small)
    await Promise.all(races.map((at) => work(server, 'hosting.schedule', { sessionId: at.id })))
    const { db } = server.running.machine
    const live = await db.selectFrom('servers').select('id').where('host_id', '=', small.id).where('ended_at', 'is', null).execute()
    assert.equal(live.length, 3)
    const ports = await db.selectFrom('server_ports').select('port').where('host_id', '=', small.id).execute()
    assert.equal(new Set(ports.map((row) => row.port)).size, 6)
  })

  test('another host, an older fence, no token: refused', async () => {
    const { at, on, id, fence } = await launched()
    const foreign = await host(server)
    assert.deepEqual((await foreign.report(id, { fence, phase: 'STARTED' })).body.code, 'LEASE_LOST')
    assert.equal((await on.report(id, { fence: fence - 1, phase: 'STARTED' })).body.code, 'LEASE_LOST')
    const visitor = await server.visitor.fetch('/host/jobs?instance=0b7cbb47-9a54-4a3e-8a2f-0ad3f8b8a001')
    assert.equal(visitor.status, 401)
    assert.equal((await owner.as.send(hostingContract.ReportStatus, { id }, { fence, phase: 'FAILED' })).status, 401)
    assert.equal((await foreign.jobs()).body.servers.length, 0)
    assert.equal(await statusOf(at), 'SCHEDULING')
  })

  test('a second program with the same token gets no work until the first is silent for a lease', async () => {
    const { on } = await launched()
    const second = { instance: '0b7cbb47-9a54-4a3e-8a2f-0ad3f8b8a002' }
    assert.equal((await on.jobs([], second)).body.code, 'WRONG_STATE')
    server.clock.advance(30_001)
    assert.equal((await on.jobs([], second)).body.servers.length, 1)
  })

  test('without a host a split keeps trying and fails after ten minutes', async () => {
    await alone()
    const at = await race(server, owner, leagueId)
    await toLaunch(at)
    await work(server, 'hosting.schedule', { sessionId: at.id })
    server.clock.advance(10 * MINUTE - 30_000)
    await work(server, 'hosting.schedule', { sessionId: at.id })
    assert.equal(await statusOf(at), 'SCHEDULING')
    server.clock.advance(31_000)
    await work(server, 'hosting.schedule', { sessionId: at.id })
    assert.deepEqual(await splitOf(at), { status: 'FAILED', reason: 'NO_HOST' })
    const failure = { sessionId: at.id, splitId: at.splitId, reason: 'NO_HOST', failedAt: server.clock.now().toISOString() }
    await work(server, 'hosting.alarm', failure)
    await work(server, 'hosting.alarm', failure)
    const told = await server.running.machine.db
      .selectFrom('notifications')
      .select(['user_id', 'params'])
      .where('kind', '=', 'server-failed')
      .execute()
    assert.deepEqual(told, [{ user_id: owner.id, params: { event: 'Sprint at night', reason: 'NO_HOST' } }])
  })

  test('a lost host fails its server after ten minutes of looks; back before, it goes on under the same fence', async () => {
    const { at, on, id, fence } = await launched()
    await on.report(id, { fence, phase: 'STARTED' })
    server.clock.advance(31_000)
    for (let i = 0; i < 59; i++) await work(server, 'hosting.watch', {})
    assert.equal((await on.jobs([fence])).body.servers[0]?.fence, fence)
    assert.equal((await on.report(id, { fence, phase: 'STARTED', drivers: 4 })).status, 200)
    server.clock.advance(31_000)
    for (let i = 0; i < 60; i++) await work(server, 'hosting.watch', {})
    assert.deepEqual(await splitOf(at), { status: 'FAILED', reason: 'HOST_LOST' })
    assert.equal((await on.report(id, { fence, phase: 'STARTED', drivers: 4 })).body.code, 'LEASE_LOST')
    assert.equal((await on.jobs([fence])).body.servers.length, 0)
  })

  test('a server without drivers for ten minutes is stopped, one nobody can count is not', async () => {
    const { at, on, id, fence } = await launched()
    await on.report(id, { fence, phase: 'STARTED' })
    server.clock.set(at.startsAt)
    await work(server, 'hosting.begin', { sessionId: at.id })
    for (const [drivers, ms, wanted] of [
      [null, 60 * MINUTE, 'run'],
      [0, 10 * MINUTE, 'stop'],
    ] as const) {
      await on.report(id, { fence, phase: 'STARTED', drivers })
      server.clock.advance(ms)
      await on.jobs([fence])
      await work(server, 'hosting.watch', {})
      assert.equal((await on.jobs([fence])).body.servers[0]?.wanted, wanted)
    }
    await on.report(id, { fence, phase: 'OVER' })
    server.clock.advance(MINUTE)
    await work(server, 'hosting.over', { serverId: id })
    assert.deepEqual(await splitOf(at), { status: 'ENDED', reason: 'NO_DRIVERS' })
  })

  test('a plan that no longer carries the event declines it at its launch', async () => {
    await alone()
    const on = await host(server)
    const at = await race(server, owner, await league(server, owner, { shortName: 'FREE', plan: 'FREE' }))
    await server.running.machine.db.updateTable('sessions').set({ max_entries: 31 }).where('id', '=', at.id).execute()
    await toLaunch(at, on)
    await work(server, 'hosting.schedule', { sessionId: at.id })
    const row = await server.running.machine.db.selectFrom('sessions').select('status').where('id', '=', at.id).executeTakeFirstOrThrow()
    assert.equal(row.status, 'DECLINED')
  })

  test('restart: a new server with a higher fence; the old one is stopped, its ports kept until the host let go', async () => {
    const { at, on, id, fence } = await launched()
    await on.report(id, { fence, phase: 'STARTED' })
    const admin = await view(owner, at)
    assert.equal(admin.may.restart, true)
    const steward = await dora.as.send(hostingContract.RestartSession, { id: at.id, v: admin.v }, {})
    assert.equal(steward.body.code, 'ADMIN_REQUIRED')
    assert.equal((await owner.as.send(hostingContract.RestartSession, { id: at.id, v: admin.v + 1 }, {})).body.code, 'VERSION_CONFLICT')
    const restarted = await owner.as.done(hostingContract.RestartSession, { id: at.id, v: admin.v }, {})
    assert.deepEqual([restarted.v, (await view(owner, at)).v], [admin.v + 1, admin.v + 1])
    assert.equal(await statusOf(at), 'SCHEDULING')
    assert.equal((await on.report(id, { fence, phase: 'STARTED', drivers: 3 })).body.code, 'LEASE_LOST')
    await work(server, 'hosting.schedule', { sessionId: at.id })
    const [old, next] = await serversOf(at)
    assert.ok(next && old && next.fence > old.fence && old.ended_at)
    const { db } = server.running.machine
    const portsOf = async (serverId: string) =>
      (
        await db
          .selectFrom('server_ports')
          .select('port')
          .where('server_id', '=', serverId as never)
          .execute()
      ).length
    assert.deepEqual(
      (await on.jobs([fence])).body.servers.map((job) => job.fence),
      [next.fence],
    )
    assert.equal(await portsOf(old.id), 2)
    await on.jobs([next.fence])
    assert.equal(await portsOf(old.id), 0)
    assert.equal((await owner.as.send(hostingContract.RestartSession, { id: at.id, v: restarted.v }, {})).body.code, 'RESTART_NOT_ALLOWED')
  })

  test('a failed start shows its reason; the log is for admins; a restart is over after 24 hours', async () => {
    const { at, on, id, fence } = await launched()
    await enter(server, at, dora, 34)
    await on.report(id, { fence, phase: 'FAILED', reason: 'the server ended with code 1', logTail: 'bind: in use' })
    assert.deepEqual((await view(dora, at)).failure, { reason: '', logTail: null }, 'a driver cannot do anything with it')
    const own = await view(owner, at)
    assert.deepEqual(own.failure, { reason: 'the server ended with code 1', logTail: 'bind: in use' })
    assert.deepEqual([own.split.status, own.may.restart], ['FAILED', true])
    server.clock.advance(24 * 60 * MINUTE)
    assert.equal((await view(owner, at)).may.restart, false)
    assert.equal((await owner.as.send(hostingContract.RestartSession, { id: at.id, v: own.v }, {})).body.code, 'RESTART_WINDOW_OVER')
  })

  test('name, address and passwords: for participants and admins only, each as much as they may', async () => {
    const { at, on, id, fence } = await launched()
    await enter(server, at, dora, 35)
    const passer = await person(server, 'Paul Passer')
    await on.report(id, { fence, phase: 'STARTED', drivers: 2 })
    const driver = await reached(dora, at)
    assert.deepEqual([driver.server.host, Object.keys(driver.passwords), driver.drivers], ['203.0.113.7', ['server'], 2])
    assert.deepEqual(Object.keys((await reached(owner, at)).passwords), ['server', 'admin', 'spectator'])
    const other = await view(passer, at)
    assert.deepEqual([other.split.server, other.failure, other.may.restart], [null, null, false])
    assert.equal((await server.visitor.ask(hostingContract.raceServer, { id: at.id })).body.code, 'LOGIN_REQUIRED')
    await work(server, 'hosting.announce', { serverId: id })
    await work(server, 'hosting.announce', { serverId: id })
    const told = await server.running.machine.db
      .selectFrom('notifications')
      .select(['user_id', 'kind', 'link'])
      .where('kind', '=', 'server-up')
      .execute()
    assert.deepEqual(told, [{ user_id: dora.id, kind: 'server-up', link: `/events/${at.id}` }])
  })

  test('passwords a game has no use for are not shown', async () => {
    const { at, on, id, fence } = await launched({}, 'r3e')
    await on.report(id, { fence, phase: 'STARTED' })
    assert.deepEqual(Object.keys((await reached(owner, at)).passwords), ['server'])
  })
})
