import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS } from '#core/duration.ts'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { burdensContract } from '#modules/burdens/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { orderEntries } from '#modules/entries/door.ts'
import { accFile, accLine, bringSplit, enter, type Event, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { entryBody } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { tournamentsContract as calls } from '../contract.ts'
import { addRound, driveRound, seasonWith } from '../queries/season.fixture.ts'

const TABLE = [
  { ballastKg: 30, restrictor: 3 },
  { ballastKg: 15, restrictor: 0 },
]

describe('success ballast', () => {
  let server: TestServer
  let [owner, ann, ben, cid] = Array<Person>(4) as [Person, Person, Person, Person]
  let league: LeagueId
  let id: TournamentId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    ;[owner, ann, ben, cid] = (await Promise.all(['Olga', 'Ann', 'Ben', 'Cid'].map((name) => person(server, name)))) as [
      Person,
      Person,
      Person,
      Person,
    ]
    league = await found(server, owner, { members: [ann, ben, cid] })
    id = await seasonWith({ server, owner, league }, [ann, ben, cid], { game: 'acc' })
  })
  after(() => server.stop())
  const v = async () => (await owner.as.ask(calls.tournament, { id })).body.v
  const set = async (table: typeof TABLE | null, by: 'LAST_ROUND' | 'STANDINGS' = 'LAST_ROUND') =>
    owner.as.send(calls.SetSuccessBallast, { id, v: await v() }, { successBallast: table && { by, table } })

  test('the first of the last race carry it into the next one, on its page and in its files', async () => {
    await driveRound({ server, owner, league }, id, [ben, ann, cid], 'acc')
    const next = await runningEvent(server, owner, league, { status: 'WAITING' })
    await enter(
      server,
      next,
      [ann, ben, cid].map((who, at) => ({ userId: who.id, raceNumber: at + 1, carId: '34' })),
    )
    const carried = async () => {
      const { drivers } = (await cid.as.ask(burdensContract.burdens, { sessionId: next.id })).body
      return drivers.map(({ name, burdens }) => `${name} ${burdens.map(({ kind, amount }) => `${kind} ${amount}`).join(' ')}`)
    }
    assert.equal((await set(TABLE)).status, 200)
    await addRound({ server, owner, league }, id, next.id)
    await until('the next round has them', async () => (await carried()).length === 2)
    assert.deepEqual(await carried(), ['Ann BALLAST 15', 'Ben BALLAST 30 RESTRICTOR 3'])
    const order = await orderEntries(
      server.running.machine.db,
      { id: next.id, game: 'acc', closedEntry: false, driverSwap: false, options: {} },
      null,
    )
    assert.deepEqual(
      order.map(({ ballastKg, restrictor }) => [ballastKg, restrictor]),
      [
        [15, undefined],
        [30, 3],
        [undefined, undefined],
      ],
    )
    assert.deepEqual((await server.visitor.ask(calls.publicTournament, { id })).body.successBallast, { by: 'LAST_ROUND', table: TABLE })
    assert.equal((await set(null)).status, 200)
    await until('nobody carries anything', async () => (await carried()).length === 0)
  })

  test('it follows how the season scores, and ends with it and with what is of the season', async () => {
    const own = await seasonWith({ server, owner, league }, [ann, ben, cid], { name: 'Autumn', game: 'acc' })
    const v = async () => (await owner.as.ask(calls.tournament, { id: own })).body.v
    await driveRound({ server, owner, league }, own, [ben, ann, cid], 'acc')
    const coming = async () => {
      const made = await runningEvent(server, owner, league, { status: 'WAITING' })
      await enter(
        server,
        made,
        [ann, ben, cid].map((who, at) => ({ userId: who.id, raceNumber: at + 1, carId: '34' })),
      )
      await addRound({ server, owner, league }, own, made.id)
      return made.id
    }
    const next = await coming()
    const carried = async (sessionId: SessionId) =>
      (await cid.as.ask(burdensContract.burdens, { sessionId })).body.drivers.flatMap(({ name, burdens }) =>
        burdens.filter(({ kind }) => kind === 'BALLAST').map(({ amount }) => `${name} ${amount}`),
      )
    await owner.as.done(calls.SetSuccessBallast, { id: own, v: await v() }, { successBallast: { by: 'STANDINGS', table: TABLE } })
    await until('by the standings', async () => (await carried(next)).join() === 'Ann 15,Ben 30')
    const { rounds: _, ...pointSystem } = (await owner.as.ask(calls.tournament, { id: own })).body.pointSystem
    await owner.as.done(calls.SetPointSystem, { id: own, v: await v() }, { pointSystem: { ...pointSystem, overallPointTable: [5, 9, 3] } })
    await until('by the standings of another table', async () => (await carried(next)).join() === 'Ann 30,Ben 15')
    const [held] = (await owner.as.ask(calls.tournament, { id: own })).body.sessions
    const body = { sessionId: held!.sessionId, multiplier: 1, table: [9, 5, 3] }
    await owner.as.done(calls.AddMultiplier, { id: own, v: await v() }, body)
    await until('by those of another table of the round', async () => (await carried(next)).join() === 'Ann 15,Ben 30')
    const later = await coming()
    await owner.as.done(calls.RemoveTournamentSession, { id: own, v: await v() }, { sessionId: next })
    assert.deepEqual(await carried(next), [], 'of no season it carries none, from then on')
    await until('the one after it does', async () => (await carried(later)).length === 2)
    await owner.as.done(calls.RemoveTournamentSession, { id: own, v: await v() }, { sessionId: later })
    await until('nor does that one, once it is of none', async () => (await carried(later)).length === 0)
    await owner.as.done(calls.EndTournament, { id: own, v: await v() }, {})
  })

  test('an event that runs keeps what it was begun with, whatever its first split comes to; the one after it follows', async () => {
    const own = await seasonWith({ server, owner, league }, [ann, ben, cid], { name: 'Splits', game: 'acc' })
    await driveRound({ server, owner, league }, own, [ben, ann, cid], 'acc')
    const [runs, next] = [
      await runningEvent(server, owner, league, { status: 'WAITING', segments: ['RACE'], splits: 2 }),
      await runningEvent(server, owner, league, { status: 'WAITING', startsAt: new Date(server.clock.now().getTime() + HOUR_MS) }),
    ]
    for (const made of [runs, next]) {
      const entered = [ann, ben, cid].map((who, at) => ({
        userId: who.id,
        raceNumber: at + 1,
        carId: '34',
        splitNo: made === runs && at > 1 ? 2 : 1,
      }))
      await enter(server, made, entered)
      await addRound({ server, owner, league }, own, made.id)
    }
    const carried = async ({ id: sessionId }: Event) =>
      (await cid.as.ask(burdensContract.burdens, { sessionId })).body.drivers
        .flatMap(({ name, burdens }) => burdens.filter(({ kind }) => kind === 'BALLAST').map(({ amount }) => `${name} ${amount}`))
        .toSorted()
        .join()
    const body = { successBallast: { by: 'LAST_ROUND' as const, table: TABLE } }
    await owner.as.done(calls.SetSuccessBallast, { id: own, v: (await owner.as.ask(calls.tournament, { id: own })).body.v }, body)
    await until('the first of them has it', async () => (await carried(runs)) === 'Ann 15,Ben 30')
    const { pool } = server.running.machine
    for (const table of ['splits', 'sessions'])
      await pool.query(`update ${table} set status = 'IN_PROGRESS' where ${table === 'splits' ? 'session_id' : 'id'} = $1`, [runs.id])
    const lines = [ann, ben].map((who, at) => accLine(at + 1, who.steamId, who.name, 4, 4 * LAP + at * 1000, 97_000))
    assert.equal((await upload(server, runs.servers[0]!, 'R.json', accFile('R', 0, lines))).status, 200)
    await until('the next one has that of the last race', async () => (await carried(next)) === 'Ann 30,Ben 15')
    assert.equal(await carried(runs), 'Ann 15,Ben 30')
    const second = [accLine(3, cid.steamId, cid.name, 4, 4 * LAP, 97_000)]
    assert.equal((await upload(server, runs.servers[1]!, 'R.json', accFile('R', 0, second))).status, 200)
    await until('and the first of the other split as much', async () => (await carried(next)) === 'Ann 30,Ben 15,Cid 30')
  })

  test('who registers in a series carries what is due', async () => {
    const own = await seasonWith({ server, owner, league }, [], { name: 'Cup', type: 'SERIES', game: 'acc' })
    await driveRound({ server, owner, league }, own, [ben, ann, cid], 'acc')
    const next = await runningEvent(server, owner, league, { status: 'WAITING' })
    await server.running.machine.pool.query(`update sessions set car_ids = '{34}' where id = $1`, [next.id])
    await addRound({ server, owner, league }, own, next.id)
    const body = { successBallast: { by: 'LAST_ROUND' as const, table: TABLE } }
    await owner.as.done(calls.SetSuccessBallast, { id: own, v: (await owner.as.ask(calls.tournament, { id: own })).body.v }, body)
    const { v } = (await ben.as.ask(sessionsContract.race, { id: next.id })).body
    const enters = (who: Person) => who.as.done(entriesContract.AddEntry, { refId: next.id, v }, entryBody('34'))
    const carried = async () =>
      (await cid.as.ask(burdensContract.burdens, { sessionId: next.id })).body.drivers.map(({ name, burdens }) => `${name} ${burdens[0]!.amount}`)
    await Promise.all([enters(ben), enters(cid)])
    await until('he does', async () => (await carried()).join() === 'Ben 30')
    await enters(ann)
    await until('and whoever comes a moment later', async () => (await carried()).join() === 'Ann 15,Ben 30')
  })

  for (const [what, ends] of [
    ['failed', ['SCHEDULING', 'FAILED']],
    ['ended without results', ['SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS', 'ENDED']],
  ] as const)
    test(`what was due in an event that ${what} is due in the one after it`, async () => {
      const own = await seasonWith({ server, owner, league }, [ann, ben, cid], { name: what, game: 'acc' })
      await driveRound({ server, owner, league }, own, [ben, ann, cid], 'acc')
      const made = [0, 1].map((later) =>
        runningEvent(server, owner, league, { status: 'WAITING', startsAt: new Date(server.clock.now().getTime() + later * HOUR_MS) }),
      )
      const [first, next] = (await Promise.all(made)) as [Event, Event]
      for (const one of [first, next]) {
        const entered = [ann, ben, cid].map((who, at) => ({ userId: who.id, raceNumber: at + 1, carId: '34' }))
        await enter(server, one, entered)
        await addRound({ server, owner, league }, own, one.id)
      }
      const carried = async ({ id: sessionId }: Event) => (await cid.as.ask(burdensContract.burdens, { sessionId })).body.drivers.length
      const body = { successBallast: { by: 'LAST_ROUND' as const, table: TABLE } }
      await owner.as.done(calls.SetSuccessBallast, { id: own, v: (await owner.as.ask(calls.tournament, { id: own })).body.v }, body)
      await until('the first of them has it', async () => (await carried(first)) === 2)
      assert.equal(await carried(next), 0)
      for (const to of ends) await bringSplit(server, first, 1, to)
      await until('the next one has it', async () => (await carried(next)) === 2)
    })

  test('only admins, within what the game takes', async () => {
    const body = { successBallast: { by: 'STANDINGS' as const, table: TABLE } }
    assert.equal((await ann.as.send(calls.SetSuccessBallast, { id, v: await v() }, body)).body.code, 'ADMIN_REQUIRED')
    const heavy = await set([{ ballastKg: 41, restrictor: 0 }])
    assert.deepEqual([heavy.body.code, heavy.body.params?.['field']], ['BOP_OUT_OF_RANGE', 'successBallast.table.0.ballastKg'])
    const other = await seasonWith({ server, owner, league }, [], { name: 'Ovals' })
    assert.equal((await owner.as.send(calls.SetSuccessBallast, { id: other, v: 2 }, body)).body.code, 'CONFIG_INVALID')
    const maySet = async (id: TournamentId, who: Person) => (await who.as.ask(calls.tournament, { id })).body.may.setBallast
    assert.deepEqual([await maySet(id, ann), await maySet(other, owner)], [false, false], 'nobody is offered what is refused')
    assert.equal(await maySet(await seasonWith({ server, owner, league }, [], { game: 'acc', name: 'Sprints' }), owner), true)
  })
})
