import assert from 'node:assert/strict'
import { test } from 'node:test'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { host, race, work } from './hosting.fixture.ts'

const MINUTE = 60_000
/** As long as a host may wait. */
const WAIT_MS = 5000

test('news reaches a waiting host at once', async (t) => {
  const server = await testServer({ role: 'web' })
  t.after(() => server.stop())
  const owner = await person(server, 'Olga Owner')
  const leagueId = await league(server, owner, { shortName: 'NEWS' })
  const on = await host(server)
  const at = await race(server, owner, leagueId)
  server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE))
  await on.jobs()
  const other = await host(server, { games: ['ams2'] })
  const answered: string[] = []
  const asks = [other, on].map(async (one) => {
    const { body } = await one.jobs([], { waitMs: '5000', seen: '' })
    answered.push(one.id)
    return body.servers.length
  })
  await work(server, 'hosting.schedule', { sessionId: at.id })
  const isTooLate = answered.length > 0
  const count = await asks[1]
  // on a machine so busy that the wait was over before, the next call has it
  if (isTooLate) assert.equal((await on.jobs()).body.servers.length, 1)
  else assert.deepEqual([count, answered], [1, [on.id]], 'who began to wait earlier waits on')
  await Promise.all(asks)
})

test('news that comes between the look and the wait is not waited for', async (t) => {
  const server = await testServer({ role: 'web' })
  t.after(() => server.stop())
  const { machine } = server.running
  const owner = await person(server, 'Olga Owner')
  const at = await race(server, owner, await league(server, owner, { shortName: 'GAP' }))
  server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE))
  const on = await host(server)
  await work(server, 'hosting.schedule', { sessionId: at.id })
  const { state } = (await on.jobs()).body
  const holder = await machine.pool.connect()
  await holder.query('begin; lock table entries')
  const asks = on.jobs([], { waitMs: String(WAIT_MS), seen: state })
  // it has seen which servers there are, and not yet all that one is started with
  await until('it looks', async () => (await holder.query(`select from pg_locks where relation = 'entries'::regclass and not granted`)).rowCount! > 0)
  const { promise: told, resolve } = Promise.withResolvers<unknown>()
  const close = machine.live.open(new Set([`host:${on.id}`]), null, resolve)
  await machine.pool.query(`update servers set phase = 'STOPPING' where host_id = $1`, [on.id])
  machine.changed([`host:${on.id}`], [])
  await told
  close()
  const began = performance.now()
  await holder.query('rollback')
  holder.release()
  const { body } = await asks
  assert.deepEqual(
    body.servers.map(({ wanted }) => wanted),
    ['stop'],
  )
  assert.ok(performance.now() - began < WAIT_MS, 'at once')
})
