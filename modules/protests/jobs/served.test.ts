import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { burdensContract } from '#modules/burdens/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { until } from '#testing/time.ts'
import { protestsContract as calls } from '../contract.ts'
import { keptEvent, protestWorld, type ProtestWorld } from '../protests.fixture.ts'
import type { Penalty } from '../rules/penalty.ts'

describe('penalties of the next race come to what its results say', () => {
  let world: ProtestWorld
  before(async () => {
    world = await protestWorld('SERVED')
  })
  after(() => world.server.stop())
  const carried = async (sessionId: SessionId) => (await world.marco.as.ask(burdensContract.burdens, { sessionId })).body.drivers
  const due = async () => (await world.owner.as.ask(calls.penaltyPool, { leagueId: world.leagueId })).body.penalties
  const given = (penalties: Penalty[]) => world.decided('ACCEPT', { penalties })
  const kept = () => keptEvent(world)
  const isCarried = (id: SessionId) => until('the driver carries it', async () => (await carried(id)).length === 1)
  const settled = async () =>
    (await world.owner.as.ask(calls.penaltyPool, { leagueId: world.leagueId, state: 'SETTLED', limit: 1 })).body.penalties[0]

  test('who was not there still has it, in the race after; who was has served it; an admin may say otherwise', async () => {
    const { owner, marco, dora } = world
    const first = await kept()
    await given([{ kind: 'PIT_LANE_START', amount: null }])
    await isCarried(first.id)
    assert.deepEqual((await due())[0]!.nextRace?.id, first.id)
    const second = await kept()
    await first.drives(marco)
    await isCarried(second.id)
    await until('it was missed there', async () => (await due())[0]?.carriedOver === 1)
    const [missed] = await due()
    assert.deepEqual([missed!.carriedOver, missed!.races.map(({ sessionId, outcome }) => [sessionId, outcome])], [1, [[first.id, 'MISSED']]])
    await second.drives(marco, dora)
    await until('it is served', async () => (await due()).length === 0)
    const served = (await settled())!
    assert.deepEqual([served.id, served.state, served.races.map(({ outcome }) => outcome)], [missed!.id, 'SERVED', ['MISSED', 'SERVED']])
    const reason = 'He lined up on the grid, and nobody had told him.'
    assert.equal((await marco.as.send(calls.ReopenPenalty, { id: served.id }, { reason })).body.code, 'ADMIN_REQUIRED')
    const third = await kept()
    await owner.as.done(calls.ReopenPenalty, { id: served.id }, { reason })
    const [told] = (await dora.as.ask(notificationsContract.notifications, {})).body.notifications
    assert.deepEqual([told!.kind, told!.params['reason']], ['penalty-reopened', reason])
    await isCarried(third.id)
    assert.deepEqual(
      (await due()).map(({ carriedOver, races }) => [carriedOver, races.map(({ outcome }) => outcome)]),
      [[2, ['MISSED', 'MISSED']]],
    )
    await owner.as.done(calls.ServePenalty, { id: served.id }, {})
    await third.drives(marco, dora)
  })

  test('a suspension is served by staying away, race by race', async () => {
    const { marco, dora } = world
    const [first, second, third] = [await kept(), await kept(), await kept()]
    await given([{ kind: 'SUSPENSION', amount: 2 }])
    const at = async (id: SessionId) => (await carried(id)).length === 1
    await until('it stands in one of them', async () => (await at(first.id)) || (await at(second.id)) || (await at(third.id)))
    const next = async () => [first, second, third].find(({ id }) => id === open)!
    let open = (await due())[0]!.nextRace!.id
    await (await next()).drives(marco)
    await until('one race is left', async () => (await due())[0]?.racesLeft === 1)
    await until('it stands in another', async () => (await due())[0]!.nextRace!.id !== open)
    open = (await due())[0]!.nextRace!.id
    await isCarried(open)
    // who drives all the same has served nothing
    await (await next()).drives(marco, dora)
    await until('it is still due', async () => (await due())[0]?.carriedOver === 1)
    assert.equal((await due())[0]!.racesLeft, 1)
    open = (await due())[0]!.nextRace!.id
    await isCarried(open)
    await (await next()).drives(marco)
    await until('it is served', async () => (await due()).length === 0)
  })

  test('a race that an admin has carried it over from is counted once, whatever its results say then', async () => {
    const { owner, server, marco, dora } = world
    const begun = await kept()
    await given([{ kind: 'PIT_LANE_START', amount: null }])
    await isCarried(begun.id)
    server.clock.advance(25 * 3_600_000)
    const id = (await due())[0]!.id
    const told = async () => (await due()).map(({ carriedOver, races }) => [carriedOver, races.map(({ sessionId, outcome }) => [sessionId, outcome])])
    await owner.as.done(calls.CarryPenaltyOver, { id }, {})
    const missed = [begun.id, 'MISSED']
    assert.deepEqual(await told(), [[1, [missed]]])
    const next = await kept()
    await begun.drives(marco)
    await isCarried(next.id)
    assert.deepEqual(await told(), [[1, [missed]]])
    // of one that has not begun its results have the word, and count it no second time
    await owner.as.done(calls.CarryPenaltyOver, { id }, {})
    const after = await kept()
    await next.drives(marco)
    await isCarried(after.id)
    assert.deepEqual(await told(), [[2, [missed, [next.id, 'MISSED']]]])
    await after.drives(marco, dora)
    await until('it is served', async () => (await due()).length === 0)
  })

  test('a race of a suspension that an admin has noted as served is counted once', async () => {
    const { owner, server, marco } = world
    const begun = await kept()
    await given([{ kind: 'SUSPENSION', amount: 2 }])
    await isCarried(begun.id)
    server.clock.advance(25 * 3_600_000)
    await owner.as.done(calls.ServePenalty, { id: (await due())[0]!.id }, {})
    const next = await kept()
    await begun.drives(marco)
    await isCarried(next.id)
    assert.deepEqual(
      (await due()).map(({ racesLeft, races }) => [racesLeft, races.map(({ outcome }) => outcome)]),
      [[1, ['SERVED']]],
    )
    await next.drives(marco)
    await until('it is served', async () => (await due()).length === 0)
  })
})
