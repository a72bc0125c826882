import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId, TournamentId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { burdensContract } from '#modules/burdens/contract.ts'
import { orderEntries } from '#modules/entries/door.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { hostingContract } from '#modules/hosting/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { until } from '#testing/time.ts'
import { protestsContract as calls } from '../contract.ts'
import { filed, protestWorld, review, type ProtestWorld } from '../protests.fixture.ts'
import type { Penalty } from '../rules/penalty.ts'

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

  test('it is there when a server is set up, whatever waits; and follows which events are of the season', async () => {
    const { server, owner, leagueId, marco, dora, stewards } = world
    const { pool } = server.running.machine
    const carriers = async () =>
      (await pool.query<{ id: SessionId }>(`select session_id as id from race_burdens where kind = 'PIT_LANE_START'`)).rows.map(({ id }) => id)
    const failed = await runningEvent(server, owner, leagueId, { status: 'FAILED', startsAt: tomorrow() })
    await enter(server, failed, [{ userId: dora.id, raceNumber: 1, carId: '34' }])
    const fields = { leagueId, type: 'SERIES', game: 'acc', name: 'Nights', maxEntries: 20 } as const
    const id = (await owner.as.done(tournamentsContract.AddTournament, {}, fields)).aggregateId as TournamentId
    const v = async () => (await owner.as.ask(tournamentsContract.tournament, { id })).body.v
    const given = await world.event()
    const next = await coming()
    for (const sessionId of [given, next, failed.id])
      await owner.as.done(tournamentsContract.AddTournamentSession, { id, v: await v() }, { sessionId })
    await pool.query(`update tournaments set status = 'STARTED' where id = $1`, [id])
    const report = await filed(marco, given, dora)
    for (const one of stewards.slice(0, 2)) await review(one, report, 'ACCEPT', { penalties: [{ kind: 'PIT_LANE_START', amount: null }] })
    await until('it stands in the next event of the season', async () => (await carriers()).join() === next)
    await owner.as.done(tournamentsContract.RemoveTournamentSession, { id, v: await v() }, { sessionId: next })
    await until('none of the season is left', async () => (await carriers()).length === 0)
    const { v: of } = (await owner.as.ask(sessionsContract.race, { id: failed.id })).body
    await owner.as.done(hostingContract.RestartSession, { id: failed.id, v: of }, {})
    assert.deepEqual(await carriers(), [failed.id], 'a server that is set up knows')
    await owner.as.done(tournamentsContract.RemoveTournamentSession, { id, v: await v() }, { sessionId: failed.id })
    await until('it waits for the season', async () => (await carriers()).length === 0)
    await owner.as.done(tournamentsContract.EndTournament, { id, v: await v() }, {})
    await until('which is over: any event of the community', async () => (await carriers()).length === 1)
    await owner.as.done(calls.ForgivePenalty, { id: (await due())[0]!.id }, { reason: 'He sat out enough races as it is.' })
    await until('it is gone', async () => (await carriers()).length === 0)
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

  test('who is on the way into an event when the verdict falls carries it there', async () => {
    const { server, owner, leagueId, dora } = world
    const { pool } = server.running.machine
    const inTwelveHours = new Date(server.clock.now().getTime() + 12 * 3_600_000)
    const made = await runningEvent(server, owner, leagueId, { status: 'WAITING', startsAt: inTwelveHours })
    // a registration that has asked whether there is anything to serve, and found nothing
    const coming = await pool.connect()
    await coming.query('begin')
    await coming.query('update sessions set taken = taken + 1 where id = $1', [made.id])
    const { rows } = await coming.query<{ id: string }>(
      `insert into entries (id, session_id, status, race_number, car_id, registered_at) values (gen_random_uuid(), $1, 'ACTIVE', 7, '34', now()) returning id`,
      [made.id],
    )
    await coming.query('insert into entry_drivers (entry_id, session_id, user_id, joined_at) values ($1, $2, $3, now())', [
      rows[0]!.id,
      made.id,
      dora.id,
    ])
    await given([{ kind: 'GRID_DROP', amount: 3 }])
    const left = async () => (await pool.query(`select from jobs.job where name = 'protests.next-race-decided' and state < 'completed'`)).rowCount!
    const waits = 'select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid'
    await until('the verdict was looked at', async () => (await coming.query(waits)).rowCount! > 0 || (await left()) === 0)
    await coming.query('commit')
    coming.release()
    await until('it is done', async () => (await left()) === 0)
    assert.deepEqual(
      (await carried(made.id)).map(({ name, burdens }) => [name, burdens]),
      [['Dora Klein', [{ kind: 'GRID_DROP', amount: 3 }]]],
    )
    for (const one of await due()) await owner.as.done(calls.ServePenalty, { id: one.id }, {})
    await until('nobody carries anything', async () => (await carried(made.id)).length === 0)
  })
})
