import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { rated } from '#modules/ranking/ranking.fixture.ts'
import { resultsContract } from './contract.ts'
import { accFile, accLine as line, allRead, enter, LAP, runningEvent, upload } from './results.fixture.ts'

describe('events that were driven', () => {
  let server: TestServer
  let owner: Person
  let dora: Person
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'] })
    owner = await person(server, 'Olga Owner')
    dora = await person(server, 'Dora Klein', { country: 'DE' })
  })
  after(() => server.stop())

  const driven = async (leagueId: LeagueId, registered = '34') => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    await enter(server, made, [{ userId: dora.id, raceNumber: 911, carId: registered }])
    const rows = [
      line(63, '76561190000000001', 'Marco Bellini', 4, 4 * LAP, 98_000),
      line(911, dora.steamId, 'Dora', 4, 4 * LAP + 3904, 97_204),
      line(8, '76561190000000003', 'Caro', 3, 3 * LAP + 9000, 98_500),
      line(9, '76561190000000004', 'Fourth', 3, 3 * LAP + 9900, 99_500),
    ]
    assert.equal((await upload(server, made.servers[0]!, 'r.json', accFile('R', 0, rows))).status, 200)
    await allRead(server)
    return made
  }
  const everybody = async (leagueId: LeagueId) => (await server.visitor.ask(resultsContract.pastEvents, { leagueId })).body

  test('what a car carried stands in its rows though the file does not say it', async () => {
    const made = await driven(await league(server, owner, { shortName: 'BOP' }))
    const { db } = server.running.machine
    // set before the start, which has long been
    await db
      .updateTable('sessions')
      .set({ car_ids: ['34'] })
      .where('id', '=', made.id)
      .execute()
    await db.insertInto('balance_of_performance').values({ session_id: made.id, car_id: '34', ballast_kg: 12, restrictor: 3 }).execute()
    const { results } = (await dora.as.ask(resultsContract.memberResults, { sessionId: made.id })).body
    assert.deepEqual(
      results[0]?.results.map(({ carModelId, bop }) => [carModelId, bop]),
      Array.from({ length: 4 }, () => ['34', { ballastkg: 12, restrictor: 3 }]),
    )
  })

  test('who drove another car than the registered one is told which that was, nobody else is', async () => {
    const leagueId = await league(server, owner, { shortName: 'CARS' })
    const cars = async (registered: string) => {
      const { id } = await driven(leagueId, registered)
      const { results } = (await dora.as.ask(resultsContract.memberResults, { sessionId: id })).body
      return results[0]!.results.map(({ carName, entryCar }) => [carName, entryCar])
    }
    const porsche = (await cars('34'))[0]![0]!
    assert.deepEqual(
      (await cars('2')).map(([driven, registered]) => [driven, registered]),
      [
        [porsche, null],
        [porsche, 'Ferrari 488 GT3'],
        [porsche, null],
        [porsche, null],
      ],
    )
    assert.ok((await cars('34')).every(([, registered]) => registered === null))
  })

  test('come with the first three and the fastest lap, by today’s names', async () => {
    const leagueId = await league(server, owner, { shortName: 'PAST' })
    const made = await driven(leagueId)
    const expected = (name: string, rating: object | null = null) => ({
      podium: [
        { position: 1, name: 'Marco Bellini', driverId: null, country: null, rating: null },
        { position: 2, name, driverId: dora.id, country: 'DE', rating },
        { position: 3, name: 'Caro', driverId: null, country: null, rating: null },
      ],
      fastestLap: { name, driverId: dora.id, timeMs: 97_204 },
    })
    const { events, total } = await everybody(leagueId)
    assert.deepEqual([total, events.map(({ id }) => id)], [1, [made.id]])
    assert.deepEqual(events[0]?.outcome, expected('Dora Klein'))
    const { accountsContract } = await import('#modules/accounts/contract.ts')
    await dora.as.done(accountsContract.ChangeName, { id: dora.id, v: 1 }, { name: 'Dora K' })
    assert.deepEqual((await everybody(leagueId)).events[0]?.outcome, expected('Dora K'))
    // and with what they have reached since
    const rivals = await Promise.all(Array.from({ length: 5 }, (_, no) => person(server, `Rival ${no}`)))
    await rated(server, 'acc', [dora, ...rivals].map(({ id }) => id)) // prettier-ignore
    const told = { rank: 1625, isProvisional: true, license: 'ROOKIE', safetyLevel: 2.5 }
    assert.deepEqual((await everybody(leagueId)).events[0]?.outcome, expected('Dora K', told))
  })

  test('of one whose first server left no result come those of the second', async () => {
    const leagueId = await league(server, owner, { shortName: 'SPLIT' })
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'], splits: 2 })
    await enter(server, made, [{ userId: dora.id, raceNumber: 911, carId: '34', splitNo: 2 }])
    const { db } = server.running.machine
    await db.deleteFrom('servers').where('id', '=', made.servers[0]!.id).execute()
    await db.updateTable('splits').set({ status: 'FAILED' }).where('session_id', '=', made.id).where('split_no', '=', 1).execute()
    const rows = [line(911, dora.steamId, 'Dora', 4, 4 * LAP, 97_204), line(63, '76561190000000001', 'Marco Bellini', 4, 4 * LAP + 500, 98_000)]
    const card = async () => Buffer.from(await (await dora.as.fetch(`/public/events/${made.id}/podium.png`)).arrayBuffer()).toString('base64')
    const before = await card()
    await upload(server, made.servers[1]!, 'r.json', accFile('R', 0, rows))
    await allRead(server)
    const [event] = (await everybody(leagueId)).events
    assert.deepEqual([event?.outcome?.podium.map(({ driverId }) => driverId), event?.outcome?.fastestLap?.timeMs], [[dora.id, null], 97_204])
    assert.notEqual(await card(), before)
  })

  test('without a result say none', async () => {
    const leagueId = await league(server, owner, { shortName: 'NONE' })
    await runningEvent(server, owner, leagueId, { status: 'ENDED' })
    assert.deepEqual(
      (await everybody(leagueId)).events.map(({ outcome }) => outcome),
      [null],
    )
  })

  test('of a hidden and of a closed community are in no list of everybody’s, the member sees them in its own', async () => {
    const leagueId = await league(server, owner, { shortName: 'HIDE' })
    const made = await driven(leagueId)
    const own = async (who: Person) => who.as.ask(resultsContract.pastEventsOfLeague, { id: leagueId })
    const { db } = server.running.machine
    const version = async () => (await db.selectFrom('leagues').select('v').where('id', '=', leagueId).executeTakeFirstOrThrow()).v
    const listed = async () => (await server.visitor.ask(resultsContract.pastEvents, { limit: 100 })).body.events.some(({ id }) => id === made.id)
    assert.equal(await listed(), true)
    await owner.as.done(leaguesContract.ChangeVisibility, { id: leagueId, v: await version() }, { visibility: 'HIDDEN' })
    assert.equal(await listed(), false)
    assert.deepEqual(
      (await own(owner)).body.events.map(({ id, outcome }) => [id, outcome?.podium.length]),
      [[made.id, 3]],
    )
    assert.equal((await own(await person(server, 'Stranger'))).status, 404)
    await owner.as.done(leaguesContract.ChangeVisibility, { id: leagueId, v: await version() }, { visibility: 'PUBLIC' })
    assert.equal(await listed(), true)
    await owner.as.done(leaguesContract.CloseLeague, { id: leagueId, v: await version() }, {})
    assert.equal(await listed(), false)
  })
})
