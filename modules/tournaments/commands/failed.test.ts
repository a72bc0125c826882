import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { HOUR_MS } from '#core/duration.ts'
import { runningEvent } from '#modules/results/results.fixture.ts'
import { moveSplit, splitsOf } from '#modules/sessions/door.ts'
import { change } from '#server/db/change.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses, until } from '#testing/time.ts'
import { tournamentsContract as calls } from '../contract.ts'
import { addRound, seasonWith } from '../queries/season.fixture.ts'

/** docs/decisions/0056. */
describe('a season of which an event failed', () => {
  let server: TestServer
  let [owner, ann, ben] = Array<Person>(3) as [Person, Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    ;[owner, ann, ben] = (await Promise.all(['Olga', 'Ann', 'Ben'].map((name) => person(server, name)))) as [Person, Person, Person]
    league = await found(server, owner, { members: [ann, ben] })
  })
  after(() => server.stop())

  test('of an event that failed points are left to win while it can be started anew, and then no more', async () => {
    const id = await seasonWith({ server, owner, league }, [ann, ben], { game: 'acc', name: 'Failing', pointSystem: { overallPointTable: [10, 6] } })
    const made = await runningEvent(server, owner, league, { status: 'WAITING' })
    await addRound({ server, owner, league }, id, made.id)
    const left = async () => (await owner.as.ask(calls.standings, { id })).body.pointsLeft
    assert.equal(await left(), 10)
    const { machine } = server.running
    const around = { ...machine, now: machine.clock(), publicUrl: machine.config.publicUrl }
    const [split] = await splitsOf(machine.db, made.id)
    const cause = { requestId: 'test', actorId: null, command: 'test', objectId: null }
    for (const to of ['SCHEDULING', 'FAILED'] as const)
      await change(around, cause, async (context) => moveSplit(context, { splitId: split!.id, to, now: context.now }))
    assert.equal(await left(), 10)
    const failedAt = around.now.getTime()
    await timePasses(server.running, server.clock, new Date(failedAt + 23 * HOUR_MS))
    await owner.as.done(calls.AddMultiplier, { id, v: (await owner.as.ask(calls.tournament, { id })).body.v }, { sessionId: made.id, multiplier: 2 })
    assert.equal(await left(), 20, 'worked out anew it is still to come')
    await timePasses(server.running, server.clock, new Date(failedAt + 24 * HOUR_MS))
    await until('nothing is left', async () => (await left()) === 0)
  })
})
