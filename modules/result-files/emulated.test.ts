import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { grid, seeded } from '#games/emulate.fixture.ts'
import type { GameId, ServerOrder } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { resultFilesContract } from './contract.ts'
import { allRead, liveServer, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'

const SEGMENTS = [
  { type: 'PRACTICE' as const, durationMin: 10, options: {} },
  { type: 'QUALIFY' as const, durationMin: 10, options: {} },
  { type: 'RACE' as const, durationMin: 12, options: {} },
]

describe('result files of emulated servers', () => {
  let server: TestServer
  let owner: Person
  let leagueId: LeagueId
  before(async () => {
    server = await testServer()
    owner = await person(server, 'Olga Owner')
    leagueId = await league(server, owner, { shortName: 'EMU' })
  })
  after(() => server.stop())

  /** What a server of this game writes in an event, in order. */
  function written(id: GameId, segments: ServerOrder['segments'], seed: number): readonly { readonly name: string; readonly bytes: Uint8Array }[] {
    const game = gameOf(id)!
    const track = game.catalogue.tracks.find(({ layouts }) => layouts.length > 0)
    const carIds = game.catalogue.cars.slice(0, 2).map((car) => car.id)
    const ports = Object.fromEntries(game.server!.launch.ports.map(({ name }, i) => [name, 9000 + i]))
    const order = grid(game, 6, { trackId: track!.id, layoutId: track!.layouts[0]!.id, carIds, ports, segments })
    const { steps } = game.server!.emulate(game.server!.writeFiles(order), seeded(seed))
    let at = Date.UTC(2026, 0, 2)
    return steps.flatMap((step) => ('nameAt' in step ? [{ name: step.nameAt(new Date((at += 600_000))), bytes: step.bytes }] : []))
  }
  const bring = async (to: Event, file: { readonly name: string; readonly bytes: Uint8Array }) => {
    assert.equal((await upload(server, to.servers[0]!, file.name, file.bytes)).status, 200)
    await allRead(server)
  }
  const table = async ({ id }: Event) => (await server.visitor.ask(resultsContract.results, { sessionId: id })).body.results
  const statusOf = async ({ id }: Event) =>
    (await server.running.machine.db.selectFrom('sessions').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

  for (const game of ['r3e', 'ams2', 'lmu'] as const)
    test(`${game}: a whole weekend, the race ends it, the same again changes nothing`, async () => {
      const made = await runningEvent(server, owner, leagueId, { game })
      const files = written(game, SEGMENTS, 7)
      for (const [i, file] of files.entries()) {
        // AMS2 saves its file again in the lobby, and when everybody has left
        const isAfter = game === 'ams2' && i >= files.length - 2
        assert.equal(await statusOf(made), isAfter ? 'ENDED' : 'IN_PROGRESS', file.name)
        await bring(made, file)
        assert.equal(new Set((await table(made)).map(({ key }) => key)).size, (await table(made)).length, `${i}`)
      }
      assert.equal(await statusOf(made), 'ENDED')
      const results = await table(made)
      assert.deepEqual(
        results.map(({ key }) => key),
        ['race-1', 'qualify-1', 'practice-1'],
      )
      const [race] = results
      // every race has a grid: the file's own, or that of the qualifying
      assert.ok(race!.results.filter(({ lapCount }) => lapCount > 0).every(({ startPosition }) => startPosition !== null))
      assert.equal(race!.results[0]?.finalPoints, 25)
      assert.ok(race!.trackName)
      // late versions of a file that has grown, and the same once more
      for (const file of files) await bring(made, file)
      assert.deepEqual(await table(made), results)
      const { files: listed } = (await owner.as.ask(resultFilesContract.resultFiles, { id: made.id })).body
      assert.deepEqual([listed.length, listed.at(-1)?.type], [files.length, 'RACE'])
    })

  test('r3e: two races of one file, and one file for each of two servers', async () => {
    const made = await runningEvent(server, owner, leagueId, { game: 'r3e', segments: ['PRACTICE', 'QUALIFY', 'RACE', 'RACE'] })
    const [file] = written('r3e', [...SEGMENTS, SEGMENTS[2]!], 3)
    await bring(made, file!)
    assert.deepEqual(
      (await table(made)).map(({ key }) => key),
      ['race-1', 'race-2', 'qualify-1', 'practice-1'],
    )
    assert.equal(await statusOf(made), 'ENDED')
  })

  test('ams2: versions that are read in the wrong order leave the newest', async () => {
    const made = await runningEvent(server, owner, leagueId, { game: 'ams2' })
    const files = written('ams2', SEGMENTS, 11)
    await Promise.all(files.map((file) => upload(server, made.servers[0]!, file.name, file.bytes)))
    await allRead(server)
    // as if they had been read one after the other
    const other = await runningEvent(server, owner, await league(server, owner, { shortName: 'EMU2' }), { game: 'ams2' })
    for (const file of files) await bring(other, file)
    const facts = async (of: Event) => (await table(of)).map(({ key, results }) => [key, results.map((row) => [row.name, row.lapCount])])
    assert.deepEqual(await facts(made), await facts(other))
    assert.equal((await facts(made)).length, 3)
  })

  test('ams2: a file that begins anew, or breaks off, takes nothing away', async () => {
    const made = await runningEvent(server, owner, leagueId, { game: 'ams2' })
    const file = written('ams2', SEGMENTS, 31).at(-1)!
    await bring(made, file)
    const before = await table(made)
    for (const text of ['{"stats":{"history":[],"server":{"name":"x"}}}', Buffer.from(file.bytes).toString().slice(0, 500)])
      await bring(made, { name: file.name, bytes: Buffer.from(text) })
    assert.deepEqual([before.length, await table(made)], [3, before])
    // and the one before them, read again, still shows what it did
    const { files } = (await owner.as.ask(resultFilesContract.resultFiles, { id: made.id })).body
    assert.deepEqual(
      files.map(({ status, types }) => [status, types.length]),
      [
        ['READ', 3],
        ['READ', 0],
        ['UNREADABLE', 0],
      ],
    )
    await owner.as.done(resultFilesContract.RetryReading, { id: files[0]!.id }, {})
    await allRead(server)
    assert.deepEqual(await table(made), before)
  })

  test('ams2: a file that goes on growing tells the announced race to its end; the race that its stayers drive next waits', async () => {
    const made = await runningEvent(server, owner, leagueId, { game: 'ams2' })
    const { name, bytes } = written('ams2', SEGMENTS, 41).at(-1)!
    const whole = statsOf(bytes)
    // the last car is still on its way when the others have their results
    const early = structuredClone(whole)
    const race = raceOf(early)
    race.results.pop()
    const version = (stats: unknown) => ({ name, bytes: Buffer.from(JSON.stringify(stats)) })
    await bring(made, version(early))
    assert.equal(await statusOf(made), 'ENDED')
    const raced = async () => (await table(made)).find(({ key }) => key === 'race-1')!.results.map((row) => [row.name, row.totalTime])
    const before = await raced()
    await bring(made, version(whole))
    const after = await raced()
    assert.deepEqual([after.length - before.length, after.slice(0, before.length)], [1, before])
    // one that lost somebody again does not change what is published
    await bring(made, version({ ...early, more: 1 }))
    assert.deepEqual(await raced(), after)
    const again = structuredClone(whole)
    const next = structuredClone(again.stats.history.find((one) => Object.keys(one.stages).length > 0)!)
    next.index = 99
    for (const stage of Object.values(next.stages)) stage.start_time += 7200
    for (const result of raceOf({ stats: { history: [next] } }).results) if (result.attributes.TotalTime) result.attributes.TotalTime += 1000
    again.stats.history.push(next)
    await bring(made, version(again))
    assert.deepEqual(await raced(), after)
    // it is told of once, however often its server writes it
    raceOf({ stats: { history: [next] } }).results[0]!.attributes.TotalTime += 1000
    await bring(made, version(again))
    const { segments } = (await owner.as.ask(resultFilesContract.laterResults, { id: made.id })).body
    assert.deepEqual(
      segments.find(({ segment }) => segment === 'race-1')!.versions.map(({ state }) => state),
      ['STANDS', 'WAITING', 'WAITING'],
    )
    assert.deepEqual(await raced(), after)
  })

  test('ams2: a file that goes on growing tells the race to its end, whoever links the account meanwhile', async () => {
    const made = await runningEvent(server, owner, leagueId, { game: 'ams2' })
    const { name, bytes } = written('ams2', SEGMENTS, 43).at(-1)!
    const whole = statsOf(bytes)
    const early = structuredClone(whole)
    raceOf(early).results.pop()
    const race = async () => (await table(made)).find(({ key }) => key === 'race-1')!.results
    for (const stats of [early, whole]) {
      await bring(made, { name, bytes: Buffer.from(JSON.stringify(stats)) })
      if (stats === whole) break
      const { db } = server.running.machine
      const { drivers } = await db
        .selectFrom('result_rows')
        .select('drivers')
        .where('id', '=', (await race())[0]!.participantId as never)
        .executeTakeFirstOrThrow()
      const [{ platformId }] = drivers as [{ platformId: string }]
      await db.updateTable('linked_accounts').set({ subject: platformId }).where('user_id', '=', owner.id).execute()
    }
    assert.deepEqual([(await race()).length, (await race())[0]!.driverId], [raceOf(whole).results.length, owner.id])
    assert.deepEqual((await owner.as.ask(resultFilesContract.laterResults, { id: made.id })).body.segments, [])
  })

  test('ams2: the next event of the same machine does not get what the last one had', async () => {
    const first = await runningEvent(server, owner, leagueId, { game: 'ams2' })
    const file = written('ams2', SEGMENTS, 23).at(-1)!
    await bring(first, file)
    const { db } = server.running.machine
    const next = await runningEvent(server, owner, leagueId, { game: 'ams2' })
    const { host_id: hostId } = await db.selectFrom('servers').select('host_id').where('id', '=', first.servers[0]!.id).executeTakeFirstOrThrow()
    await db.updateTable('servers').set({ host_id: hostId }).where('id', '=', next.servers[0]!.id).execute()
    await bring({ ...next, servers: [{ ...next.servers[0]!, token: first.servers[0]!.token }] }, file)
    assert.deepEqual(await table(next), [])
    assert.equal(await statusOf(next), 'IN_PROGRESS')
    assert.equal((await table(first)).length, 3)
  })

  test('r3e: a server that was restarted writes over what the first one wrote', async () => {
    const made = await runningEvent(server, owner, leagueId, { game: 'r3e', segments: ['PRACTICE', 'QUALIFY', 'RACE', 'RACE'] })
    await bring(made, written('r3e', SEGMENTS, 1)[0]!)
    const before = await table(made)
    const { db } = server.running.machine
    const { id } = await db.selectFrom('splits').select('id').where('session_id', '=', made.id).executeTakeFirstOrThrow()
    await db.updateTable('servers').set({ ended_at: new Date() }).where('split_id', '=', id).execute()
    const again = await liveServer(server, made.id, id)
    await bring({ ...made, servers: [again] }, written('r3e', SEGMENTS, 2)[0]!)
    const results = await table(made)
    assert.equal(results.length, before.length)
    assert.notDeepEqual(
      results[0]!.results.map(({ totalTime }) => totalTime),
      before[0]!.results.map(({ totalTime }) => totalTime),
    )
  })
})

type Stats = {
  readonly stats: {
    readonly history: {
      index: number
      readonly stages: Record<string, { start_time: number; readonly results: { readonly attributes: { TotalTime: number } }[] }>
    }[]
  }
}
/** What sms_stats keeps, without its notes for people. */
const statsOf = (bytes: Uint8Array): Stats =>
  JSON.parse(
    Buffer.from(bytes)
      .toString()
      .split('\n')
      .filter((one) => !one.trim().startsWith('//'))
      .join('\n'),
  ) as Stats
const raceOf = ({ stats }: Stats) => stats.history.flatMap(({ stages }) => stages['race1'] ?? [])[0]!
