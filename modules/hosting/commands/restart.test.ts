import assert from 'node:assert/strict'
import { test } from 'node:test'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer } from '#testing/server.ts'
import { hostingContract } from '../contract.ts'
import { enter, host, race, work } from '../hosting.fixture.ts'

const MINUTE = 60_000

// workers are off: the test is the clock and the queue
test('work for a replaced server ends neither the split that waits for the next host nor the one whose next server failed, and tells nobody that it is up', async (t) => {
  const server = await testServer({ role: 'web' })
  t.after(() => server.stop())
  const owner = await person(server, 'Olga Owner')
  const dora = await person(server, 'Dora Klein')
  const leagueId = await league(server, owner, { shortName: 'AGAIN' })
  const { db } = server.running.machine
  const on = await host(server)
  const at = await race(server, owner, leagueId)
  await enter(server, at, dora, 33)
  const splitOf = () => db.selectFrom('splits').select(['status', 'reason']).where('id', '=', at.splitId).executeTakeFirstOrThrow()
  const statusOf = async (): Promise<string> => (await splitOf()).status
  const serversOf = () => db.selectFrom('servers').selectAll().where('session_id', '=', at.id).orderBy('fence').execute()
  server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE))
  await on.jobs()
  await work(server, 'hosting.schedule', { sessionId: at.id })
  const [first] = await serversOf()
  assert.ok(first)
  await on.report(first.id, { fence: first.fence, phase: 'STARTED' })
  await on.report(first.id, { fence: first.fence, phase: 'OVER' })
  // in peace, and before anybody could drive: nothing that ends a race
  assert.deepEqual(await splitOf(), { status: 'FAILED', reason: 'ENDED_EARLY' })

  // the host has been silent for a lease: the restart waits for one
  server.clock.advance(40_000)
  const { v } = (await owner.as.ask(hostingContract.raceServer, { id: at.id })).body
  await owner.as.done(hostingContract.RestartSession, { id: at.id, v }, {})
  await work(server, 'hosting.schedule', { sessionId: at.id })
  server.clock.advance(20_000)
  await work(server, 'hosting.announce', { serverId: first.id })
  await work(server, 'hosting.over', { serverId: first.id })
  assert.equal(await statusOf(), 'SCHEDULING', 'it still waits')

  await on.jobs()
  await work(server, 'hosting.schedule', { sessionId: at.id })
  const [, next] = await serversOf()
  assert.ok(next)
  await on.report(next.id, { fence: next.fence, phase: 'FAILED', reason: 'the port is in use' })
  await work(server, 'hosting.over', { serverId: first.id })
  assert.equal(await statusOf(), 'FAILED')
  assert.equal((await owner.as.ask(hostingContract.raceServer, { id: at.id })).body.may.restart, true)
  const told = await db.selectFrom('notifications').select('kind').where('user_id', '=', dora.id).where('kind', '=', 'server-up').execute()
  assert.deepEqual(told, [])
})
