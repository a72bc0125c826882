import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { burdensContract } from '#modules/burdens/contract.ts'
import { orderEntries } from '#modules/entries/door.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { until } from '#testing/time.ts'
import { protestsContract as calls } from './contract.ts'
import { filed, protestWorld, review, type ProtestWorld } from './protests.fixture.ts'
import type { Penalty } from './rules/penalty.ts'

describe('penalties of the next race', () => {
  let world: ProtestWorld
  before(async () => {
    world = await protestWorld('NEXT')
  })
  after(() => world.server.stop())

  const tomorrow = () => new Date(world.server.clock.now().getTime() + 24 * 3_600_000)
  /** An event that is to come, with Marco on pole, Dora second, the last steward third. */
  async function coming(): Promise<SessionId> {
    const { server, owner, leagueId, marco, dora, stewards } = world
    const made = await runningEvent(server, owner, leagueId, { status: 'WAITING', startsAt: tomorrow() })
    await enter(
      server,
      made,
      [marco, dora, stewards[5]!].map((who, at) => ({ userId: who.id, raceNumber: at + 1, carId: '34' })),
    )
    await server.running.machine.pool.query('update entries set grid_position = race_number where session_id = $1', [made.id])
    return made.id
  }
  async function given(penalties: Penalty[]): Promise<void> {
    const { marco, dora, stewards, event } = world
    const report = await filed(marco, await event(), dora)
    for (const one of stewards.slice(0, 2)) await review(one, report, 'ACCEPT', { penalties })
  }
  const carried = async (sessionId: SessionId) => (await world.marco.as.ask(burdensContract.burdens, { sessionId })).body.drivers
  const due = async () => (await world.owner.as.ask(calls.penaltyPool, { leagueId: world.leagueId })).body.penalties
  async function grid(id: SessionId) {
    const event = { id, game: 'acc', closedEntry: false, driverSwap: false, options: {} } as const
    const entries = await orderEntries(world.server.running.machine.db, event, null)
    return entries.toSorted((a, b) => a.gridPosition! - b.gridPosition!).map(({ drivers }) => drivers[0]!.name)
  }

  test('a grid drop stands in the next event of its driver and in its grid, until it is settled', async () => {
    const { server, owner } = world
    const id = await coming()
    assert.deepEqual(await grid(id), ['Marco Bellini', 'Dora Klein', 'Steward 5'])
    // the desk says so before anybody votes
    const report = await filed(world.marco, await world.event(), world.dora)
    const { body } = await world.stewards[0]!.as.ask(calls.changes, { id: report.id, penalties: [{ kind: 'GRID_DROP', amount: 3 }] })
    assert.equal(body.nextRace?.id, id)
    await given([{ kind: 'GRID_DROP', amount: 3 }])
    await given([{ kind: 'GRID_DROP', amount: 5 }])
    await until('the drop stands in the event', async () => (await carried(id))[0]?.burdens[0]?.amount === 8)
    assert.deepEqual(
      (await carried(id)).map(({ name, burdens }) => [name, burdens]),
      [['Dora Klein', [{ kind: 'GRID_DROP', amount: 8 }]]],
    )
    assert.deepEqual(await grid(id), ['Marco Bellini', 'Steward 5', 'Dora Klein'])
    const exported = (await world.dora.as.ask(accountsContract.exportData, { id: world.dora.id })).body as { burdens?: unknown }
    assert.deepEqual(exported.burdens, [{ event_id: id, event: 'Monza Sprint', kind: 'GRID_DROP', amount: 8 }])
    assert.deepEqual((await server.visitor.ask(burdensContract.publicBurdens, { sessionId: id })).body.drivers.length, 1)
    await server.running.machine.pool.query('update leagues set open_results = false where id = $1', [world.leagueId])
    server.running.machine.answers.dropAll()
    assert.deepEqual((await server.visitor.ask(burdensContract.publicBurdens, { sessionId: id })).body, { drivers: [], loginRequired: true })
    for (const one of await due()) await owner.as.done(calls.ServePenalty, { id: one.id }, {})
    await until('nobody carries anything', async () => (await carried(id)).length === 0)
    assert.deepEqual(await grid(id), ['Marco Bellini', 'Dora Klein', 'Steward 5'])
  })

  test('who is suspended is not told to the server', async () => {
    const { owner } = world
    const id = await coming()
    await given([{ kind: 'SUSPENSION', amount: 1 }])
    // the event of the test before may come first
    const carriers = async () => (await world.server.running.machine.pool.query<{ id: SessionId }>('select session_id as id from race_burdens')).rows
    await until('the ban stands in one event', async () => (await carriers()).length === 1)
    assert.deepEqual(
      [await grid(id), await grid((await carriers())[0]!.id)].filter((names) => !names.includes('Dora Klein')),
      [['Marco Bellini', 'Steward 5']],
    )
    await owner.as.done(calls.ForgivePenalty, { id: (await due())[0]!.id }, { reason: 'He sat out enough races as it is.' })
    await until('it is gone', async () => (await carriers()).length === 0)
  })
})
