import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { correctionsContract as calls } from './contract.ts'

const WHY = 'Cut the last corner.'

describe('corrections of results', () => {
  let server: TestServer
  let [olga, adam] = Array<Person>(2) as [Person, Person]
  let drivers: readonly Person[]
  let leagueId: LeagueId
  before(async () => {
    server = await testServer()
    ;[olga, adam] = (await Promise.all(['Olga Owner', 'Adam Admin'].map((name) => person(server, name)))) as [Person, Person]
    drivers = await Promise.all(['Anna', 'Ben', 'Cleo', 'Dan', 'Eve'].map((name) => person(server, name)))
    leagueId = await league(server, olga, { admins: [adam], members: drivers })
  })
  after(() => server.stop())

  /** A race of five, two seconds between each. */
  async function raced(options: Parameters<typeof runningEvent>[3] = {}): Promise<Event> {
    const made = await runningEvent(server, olga, leagueId, { segments: ['RACE'], ...options })
    await enter(
      server,
      made,
      drivers.map(({ id: userId }, i) => ({ userId, raceNumber: 11 + i, carId: '34' })),
    )
    await send(made, drivers)
    return made
  }
  async function send(made: Event, order: readonly Person[], name = '250101_203000_R.json'): Promise<void> {
    const lines = order.map((one, i) => accLine(11 + drivers.indexOf(one), one.steamId, one.name, 4, 4 * LAP + i * 2000, 97_000 + i * 100))
    assert.equal((await upload(server, made.servers[0]!, name, accFile('R', 1, lines))).status, 200)
    await allRead(server)
  }
  const table = async (id: SessionId) =>
    (await olga.as.ask(resultsContract.memberResults, { sessionId: id })).body.results
      .find(({ type }) => type === 'RACE')!
      .results.map((row) => ({ ...row, name: row.name }))
  const order = async (id: SessionId) => (await table(id)).map(({ name }) => name)
  const penalise = (who: Person, of: Person, id: SessionId, penalty: object, reason = WHY) =>
    who.as.send(calls.AddPenalty, {}, { sessionId: id, driverId: of.id, raceIndex: 0, ...penalty, reason } as never)
  const stands = async (id: SessionId) =>
    (await olga.as.ask(calls.penalties, { sessionId: id })).body.penalties.filter(({ revoked }) => revoked === null)

  test('as many penalties as somebody gives add up, however long each is', async () => {
    const { id } = await raced()
    // 36,000 seconds are the most, and sixty of them more than thirty-two bits of milliseconds
    for (let no = 0; no < 60; no++) assert.equal((await penalise(adam, drivers[4]!, id, { time: 36_000 })).status, 200, `penalty ${no}`)
    const last = (await table(id)).at(-1)!
    assert.equal(last.name, 'Eve')
    assert.equal(last.penaltyAdjustments, 60 * 36_000_000)
  })

  test('a time penalty moves a driver, gaps and points follow; revoked, everything is as it was to the last byte', async () => {
    const { id } = await raced()
    const before = await table(id)
    const given = await penalise(adam, drivers[0]!, id, { time: 3 })
    assert.equal(given.status, 200, JSON.stringify(given.body))
    const after = await table(id)
    assert.deepEqual(
      after.map(({ name, position, finalRaceTime, calculatedPoints, penaltyAdjustments, timeRetired }) => [
        name,
        position,
        finalRaceTime! - 4 * LAP,
        calculatedPoints,
        penaltyAdjustments,
        timeRetired.value! - (position === 1 ? 4 * LAP : 0),
      ]),
      [
        ['Ben', 1, 2000, 25, 0, 2000],
        ['Anna', 2, 3000, 18, 3000, 1000],
        ['Cleo', 3, 4000, 15, 0, 2000],
        ['Dan', 4, 6000, 12, 0, 4000],
        ['Eve', 5, 8000, 10, 0, 6000],
      ],
    )
    const [row] = await stands(id)
    assert.deepEqual(
      [row!.kind, row!.raceNo, row!.value, row!.reason, row!.driverIds, row!.createdBy?.name],
      ['TIME', 1, 3000, WHY, [drivers[0]!.id], 'Adam Admin'],
    )
    assert.equal((await olga.as.send(calls.RevokeCorrection, { id: row!.id }, { reason: 'Looked again.' })).status, 200)
    assert.deepEqual(await table(id), before)
    assert.deepEqual(
      (await olga.as.ask(calls.penalties, { sessionId: id })).body.penalties.map(({ revoked }) => [revoked?.by, revoked?.reason]),
      [['Olga Owner', 'Looked again.']],
    )
    assert.deepEqual((await drivers[1]!.as.ask(calls.penalties, { sessionId: id })).body, { penalties: [], may: { adjust: false } })
    const told = (await drivers[0]!.as.ask(notificationsContract.notifications, {})).body.notifications.map(({ kind }) => kind)
    assert.deepEqual(told.filter((kind) => kind.includes('correct')).toSorted(), ['correction-revoked', 'result-corrected'])
  })

  test('places, points and a disqualification; several of one driver add up; the adjustment of the whole event counts in its sum', async () => {
    const { id } = await raced()
    for (const penalty of [{ positions: 1 }, { positions: 1 }, { points: 4 }])
      assert.equal((await penalise(adam, drivers[0]!, id, penalty)).status, 200)
    assert.equal((await penalise(adam, drivers[3]!, id, { disqualified: true })).status, 200)
    const given = { sessionId: id, driverId: drivers[1]!.id, scope: 'OVERALL' as const, points: 2.5, reason: 'Fair play.' }
    assert.equal((await adam.as.send(calls.AddPointAdjustment, {}, given)).status, 200)
    assert.deepEqual(
      (await table(id)).map(({ name, status, finalPoints }) => [name, status, finalPoints]),
      [
        ['Ben', 'FINISHED', 25],
        ['Cleo', 'FINISHED', 18],
        ['Anna', 'FINISHED', 11],
        ['Eve', 'FINISHED', 12],
        ['Dan', 'DSQ', 0],
      ],
    )
    const { overallPoints } = (await olga.as.ask(resultsContract.sessionPoints, { sessionId: id })).body
    assert.deepEqual(
      overallPoints.map(({ points }) => points),
      [27.5, 18, 12, 11, 0],
    )
  })

  test('what is told of a race follows who counts in it: spread, fastest lap, its star, event lists and the drivers’ own results', async () => {
    const { id } = await raced({ status: 'ENDED' })
    // Anna won, and was the fastest
    const told = async () => {
      const race = (await olga.as.ask(resultsContract.memberResults, { sessionId: id })).body.results.find(({ type }) => type === 'RACE')!
      const nameOf = (participantId: string | undefined) => race.results.find((row) => row.participantId === participantId)?.name
      const { outcome } = (await olga.as.ask(resultsContract.memberPastEvents, { leagueId })).body.events.find((one) => one.id === id)!
      const laps = async (who: Person) =>
        (await who.as.ask(resultsContract.driverLaps, { sessionId: id, subSessionIndex: 0, driverId: who.id })).body.stats.bestCleanLapTimeMs
      const counted = async (who: Person) =>
        (await who.as.ask(resultsContract.driverResults, { id: who.id, leagueId })).body.results.find((one) => one.sessionId === id)!.isFastestLap
      return {
        fastest: [nameOf(race.bestStats.fastestLap?.participantId), race.bestStats.fastestLap?.timeMs],
        spread: race.bestStats.topTenSpreadMs,
        stars: race.results.filter(({ bestLapIs }) => bestLapIs === 'session').map(({ name }) => name),
        list: [outcome?.fastestLap?.name, outcome?.podium.map(({ name }) => name).join(' ')],
        own: [await counted(drivers[0]!), await counted(drivers[1]!)],
        laps: [(await laps(drivers[0]!)).isSessionBest, (await laps(drivers[1]!)).isSessionBest],
      }
    }
    const before = await told()
    assert.deepEqual(before, {
      fastest: ['Anna', 97_000],
      spread: 8000,
      stars: ['Anna'],
      list: ['Anna', 'Anna Ben Cleo'],
      own: [true, false],
      laps: [true, false],
    })
    assert.equal((await penalise(adam, drivers[0]!, id, { disqualified: true })).status, 200)
    assert.deepEqual(await told(), {
      fastest: ['Ben', 97_100],
      spread: 6000,
      stars: ['Ben'],
      list: ['Ben', 'Ben Cleo Dan'],
      own: [false, true],
      laps: [false, true],
    })
    const [row] = await stands(id)
    assert.equal((await olga.as.send(calls.RevokeCorrection, { id: row!.id }, { reason: 'Looked again.' })).status, 200)
    assert.deepEqual(await told(), before)
    // five seconds for the winner: who won now came in two seconds later than that
    assert.equal((await penalise(adam, drivers[0]!, id, { time: 20 })).status, 200)
    assert.deepEqual([(await told()).fastest, (await told()).spread], [['Anna', 97_000], 18_000])
  })

  test('what stands against somebody stands against the results that come again, and against a later one that is taken', async () => {
    const made = await raced()
    assert.equal((await penalise(adam, drivers[0]!, made.id, { time: 5 })).status, 200)
    assert.deepEqual(await order(made.id), ['Ben', 'Cleo', 'Anna', 'Dan', 'Eve'])
    // the same race comes again, in another order, and an admin takes that, and takes it back
    await send(made, [drivers[0]!, drivers[2]!, drivers[1]!, drivers[3]!, drivers[4]!], '250101_213000_R.json')
    const [segment] = (await olga.as.ask(resultFilesContract.laterResults, { id: made.id })).body.segments
    const waiting = segment!.versions.find(({ state }) => state === 'WAITING')!
    const { v } = segment!
    await olga.as.done(resultFilesContract.TakeLaterResult, { id: waiting.id, v }, { reason: 'The right one.' })
    assert.deepEqual(await order(made.id), ['Cleo', 'Ben', 'Anna', 'Dan', 'Eve'])
    const [choice] = (await olga.as.ask(resultFilesContract.laterResults, { id: made.id })).body.segments[0]!.choices
    await olga.as.done(resultFilesContract.UndoResultChoice, { id: choice!.id, v: v + 1 }, { reason: 'Not after all.' })
    assert.deepEqual(await order(made.id), ['Ben', 'Cleo', 'Anna', 'Dan', 'Eve'])
    assert.equal((await stands(made.id)).length, 1)
  })

  test('bad input is refused at its field, and nobody but admins corrects', async () => {
    const { id } = await raced()
    const code = async (sent: ReturnType<typeof penalise>) => {
      const { body } = (await sent) as { body: { code?: string; params?: { field?: string } } }
      return [body.code, body.params?.field]
    }
    assert.deepEqual(await code(penalise(adam, drivers[0]!, id, { time: 0 })), ['ADJUSTMENT_ZERO', 'time'])
    assert.deepEqual(await code(penalise(adam, drivers[0]!, id, { time: 1 }, ' ')), ['REASON_LENGTH', 'reason'])
    assert.deepEqual(await code(penalise(adam, drivers[0]!, id, { time: 1 }, 'x'.repeat(501))), ['REASON_LENGTH', 'reason'])
    assert.deepEqual(await code(penalise(adam, olga, id, { time: 1 })), ['NOT_FOUND', 'driverId'])
    assert.deepEqual(await code(penalise(adam, drivers[0]!, id, { time: 1, points: 1 })), ['MALFORMED', 'time'])
    assert.deepEqual(await code(penalise(adam, drivers[0]!, id, {})), ['MALFORMED', 'time'])
    assert.deepEqual((await code(penalise(drivers[1]!, drivers[0]!, id, { time: 1 })))[0], 'ADMIN_REQUIRED')
    assert.deepEqual(await stands(id), [])
  })

  test('a hundred at once by two admins: all of them count, each once; and each is revoked once', async () => {
    const { id } = await raced()
    const before = await table(id)
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, n) => penalise(n % 2 ? adam : olga, drivers[n % 5]!, id, n % 3 ? { time: 0.1 } : { points: 1 })),
    )
    assert.ok(sent.every(({ status }) => status === 200))
    const rows = await table(id)
    assert.equal(
      rows.reduce((sum, { penaltyAdjustments }) => sum + penaltyAdjustments, 0),
      33 * 100,
    )
    assert.equal(
      rows.reduce((sum, { pointsAdjustments }) => sum + pointsAdjustments, 0),
      -17,
    )
    const all = await stands(id)
    const revoked = await Promise.all(
      all.flatMap((one) => [adam, olga].map((who) => who.as.send(calls.RevokeCorrection, { id: one.id }, { reason: WHY }))),
    )
    assert.equal(revoked.filter(({ status }) => status === 200).length, 50)
    assert.deepEqual(
      new Set(revoked.filter(({ status }) => status !== 200).map(({ body }) => (body as { code: string }).code)),
      new Set(['WRONG_STATE']),
    )
    assert.deepEqual(await table(id), before)
  })

  test('whoever has left a hidden community is told, and given no way to what is missing for them', async () => {
    const { id } = await raced()
    const v = async () => ({ id: leagueId, v: (await olga.as.ask(membersContract.league, { id: leagueId })).body.v })
    await olga.as.done(leaguesContract.ChangeVisibility, await v(), { visibility: 'HIDDEN' })
    await drivers[4]!.as.done(membersContract.LeaveLeague, await v(), {})
    for (const who of [drivers[3]!, drivers[4]!]) assert.equal((await penalise(adam, who, id, { time: 5 }, 'Said to whoever left.')).status, 200)
    const link = async (who: Person) =>
      (await who.as.ask(notificationsContract.notifications, {})).body.notifications.find(
        ({ params }) => params['reason'] === 'Said to whoever left.',
      )?.link
    assert.deepEqual([await link(drivers[3]!), await link(drivers[4]!)], [`/events/${id}`, null])
  })
})
