import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { encodeUtf8 } from '#games/text.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { resultsContract } from './contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import {
  accFile,
  accLine as line,
  LAP,
  type AccLine as Row,
  allRead,
  enter,
  liveServer,
  runningEvent,
  upload,
  type Event,
} from './results.fixture.ts'

describe('results', () => {
  let server: TestServer
  let owner: Person
  let dora: Person
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'] })
    owner = await person(server, 'Olga Owner')
    dora = await person(server, 'Dora Klein', { country: 'DE' })
    leagueId = await league(server, owner, { shortName: 'RES' })
  })
  after(() => server.stop())

  const rows = (): readonly Row[] => [
    line(63, '76561190000000001', 'Marco Bellini', 4, 4 * LAP, 98_000),
    line(911, dora.steamId, 'whatever the game says', 4, 4 * LAP + 3904, 97_204),
    line(8, '76561190000000003', '=HYPERLINK("x")', 3, 3 * LAP + 9000, 98_500, 80),
    line(9, '76561190000000004', 'Early Out', 1, LAP, 99_999),
  ]
  const event = async (options: Parameters<typeof runningEvent>[3] = {}): Promise<Event> => {
    const made = await runningEvent(server, owner, leagueId, options)
    await enter(server, made, [{ userId: dora.id, raceNumber: 911, carId: '34' }])
    return made
  }
  const bring = async (to: Event, name: string, bytes: Uint8Array, split = 0) => {
    const reply = await upload(server, to.servers[split]!, name, bytes)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    await allRead(server)
    return reply.body
  }
  const table = async (id: string) => (await server.visitor.ask(resultsContract.results, { sessionId: id })).body

  test('a weekend is read into tables in their order, rows ready to draw', async () => {
    const made = await event()
    const [marco, own, caro, early] = rows() as [Row, Row, Row, Row]
    await bring(made, '250101_200000_Q.json', accFile('Q', 1, [own, marco, caro]))
    assert.equal((await table(made.id)).results.length, 1)
    await bring(made, '250101_203000_R.json', accFile('R', 2, [marco, own, caro, early]))
    const { results } = await table(made.id)
    assert.deepEqual(
      results.map(({ key, splitNo }) => [key, splitNo]),
      [
        ['race-1', 1],
        ['qualify-1', 1],
      ],
    )
    const race = results[0]!
    assert.deepEqual(
      race.results.map((row) => [row.position, row.startPosition, row.positionsGained, row.name, row.status, row.timeRetired, row.finalPoints]),
      [
        [1, 2, 1, 'Marco Bellini', 'FINISHED', { type: 'TIME', value: 400_000 }, 25],
        [2, 1, -1, 'Dora Klein', 'FINISHED', { type: 'TIMEDIFF', value: 3904 }, 18],
        [3, 3, 0, '=HYPERLINK("x")', 'FINISHED', { type: 'LAPS', value: 1 }, 15],
        [4, null, null, 'Early Out', 'DNF', { type: 'DNF', value: null }, 0],
      ],
    )
    assert.deepEqual([race.results[1]?.driverId, race.results[1]?.country, race.results[1]?.bestLapIs], [dora.id, 'DE', 'session'])
    assert.equal(race.bestStats.fastestLap?.timeMs, 97_204)
    assert.equal(race.bestStats.topTenSpreadMs, 3904)
    assert.deepEqual(
      results[1]?.results.map((row) => row.finalPoints),
      [0, 0, 0],
    )
  })

  test('of a practice nothing is provisional: nobody can report it', async () => {
    const made = await event()
    await bring(made, 'FP.json', accFile('FP', 0, rows()))
    await bring(made, 'R.json', accFile('R', 2, rows()))
    const isProvisional = async (type: 'PRACTICE' | 'RACE') =>
      (await dora.as.ask(resultsContract.driverResults, { id: dora.id, type })).body.results.find((one) => one.sessionId === made.id)!.isProvisional
    assert.deepEqual([await isProvisional('PRACTICE'), await isProvisional('RACE')], [false, true])
  })

  test('the last race ends the event and tells everybody once', async () => {
    const made = await event({ segments: ['RACE'] })
    const { db } = server.running.machine
    await bring(made, 'r.json', accFile('R', 0, rows()))
    assert.equal((await db.selectFrom('sessions').select('status').where('id', '=', made.id).executeTakeFirst())?.status, 'ENDED')
    const told = () =>
      db.selectFrom('notifications').select('effect_key').where('user_id', '=', dora.id).where('link', '=', `/events/${made.id}`).execute()
    await until('the driver is told', async () => (await told()).length > 0)
    assert.deepEqual(await told(), [{ effect_key: `results-in:${made.id}:${dora.id}` }])
  })

  test('an event of two splits ends when both have their race', async () => {
    const made = await event({ segments: ['RACE'], splits: 2 })
    const status = async () =>
      (await server.running.machine.db.selectFrom('sessions').select('status').where('id', '=', made.id).executeTakeFirst())?.status
    await bring(made, 'r.json', accFile('R', 0, rows()), 0)
    assert.equal(await status(), 'IN_PROGRESS')
    await bring(made, 'r.json', accFile('R', 0, rows()), 1)
    assert.equal(await status(), 'ENDED')
    assert.deepEqual(
      (await table(made.id)).results.map(({ key, splitNo }) => [key, splitNo]),
      [
        ['race-1', 1],
        ['race-1', 2],
      ],
    )
  })

  test('a file that cannot be read is kept, shown to admins with the reason, and read again when asked', async () => {
    const made = await event({ segments: ['RACE'] })
    const { fileId } = await bring(made, 'r.json', encodeUtf8('{"sessionType": "R", "trackName'))
    const { files } = (await owner.as.ask(resultFilesContract.resultFiles, { id: made.id })).body
    assert.deepEqual([files.length, files[0]?.status, files[0]?.code], [1, 'UNREADABLE', 'IMPORT_UNREADABLE'])
    assert.ok(files[0]?.reason)
    assert.equal((await dora.as.ask(resultFilesContract.resultFiles, { id: made.id })).body.code, 'ADMIN_REQUIRED')
    assert.equal((await dora.as.send(resultFilesContract.RetryReading, { id: fileId }, {})).body.code, 'ADMIN_REQUIRED')
    // as if the reader had learned to read it
    await server.running.machine.db
      .updateTable('result_files')
      .set({ bytes: Buffer.from(accFile('R', 0, rows())) })
      .where('id', '=', fileId as never)
      .execute()
    await owner.as.done(resultFilesContract.RetryReading, { id: fileId }, {})
    await allRead(server)
    assert.equal((await table(made.id)).results[0]?.results.length, 4)
    const ids = (await table(made.id)).results[0]?.results.map(({ participantId }) => participantId)
    await owner.as.done(resultFilesContract.RetryReading, { id: fileId }, {})
    await allRead(server)
    assert.deepEqual(
      (await table(made.id)).results[0]?.results.map(({ participantId }) => participantId),
      ids,
    )
  })

  test('an upload needs the lease, the right sum and a bearable size', async () => {
    const made = await event()
    const [by] = made.servers
    const bytes = accFile('R', 2, rows())
    assert.equal((await upload(server, by!, 'r.json', bytes, { fence: by!.fence - 1 })).body.code, 'LEASE_LOST')
    assert.equal((await upload(server, by!, 'r.json', bytes, { sha256: '0'.repeat(64) })).body.code, 'UPLOAD_FAILED')
    assert.equal((await upload(server, { ...by!, token: 'x'.repeat(32) }, 'r.json', bytes)).body.code, 'HOST_TOKEN_INVALID')
    assert.equal((await upload(server, by!, 'r.json', Buffer.alloc(8 * 1024 * 1024 + 1))).body.code, 'FILE_TOO_LARGE')
    assert.equal((await table(made.id)).results.length, 0)
  })

  test('a large file is read in a thread of its own', async () => {
    const made = await event({ segments: ['RACE'] })
    const bytes = Buffer.concat([accFile('R', 0, rows()), Buffer.alloc(2 * 1024 * 1024, ' ')])
    await bring(made, 'r.json', bytes)
    assert.equal((await table(made.id)).results[0]?.results.length, 4)
  })

  test('a session nobody drove is kept without a tab', async () => {
    const made = await event()
    await bring(made, 'fp.json', accFile('FP', 0, []))
    assert.deepEqual((await table(made.id)).results, [])
    assert.deepEqual(
      (await owner.as.ask(resultFilesContract.resultFiles, { id: made.id })).body.files.map(({ status }) => status),
      ['READ'],
    )
  })

  test('a server that was restarted writes over what the first one wrote', async () => {
    const made = await event({ segments: ['QUALIFY', 'RACE'] })
    await bring(made, 'old.json', accFile('Q', 0, rows().slice(0, 2)))
    const { db } = server.running.machine
    const { id } = await db.selectFrom('splits').select('id').where('session_id', '=', made.id).executeTakeFirstOrThrow()
    await db.updateTable('servers').set({ ended_at: new Date() }).where('split_id', '=', id).execute()
    const again = await liveServer(server, made.id, id)
    await upload(server, again, 'new.json', accFile('Q', 0, rows().slice(0, 3)))
    await allRead(server)
    const { results } = await table(made.id)
    assert.deepEqual([results.length, results[0]?.results.length], [1, 3])
  })

  test('laps: own ones in full, others’ left out without a plan, statistics for everybody', async () => {
    const made = await event({ segments: ['RACE'] })
    await bring(made, 'r.json', accFile('R', 0, rows()))
    const [marco] = (await table(made.id)).results[0]!.results
    const at = { sessionId: made.id, subSessionIndex: 0 }
    const own = (await dora.as.ask(resultsContract.driverLaps, { ...at, driverId: dora.id })).body
    assert.deepEqual([own.upgrade, own.total, own.laps.length, own.name], [false, 4, 4, 'Dora Klein'])
    assert.deepEqual(own.stats.bestCleanLapTimeMs, { value: 97_204, sessionBest: 97_204, isSessionBest: true })
    assert.deepEqual([own.laps[0]?.isClean, own.laps[1]?.best, own.laps[1]?.deltaMs, own.laps[1]?.sectors[2]?.best], [false, 'session', 0, 'session'])
    const others = (await dora.as.ask(resultsContract.driverLaps, { ...at, participantId: marco!.participantId })).body
    assert.deepEqual([others.upgrade, others.laps, others.total], [true, [], 4])
    assert.equal(others.stats.bestCleanLapTimeMs.value, 98_000)
    const paying = await person(server, 'Paula Plan', { plan: 'PREMIUM' })
    const page = (await paying.as.ask(resultsContract.driverLaps, { ...at, participantId: marco!.participantId, offset: 2, limit: 1 })).body
    assert.deepEqual(
      page.laps.map(({ lapNumber }) => lapNumber),
      [3],
    )
    assert.equal((await server.visitor.ask(resultsContract.driverLaps, { ...at, driverId: dora.id })).body.code, 'LOGIN_REQUIRED')
    const chart = (await dora.as.ask(resultsContract.lapChart, { sessionId: made.id, segment: 'race-1' })).body
    assert.deepEqual(
      chart.lines.map(({ times }) => times?.length ?? null),
      [null, 4, null, null],
    )
    // what is calculated from lap times is gated with them; best sectors stand in everybody's statistics
    assert.deepEqual(
      chart.lines.map(({ averageSectors, bestSectors }) => [averageSectors !== null, bestSectors.length]),
      [
        [false, 3],
        [true, 3],
        [false, 3],
        [false, 0],
      ],
    )
    assert.deepEqual([chart.upgrade, chart.lines[0]!.pits], [true, null])
    const full = (await paying.as.ask(resultsContract.lapChart, { sessionId: made.id, segment: 'race-1' })).body
    assert.ok(!full.upgrade && full.lines.every(({ times, averageSectors }) => times !== null && averageSectors !== null))
    const places = (await server.visitor.ask(resultsContract.chart, { sessionId: made.id, segment: 'race-1' })).body
    assert.deepEqual(
      places.lines.map(({ positions }) => positions.length),
      [4, 4, 3, 1],
    )
    assert.ok(!JSON.stringify(places).includes('times'))
  })

  test('CSV equals the table, a formula is made harmless', async () => {
    const made = await event({ segments: ['RACE'] })
    await bring(made, 'r.json', accFile('R', 0, rows()))
    const reply = await server.visitor.fetch(`/results/${made.id}/export.csv?segment=race-1`)
    assert.match(reply.headers.get('content-type') ?? '', /^text\/csv/)
    const lines = (await reply.text()).trimEnd().split('\r\n')
    assert.equal(lines[0], 'pos,startPos,participant,car,class,totalTime,bestLapTime,bestCleanLapTime,calculatedPoints,finalPoints,laps')
    assert.match(lines[1]!, /^1,,Marco Bellini,[^,]+,[^,]*,6:40\.000,1:38\.000,1:38\.000,25,25,4$/)
    assert.ok(lines[3]!.includes(`"'=HYPERLINK(""x"")"`))
    assert.ok(lines[4]!.includes(',DNF,'))
    assert.equal(lines.length, 5)
    assert.equal((await server.visitor.fetch(`/results/${made.id}/export.csv?segment=race-2`)).status, 404)
  })

  test('no account of a platform leaves; a hidden community’s results are missing to strangers', async () => {
    const hidden = await league(server, owner, { shortName: 'HID' })
    const made = await runningEvent(server, owner, hidden, { segments: ['RACE'] })
    await bring(made, 'r.json', accFile('R', 0, rows()))
    assert.ok(!/765611\d+/.test(JSON.stringify(await table(made.id))))
    await server.running.machine.db.updateTable('leagues').set({ visibility: 'HIDDEN' }).where('id', '=', hidden).execute()
    server.running.machine.answers.drop([`league:${hidden}`])
    const missing = { ...(await server.visitor.ask(resultsContract.results, { sessionId: '019a0000-0000-7000-8000-000000000000' })).body }
    assert.deepEqual(await table(made.id), missing)
    for (const ask of [resultsContract.memberResults, resultsContract.sessionPoints] as const)
      assert.equal((await dora.as.ask(ask, { sessionId: made.id })).body.code, 'NOT_FOUND')
    for (const path of ['export.csv?segment=race-1', 'chart?segment=race-1']) {
      const root = path.startsWith('chart') ? '/public' : ''
      assert.equal((await server.visitor.fetch(`${root}/results/${made.id}/${path}`)).status, 404)
    }
    assert.equal((await dora.as.ask(resultFilesContract.resultFiles, { id: made.id })).body.code, 'NOT_FOUND')
    assert.equal((await owner.as.ask(resultsContract.memberResults, { sessionId: made.id })).body.may.manageFiles, true)
    const races = (await server.visitor.ask(resultsContract.publicDriverResults, { id: dora.id, limit: 100 })).body
    assert.ok(races.total > 0 && races.results.every((one) => one.sessionId !== made.id && one.position === 2))
  })

  test('a new name stands in the table at once', async () => {
    const made = await event({ segments: ['RACE'] })
    await bring(made, 'r.json', accFile('R', 0, rows()))
    assert.equal((await table(made.id)).results[0]?.results[1]?.name, 'Dora Klein')
    const { accountsContract } = await import('#modules/accounts/contract.ts')
    await dora.as.done(accountsContract.ChangeName, { id: dora.id, v: 1 }, { name: 'Dora K' })
    assert.equal((await table(made.id)).results[0]?.results[1]?.name, 'Dora K')
  })

  test('points per driver over all races', async () => {
    const made = await event({ segments: ['RACE', 'RACE'], points: { table: [10, 6, 3] } })
    await bring(made, 'r1.json', accFile('R', 0, rows()))
    await bring(made, 'r2.json', accFile('R', 1, rows().toReversed()))
    const { overallPoints, racePoints } = (await dora.as.ask(resultsContract.sessionPoints, { sessionId: made.id })).body
    assert.deepEqual(
      racePoints.map(({ raceNo, points }) => [raceNo, points.find(({ driverId }) => driverId === dora.id)?.points]),
      [
        [1, 6],
        [2, 3],
      ],
    )
    assert.equal(overallPoints.find(({ driverId }) => driverId === dora.id)?.points, 9)
  })
})
