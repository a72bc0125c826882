import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { encodeUtf8 } from '#games/text.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { membersContract } from '#modules/members/contract.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { addRound, seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import { resultFilesContract } from './contract.ts'

const CAR = 'ks_ferrari_488_gt3'
const NAMES = ['Anna', 'Ben', 'Cleo', 'Dan', 'Eve', 'Lena']

/** A game lines its cars up by what it knows itself. */
describe('grids that no file tells', () => {
  let server: TestServer
  let owner: Person
  let drivers: readonly Person[]
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'] })
    owner = await person(server, 'Olga Owner')
    drivers = await Promise.all(NAMES.slice(0, 5).map((name) => person(server, name)))
    leagueId = await league(server, owner, { members: drivers })
  })
  after(() => server.stop())

  /** As acServer writes it: who drove five laps, in this order. */
  const acFile = (type: 'QUALIFY' | 'RACE', order: readonly Pick<Person, 'name' | 'steamId'>[]): Uint8Array => {
    const cars = order.map(({ name, steamId }) => ({ DriverName: name, DriverGuid: steamId, CarId: NAMES.indexOf(name), CarModel: CAR }))
    const laps = cars.flatMap((car, place) =>
      Array.from({ length: 5 }, (_, no) => ({
        ...car,
        Timestamp: no,
        LapTime: LAP + place * 100,
        Sectors: [30_000, 30_000, 40_000 + place * 100],
        Cuts: 0,
      })),
    )
    const result = cars.map((car, place) => ({ ...car, BestLap: LAP + place * 100, TotalTime: 5 * (LAP + place * 100), BallastKG: 0, Restrictor: 0 }))
    const slots = cars.map(({ CarId, DriverName, DriverGuid }) => ({
      CarId,
      Model: CAR,
      Skin: '',
      BallastKG: 0,
      Driver: { Name: DriverName, Team: '', Guid: DriverGuid, GuidsList: [DriverGuid] },
    }))
    return encodeUtf8(JSON.stringify({ TrackName: 'monza', TrackConfig: '', Type: type, Cars: slots, Result: result, Laps: laps, Events: [] }))
  }
  const bring = async (to: Event, name: string, bytes: Uint8Array): Promise<string> => {
    const { status, body } = await upload(server, to.servers[0]!, name, bytes)
    assert.equal(status, 200, JSON.stringify(body))
    await allRead(server)
    return body.fileId
  }
  const grid = async ({ id }: Event, key: string) =>
    Object.fromEntries(
      (await owner.as.ask(resultsContract.memberResults, { sessionId: id })).body.results
        .find((segment) => segment.key === key)!
        .results.map(({ name, startPosition }) => [name, startPosition]),
    )

  test('follow the qualifying that an admin takes once the race is driven, and the one that comes back', async () => {
    const made = await runningEvent(server, owner, leagueId, { game: 'assetto_corsa', segments: ['QUALIFY', 'RACE'] })
    const [anna, ben, cleo, dan, eve] = drivers as [Person, Person, Person, Person, Person]
    await bring(made, 'Q.json', acFile('QUALIFY', [anna, ben, cleo]))
    await bring(made, 'R.json', acFile('RACE', [anna, ben, cleo, dan, eve]))
    const first = { Anna: 1, Ben: 2, Cleo: 3, Dan: null, Eve: null }
    assert.deepEqual(await grid(made, 'race-1'), first)
    await bring(made, 'Q-whole.json', acFile('QUALIFY', [dan, anna, ben, eve]))
    const quali = async () => (await owner.as.ask(resultFilesContract.laterResults, { id: made.id })).body.segments[0]!
    const { v, versions } = await quali()
    await owner.as.done(
      resultFilesContract.TakeLaterResult,
      { id: versions.find(({ state }) => state === 'WAITING')!.id, v },
      { reason: 'The whole one.' },
    )
    assert.deepEqual(await grid(made, 'race-1'), { Anna: 2, Ben: 3, Cleo: null, Dan: 1, Eve: 4 })
    const { v: after, choices } = await quali()
    await owner.as.done(resultFilesContract.UndoResultChoice, { id: choices[0]!.id, v: after }, { reason: 'It was another night.' })
    assert.deepEqual(await grid(made, 'race-1'), first)
  })

  test('of a second race are the first as it ended with its first places turned, whatever stewards have made of it since', async () => {
    const made = await runningEvent(server, owner, leagueId, {
      game: 'assetto_corsa',
      segments: ['QUALIFY', 'RACE'],
      options: { reversePositions: 3 },
    })
    await enter(
      server,
      made,
      drivers.map(({ id: userId }, at) => ({ userId, raceNumber: at + 1, carId: CAR })),
    )
    const [anna, ben, cleo, dan, eve] = drivers as [Person, Person, Person, Person, Person]
    await bring(made, 'Q.json', acFile('QUALIFY', [ben, anna, cleo, dan, eve]))
    await bring(made, 'R1.json', acFile('RACE', [anna, ben, cleo, dan, eve]))
    assert.deepEqual(await grid(made, 'race-1'), { Ben: 1, Anna: 2, Cleo: 3, Dan: 4, Eve: 5 })
    const whom = { sessionId: made.id, raceIndex: 0, reason: 'Cut the last corner.' }
    await owner.as.done(correctionsContract.AddPenalty, {}, { ...whom, driverId: anna.id, time: 30 })
    await owner.as.done(correctionsContract.AddPenalty, {}, { ...whom, driverId: ben.id, disqualified: true })
    const second = await bring(made, 'R2.json', acFile('RACE', [eve, dan, cleo, ben, anna]))
    const turned = { Cleo: 1, Ben: 2, Anna: 3, Dan: 4, Eve: 5 }
    assert.deepEqual(await grid(made, 'race-2'), turned)
    await owner.as.done(resultFilesContract.RetryReading, { id: second as never }, {})
    await allRead(server)
    assert.deepEqual(await grid(made, 'race-2'), turned)
  })

  test('that no file tells, and poles, are of whoever links the account between the qualifying and the race, in the event and in its season, and nobody else', async () => {
    const lena = await person(server, 'Lena')
    const [anna, ben] = drivers as [Person, Person]
    await lena.as.done(membersContract.JoinLeague, { id: leagueId }, {})
    const pointSystem = { bonus: { pole: 3, fastestLap: 0 } }
    const season = await seasonWith({ server, owner, league: leagueId }, [anna, lena], { game: 'assetto_corsa', pointSystem })
    const made = await runningEvent(server, owner, leagueId, { game: 'assetto_corsa', segments: ['QUALIFY', 'RACE'] })
    await addRound({ server, owner, league: leagueId }, season, made.id)
    const unknown = { name: 'Lena', steamId: '76561190000000777' }
    await bring(made, 'Q.json', acFile('QUALIFY', [unknown, anna, ben]))
    await server.running.machine.db.updateTable('linked_accounts').set({ subject: unknown.steamId }).where('user_id', '=', lena.id).execute()
    await bring(made, 'R.json', acFile('RACE', [anna, unknown, ben]))
    const [race] = (await owner.as.ask(resultsContract.memberResults, { sessionId: made.id })).body.results
    assert.deepEqual(
      race!.results.map(({ driverId, startPosition, finalPoints }) => [driverId, startPosition, finalPoints]),
      [
        [anna.id, 2, 25],
        [lena.id, 1, 18 + 3],
        [ben.id, 3, 15],
      ],
    )
    const { rows } = (await server.visitor.ask(tournamentsContract.publicStandings, { id: season })).body
    assert.deepEqual(
      rows.map(({ name, points, cells }) => [name, points, cells[0]!.races[0]!.hasPole ?? false]),
      [
        ['Anna', 25, false],
        ['Lena', 18 + 3, true],
      ],
    )
  })

  test('of a night of two races: the points of both are of one driver, who was entered after the first', async () => {
    const [anna, ben] = drivers as [Person, Person]
    const options = { reversePositions: 1 }
    const made = await runningEvent(server, owner, leagueId, { game: 'assetto_corsa', segments: ['QUALIFY', 'RACE'], options })
    await bring(made, 'Q.json', acFile('QUALIFY', [ben, anna]))
    await bring(made, 'R1.json', acFile('RACE', [ben, anna]))
    await enter(server, made, [{ userId: ben.id, raceNumber: 2, carId: CAR }])
    await bring(made, 'R2.json', acFile('RACE', [anna, ben]))
    assert.deepEqual(await grid(made, 'race-2'), { Ben: 1, Anna: 2 })
    const { overallPoints } = (await owner.as.ask(resultsContract.sessionPoints, { sessionId: made.id })).body
    assert.deepEqual(
      overallPoints.map(({ driverId, points }) => [driverId, points]).toSorted(),
      [
        [anna.id, 18 + 25],
        [ben.id, 25 + 18],
      ].toSorted(),
    )
  })
})
