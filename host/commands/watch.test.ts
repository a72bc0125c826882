import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { grid, seeded } from '#games/emulate.fixture.ts'
import { lmu } from '#games/lmu/lmu.ts'
import { enter, race, VENUES, type HostedGame, type Race } from '#modules/hosting/hosting.fixture.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { league } from '#testing/league.ts'
import { between, type Between } from '#testing/faults/between.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses, until } from '#testing/time.ts'

const MAIN = path.resolve(import.meta.dirname, '../main.ts')
const HOUR_MS = 3_600_000
const NAMES = ['Dora Klein', 'Marco Bellini', 'Åsa Lindqvist', 'José Ruiz']

// The real program beside the real platform, as it runs on a driver's own machine.
describe('a folder of result files that is watched', () => {
  let server: TestServer
  let owner: Person
  let dora: Person
  let drivers: readonly Person[]
  let leagueId: LeagueId
  const base = mkdtempSync(path.join(tmpdir(), 'paddock-watch-'))
  const children: ChildProcess[] = []
  before(async () => {
    server = await testServer()
    owner = await person(server, 'Olga Owner')
    drivers = await Promise.all(NAMES.map((name) => person(server, name)))
    dora = drivers[0]!
    leagueId = await league(server, owner, { shortName: 'WATCH' })
  })
  after(async () => {
    for (const child of children) child.kill('SIGKILL')
    await server.stop()
    rmSync(base, { recursive: true, force: true })
  })

  const statusOf = async ({ id }: Race) => (await owner.as.ask(sessionsContract.race, { id })).body.status
  const keyOf = async (who: Person, { id }: Race) => who.as.ask(manualResultsContract.folderKey, { id })
  const filesOf = ({ id }: Race) =>
    server.running.machine.db.selectFrom('result_files').select(['name', 'status', 'types']).where('session_id', '=', id).orderBy('name').execute()
  const rowsOf = async ({ id }: Race) =>
    (await server.visitor.ask(resultsContract.results, { sessionId: id })).body.results.map(
      ({ key, results }) => [key, results.map(({ driverId }) => drivers.some((one) => one.id === driverId))] as const,
    )

  /** An event elsewhere with four drivers; unless it is to come, it is on. */
  async function elsewhere(game: HostedGame = 'lmu', isOn = true): Promise<Race> {
    const at = await race(server, owner, leagueId, game, { hosting: 'ELSEWHERE' })
    for (const [i, driver] of drivers.entries()) await enter(server, at, driver, 10 + i, VENUES[game].cars[0])
    if (isOn) await begins(at)
    return at
  }
  async function begins(at: Race): Promise<void> {
    await timePasses(server.running, server.clock, at.startsAt)
    await until('the event is on', async () => (await statusOf(at)) === 'IN_PROGRESS')
  }
  /** What the game writes of such an event, at another track where it is said. */
  function written(at: Race, venue: object = VENUES.lmu, names: readonly string[] = NAMES): readonly Buffer[] {
    const { cars: carIds, ...track } = VENUES.lmu
    const order = grid(lmu, 4, { ...track, carIds, ...venue, ports: { sim: 1, files: 2, web: 3 } })
    const entries = order.entries.map((entry, i) => ({ ...entry, drivers: [{ ...entry.drivers[0]!, name: names[i]! }] }))
    const { steps } = lmu.server!.emulate(lmu.server!.writeFiles({ ...order, entries }), seeded(7), [], at.startsAt)
    return steps.flatMap((step) => ('bytes' in step ? [Buffer.from(step.bytes)] : []))
  }
  const folderOf = (): string => mkdtempSync(path.join(base, 'Results '))

  /** The program as the event's Admin tab tells to start it. */
  async function watching(at: Race, folder: string, more: { readonly url?: string; readonly key?: string; readonly since?: string } = {}) {
    const { key, since } = (await keyOf(owner, at)).body
    const told = { platform: more.url ?? server.url, event: at.id, key: more.key ?? key, game: 'lmu', since: more.since ?? since, folder }
    const args = Object.entries(told).flatMap(([name, value]) => [`--${name}`, value])
    const child = spawn(process.execPath, [MAIN, 'watch', ...args], { env: { PATH: process.env['PATH'] } })
    children.push(child)
    const heard = { text: '', code: undefined as number | null | undefined }
    for (const out of [child.stdout, child.stderr]) out.on('data', (text) => (heard.text += String(text)))
    child.once('close', (code) => (heard.code = code))
    return {
      heard,
      says: (what: RegExp) => until(String(what), () => what.test(heard.text)),
      end: async () => {
        child.kill('SIGTERM')
        await until('it has ended', () => heard.code !== undefined)
      },
    }
  }

  test('whatever the files are called: read once, matched by name as a server’s own, the event ends with its race', async () => {
    const at = await elsewhere()
    const folder = folderOf()
    const [qualifying, lastRace] = written(at)
    // of another day; a stranger's; no result at all; a folder
    writeFileSync(path.join(folder, 'long ago.xml'), qualifying!)
    utimesSync(path.join(folder, 'long ago.xml'), 1000, 1000)
    mkdirSync(path.join(folder, 'Old'))
    const program = await watching(at, folder)
    await program.says(/watching/)
    writeFileSync(path.join(folder, 'elsewhere.xml'), written(at, { trackId: 'monza', layoutId: 'MONZAWEC' })[0]!)
    await program.says(/left {6}elsewhere\.xml: The file is of another track/)
    writeFileSync(path.join(folder, 'nobody.xml'), written(at, {}, ['A', 'B', 'C', 'D'])[0]!)
    await program.says(/left {6}nobody\.xml: Nobody in the file/)
    // dropped in from elsewhere: its own time says nothing
    writeFileSync(path.join(folder, 'league night (1).txt'), qualifying!)
    utimesSync(path.join(folder, 'league night (1).txt'), 2000, 2000)
    await program.says(/handed in league night \(1\)\.txt/)
    // in pieces; the pause is the case: it is looked at several times as it lies still, torn
    writeFileSync(path.join(folder, 'rennen.neu'), lastRace!.subarray(0, 3000))
    await new Promise((resolve) => setTimeout(resolve, 2500))
    appendFileSync(path.join(folder, 'rennen.neu'), lastRace!.subarray(3000))
    await until('the event has ended', async () => (await statusOf(at)) === 'ENDED')
    await until('both are read', async () => (await filesOf(at)).every(({ status }) => status === 'READ'))
    assert.deepEqual(
      (await filesOf(at)).map(({ name, types }) => [name, types]),
      [
        ['league night (1).txt', ['QUALIFY']],
        ['rennen.neu', ['RACE']],
      ],
    )
    await until('both are shown', async () => (await rowsOf(at)).length === 2)
    assert.deepEqual(await rowsOf(at), [
      ['race-1', [true, true, true, true]],
      ['qualify-1', [true, true, true, true]],
    ])
    // on another driver's machine the same race is called otherwise: what is published waits for nobody
    writeFileSync(path.join(folder, 'the same race.xml'), lastRace!)
    await program.says(/left {6}the same race\.xml: What the file holds is published already/)
    await program.end()
    // begun again, it hands nothing in twice
    const again = await watching(at, folder, { since: new Date(1500_000).toISOString() })
    await again.says(/known {5}rennen\.neu/)
    await again.end()
    assert.equal((await filesOf(at)).length, 2)
    assert.doesNotMatch(program.heard.text + again.heard.text, /long ago|Old/)
  })

  test('before the event begins, and while the platform is away, files wait', async () => {
    const at = await elsewhere('lmu', false)
    const folder = folderOf()
    const wire: Between = await between(() => Number(new URL(server.url).port))
    try {
      wire.set('cut')
      const program = await watching(at, folder, { url: `http://127.0.0.1:${wire.port}` })
      await program.says(/watching/)
      const [qualifying, lastRace] = written(at)
      writeFileSync(path.join(folder, 'a'), qualifying!)
      await program.says(/the platform cannot be reached/)
      wire.set('pass')
      await program.says(/waiting {3}a: /)
      await begins(at)
      await program.says(/handed in a/)
      writeFileSync(path.join(folder, 'b'), lastRace!)
      await until('the event has ended', async () => (await statusOf(at)) === 'ENDED')
      await program.end()
    } finally {
      await wire.stop()
    }
  })

  test('a key is for one event, for one call, for some days, and as good as who made it', async () => {
    const [at, other, launched] = [await elsewhere(), await elsewhere(), await race(server, owner, leagueId, 'lmu')]
    assert.deepEqual([(await keyOf(dora, at)).body.code, (await keyOf(owner, launched)).body.code], ['ADMIN_REQUIRED', 'NOT_FOUND'])
    const { key, until: ends } = (await keyOf(owner, at)).body
    const file = { name: 'x', contentBase64: written(at)[0]!.toString('base64') }
    const sent = async (path_: string, body: object, bearer = key): Promise<string> => {
      const headers = { authorization: `Bearer ${bearer}`, origin: server.url, 'content-type': 'application/json' }
      const reply = await fetch(`${server.url}${path_}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return ((await reply.json()) as { code?: string }).code ?? 'taken'
    }
    const handIn = ({ id }: Race) => `/command/result-file/HandInFromFolder/${id}/0`
    assert.equal(await sent(handIn(other), file), 'LOGIN_REQUIRED')
    assert.equal(await sent(`/command/result-file/ImportResultFile/${at.id}/0`, file), 'LOGIN_REQUIRED')
    assert.equal(await sent(handIn(at), file, `${key.slice(0, -4)}AAAA`), 'LOGIN_REQUIRED')
    const { db } = server.running.machine
    const become = (role: 'member' | 'owner') =>
      db.updateTable('memberships').set({ role }).where('league_id', '=', leagueId).where('user_id', '=', owner.id).execute()
    await become('member')
    assert.equal(await sent(handIn(at), file), 'ADMIN_REQUIRED')
    await become('owner')
    assert.equal(await sent(handIn(at), file), 'taken')
    await timePasses(server.running, server.clock, new Date(Date.parse(ends) + HOUR_MS))
    assert.equal(await sent(handIn(at), file), 'LOGIN_REQUIRED')
    // the program says so and ends
    const folder = folderOf()
    const program = await watching(other, folder, { key })
    await program.says(/watching/)
    writeFileSync(path.join(folder, 'x.xml'), written(other)[0]!)
    await program.says(/FAIL {2}the platform takes no files with this key/)
    await until('it has ended', () => program.heard.code === 1)
  })

  test('what it is not told it asks for in words', async () => {
    for (const [args, sentence] of [
      [['--game', 'chess'], /--game must be/],
      [['--game', 'lmu', '--platform', 'here'], /--platform must be/],
      [['--game', 'lmu', '--platform', server.url], /--event and --key must be/],
      [['--game', 'lmu', '--platform', server.url, '--event', 'x', '--key', 'x', '--folder', path.join(base, 'none')], /there is no folder/],
    ] as const) {
      const child = spawn(process.execPath, [MAIN, 'watch', ...args], { env: { PATH: process.env['PATH'] } })
      let text = ''
      child.stdout.on('data', (some) => (text += String(some)))
      assert.equal(await new Promise((resolve) => child.once('close', resolve)), 1)
      assert.match(text, sentence)
    }
  })
})
