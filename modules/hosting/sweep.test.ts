import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { host, race, work, type Race } from './hosting.fixture.ts'

describe('launches whose order was lost', () => {
  let server: TestServer
  let owner: Person
  let leagueId: LeagueId
  before(async () => {
    server = await testServer()
    owner = await person(server, 'Olga Owner')
    leagueId = await league(server, owner, { shortName: 'SWEEP' })
  })
  after(() => server.stop())

  const sql = (text: string, ...values: readonly unknown[]) => server.running.machine.pool.query(text, [...values])
  /** A race whose job row is gone, its start come. */
  const lost = async (): Promise<Race> => {
    const at = await race(server, owner, leagueId)
    await sql("delete from jobs.job where name = 'hosting.schedule' and data->>'sessionId' = $1", at.id)
    server.clock.set(at.startsAt)
    return at
  }
  const statusOf = async ({ splitId }: Race): Promise<string> =>
    (await server.running.machine.db.selectFrom('splits').select('status').where('id', '=', splitId).executeTakeFirstOrThrow()).status
  const scheduled = (at: Race): Promise<void> => until('it is scheduled', async () => (await statusOf(at)) !== 'WAITING')

  test('a look finds the session that still waits after its start', async () => {
    const at = await lost()
    await host(server)
    assert.equal(await statusOf(at), 'WAITING')
    await work(server, 'hosting.sweep', {})
    await scheduled(at)
    const { rows } = await sql('select id from servers where session_id = $1', at.id)
    assert.equal(rows.length, 1)
  })

  test('a look finds the split that waits for a host, and the server that is up at its start', async () => {
    const at = await race(server, owner, leagueId)
    await sql("delete from jobs.job where name = 'hosting.schedule' and data->>'sessionId' = $1", at.id)
    await sql('update hosts set revoked_at = now()')
    server.clock.set(new Date(at.startsAt.getTime() - 4 * 60_000))
    await work(server, 'hosting.schedule', { sessionId: at.id })
    assert.equal(await statusOf(at), 'SCHEDULING')
    await sql("delete from jobs.job where name = 'hosting.schedule' and data->>'sessionId' = $1", at.id)
    const on = await host(server)
    await work(server, 'hosting.sweep', {})
    const assigned = () => sql('select id, fence from servers where session_id = $1', at.id)
    await until('it has a server', async () => (await assigned()).rows.length === 1)
    const [{ id, fence }] = (await assigned()).rows
    await on.report(id, { fence: Number(fence), phase: 'STARTED' })
    await sql("delete from jobs.job where name = 'hosting.begin' and data->>'sessionId' = $1", at.id)
    server.clock.set(at.startsAt)
    await work(server, 'hosting.sweep', {})
    await until('it has begun', async () => (await statusOf(at)) === 'IN_PROGRESS')
  })

  test('one that is found more than an hour after its start is not launched any more', async () => {
    const at = await lost()
    await host(server)
    server.clock.advance(60 * 60_000)
    await work(server, 'hosting.schedule', { sessionId: at.id })
    assert.equal(await statusOf(at), 'FAILED')
    assert.equal((await sql('select id from servers where session_id = $1', at.id)).rows.length, 0)
  })

  test('nothing is ordered of a session that is not due or was deleted', async () => {
    const [coming, gone] = [await race(server, owner, leagueId), await race(server, owner, leagueId)]
    await sql('update sessions set deleted_at = now(), starts_at = $2 where id = $1', gone.id, server.clock.now())
    await work(server, 'hosting.sweep', {})
    const { rows } = await sql("select data->>'sessionId' as id from jobs.job where name = 'hosting.schedule' and singleton_key like '%sweep'")
    assert.ok(rows.every(({ id }) => id !== coming.id && id !== gone.id))
  })

  test('processes that start look at once, one of them in each half minute', async () => {
    const at = await lost()
    await host(server)
    const looks = async (): Promise<number> => (await sql("select id from jobs.job where name = 'hosting.sweep'")).rows.length
    const before = await looks()
    assert.equal(before >= 1, true, 'the first process has looked')
    // as if half a minute had gone by
    await sql("delete from jobs.job where name = 'hosting.sweep'")
    await server.another()
    await server.another()
    await scheduled(at)
    assert.ok((await looks()) <= 2, 'two only where a new half minute began in between')
  })
})
