import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import type { Trouble } from '#games/emulated.ts'
import { MORE_WEEKENDS } from '#games/event.ts'
import type { ServerOrder } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { enter, newHost, race, VENUES, work, type HostedGame, type Race } from '#modules/hosting/hosting.fixture.ts'
import { league } from '#testing/league.ts'
import { between } from '#testing/faults/between.ts'
import { linkAccount, person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { isAlive } from './process.ts'

const MAIN = path.resolve(import.meta.dirname, 'main.ts')

// The real program, the emulated game servers, the real platform; only the race's start is moved near.
describe('a race host', () => {
  let server: TestServer
  let leagueId: LeagueId
  let owner: Person
  let drivers: readonly Person[]
  const folders: string[] = []
  const children: ChildProcess[] = []
  before(async () => {
    server = await testServer()
    owner = await person(server, 'Olga Owner')
    drivers = await Promise.all(['Dora Klein', 'Marco Bellini', 'Åsa Lindqvist', 'José Ruiz'].map((name) => person(server, name)))
    for (const [i, driver] of drivers.entries()) await linkAccount(server, driver, 'r3e', String(500_000 + i))
    leagueId = await league(server, owner, { shortName: 'RACE' })
  })
  after(async () => {
    for (const child of children) child.kill('SIGKILL')
    for (const folder of folders) for (const { pid } of statesIn(folder)) if (pid) kill(pid)
    await server.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  const folderOf = (): string => {
    const folder = mkdtempSync(path.join(tmpdir(), 'paddock-host-'))
    folders.push(folder)
    return folder
  }
  const startHost = (token: string, folder: string, speed: number, url = server.url): ChildProcess => {
    const env = { PATH: process.env['PATH'], PADDOCK_URL: url, HOST_TOKEN: token, HOST_FOLDER: folder, EMULATOR_SPEED: String(speed) }
    const child = spawn(process.execPath, [MAIN], { env, stdio: process.env['TEST_LOG'] ? 'inherit' : 'ignore' })
    children.push(child)
    return child
  }
  const db = () => server.running.machine.db
  const serverOf = (at: Race) => db().selectFrom('servers').selectAll().where('session_id', '=', at.id).execute()
  const sessionOf = (at: Race) => db().selectFrom('sessions').select(['status', 'status_at']).where('id', '=', at.id).executeTakeFirstOrThrow()
  const filesOf = (at: Race) => db().selectFrom('result_files').select(['name', 'status']).where('session_id', '=', at.id).orderBy('name').execute()

  /** A race with four drivers that starts in a moment, on a host of its own. */
  async function aboutToStart(game: HostedGame): Promise<{ at: Race; token: string; hostId: string }> {
    await db().updateTable('hosts').set({ revoked_at: new Date() }).execute()
    const { id, token } = await newHost(server)
    const at = await race(server, owner, leagueId, game)
    for (const [i, driver] of drivers.entries()) await enter(server, at, driver, 10 + i, VENUES[game].cars[0])
    await startsIn(at, 2500)
    return { at, token, hostId: id }
  }
  const startsIn = (at: Race, ms: number) =>
    db()
      .updateTable('sessions')
      .set({ starts_at: new Date(Date.now() + ms) })
      .where('id', '=', at.id)
      .execute()
  const isSeen = async (hostId: string): Promise<boolean> =>
    (
      await db()
        .selectFrom('hosts')
        .select('last_seen_at')
        .where('id', '=', hostId as never)
        .executeTakeFirst()
    )?.last_seen_at != null

  for (const [game, names] of [
    ['acc', /_[QR]\.json$/],
    ['assetto_corsa', /_(QUALIFY|RACE)\.json$/],
    ['r3e', /^\d{4}(_\d\d){5}\.json$/],
    ['ams2', /^sms_stats_data\.json$/],
    ['lmu', /[QR]1\.xml$/],
  ] as const) {
    test(`${game}: from a published race to its results`, async () => {
      const { at, token, hostId } = await aboutToStart(game)
      const folder = folderOf()
      startHost(token, folder, 1500)
      await until('the host is seen', () => isSeen(hostId))
      await work(server, 'hosting.schedule', { sessionId: at.id })
      await until('the race is over', async () => (await serverOf(at))[0]?.ended_at != null)
      await until('the session has ended', async () => (await sessionOf(at)).status === 'ENDED')
      const [row] = await serverOf(at)
      assert.deepEqual([row?.phase, row?.reason], ['ENDED', null])
      for (const file of await filesOf(at)) assert.deepEqual([file.status, names.test(file.name)], ['READ', true], file.name)
      const rows = await db().selectFrom('result_rows').select(['user_id', 'result_id']).where('session_id', '=', at.id).execute()
      assert.equal(new Set(rows.map((one) => one.result_id)).size, 2, 'both segments have a result')
      assert.equal(rows.length, 8, 'nobody stands there twice')
      assert.equal(new Set(rows.map((one) => one.user_id)).size, 4, 'every driver is one of ours')
      const [own] = readdirSync(path.join(folder, 'servers'))
      const { server: servers } = gameOf(game)!
      const state = path.join(folder, 'servers', own!, 'state.json.done')
      await until('the host has put the server away', () => existsSync(state))
      const written = servers!.writeFiles(JSON.parse(readFileSync(state, 'utf8')).order as ServerOrder)
      for (const { path: name } of written)
        assert.equal(statSync(path.join(folder, 'servers', own!, 'run', name)).mode & 0o077, 0, `${name} is for us only`)
      const history = await db()
        .selectFrom('session_status_history')
        .select('status')
        .where('session_id', '=', at.id)
        .where('split_no', '=', 1)
        .orderBy('at')
        .execute()
      assert.deepEqual(
        history.map((one) => one.status),
        ['WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS', 'ENDED'],
      )
    })
  }

  test('killed in mid-race it comes back, the game server never stopped, every result arrives once', async () => {
    const { at, token, hostId } = await aboutToStart('acc')
    const folder = folderOf()
    const first = startHost(token, folder, 1000)
    await until('the host is seen', () => isSeen(hostId))
    await work(server, 'hosting.schedule', { sessionId: at.id })
    await until('the race is on', async () => (await sessionOf(at)).status === 'IN_PROGRESS')
    await until('qualifying has arrived', async () => (await filesOf(at)).length === 1)
    first.kill('SIGKILL')
    const [{ pid } = { pid: 0 }] = statesIn(folder)
    assert.ok(pid && isRunning(pid), 'the game server runs on')
    startHost(token, folder, 300)
    await until('the race is over', async () => (await serverOf(at))[0]?.ended_at != null)
    assert.equal((await serverOf(at)).length, 1)
    assert.deepEqual(
      (await filesOf(at)).map((file) => file.name.slice(-7)),
      ['_Q.json', '_R.json'],
    )
    await until('the session has ended', async () => (await sessionOf(at)).status === 'ENDED')
    assert.equal(isRunning(pid), false)
  })

  const away = async (emulator: readonly Trouble[]): Promise<readonly string[]> => {
    const { at, token, hostId } = await aboutToStart('assetto_corsa')
    const folder = folderOf()
    writeFileSync(path.join(folder, 'games.json'), JSON.stringify({ assetto_corsa: { emulator } }))
    const first = startHost(token, folder, 1000)
    await until('the host is seen', () => isSeen(hostId))
    // a busy machine may need seconds until the server is up
    await startsIn(at, 10_000)
    await work(server, 'hosting.schedule', { sessionId: at.id })
    await until('the server is up', async () => (await serverOf(at))[0]?.started_at != null)
    first.kill('SIGKILL')
    const [{ pid } = { pid: 0 }] = statesIn(folder)
    assert.ok(pid)
    await until('the game server has ended', async () => !isRunning(pid))
    assert.equal((await filesOf(at)).length, 0)
    startHost(token, folder, 1000)
    await until('the race is over', async () => (await serverOf(at))[0]?.ended_at != null)
    await until('the session has ended', async () => (await sessionOf(at)).status === 'ENDED')
    const { fence } = (await serverOf(at))[0]!
    const written = readdirSync(path.join(folder, 'servers', String(fence), 'run', 'results'))
    assert.equal(written.length, 2 * (emulator.includes('stayers') ? 1 + MORE_WEEKENDS : 1))
    return (await filesOf(at)).map(({ name }) => name.replace(/.*_/, ''))
  }

  test('away until the race is over, it still brings the results', async () => {
    assert.deepEqual((await away([])).toSorted(), ['QUALIFY.json', 'RACE.json'])
  })

  test('away while its drivers drive the weekend again and again, it brings the results of the event alone', async () => {
    assert.deepEqual((await away(['stayers'])).toSorted(), ['QUALIFY.json', 'RACE.json'])
  })

  test('the platform goes away in mid-race: the host keeps asking and brings the results', async (t) => {
    const { at, token, hostId } = await aboutToStart('acc')
    const folder = folderOf()
    const wire = await between(() => Number(new URL(server.url).port))
    t.after(wire.stop)
    startHost(token, folder, 300, `http://127.0.0.1:${wire.port}`)
    await until('the host is seen', () => isSeen(hostId))
    // a busy machine may need seconds until the server is up
    await startsIn(at, 10_000)
    await work(server, 'hosting.schedule', { sessionId: at.id })
    await until('the server is up', async () => (await serverOf(at))[0]?.started_at != null)
    wire.set('cut')
    const [{ pid } = { pid: 0 }] = statesIn(folder)
    await until('the game server has ended', async () => !isRunning(pid ?? 0))
    wire.set('pass')
    await until('the session has ended', async () => (await sessionOf(at)).status === 'ENDED')
    assert.equal((await filesOf(at)).length, 2)
  })

  test('what an earlier platform left in the folder gives way', async () => {
    const { at, token, hostId } = await aboutToStart('acc')
    const folder = folderOf()
    const { fence } = await db()
      .selectFrom('servers')
      .select((rows) => rows.fn.max('fence').as('fence'))
      .executeTakeFirstOrThrow()
    const course = { started: true, segment: 0, lastSegmentOver: false, over: false, drivers: 0, failed: null }
    const job = {
      serverId: at.id,
      sessionId: at.id,
      splitNo: 1,
      fence: Number(fence) + 1,
      game: 'acc',
      startsAt: at.startsAt.toISOString(),
      wanted: 'run',
    }
    const left = {
      job,
      order: null,
      launched: true,
      pid: 999_999_999,
      pidMark: '1',
      stopped: false,
      offset: 0,
      course,
      tail: [],
      answer: null,
      uploaded: {},
      end: null,
      reported: null,
    }
    mkdirSync(path.join(folder, 'servers', String(job.fence)), { recursive: true })
    writeFileSync(path.join(folder, 'servers', String(job.fence), 'state.json'), JSON.stringify(left))
    startHost(token, folder, 1500)
    await until('the host is seen', () => isSeen(hostId))
    await work(server, 'hosting.schedule', { sessionId: at.id })
    assert.equal((await serverOf(at))[0]?.fence, job.fence)
    await until('the session has ended', async () => (await sessionOf(at)).status === 'ENDED')
  })

  test('a second program on the same folder does not start', async () => {
    const { id, token } = await newHost(server)
    const folder = folderOf()
    const first = startHost(token, folder, 60)
    await until('the first is seen', () => isSeen(id))
    const second = startHost(token, folder, 60)
    assert.notEqual(await new Promise((resolve) => second.once('exit', resolve)), 0)
    first.kill('SIGTERM')
    assert.equal(await new Promise((resolve) => first.once('exit', resolve)), 0)
  })
})

type State = { readonly pid: number | null }
const statesIn = (folder: string): readonly State[] => {
  try {
    return readdirSync(path.join(folder, 'servers')).map(
      (name) => JSON.parse(readFileSync(path.join(folder, 'servers', name, 'state.json'), 'utf8')) as State,
    )
  } catch {
    return []
  }
}

const isRunning = (pid: number): boolean => isAlive(pid, null)

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended by itself
  }
}
