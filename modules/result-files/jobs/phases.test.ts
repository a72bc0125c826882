import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, ResultFileId } from '#core/ids.ts'
import { movesTo } from '#modules/hosting/decide.ts'
import { hostingContract, type ServerReport } from '#modules/hosting/contract.ts'
import { host, race, work, type Host, type Race } from '#modules/hosting/hosting.fixture.ts'
import { afterOrder, maySplitMove, summaryOf } from '#modules/sessions/decide.ts'
import type { SplitStatus } from '#modules/sessions/rules.ts'
import { rightsOf } from '#server/http/live/rights.ts'
import type { Actor } from '#server/room.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { begun, byHand } from '#testing/steps.ts'
import { until } from '#testing/time.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { resultFilesContract } from '../contract.ts'
import { resultFilesJobs } from '../jobs.ts'
import { accFile, accLine, LAP, upload } from '#modules/results/results.fixture.ts'
import { FILE_LIMIT, MOST_OF_SERVER } from '../rules.ts'

const MINUTE = 60_000
const PHASES: readonly SplitStatus[] = ['WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS', 'ENDED', 'FAILED']
const RUN = ['SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS']

test('what a file of a split implies: every phase up to the race, each a move the split knows, and then it can end', () => {
  const implied: Readonly<Record<SplitStatus, readonly string[]>> = {
    WAITING: RUN,
    SCHEDULING: RUN.slice(1),
    STARTING: RUN.slice(2),
    STARTED: RUN.slice(3),
    IN_PROGRESS: [],
    ENDED: [],
    FAILED: [],
  }
  for (const phase of PHASES) {
    const moves = movesTo(phase, 'IN_PROGRESS')
    assert.deepEqual(moves, implied[phase], phase)
    for (const [i, to] of moves.entries()) assert.equal(maySplitMove(moves[i - 1] ?? phase, to, 'AUTOMATIC'), true, `${phase} ${to}`)
    const ends = afterOrder(summaryOf([moves.at(-1) ?? phase]), 'end')
    assert.deepEqual(ends.ok ? ends.value : ends.refusal.code, phase === 'ENDED' ? 'WRONG_STATE' : 'ENDED', phase)
  }
})

// Workers are off: the tests are the clock and the queue.
describe('result files and the phase of their split', () => {
  let server: TestServer
  let owner: Person
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ role: 'web' })
    owner = await person(server, 'Olga Owner')
    leagueId = await league(server, owner, { shortName: 'PHASE' })
  })
  after(() => server.stop())

  const db = () => server.running.machine.db
  const splitOf = (of: Race) => db().selectFrom('splits').select(['status', 'reason']).where('id', '=', of.splitId).executeTakeFirstOrThrow()
  const statusOf = async (of: Race) => (await db().selectFrom('sessions').select('status').where('id', '=', of.id).executeTakeFirstOrThrow()).status
  const historyOf = async (of: Race) => {
    const rows = db().selectFrom('session_status_history').select('status').where('session_id', '=', of.id).where('split_no', '=', 1).orderBy('seq')
    return (await rows.execute()).map(({ status }) => status)
  }
  const tabs = async (of: Race) => (await server.visitor.ask(resultsContract.results, { sessionId: of.id })).body.results.map(({ key }) => key)
  const serversOf = (of: Race) => db().selectFrom('servers').selectAll().where('session_id', '=', of.id).orderBy('fence').execute()
  const filesOf = async (of: Race) => (await owner.as.ask(resultFilesContract.resultFiles, { id: of.id })).body.files.map(({ status }) => status)

  /** A race of qualifying and race whose server has been given to a host, brought to a phase by the host's reports. */
  async function launched(phase = 'SCHEDULING') {
    await db().updateTable('hosts').set({ revoked_at: new Date() }).execute()
    const on = await host(server)
    const at = await race(server, owner, leagueId)
    await toLaunch(at, on)
    const [row] = await serversOf(at)
    const one = { at, on, id: row!.id, fence: row!.fence, token: on.token }
    if (phase === 'STARTING') await one.on.report(one.id, { fence: one.fence, phase })
    if (phase === 'STARTED' || phase === 'IN_PROGRESS') await on.report(one.id, { fence: one.fence, phase: 'STARTED' })
    if (phase === 'IN_PROGRESS') {
      server.clock.set(at.startsAt)
      await work(server, 'hosting.begin', { sessionId: at.id })
    }
    assert.equal((await splitOf(at)).status, phase)
    return one
  }
  async function toLaunch(at: Race, on: Host): Promise<void> {
    server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE))
    await on.jobs()
    await work(server, 'hosting.schedule', { sessionId: at.id })
  }
  const lines = [accLine(5, '76561190000000007', 'whoever', 4, 4 * LAP, 98_000)]
  const bytesOf = (type: 'Q' | 'R') => accFile(type, type === 'Q' ? 0 : 1, lines)
  type Launched = Awaited<ReturnType<typeof launched>>
  const bring = async (by: Launched, type: 'Q' | 'R', bytes: Uint8Array = bytesOf(type)) => {
    const reply = await upload(server, by, `${type}.json`, bytes)
    if (reply.status === 200) await read(reply.body.fileId as ResultFileId)
    return reply
  }
  const report = (by: Launched, phase: ServerReport['phase']) => by.on.report(by.id, { fence: by.fence, phase })
  /** As a worker would. */
  const read = async (fileId: ResultFileId): Promise<void> => (await begun(server, resultFilesJobs['result-files.read']!, { fileId }))()

  for (const phase of RUN)
    test(`${phase}: a file brings the split on, the last one ends the event, whatever the host reports later`, async () => {
      const by = await launched(phase)
      await bring(by, 'Q', Buffer.from('{'))
      assert.equal((await splitOf(by.at)).status, phase, 'what cannot be read implies nothing')
      await bring(by, 'Q')
      assert.deepEqual([await statusOf(by.at), (await splitOf(by.at)).status], ['IN_PROGRESS', 'IN_PROGRESS'])
      assert.deepEqual((await historyOf(by.at)).slice(-4), RUN)
      await bring(by, 'R')
      assert.deepEqual(
        [await statusOf(by.at), await splitOf(by.at), await tabs(by.at)],
        ['ENDED', { status: 'ENDED', reason: null }, ['race-1', 'qualify-1']],
      )
      assert.deepEqual((await historyOf(by.at)).slice(-5), [...RUN, 'ENDED'])
      for (const late of ['STARTED', 'STARTING', 'OVER'] as const) assert.equal((await report(by, late)).status, 200, late)
      server.clock.advance(6 * MINUTE)
      await work(server, 'hosting.over', { serverId: by.id })
      assert.deepEqual([await statusOf(by.at), await splitOf(by.at)], ['ENDED', { status: 'ENDED', reason: null }])
    })

  test('a host whose reports come late and in the wrong order: the event goes its way once', async () => {
    const by = await launched()
    await bring(by, 'Q')
    await report(by, 'STARTED')
    await report(by, 'STARTING')
    server.clock.set(by.at.startsAt)
    await work(server, 'hosting.begin', { sessionId: by.at.id })
    await report(by, 'OVER')
    assert.equal((await splitOf(by.at)).status, 'IN_PROGRESS')
    await bring(by, 'R')
    assert.deepEqual([await statusOf(by.at), (await historyOf(by.at)).slice(-5)], ['ENDED', [...RUN, 'ENDED']])
    // nobody is called to a server that is gone
    await work(server, 'hosting.announce', { serverId: by.id })
    assert.equal((await db().selectFrom('notifications').select('id').where('kind', '=', 'server-up').execute()).length, 0)
  })

  test('NO_RESULTS only where there are none: some results end an event without that word', async () => {
    const by = await launched('STARTED')
    await bring(by, 'Q')
    await report(by, 'OVER')
    server.clock.advance(6 * MINUTE)
    await work(server, 'hosting.over', { serverId: by.id })
    assert.deepEqual(await splitOf(by.at), { status: 'ENDED', reason: null })
    const none = await launched('STARTED')
    await bring(none, 'Q', Buffer.from('{'))
    await report(none, 'OVER')
    server.clock.advance(6 * MINUTE)
    await work(server, 'hosting.over', { serverId: none.id })
    assert.deepEqual(await splitOf(none.at), { status: 'ENDED', reason: 'NO_RESULTS' })
  })

  test('after a restart the old server’s files are kept for admins and show nothing, sent before or after', async () => {
    const by = await launched('STARTED')
    // brought before the restart, read after it
    const early = await upload(server, by, 'early.json', bytesOf('Q'))
    const { v } = (await owner.as.ask(hostingContract.raceServer, { id: by.at.id })).body
    await owner.as.done(hostingContract.RestartSession, { id: by.at.id, v }, {})
    await read(early.body.fileId as ResultFileId)
    const late = await bring(by, 'R')
    assert.deepEqual([late.status, late.body.code], [409, 'LEASE_LOST'])
    assert.deepEqual([await tabs(by.at), await filesOf(by.at), (await splitOf(by.at)).status], [[], ['SUPERSEDED', 'SUPERSEDED'], 'SCHEDULING'])
    await owner.as.done(resultFilesContract.RetryReading, { id: early.body.fileId }, {})
    await read(early.body.fileId as ResultFileId)
    await by.on.jobs()
    await work(server, 'hosting.schedule', { sessionId: by.at.id })
    const next = { ...by, ...(await serversOf(by.at)).at(-1)! }
    assert.ok(next.fence > by.fence)
    assert.equal((await bring(by, 'R', Buffer.from('{"later":1}'))).body.code, 'LEASE_LOST')
    assert.deepEqual([await tabs(by.at), await filesOf(by.at)], [[], ['SUPERSEDED', 'SUPERSEDED', 'SUPERSEDED']])
    for (const type of ['Q', 'R'] as const) assert.equal((await bring(next, type, Buffer.concat([bytesOf(type), Buffer.from(' ')]))).status, 200)
    assert.deepEqual([await statusOf(by.at), await tabs(by.at)], ['ENDED', ['race-1', 'qualify-1']])
  })

  test('a server that ended as it should may still bring its results', async () => {
    const by = await launched('IN_PROGRESS')
    await report(by, 'OVER')
    for (const type of ['Q', 'R'] as const) assert.equal((await bring(by, type)).status, 200)
    assert.equal(await statusOf(by.at), 'ENDED')
  })

  test('that a file came is told to those who look at the files of its event alone, what became of it to everybody', async () => {
    const by = await launched('IN_PROGRESS')
    const { machine } = server.running
    const [files, session] = [`files:${by.at.id}`, `session:${by.at.id}`]
    const heard: (readonly string[])[] = []
    const before = `files:${leagueId}`
    const close = machine.live.open(new Set([before, files, session]), null, (topics) => heard.push(topics))
    // all that was told until here has been heard then
    await byHand(server, async ({ tell }) => tell(before))
    await until('what was before is told', () => heard.flat().includes(before))
    heard.length = 0
    const reply = await upload(server, by, 'R.json', bytesOf('R'))
    await until('the file is told of', () => heard.length > 0)
    assert.deepEqual(heard, [[files]])
    assert.deepEqual(await filesOf(by.at), ['PENDING'])
    await read(reply.body.fileId as ResultFileId)
    await until('the result is told of', () => heard.length > 1)
    assert.deepEqual(heard.at(1), [session])
    close()
    const mayHear = async (actor: Actor) => [...(await rightsOf(machine)(actor, [files, session])).keys()].toSorted()
    const user = ({ id }: Person): Actor => ({ kind: 'user', userId: id, loginSessionId: '', onboarded: true, plan: '' })
    assert.deepEqual(await mayHear(user(owner)), [files, session])
    assert.deepEqual(await mayHear(user(await person(server, 'Stan Stranger'))), [session])
    assert.deepEqual(await mayHear({ kind: 'visitor' }), [session])
  })

  test('what one server may bring is counted: so many files, so many bytes, and none that is empty', async () => {
    const by = await launched('IN_PROGRESS')
    assert.equal((await upload(server, by, 'empty.json', Buffer.alloc(0))).body.code, 'FILE_MISSING')
    const first = await upload(server, by, 'first.json', bytesOf('Q'))
    const { id: _, ...row } = await db()
      .selectFrom('result_files')
      .selectAll()
      .where('id', '=', first.body.fileId as never)
      .executeTakeFirstOrThrow()
    const known = { ...row, matches: '[]', status: 'READ' }
    const more = Array.from({ length: MOST_OF_SERVER.files - 2 }, (__, i) => ({ ...known, id: crypto.randomUUID() as never, name: `${i}` }))
    await db().insertInto('result_files').values(more).execute()
    assert.equal((await upload(server, by, 'last.json', bytesOf('R'))).status, 200)
    const over = await upload(server, by, 'over.json', bytesOf('R'))
    assert.deepEqual([over.status, over.body.code, over.body.params], [422, 'FILE_COUNT_MAX', { max: MOST_OF_SERVER.files }])
    assert.equal((await upload(server, by, 'last.json', bytesOf('R'))).status, 200, 'what is there already is no more')
    const { pool } = server.running.machine
    const few = MOST_OF_SERVER.bytes / FILE_LIMIT
    await pool.query(`delete from result_files where server_id = $1 and name >= 'l'`, [by.id])
    for (let i = 0; i < few; i++)
      await pool.query(`update result_files set bytes = convert_to(repeat('x', $2::int), 'UTF8') where server_id = $1 and name = $3`, [
        by.id,
        FILE_LIMIT,
        `${i}`,
      ])
    assert.equal((await upload(server, by, 'heavy.json', bytesOf('R'))).body.code, 'FILE_TOO_LARGE')
  })
})
