import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MINUTE_MS } from '#core/duration.ts'
import type { LeagueId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { sessionsContract as sessions } from '#modules/sessions/contract.ts'
import type { Running } from '#server/start.ts'
import { entryBody } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { hostingContract as contract } from '../contract.ts'
import { host, race, work, type Host, type Race } from '../hosting.fixture.ts'

const ROUNDS = 4
const DRIVERS = 60
type Answer = { readonly status: number; readonly body: { readonly code?: string } }

/** decisions.md §2, split by split. A restart begins anew from a server that is up or has failed. */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  WAITING: ['SCHEDULING', 'FAILED'],
  SCHEDULING: ['STARTING', 'STARTED', 'FAILED'],
  STARTING: ['STARTED', 'FAILED'],
  STARTED: ['IN_PROGRESS', 'ENDED', 'FAILED', 'SCHEDULING'],
  IN_PROGRESS: ['ENDED'],
  FAILED: ['SCHEDULING', 'ENDED'],
  ENDED: [],
}

/** I16: launching, restarting, deleting, calling off and cancelling at once, at two processes. Workers are off: the test is the clock and the queue. */
describe('a crowd at an event that is set up', () => {
  let server: TestServer
  let second: Running
  let owner: Person
  let admin: Person
  let drivers: Person[]
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ role: 'web' })
    second = await server.another()
    ;[owner, admin] = await Promise.all([person(server, 'Olga Owner'), person(server, 'Adam Admin')])
    drivers = await Promise.all(Array.from({ length: DRIVERS }, (_, no) => person(server, `Driver ${no}`)))
    leagueId = await league(server, owner, { members: drivers, admins: [admin] })
  })
  after(async () => {
    const { rows } = await server.running.machine.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
    await server.stop()
    assert.deepEqual(rows, [{ deadlocks: 0 }], 'everybody locks in the same order')
  })

  const by = (who: Person, index: number) => who.as.at(index % 2 ? second.address : server.url)
  const times = <T>(count: number, act: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => act(index))
  const job = (index: number, name: Parameters<typeof work>[1], at: Race): Promise<Answer> =>
    work(index % 2 ? { ...server, running: second } : server, name, { sessionId: at.id }).then(() => ({ status: 200, body: {} }))
  const restart = (index: number, at: Race, v: number): Promise<Answer> =>
    by(index % 3 ? owner : admin, index).send(contract.RestartSession, { id: at.id, v }, {})
  const remove = (index: number, at: Race, v: number): Promise<Answer> =>
    by(index % 3 ? admin : owner, index).send(sessions.DeleteSession, { id: at.id, v }, {})
  const enter = (index: number, at: Race): Promise<Answer> =>
    by(drivers[index]!, index).send(entriesContract.AddEntry, { id: at.id }, entryBody('34', { waitingList: true }))
  const cancel = (index: number, at: Race): Promise<Answer> => by(drivers[index]!, index).send(entriesContract.Leave, { id: at.id, v: 1 }, {})
  const counted = (replies: readonly Answer[]): Record<string, number> => {
    const counts: Record<string, number> = {}
    for (const { status, body } of replies) {
      assert.ok(status < 500, JSON.stringify(body))
      counts[body.code ?? 'yes'] = (counts[body.code ?? 'yes'] ?? 0) + 1
    }
    return counts
  }
  const only = (replies: readonly Answer[], codes: readonly string[]): number => {
    const counts = counted(replies)
    assert.deepEqual(
      Object.keys(counts).filter((code) => code !== 'yes' && !codes.includes(code)),
      [],
    )
    return counts['yes'] ?? 0
  }
  const query = async <T extends object>(text: string, at: Race): Promise<readonly T[]> =>
    (await server.running.machine.pool.query<T>(text, [at.id])).rows
  const eventOf = async (at: Race) =>
    (
      await query<{ status: string; deleted: boolean; split: string; live: number; v: number }>(
        `select s.status, s.deleted_at is not null as deleted, p.status as split, s.v,
           (select count(*)::int from servers x where x.split_id = p.id and x.ended_at is null) as live
         from sessions s join splits p on p.session_id = s.id where s.id = $1`,
        at,
      )
    )[0]!
  /** Each step that was noted is one of the table. */
  const alongTheTable = async (at: Race): Promise<void> => {
    const steps = await query<{ status: string }>('select status from session_status_history where session_id = $1 and split_no = 1 order by seq', at)
    for (const [no, { status }] of steps.entries())
      if (no > 0) assert.ok(MOVES[steps[no - 1]!.status]!.includes(status), steps.map((step) => step.status).join(' → '))
  }
  const auditOf = async (command: string, at: Race): Promise<number> =>
    (await query(`select 1 from audit where command like '%${command}' and object_id = $1 and outcome = 'done'`, at)).length
  /** A published race with 20 in it, five minutes before its start, and a host that waits for it. */
  const toLaunch = async (): Promise<{ at: Race; on: Host }> => {
    await server.running.machine.db.updateTable('hosts').set({ revoked_at: new Date() }).execute()
    const on = await host(server)
    const at = await race(server, owner, leagueId)
    for (const reply of await Promise.all(times(20, (index) => enter(index, at)))) assert.equal(reply.status, 200)
    server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE_MS))
    await on.jobs()
    return { at, on }
  }

  test('before it is set up: it has one server or is deleted, never both, and who cancels or comes is before or after', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { at } = await toLaunch()
      // each round another of them sets out first
      const groups = [
        () => Promise.all(times(20, (index) => remove(index, at, 1))),
        () => Promise.all(times(20, (index) => cancel(index, at))),
        () => Promise.all(times(40, (index) => enter(20 + index, at))),
        () => Promise.all(times(60, (index) => restart(index, at, 1))),
        () => Promise.all(times(60, (index) => job(index, 'hosting.schedule', at))),
      ]
      const turned = [...groups.slice(round), ...groups.slice(0, round)]
      const answers = await Promise.all(turned.map((group) => group()))
      const [deleted, cancelled, entered, restarted] = [
        ...answers.slice(groups.length - round),
        ...answers.slice(0, groups.length - round),
      ] as Answer[][]
      const deletions = only(deleted!, ['EVENT_STARTED', 'NOT_FOUND', 'VERSION_CONFLICT'])
      const left = only(cancelled!, ['REGISTRATION_CLOSED', 'NOT_FOUND', 'VERSION_CONFLICT'])
      const came = only(entered!, ['REGISTRATION_CLOSED', 'NOT_FOUND', 'VERSION_CONFLICT'])
      assert.equal(only(restarted!, ['RESTART_NOT_ALLOWED', 'NOT_FOUND', 'VERSION_CONFLICT']), 0, 'nothing is up that could be started again')
      const event = await eventOf(at)
      assert.deepEqual([deletions, event.live], event.deleted ? [1, 0] : [0, 1])
      assert.equal(event.split, event.deleted ? 'WAITING' : 'SCHEDULING')
      await alongTheTable(at)
      assert.deepEqual([await auditOf('DeleteSession', at), await auditOf('Leave', at)], [deletions, left])
      const inside = await query(`select 1 from entries where session_id = $1 and status in ('ACTIVE', 'WAITING_LIST')`, at)
      assert.equal(inside.length, 20 - left + came)
      // what comes later moves nothing any more
      await work(server, 'hosting.schedule', { sessionId: at.id })
      assert.equal((await eventOf(at)).live, event.live)
    }
  })

  test('while its server is up: of many restarts over one version one is heard, reports of the old server count no more, nothing is deleted', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { at, on } = await toLaunch()
      await work(server, 'hosting.schedule', { sessionId: at.id })
      const [first] = (await on.jobs()).body.servers
      const { serverId, fence } = first!
      await on.report(serverId, { fence, phase: 'STARTED', drivers: 3 })
      const { v } = await eventOf(at)
      // in the last rounds the start comes meanwhile
      if (round % 2) server.clock.set(at.startsAt)
      const phases = ['STARTED', 'STARTING', 'FAILED', 'STARTED'] as const
      const [restarted, deleted, cancelled, reported] = await Promise.all([
        Promise.all(times(60, (index) => restart(index, at, v))),
        Promise.all(times(30, (index) => remove(index, at, v))),
        Promise.all(times(20, (index) => cancel(index, at))),
        Promise.all(times(30, (index) => on.report(serverId, { fence, phase: phases[index % (round > 1 ? 4 : 2)]!, drivers: index }))),
        Promise.all(times(40, (index) => job(index, 'hosting.schedule', at))),
        Promise.all(times(20, (index) => job(index, 'hosting.begin', at))),
      ])
      const yes = only(restarted, ['RESTART_NOT_ALLOWED', 'VERSION_CONFLICT'])
      assert.ok(yes <= 1)
      if (round % 2 === 0) assert.equal(yes, 1, 'one of them is heard')
      assert.equal(await auditOf('RestartSession', at), yes)
      assert.equal(only(deleted, ['EVENT_STARTED', 'VERSION_CONFLICT']), 0)
      assert.equal(only(cancelled, ['REGISTRATION_CLOSED']), 0)
      const isHeard = only(reported, ['LEASE_LOST']) > 0
      await work(server, 'hosting.schedule', { sessionId: at.id })
      const event = await eventOf(at)
      assert.deepEqual([event.deleted, event.v], [false, v + yes])
      // a server that fails after the start may have left results: its split goes on until they are known to be missing
      const isLost = event.split === 'IN_PROGRESS' && isHeard && round === 3 && event.live === 0
      assert.equal(event.live, event.split === 'FAILED' || isLost ? 0 : 1, JSON.stringify(event))
      await alongTheTable(at)
      if (yes === 1) {
        assert.equal(event.split, 'SCHEDULING')
        assert.equal((await on.report(serverId, { fence, phase: 'STARTED' })).body.code, 'LEASE_LOST')
        const now = (await on.jobs([fence])).body.servers.filter(({ wanted }) => wanted === 'run')
        assert.ok(now.length === 1 && now[0]!.fence > fence)
      }
    }
  })
})
