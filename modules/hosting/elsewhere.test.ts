import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS } from '#core/duration.ts'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { grid, seeded } from '#games/emulate.fixture.ts'
import { lmu } from '#games/lmu/lmu.ts'
import { r3e } from '#games/r3e/r3e.ts'
import { encodeUtf8 } from '#games/text.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { league } from '#testing/league.ts'
import { eventBody, ordinary, type WrittenEvent } from '#testing/event.ts'
import { linkAccount, person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses, until } from '#testing/time.ts'
import { hostingContract } from './contract.ts'
import { enter, race, VENUES, type Race } from './hosting.fixture.ts'

const MINUTE = 60_000
/** Left to what is usual for the game. */
const USUAL = { hosting: undefined }

describe('events whose server is elsewhere', () => {
  let server: TestServer
  let owner: Person
  let dora: Person
  let leagueId: LeagueId
  before(async () => {
    server = await testServer()
    owner = await person(server, 'Olga Owner')
    dora = await person(server, 'Dora Klein')
    leagueId = await league(server, owner, { shortName: 'ELSE' })
  })
  after(() => server.stop())

  const seen = async ({ id }: Race) => (await owner.as.ask(sessionsContract.race, { id })).body
  const view = async (who: Person, { id }: Race) => (await who.as.ask(hostingContract.raceServer, { id })).body
  const servers = ({ id }: Race) => server.running.machine.db.selectFrom('servers').select('id').where('session_id', '=', id).execute()
  const becomes = (at: Race, status: string): Promise<void> => until(`it is ${status}`, async () => (await seen(at)).status === status)
  const passTo = (at: Race, minutes: number) => timePasses(server.running, server.clock, new Date(at.startsAt.getTime() + minutes * MINUTE))
  /** The fields of the event as it was planned. */
  const fields = (at: Race, game: keyof typeof VENUES, more: Partial<WrittenEvent>) =>
    eventBody({
      ...ordinary(leagueId, server.clock.now()),
      game,
      sessionName: 'Sprint at night',
      ...VENUES[game],
      cars: [...VENUES[game].cars],
      startsAt: at.startsAt.toISOString(),
      ...more,
    })

  test('LMU: nothing is launched, it is on from its start, the files handed in end it', async () => {
    const at = await race(server, owner, leagueId, 'lmu', USUAL)
    await enter(server, at, dora, 7, 'Ferrari 499P')
    const planned = await seen(at)
    assert.deepEqual([planned.hosting, planned.manualSession, planned.may.restart, planned.may.keepByHand], ['ELSEWHERE', false, false, false])
    const { split: known } = await view(dora, at)
    assert.ok(known.server)
    assert.deepEqual([known.serverName, Object.keys(known.passwords), known.server.host], [planned.serverName, ['server'], null])
    await passTo(at, -5)
    await passTo(at, 0)
    await becomes(at, 'IN_PROGRESS')
    assert.deepEqual(await servers(at), [])
    assert.equal((await owner.as.send(hostingContract.RestartSession, { id: at.id, v: planned.v }, {})).body.code, 'RESTART_NOT_ALLOWED')
    const ports = { sim: 1, files: 2, web: 3 }
    const order = grid(lmu, 4, { ...VENUES.lmu, carIds: VENUES.lmu.cars, ports })
    const { steps } = lmu.server!.emulate(lmu.server!.writeFiles(order), seeded(3))
    const files = steps.flatMap((step) => ('nameAt' in step ? [step.bytes] : []))
    for (const [i, bytes] of files.entries()) {
      assert.equal((await seen(at)).status, 'IN_PROGRESS')
      const file = { name: `handed-in-${i}.xml`, contentBase64: Buffer.from(bytes).toString('base64') }
      assert.equal((await owner.as.done(manualResultsContract.ImportResultFile, { id: at.id }, file)).target, 'SEGMENTS')
    }
    await becomes(at, 'ENDED')
    // the race ends the event; what else was handed in may still be on its way
    const keys = async (): Promise<readonly (readonly [key: string, rows: number])[]> =>
      (await server.visitor.ask(resultsContract.results, { sessionId: at.id })).body.results.map(
        ({ key, results: rows }) => [key, rows.length] as const,
      )
    await until('all are read', async () => (await keys()).length >= files.length)
    assert.deepEqual(await keys(), [
      ['race-1', 4],
      ['qualify-1', 4],
    ])
  })

  test('without a file an admin goes on by hand', async () => {
    const at = await race(server, owner, leagueId, 'lmu', { ...USUAL, segments: [{ type: 'RACE', durationMin: 20 }] })
    await enter(server, at, dora, 7, 'Ferrari 499P')
    const keep = async () => owner.as.send(sessionsContract.KeepByHand, { id: at.id, v: (await seen(at)).v }, {})
    assert.equal((await keep()).body.code, 'WRONG_STATE')
    await passTo(at, 0)
    await becomes(at, 'IN_PROGRESS')
    assert.deepEqual(
      [(await dora.as.send(sessionsContract.KeepByHand, { id: at.id, v: 1 }, {})).body.code, (await seen(at)).may.keepByHand],
      ['ADMIN_REQUIRED', true],
    )
    assert.equal((await keep()).status, 200)
    assert.deepEqual([(await seen(at)).manualSession, (await keep()).body.code], [true, 'WRONG_STATE'])
    const { raceResults } = (await owner.as.ask(manualResultsContract.manualResult, { eventId: at.id })).body
    const entryResults = raceResults[0]!.entryResults.map(({ entryId }) => ({ entryId, position: 1, isDNF: false, isSkip: false, timeMs: 1_200_000 }))
    await owner.as.done(manualResultsContract.SaveRaceResult, { id: at.id }, { raceNo: 1, entryResults })
    await owner.as.done(manualResultsContract.PublishResults, { id: at.id }, {})
    assert.equal((await seen(at)).status, 'ENDED')
    // once more it is the race that was planned, not what became of it
    const over = await seen(at)
    const again = { startsAt: new Date(Date.parse(over.startsAt) + 7 * DAY_MS).toISOString() }
    const { aggregateId } = await owner.as.done(sessionsContract.DuplicateSession, { id: at.id, v: over.v }, again)
    const copy = await seen({ ...at, id: aggregateId as SessionId })
    assert.deepEqual([copy.manualSession, copy.hosting, copy.config.options], [false, 'ELSEWHERE', over.config.options])
  })

  test('who runs the server may be changed until it begins, both ways', async () => {
    const at = await race(server, owner, leagueId, 'acc')
    const edit = async (hosting: 'AUTOMATIC' | 'ELSEWHERE') =>
      owner.as.done(sessionsContract.EditSession, { id: at.id, v: (await seen(at)).v }, fields(at, 'acc', { hosting }))
    await edit('ELSEWHERE')
    await edit('AUTOMATIC')
    await edit('ELSEWHERE')
    // left out of an edit it stays
    await owner.as.done(sessionsContract.EditSession, { id: at.id, v: (await seen(at)).v }, fields(at, 'acc', { enableServerProtection: true }))
    const planned = await seen(at)
    assert.deepEqual([planned.hosting, planned.config.enableServerProtection], ['ELSEWHERE', false])
    await passTo(at, -5)
    await passTo(at, 0)
    await becomes(at, 'IN_PROGRESS')
    assert.deepEqual(await servers(at), [])
  })

  test("R3E's settings are a file to take along, for admins alone, and read back as the event", async () => {
    const at = await race(server, owner, leagueId, 'r3e', { ...USUAL, hasGridPositions: true })
    await linkAccount(server, dora, 'r3e', '4711')
    await enter(server, at, dora, 7, '5818')
    const asked = async (who: Person | null, id: SessionId = at.id) => {
      const reply = await (who ? who.as : server.visitor).fetch(`/query/race/${id}/settings-file`)
      return { status: reply.status, body: await reply.text() }
    }
    const { status, body } = await asked(owner)
    assert.equal(status, 200)
    const read = r3e.server!.readFiles([{ path: 'server-backup.json', bytes: encodeUtf8(body) }])
    const planned = await seen(at)
    assert.deepEqual(
      [read.serverName, read.layoutId, read.carIds, read.maxEntries, read.segments.map(({ type, durationMin }) => [type, durationMin])],
      [
        planned.serverName,
        '1671',
        ['5818'],
        20,
        [
          ['QUALIFY', 10],
          ['RACE', 20],
        ],
      ],
    )
    assert.equal(read.passwords.server, planned.config.passwords?.server)
    assert.deepEqual([(await asked(dora)).status, (await asked(null)).status], [403, 401])
    // nothing is taken along to RaceControl, and of a server of ours there is none
    for (const other of [await race(server, owner, leagueId, 'lmu', USUAL), await race(server, owner, leagueId, 'r3e')])
      assert.equal((await asked(owner, other.id)).status, 404)
  })

  test('a layout the server does not have is for events elsewhere', async () => {
    const leMans = { trackId: 'le_mans', layoutId: '649302532' }
    const at = await race(server, owner, leagueId, 'ams2', { ...leMans, hosting: 'ELSEWHERE' })
    assert.equal((await seen(at)).track.layoutName, 'Le Mans 24h 1971')
    const refused = await owner.as.send(sessionsContract.AddSession, {}, fields(at, 'ams2', leMans))
    assert.deepEqual(
      [refused.body.code, refused.body.params?.['field'], refused.body.params?.['reason']],
      ['CONFIG_INVALID', 'layoutId', 'server.layoutId'],
    )
    const { tracks } = (await server.visitor.ask(sessionsContract.catalogue, { game: 'ams2', part: 'plan' })).body
    assert.equal(tracks.flatMap(({ layouts }) => layouts).filter(({ unhosted }) => unhosted).length, 16)
  })
})
