import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { resultsContract, type SegmentView } from './contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from './results.fixture.ts'

/** Who stands in a race twice: a second car after the first was lost, or both splits. */
describe('a driver who stands in a race twice', () => {
  let server: TestServer
  let owner: Person
  let drivers: readonly Person[]
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'] })
    owner = await person(server, 'Olga Owner')
    drivers = await Promise.all(Array.from({ length: 12 }, (_, no) => person(server, `Driver ${no}`)))
    leagueId = await league(server, owner, { members: drivers })
  })
  after(() => server.stop())

  const line = (no: number, at: number, number = no + 1) =>
    accLine(number, drivers[no]!.steamId, drivers[no]!.name, 8, 8 * LAP + at * 1000, 98_000 + at)
  const entered = (from: number, to: number, splitNo?: number) =>
    drivers.slice(from, to).map(({ id }, at) => ({ userId: id, raceNumber: from + at + 1, carId: '34', ...(splitNo ? { splitNo } : {}) }))

  const race = async (id: SessionId) => (await server.visitor.ask(resultsContract.results, { sessionId: id })).body.results
  /** Places of the third driver, with what the race did to the rank and whether one stands beside the name. */
  const rated = (segments: readonly SegmentView[]) =>
    segments.flatMap(({ results }) =>
      results
        .filter(({ driverId }) => driverId === drivers[2]!.id)
        .map(({ position, rankingChange, rating }) => [position, rankingChange?.won ?? null, rating !== null]),
    )
  const bring = async (made: Event, split: number, lines: readonly ReturnType<typeof line>[]) => {
    assert.equal((await upload(server, made.servers[split]!, 'r.json', accFile('R', 0, lines))).status, 200)
    await allRead(server)
  }

  test('in two cars of one split is rated for the better placed, which alone says so', async () => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'], isRanked: true })
    await enter(server, made, entered(0, 6))
    await bring(made, 0, [...[0, 1, 2, 3, 4, 5].map((no, at) => line(no, at)), line(2, 9, 99)])
    assert.deepEqual(rated(await race(made.id)), [
      [3, 4, true],
      [7, null, true],
    ])
    const { results } = (await server.visitor.ask(resultsContract.publicDriverResults, { id: drivers[2]!.id })).body
    assert.deepEqual(
      results.map(({ position, rankingChange }) => [position, rankingChange?.won ?? null]).toSorted(([one], [other]) => one! - other!),
      [
        [3, 4],
        [7, null],
      ],
    )
  })

  test('in both splits is rated in one of them, which alone says so', async () => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'], isRanked: true, splits: 2 })
    await enter(server, made, [...entered(0, 6, 1), ...entered(6, 12, 2)])
    await bring(made, 0, [0, 1, 2, 3, 4, 5].map((no, at) => line(no, at))) // prettier-ignore
    await bring(made, 1, [6, 7, 8, 9, 10, 11, 2].map((no, at) => line(no, at))) // prettier-ignore
    assert.deepEqual(rated(await race(made.id)), [
      [3, 3, true],
      [7, null, true],
    ])
  })

  test('in both splits has the points of both; strangers of one name and number there are two', async () => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'], splits: 2, points: { table: [10, 6] } })
    const driver = { firstName: '', lastName: 'Max Max', playerId: '' }
    const plain = accLine(7, '', 'Max Max', 8, 8 * LAP, 98_000)
    const stranger = { ...plain, car: { ...plain.car, drivers: [driver] }, currentDriver: driver }
    await bring(made, 0, [stranger, line(2, 1)])
    await bring(made, 1, [stranger, line(2, 1)])
    const { overallPoints } = (await owner.as.ask(resultsContract.sessionPoints, { sessionId: made.id })).body
    assert.deepEqual(
      overallPoints.map(({ driverId, points }) => [driverId, points]),
      [
        [drivers[2]!.id, 12],
        [null, 10],
        [null, 10],
      ],
    )
  })

  test('who never entered is corrected in one car, not in both', async () => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    const lines = [...[0, 1, 2].map((no, at) => line(no, at)), line(2, 9, 99)]
    await bring(made, 0, lines)
    const to = { sessionId: made.id, driverId: drivers[2]!.id }
    await owner.as.done(correctionsContract.AddPointAdjustment, {}, { ...to, scope: 0, points: -1, reason: 'Late.' })
    await owner.as.done(correctionsContract.AddPenalty, {}, { ...to, raceIndex: 0, time: 1, reason: 'Cut.' })
    const corrected = async () =>
      (await race(made.id))[0]!.results.map(({ position, penaltyAdjustments, pointsAdjustments }) => [
        position,
        penaltyAdjustments,
        pointsAdjustments,
      ])
    const expected = [
      [1, 0, 0],
      [2, 0, 0],
      [3, 1000, -1],
      [4, 0, 0],
    ]
    assert.deepEqual(await corrected(), expected)
    // the same race comes again
    assert.equal((await upload(server, made.servers[0]!, 'again.json', accFile('R', 0, lines))).status, 200)
    await allRead(server)
    assert.deepEqual(await corrected(), expected)
    // the other car, by its row
    const { participantId } = (await race(made.id))[0]!.results[3]!
    await owner.as.done(correctionsContract.AddPenalty, {}, { sessionId: made.id, participantId, raceIndex: 0, time: 3, reason: 'Cut.' })
    assert.deepEqual(await corrected(), expected.with(3, [4, 3000, 0]))
    // and in another order: each car keeps what stands against it
    const turned = [line(0, 0), line(1, 1), line(2, 2, 99), line(2, 30)]
    assert.equal((await upload(server, made.servers[0]!, 'turned.json', accFile('R', 0, turned))).status, 200)
    await allRead(server)
    const { segments } = (await owner.as.ask(resultFilesContract.laterResults, { id: made.id })).body
    const later = segments[0]!.versions.find(({ state }) => state === 'WAITING')!
    await owner.as.done(resultFilesContract.TakeLaterResult, { id: later.id, v: segments[0]!.v }, { reason: 'The first file was cut off.' })
    assert.deepEqual(await corrected(), [...expected.slice(0, 2), [3, 3000, 0], [4, 1000, -1]])
  })

  test('who never entered is rated for the car that is better placed once a penalty counts, which alone says so', async () => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'], isRanked: true })
    await bring(made, 0, [...[0, 1, 2, 3, 4, 5].map((no, at) => line(no, at)), line(2, 9, 99)])
    assert.deepEqual(rated(await race(made.id)), [
      [3, 4, true],
      [7, null, true],
    ])
    const { participantId } = (await race(made.id))[0]!.results[2]!
    await owner.as.done(correctionsContract.AddPenalty, {}, { sessionId: made.id, participantId, raceIndex: 0, time: 20, reason: 'Cut.' })
    assert.deepEqual(rated(await race(made.id)), [
      [6, 1, true],
      [7, null, true],
    ])
  })
})
