import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { burdensContract } from '#modules/burdens/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { entryBody, event, eventBody, ordinary } from '#testing/event.ts'
import { until } from '#testing/time.ts'
import { protestsContract as calls } from '../contract.ts'
import { appeal, filed, protestWorld, review, type ProtestWorld } from '../protests.fixture.ts'

const DAY = 24 * 3_600_000

describe('a penalty for the next race, while that is moved, copied or deleted', () => {
  let world: ProtestWorld
  before(async () => {
    world = await protestWorld('MOVING')
    await world.server.running.machine.pool.query(`update leagues set plan = 'LEAGUE_PLUS' where id = $1`, [world.leagueId])
  })
  after(() => world.server.stop())

  const inDays = (days: number) => new Date(nextStartStep(world.server.clock.now().getTime() + days * DAY)).toISOString()
  const versionOf = async (id: SessionId) => (await world.owner.as.ask(sessionsContract.race, { id })).body.v
  /** An event that Dora has registered for. */
  async function entered(days: number): Promise<SessionId> {
    const { server, owner, dora, leagueId } = world
    const id = await event(server, owner, leagueId, { startsAt: inDays(days) })
    await dora.as.done(entriesContract.AddEntry, { refId: id, v: await versionOf(id) }, entryBody('34'))
    return id
  }
  const moved = async (id: SessionId, days: number) =>
    world.owner.as.done(
      sessionsContract.EditSession,
      { id, v: await versionOf(id) },
      eventBody({ ...ordinary(world.leagueId, world.server.clock.now()), startsAt: inDays(days) }),
    )
  const carriers = async () => {
    const { rows } = await world.server.running.machine.pool.query<{ id: SessionId }>(
      'select s.id from race_burdens b join sessions s on s.id = b.session_id and s.deleted_at is null',
    )
    return rows.map(({ id }) => id)
  }
  const isIn = (id: SessionId | null) => until(`it stands in ${id}`, async () => (await carriers()).join() === (id ?? ''))
  const due = async () => (await world.owner.as.ask(calls.penaltyPool, { leagueId: world.leagueId })).body.penalties

  test('it stands in whichever comes first, once, and waits where none is left', async () => {
    const { server, owner, marco, dora, stewards } = world
    const [first, second] = [await entered(2), await entered(3)]
    const report = await filed(marco, await world.event(), dora)
    for (const one of stewards.slice(0, 2)) await review(one, report, 'ACCEPT', { penalties: [{ kind: 'GRID_DROP', amount: 5 }] })
    await isIn(first)
    await moved(first, 5)
    await isIn(second)
    await moved(first, 1.5)
    await isIn(first)
    // a copy has nobody in it: until its driver registers it takes nothing over
    const copy = (await owner.as.done(sessionsContract.DuplicateSession, { id: first, v: await versionOf(first) }, { startsAt: inDays(1.2) }))
      .aggregateId as SessionId
    await owner.as.done(sessionsContract.PublishSession, { id: copy, v: await versionOf(copy) }, {})
    assert.deepEqual((await marco.as.ask(burdensContract.burdens, { sessionId: copy })).body.drivers, [])
    await dora.as.done(entriesContract.AddEntry, { refId: copy, v: await versionOf(copy) }, entryBody('34'))
    await isIn(copy)
    for (const [gone, then] of [
      [copy, first],
      [first, second],
      [second, null],
    ] as const) {
      await owner.as.done(sessionsContract.DeleteSession, { id: gone, v: await versionOf(gone) }, {})
      await isIn(then)
    }
    const [waiting] = await due()
    assert.deepEqual([waiting!.state, waiting!.nextRace, waiting!.races, waiting!.carriedOver], ['DUE', null, [], 0])
    // the next one that its driver enters takes it, and an appeal takes it out again
    const later = await entered(4)
    await isIn(later)
    await appeal(dora, report)
    await review(stewards[2]!, report, 'ACCEPT')
    const [turned] = await Promise.all([review(stewards[3]!, report, 'ACCEPT'), moved(later, 5)])
    assert.equal(turned.body.status, 'APPEAL_ACCEPTED')
    await isIn(null)
    assert.deepEqual(await due(), [])
    assert.equal((await server.running.machine.pool.query('select from protest_penalty_races')).rows.length, 0)
  })

  test('the vote that decides and the race that is deleted at once: it stands in the one after', async () => {
    const { owner, marco, dora, stewards } = world
    assert.deepEqual(await carriers(), [])
    const [first, second] = [await entered(2), await entered(3)]
    const report = await filed(marco, await world.event(), dora)
    const penalties = [{ kind: 'PIT_LANE_START' as const, amount: null }]
    await review(stewards[0]!, report, 'ACCEPT', { penalties })
    const v = await versionOf(first)
    const [vote, gone] = await Promise.all([
      review(stewards[1]!, report, 'ACCEPT', { penalties }),
      owner.as.send(sessionsContract.DeleteSession, { id: first, v }, {}),
    ])
    assert.deepEqual([vote.status, gone.status], [200, 200])
    await isIn(second)
    assert.equal((await due())[0]!.nextRace?.id, second)
  })
})
