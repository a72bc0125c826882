import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { LeagueId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { hostingContract, type Live } from '../contract.ts'
import { host, race, work, type Host, type Race } from '../hosting.fixture.ts'

const MINUTE_MS = 60_000
const LIVE: Live = {
  type: 'RACE',
  no: 1,
  isOver: false,
  left: { ms: 32 * MINUTE_MS, exact: 'MINUTE' },
  order: [
    { raceNumber: 7, laps: 12, bestMs: 107_000, gapMs: null },
    { raceNumber: null, laps: 11, bestMs: null, gapMs: 4200 },
  ],
}

// Workers are off: the tests are the clock and the queue.
describe('where a race is', () => {
  let server: TestServer
  let [owner, stranger] = Array<Person>(2) as [Person, Person]
  let on: Host
  before(async () => {
    server = await testServer({ role: 'web' })
    ;[owner, stranger] = [await person(server, 'Olga Owner'), await person(server, 'Sam Stranger')]
    on = await host(server)
  })
  after(() => server.stop())

  const launched = async (leagueId: LeagueId) => {
    const at = await race(server, owner, leagueId)
    server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE_MS))
    await on.jobs()
    await work(server, 'hosting.schedule', { sessionId: at.id })
    const job = (await on.jobs()).body.servers.find(({ sessionId }) => sessionId === at.id)!
    const report = (more: object) => on.report(job.serverId, { fence: job.fence, phase: 'STARTED', ...more })
    assert.equal((await report({ drivers: 0 })).status, 200)
    return { at, report }
  }
  const seenBy = async (who: Person, { splitId }: Race) => (await who.as.ask(hostingContract.live, { id: splitId })).body
  /** What a history, the audit, or somebody's version, would show of it. */
  const traces = async ({ id }: Race) => {
    const { db } = server.running.machine
    const rows = async (table: 'events' | 'audit') =>
      (
        await db
          .selectFrom(table)
          .select(sql<number>`count(*)`.as('count'))
          .executeTakeFirstOrThrow()
      ).count
    return [await rows('events'), await rows('audit'), (await owner.as.ask(sessionsContract.race, { id })).body.v]
  }

  test('as the host told last, with the moment; to visitors without the order, unless the community opens results', async () => {
    const leagueId = await league(server, owner, { openResults: false })
    const { at, report } = await launched(leagueId)
    assert.deepEqual([(await seenBy(stranger, at)).last, (await seenBy(stranger, at)).drivers], [null, 0])
    server.clock.advance(1000)
    assert.equal((await report({ drivers: 2, live: LIVE })).status, 200)
    const toldMs = server.clock.now().getTime()
    server.clock.advance(60 * MINUTE_MS)
    const { at: told = '' } = (await seenBy(stranger, at)).last ?? {}
    assert.ok(Math.abs(Date.parse(told) - toldMs) < MINUTE_MS, told)
    const last = { at: told, ...LIVE }
    assert.deepEqual(await seenBy(stranger, at), { sessionId: at.id, splitNo: 1, drivers: 2, last })
    const outside = async () => (await server.visitor.ask(hostingContract.publicLive, { id: at.splitId })).body
    assert.deepEqual(await outside(), { sessionId: at.id, splitNo: 1, drivers: 2, last: { ...last, order: null } })
    const { name, shortName, languages, v } = (await owner.as.ask(membersContract.league, { id: leagueId })).body
    await owner.as.done(leaguesContract.EditLeague, { id: leagueId, v }, { name, shortName, languages, directJoin: true, openResults: true })
    assert.deepEqual((await outside()).last, last, 'at once')
    // the platform starts anew, or the host falls silent: the last word stands with its time
    const second = await server.another()
    assert.deepEqual((await stranger.as.at(second.address).ask(hostingContract.live, { id: at.splitId })).body.last, last)
    await second.stop()
  })

  test('a new word reaches whoever listens and every kept answer at once, and leaves no trace', async () => {
    const { at, report } = await launched(await league(server, owner))
    const listen = (...topics: readonly string[]): Promise<readonly string[]> => {
      const { promise, resolve } = Promise.withResolvers<readonly string[]>()
      const close = server.running.machine.live.open(new Set(topics), null, resolve)
      return promise.finally(close)
    }
    await report({ drivers: 2, live: LIVE })
    // told in the order of the commits: once this is heard, so is what its launch told of the event
    const mark = listen('mark')
    server.running.machine.changed(['mark'], [])
    await mark
    const before = await traces(at)
    const heard = listen(`split:${at.splitId}`, `session:${at.id}`)
    await server.visitor.ask(hostingContract.publicLive, { id: at.splitId })
    await report({ drivers: 3, live: { ...LIVE, left: { ms: 31 * MINUTE_MS, exact: 'MINUTE' } } })
    assert.deepEqual(await heard, [`split:${at.splitId}`], 'the event’s own page hears nothing')
    const { last, drivers } = (await server.visitor.ask(hostingContract.publicLive, { id: at.splitId })).body
    assert.deepEqual([last?.left?.ms, drivers], [31 * MINUTE_MS, 3])
    assert.deepEqual((await seenBy(stranger, at)).last?.left?.ms, 31 * MINUTE_MS)
    assert.deepEqual(await traces(at), before)
  })

  test('nothing is live once the server is over', async () => {
    const { at, report } = await launched(await league(server, owner))
    await report({ drivers: 2, live: LIVE })
    assert.equal((await report({ phase: 'OVER' })).status, 200)
    assert.deepEqual((await seenBy(owner, at)).last, null)
    const rows = await server.running.machine.db.selectFrom('servers').select(['live', 'live_at']).where('session_id', '=', at.id).execute()
    assert.deepEqual(rows, [{ live: null, live_at: null }])
  })

  test('in a hidden community nobody else is told', async () => {
    const { at, report } = await launched(await league(server, owner, { hidden: true }))
    await report({ drivers: 2, live: LIVE })
    assert.deepEqual((await seenBy(owner, at)).last?.order, LIVE.order)
    assert.equal((await stranger.as.ask(hostingContract.live, { id: at.splitId })).status, 404)
    assert.equal((await server.visitor.ask(hostingContract.publicLive, { id: at.splitId })).status, 404)
    const heard = async (who: Person): Promise<string> => {
      const stop = new AbortController()
      const reply = await who.as.fetch(`/live?topics=split:${at.splitId},users`, { signal: stop.signal })
      const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
      let text = (await reader.read()).value ?? ''
      server.running.machine.live.tell([`split:${at.splitId}`])
      server.running.machine.live.tell(['users'])
      while (!text.includes('"users"')) text += (await reader.read()).value ?? ''
      stop.abort()
      return text
    }
    assert.ok((await heard(owner)).includes(at.splitId))
    assert.ok(!(await heard(stranger)).includes(at.splitId))
  })

  test('what a host must not tell is refused', async () => {
    const { report } = await launched(await league(server, owner))
    const row = LIVE.order[0]!
    const wrong: readonly object[] = [
      { ...LIVE, order: Array.from({ length: 151 }, () => row) },
      { ...LIVE, order: [{ ...row, name: 'Somebody' }] },
      { ...LIVE, order: [{ ...row, raceNumber: 0 }] },
      { ...LIVE, order: [{ ...row, bestMs: 86_400_001 }] },
      { ...LIVE, left: { ms: -1, exact: 'SECOND' } },
      { ...LIVE, type: 'WARMUP' },
      { ...LIVE, no: 0 },
    ]
    for (const live of wrong) assert.equal((await report({ live })).body.code, 'MALFORMED', JSON.stringify(live).slice(0, 80))
  })
})
