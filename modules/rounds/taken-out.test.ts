import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS } from '#core/duration.ts'
import type { LeagueId, RoundId, SessionId } from '#core/ids.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { roundsContract as calls } from './contract.ts'

describe('what is taken out of a round', () => {
  let server: TestServer
  let [owner, ann] = Array<Person>(2) as [Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer()
    ;[owner, ann] = (await Promise.all(['Olga', 'Ann'].map((name) => person(server, name)))) as [Person, Person]
    league = await found(server, owner, { members: [ann] })
  })
  after(async () => {
    const broken = await brokenInvariants(server.running.machine.pool)
    await server.stop()
    assert.deepEqual(broken, [])
  })

  const view = async (id: RoundId) => (await owner.as.ask(calls.round, { id })).body
  async function publishedRound(): Promise<RoundId> {
    const id = (await owner.as.done(calls.AddRound, {}, { leagueId: league })).aggregateId as RoundId
    await owner.as.done(calls.PublishRound, { id, v: 1 }, {})
    return id
  }
  const takeIn = async (id: RoundId, sessionId: SessionId) => owner.as.done(calls.AddRoundSession, { id, v: (await view(id)).v }, { sessionId })
  const takeOut = async (id: RoundId, sessionId: SessionId) =>
    (await owner.as.send(calls.RemoveRoundSession, { id, v: (await view(id)).v }, { sessionId })).body.code ?? 'done'
  const remove = async (id: RoundId) => (await owner.as.send(calls.RemoveRound, { id, v: (await view(id)).v }, {})).body.code ?? 'done'
  const offered = async (id: RoundId) => {
    const { sessions, may } = await view(id)
    return [sessions.map(({ mayRemove }) => mayRemove), may.remove]
  }

  test('an event that failed leaves its round once nobody can start it anew', async () => {
    const id = await publishedRound()
    const failed = [await runningEvent(server, owner, league, { status: 'FAILED' }), await runningEvent(server, owner, league, { status: 'FAILED' })]
    for (const one of failed) await takeIn(id, one.id)
    server.clock.advance(23 * HOUR_MS)
    assert.deepEqual(await offered(id), [[false, false], false], 'it may still be started anew')
    assert.deepEqual([await takeOut(id, failed[0]!.id), await remove(id)], ['WRONG_STATE', 'ROUND_NOT_REMOVABLE'])
    server.clock.advance(HOUR_MS)
    assert.deepEqual(await offered(id), [[true, true], true])
    assert.deepEqual([await takeOut(id, failed[0]!.id), await remove(id)], ['done', 'done'])
  })

  test('a driver who is brought in once more is told once more, and one who stayed in is not', async () => {
    await publishedRound()
    const id = (await owner.as.done(calls.AddRound, {}, { leagueId: league })).aggregateId as RoundId
    const change = async (call: 'AddDriverEntries' | 'RemoveDriverEntries', more: object) => {
      server.clock.advance(HOUR_MS)
      await owner.as.done(calls[call], { id, v: (await view(id)).v }, { driverIds: [ann.id], ...more } as never)
    }
    const told = async () =>
      (await ann.as.ask(notificationsContract.notifications, { limit: 50 })).body.notifications.filter(({ link }) => link === `/rounds/${id}`).length
    await change('AddDriverEntries', { fromRound: null })
    assert.equal(await told(), 0, 'nobody but admins sees the round')
    await owner.as.done(calls.PublishRound, { id, v: (await view(id)).v }, {})
    await until('Ann is told', async () => (await told()) === 1)
    await change('AddDriverEntries', { fromRound: null })
    assert.equal(await told(), 1, 'who is in stays as they came')
    await change('RemoveDriverEntries', {})
    await change('AddDriverEntries', { fromRound: null })
    assert.equal(await told(), 2)
  })

  test('one that failed and whose results were handed in stays, as what was driven does', async () => {
    const id = await publishedRound()
    const made = await runningEvent(server, owner, league, { game: 'iracing', manual: true, segments: ['RACE'] })
    await takeIn(id, made.id)
    const [entryId] = await enter(server, made, [{ userId: ann.id, raceNumber: 1, carId: '1' }])
    const entryResults = [{ entryId, position: 1, timeMs: 900_000 }] as never
    await owner.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults })
    await owner.as.done(manualResultsContract.PublishResults, { id: made.id }, {})
    await server.running.machine.pool.query(`update splits set status = 'FAILED' where session_id = $1`, [made.id])
    await server.running.machine.pool.query(`update sessions set status = 'FAILED' where id = $1`, [made.id])
    server.clock.advance(25 * HOUR_MS)
    assert.deepEqual(await offered(id), [[false], false])
    assert.deepEqual([await takeOut(id, made.id), await remove(id)], ['WRONG_STATE', 'ROUND_NOT_REMOVABLE'])
  })
})
