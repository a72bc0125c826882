import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { lapsContract } from '#modules/laps/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { accFile, accLine, accOut, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { correctionsContract as calls } from './contract.ts'

/** What stands against somebody, in events that are not as simple as one car each and one file. */
describe('corrections beside splits, teams and files', () => {
  let server: TestServer
  let owner: Person
  let [anna, ben, cleo] = [] as unknown as [Person, Person, Person]
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'] })
    ;[owner, anna, ben, cleo] = (await Promise.all(['Olga Owner', 'Anna', 'Ben', 'Cleo'].map((name) => person(server, name)))) as [
      Person,
      Person,
      Person,
      Person,
    ]
    leagueId = await league(server, owner, { members: [anna, ben, cleo] })
  })
  after(() => server.stop())

  const races = async (id: SessionId) => (await owner.as.ask(resultsContract.memberResults, { sessionId: id })).body.results
  const line = (who: Person, number: number, behind: number, best = 97_000) => accLine(number, who.steamId, who.name, 4, 4 * LAP + behind, best)
  const bring = async (made: Event, split: number, lines: Parameters<typeof accFile>[2], cut = Infinity, name = 'R.json') => {
    assert.equal((await upload(server, made.servers[split]!, name, accFile('R', 0, lines).slice(0, cut))).status, 200)
    await allRead(server)
  }
  const why = 'Cut the last corner.'

  test('however many stand against somebody, their sums are told to a hundredth', async () => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    await enter(server, made, [{ userId: anna.id, raceNumber: 1, carId: '34' }])
    await bring(made, 0, [line(anna, 1, 0), line(ben, 2, 1000)])
    const at = { sessionId: made.id, driverId: anna.id, reason: why }
    await owner.as.done(calls.AddPointAdjustment, {}, { ...at, scope: 'OVERALL', points: 999.99 })
    await owner.as.done(calls.AddPointAdjustment, {}, { ...at, scope: 0, points: 999.99 })
    await owner.as.done(calls.AddPenalty, {}, { ...at, raceIndex: 0, time: 36_000 })
    await server.running.machine.pool.query(
      `insert into result_corrections select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
       from result_corrections c, generate_series(1, 1999) where c.session_id = $1`,
      [made.id],
    )
    await owner.as.done(calls.AddPenalty, {}, { ...at, raceIndex: 0, time: 0.5 })
    const [race] = await races(made.id)
    const row = race!.results.find(({ driverId }) => driverId === anna.id)!
    assert.deepEqual([row.pointsAdjustments, row.eventAdjustment, row.penaltyAdjustments], [1_999_980, 1_999_980, 72_000_000_500])
    const { overallPoints } = (await owner.as.ask(resultsContract.sessionPoints, { sessionId: made.id })).body
    assert.equal(overallPoints.find(({ driverId }) => driverId === anna.id)?.points, 1_999_980 * 2 + row.calculatedPoints)
  })

  test('of a driver with a car in each split points are given to the one that is meant, in the race and in the event', async () => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'], splits: 2 })
    await enter(server, made, [{ userId: anna.id, raceNumber: 1, carId: '34', splitNo: 1 }])
    await bring(made, 0, [line(anna, 1, 0), line(ben, 2, 1000)])
    await bring(made, 1, [line(cleo, 3, 0), line(anna, 4, 1000)])
    const second = (await races(made.id))[1]!.results[1]!
    const at = { sessionId: made.id, participantId: second.participantId, reason: why }
    await owner.as.done(calls.AddPointAdjustment, {}, { ...at, scope: 'OVERALL', points: 5 })
    await owner.as.done(calls.AddPointAdjustment, {}, { ...at, scope: 0, points: -2 })
    const points = async () =>
      (await races(made.id)).map(({ results }) =>
        results.map(({ name, pointsAdjustments, eventAdjustment }) => [name, pointsAdjustments, eventAdjustment]),
      )
    assert.deepEqual(await points(), [
      [
        ['Anna', 0, 0],
        ['Ben', 0, 0],
      ],
      [
        ['Cleo', 0, 0],
        ['Anna', -2, 5],
      ],
    ])
    const { adjustments } = (await owner.as.ask(calls.pointAdjustments, { sessionId: made.id })).body
    assert.deepEqual(
      adjustments.map(({ splitNo, participantIds }) => [splitNo, participantIds]),
      [
        [2, [second.participantId]],
        [2, [second.participantId]],
      ],
    )
  })

  test('who is disqualified in a shared car takes it out, with the laps of the whole crew in that race, until it is revoked', async () => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'], trackId: 'spa' })
    await enter(server, made, [
      { userId: anna.id, raceNumber: 1, carId: '34', team: 'The Two', others: [ben.id] },
      { userId: cleo.id, raceNumber: 2, carId: '34' },
    ])
    const shared = line(anna, 1, 0, 96_000)
    shared.car.drivers.push({ firstName: '', lastName: ben.name, playerId: `S${ben.steamId}` })
    const file = JSON.parse(new TextDecoder().decode(accFile('R', 0, [shared, line(cleo, 2, 3000, 98_000)]))) as {
      laps: { carId: number; driverIndex: number }[]
    }
    // they changed at half distance
    file.laps.filter(({ carId }) => carId === 1001).forEach((lap, at) => (lap.driverIndex = at < 2 ? 0 : 1))
    const bytes = new TextEncoder().encode(JSON.stringify({ ...file, trackName: 'spa' }))
    assert.equal((await upload(server, made.servers[0]!, 'R.json', bytes)).status, 200)
    await allRead(server)
    const order = async () => (await races(made.id))[0]!.results.map(({ name, status, calculatedPoints }) => [name, status, calculatedPoints])
    const laps = async () => {
      const { laps: all } = (await cleo.as.ask(lapsContract.bestLaps, { gameId: 'acc', trackIds: ['spa'] })).body
      return all.map(({ driver }) => driver.name)
    }
    const before = [
      ['The Two', 'FINISHED', 25],
      ['Cleo', 'FINISHED', 18],
    ]
    assert.deepEqual([await order(), await laps()], [before, ['Anna', 'Cleo', 'Ben']])
    const whom = { sessionId: made.id, driverId: ben.id, raceIndex: 0 }
    const { id } = await owner.as.done(calls.AddPenalty, {}, { ...whom, disqualified: true, reason: why })
    assert.deepEqual(
      [await order(), await laps()],
      [
        [
          ['Cleo', 'FINISHED', 25],
          ['The Two', 'DSQ', 0],
        ],
        ['Cleo'],
      ],
    )
    await owner.as.done(calls.RevokeCorrection, { id }, { reason: 'It was his mate’s doing.' })
    assert.deepEqual([await order(), await laps()], [before, ['Anna', 'Cleo', 'Ben']])
  })

  test('what the game disqualified is taken back, with all that follows, and that revoked; of anybody else there is nothing to take back', async () => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    await enter(server, made, [{ userId: anna.id, raceNumber: 1, carId: '34' }])
    const file = accFile('R', 0, [line(ben, 2, 0), line(anna, 1, 1000, 96_000), line(cleo, 3, 2000)])
    assert.equal((await upload(server, made.servers[0]!, 'R.json', accOut(file, 1))).status, 200)
    await allRead(server)
    const order = async () =>
      (await races(made.id))[0]!.results.map(({ name, status, calculatedPoints, timeRetired, raw }) => [
        name,
        status,
        calculatedPoints,
        timeRetired.value,
        raw,
      ])
    const struck = [
      ['Ben', 'FINISHED', 25, 4 * LAP, null],
      ['Cleo', 'FINISHED', 18, 2000, { position: 3, status: 'FINISHED' }],
      ['Anna', 'DSQ', 0, null, { position: 2, status: 'DSQ' }],
    ]
    assert.deepEqual(await order(), struck)
    const penalise = (who: Person, disqualified: boolean) =>
      owner.as.send(calls.AddPenalty, {}, { sessionId: made.id, driverId: who.id, raceIndex: 0, disqualified, reason: 'The limiter was on.' })
    const { status, body } = await penalise(cleo, false)
    assert.deepEqual([status, (body as { code?: string }).code], [409, 'WRONG_STATE'])
    const back = await penalise(anna, false)
    assert.equal(back.status, 200, JSON.stringify(back.body))
    const counts = [
      ['Ben', 'FINISHED', 25, 4 * LAP, null],
      ['Anna', 'FINISHED', 18, 1000, { position: 2, status: 'DSQ' }],
      ['Cleo', 'FINISHED', 15, 2000, null],
    ]
    assert.deepEqual(await order(), counts)
    const { bestStats, results } = (await races(made.id))[0]!
    assert.equal(results.find(({ participantId }) => participantId === bestStats.fastestLap?.participantId)?.name, 'Anna')
    const { penalties } = (await anna.as.ask(calls.penalties, { sessionId: made.id })).body
    assert.deepEqual(
      penalties.map(({ kind, value, driverIds }) => [kind, value, driverIds]),
      [['REINSTATEMENT', null, [anna.id]]],
    )
    // stewards have the last word
    const out = await penalise(anna, true)
    assert.deepEqual(await order(), struck)
    await owner.as.done(calls.RevokeCorrection, { id: (out.body as { id: never }).id }, { reason: why })
    assert.deepEqual(await order(), counts)
    await owner.as.done(calls.RevokeCorrection, { id: (back.body as { id: never }).id }, { reason: 'It was off.' })
    assert.deepEqual(await order(), struck)
  })

  test('a torso that comes after a penalty changes nothing; the whole file waits, and the penalty stands in whichever is taken', async () => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    await enter(server, made, [{ userId: anna.id, raceNumber: 1, carId: '34' }])
    await bring(made, 0, [line(anna, 1, 0), line(ben, 2, 1000)])
    await owner.as.done(calls.AddPenalty, {}, { sessionId: made.id, driverId: anna.id, raceIndex: 0, time: 5, reason: why })
    const order = async () => (await races(made.id))[0]!.results.map(({ name, penaltyAdjustments }) => `${name} ${penaltyAdjustments}`)
    assert.deepEqual(await order(), ['Ben 0', 'Anna 5000'])
    const later = [line(anna, 1, 0), line(cleo, 3, 500), line(ben, 2, 1000)]
    await bring(made, 0, later, 300, 'R2.json')
    assert.deepEqual(await order(), ['Ben 0', 'Anna 5000'])
    await bring(made, 0, later, Infinity, 'R2.json')
    assert.deepEqual(await order(), ['Ben 0', 'Anna 5000'])
    const [segment] = (await owner.as.ask(resultFilesContract.laterResults, { id: made.id })).body.segments
    const waiting = segment!.versions.find(({ state }) => state === 'WAITING')!
    await owner.as.done(resultFilesContract.TakeLaterResult, { id: waiting.id, v: segment!.v }, { reason: 'The whole one.' })
    assert.deepEqual(await order(), ['Cleo 0', 'Ben 0', 'Anna 5000'])
  })

  test('seconds that are given back leave some of the race, whoever gives them at once; once a penalty is revoked nobody needs less than none', async () => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    await bring(made, 0, [line(anna, 1, 0), line(ben, 2, 1000)])
    const row = async (name: string) => (await races(made.id))[0]!.results.find((one) => one.name === name)!
    const { participantId } = await row('Ben')
    const give = async (time: number) => {
      const { status, body } = await owner.as.send(calls.AddPenalty, {}, { sessionId: made.id, participantId, raceIndex: 0, time, reason: why })
      const { id, code, params } = body as { id?: string; code?: string; params?: { field: string; max: number } }
      return { status, id, said: [code, params?.field, params?.max] }
    }
    assert.deepEqual((await give(-401)).said, ['TIME_GIVEN_TOO_LONG', 'time', 400.999])
    const at = await Promise.all([give(-300), give(-300)])
    assert.deepEqual(at.map(({ status }) => status).toSorted(), [200, 422])
    assert.equal((await row('Ben')).finalRaceTime, 101_000)
    const more = await give(500)
    assert.equal((await give(-600)).status, 200)
    assert.equal((await row('Ben')).finalRaceTime, 1000)
    await owner.as.done(calls.RevokeCorrection, { id: more.id as never }, { reason: 'It was another car.' })
    const { finalRaceTime, timeRetired, position, penaltyAdjustments } = await row('Ben')
    assert.deepEqual([finalRaceTime, timeRetired.value, position, penaltyAdjustments], [0, 0, 1, -900_000])
    assert.equal((await row('Anna')).timeRetired.value, 4 * LAP)
    assert.deepEqual((await give(-1)).said, ['TIME_GIVEN_TOO_LONG', 'time', 0])
  })
})
