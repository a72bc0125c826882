import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { MINUTE_MS } from '#core/duration.ts'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { outcomeOf } from '#host/trial/outcome.fixture.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { work, type HostedGame } from '#modules/hosting/hosting.fixture.ts'
import { NO_SHOW_MS } from '#modules/hosting/rules.ts'
import { membersContract } from '#modules/members/contract.ts'
import { allRead } from '#modules/results/results.fixture.ts'
import { startLocalHost, type LocalHost } from '#server/local-host.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses, until } from '#testing/time.ts'
import { assertAccessible, DESKTOP, openBrowser, PHONE, visit, type Visit } from '../browser.ts'
import { foundCommunity, planEvent, register, seeRace, type Planned } from './steps.ts'

/** Race seconds per second: a weekend takes fifteen, long enough to look at its drivers. */
const SPEED = 240
const PATIENCE_MS = 120_000

type Night = Planned & {
  readonly key: Extract<HostedGame, 'assetto_corsa' | 'acc'>
  readonly carId: string
  /** In the folder of the server: what it was told, and where it says what it does. */
  readonly config: { readonly file: string; readonly says: RegExp; readonly encoding: 'latin1' | 'utf16le' }
  readonly log: string
  /** It begins its weekend anew: so often before anybody ends it, with so many files. */
  readonly again: { readonly line: RegExp; readonly times: number; readonly files: number }
  /** What its log says of the first weekend, in this order. */
  readonly course: readonly RegExp[]
}

const NIGHTS: readonly Night[] = [
  {
    key: 'assetto_corsa',
    game: /Assetto Corsa$/,
    track: 'Brands Hatch',
    cars: { byName: 'Porsche 911 GT3 R 2016' },
    carId: 'ks_porsche_911_gt3_r_2016',
    isProtected: true,
    config: { file: 'run/cfg/server_cfg.ini', says: /^REGISTER_TO_LOBBY=0\r?$/m, encoding: 'latin1' },
    log: 'console.log',
    again: { line: /^Server looping$/gm, times: 2, files: 4 },
    course: [/^SENDING session type : 2$/m, /^SENDING session type : 3$/m, /^RACE OVER DETECTED!$/m, /^Server looping$/m],
  },
  {
    key: 'acc',
    game: 'Assetto Corsa Competizione',
    track: 'Monza',
    cars: { byName: 'Porsche 992 GT3 R' },
    carId: '34',
    config: { file: 'run/cfg/event.json', says: /"sessionType": *"R"/, encoding: 'utf16le' },
    log: 'run/log/server.log',
    again: { line: /^\d+: Resetting race weekend$/gm, times: 3, files: 6 },
    course: [
      /^\d+: Session changed: Qualifying -> Race 0$/m,
      /^\d+: Session completed: Race\/<session completed> with 2 cars and 2 connections$/m,
      /^\d+: Resetting race weekend$/m,
      /^\d+: Session changed: Race -> Qualifying 0$/m,
    ],
  },
]

// Drivers who do not go home: their servers, one of them out of the public lobby, drive the weekend again and again.
describe('race nights with drivers who stay', () => {
  let server: TestServer
  let host: LocalHost
  let browser: Browser
  let people: readonly [Person, Person, Person]
  let admin: Visit
  let drivers: ReadonlyMap<string, Visit>
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'paddock-stayers-')))
  const events = new Map<string, string>()
  const shown = new Map<string, readonly string[]>()
  const idOf = (key: string): SessionId => events.get(key)!.split('/').at(-1) as SessionId
  const db = () => server.running.machine.db
  const servers = () => db().selectFrom('servers').selectAll().orderBy('fence').execute()
  const ownFile = async ({ key }: Night, file: string): Promise<string> => {
    const { fence } = (await servers()).find(({ session_id }) => session_id === idOf(key))!
    return path.join(folder, 'servers', String(fence), file)
  }
  const rowsOn = ({ page }: Visit): Promise<readonly string[]> => page.getByRole('tabpanel').getByRole('row').allInnerTexts()
  before(async () => {
    server = await testServer()
    const stays = { emulator: ['stayers'] }
    writeFileSync(path.join(folder, 'games.json'), JSON.stringify({ assetto_corsa: stays, acc: stays }))
    host = await startLocalHost(server.running, { speed: SPEED, folder })
    browser = await openBrowser()
    const [ada, bea, carl] = await Promise.all(['Ada Admin', 'Bea Berg', 'Carl Cole'].map((name) => person(server, name)))
    people = [ada!, bea!, carl!]
    admin = await visit(browser, server.url, DESKTOP, ada)
    drivers = new Map([
      ['assetto_corsa', await visit(browser, server.url, PHONE, bea)],
      ['acc', await visit(browser, server.url, DESKTOP, bea)],
    ])
  })
  after(async () => {
    await browser?.close()
    hostGets('SIGCONT')
    await host?.stop()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const hostGets = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
    const pid = host?.pid()
    if (pid !== undefined) process.kill(pid, signal)
  }

  test('an admin plans one of AC with server protection and one of ACC; drivers register', async () => {
    const [, bea, carl] = people
    const community = await foundCommunity(admin.page, 'Nobody Goes Home', 'STAY')
    const leagueId = community.split('/').at(-1) as LeagueId
    // server protection is a part of it
    await db().updateTable('leagues').set({ plan: 'LEAGUE_PLUS' }).where('id', '=', leagueId).execute()
    for (const one of [bea, carl]) {
      const { v } = await db().selectFrom('leagues').select('v').where('id', '=', leagueId).executeTakeFirstOrThrow()
      await one.as.done(membersContract.JoinLeague, { id: leagueId, v }, {})
    }
    for (const night of NIGHTS) {
      await admin.page.goto(community)
      events.set(night.key, await planEvent(admin.page, night))
    }
    await db().updateTable('sessions').set({ registration_opens_at: server.clock.now() }).execute()
    for (const { key, carId } of NIGHTS) {
      const { page } = drivers.get(key)!
      await page.goto(events.get(key)!)
      await register(page, 0)
      await carl.as.done(entriesContract.AddEntry, { id: idOf(key) }, { leagueId, listType: 'SingleEvent', entry: { car: { model: carId } } })
    }
  })

  test('everybody on track is counted, in the lobby or not: nobody is missing after ten minutes', async () => {
    const { starts_at: startsAt } = await db().selectFrom('sessions').select('starts_at').orderBy('starts_at', 'desc').executeTakeFirstOrThrow()
    await timePasses(server.running, server.clock, startsAt)
    await until('both races are on, with both drivers', async () => {
      const all = await servers()
      return all.length === NIGHTS.length && all.every(({ phase, drivers: count }) => phase === 'IN_PROGRESS' && count === 2)
    })
    await timePasses(server.running, server.clock, new Date(server.clock.now().getTime() + NO_SHOW_MS + MINUTE_MS))
    await until('the host is there', async () => (await servers()).every((one) => one.lease_until > server.clock.now()))
    await work(server, 'hosting.watch', {})
    // the host hangs: the servers run on, and nobody ends them
    hostGets('SIGSTOP')
    assert.deepEqual(
      (await servers()).map(({ phase, reason }) => [phase, reason]),
      NIGHTS.map(() => ['IN_PROGRESS', null]),
    )
    for (const night of NIGHTS) {
      const { page } = drivers.get(night.key)!
      // the number of drivers is as it was when the page was loaded; all that follows comes to the open page
      await page.goto(events.get(night.key)!)
      await page.getByText(/^2 drivers of /).waitFor({ timeout: PATIENCE_MS })
      await page.evaluate(() => ((globalThis as unknown as { mark: number }).mark = 1))
      assert.match(readFileSync(await ownFile(night, night.config.file), night.config.encoding), night.config.says)
    }
  })

  test('the servers begin their weekends anew, in the words of real ones', async () => {
    for (const night of NIGHTS) {
      const log = await ownFile(night, night.log)
      const { line, times } = night.again
      await until(`${night.key} has begun anew`, () => (readFileSync(log, 'latin1').match(line)?.length ?? 0) >= times)
      let rest = readFileSync(log, 'latin1')
      for (const said of night.course) {
        const found = said.exec(rest)
        assert.ok(found, `${said} is not in ${rest}`)
        rest = rest.slice(found.index + found[0].length)
      }
    }
    hostGets('SIGCONT')
  })

  for (const night of NIGHTS) {
    const { key, again } = night
    test(`${key}: the first weekend is read and stands, its server is ended, the event has ended once`, async () => {
      const { page } = drivers.get(key)!
      await seeRace(page, ['Bea Berg', 'Carl Cole'], PATIENCE_MS)
      await page.getByText('Ended', { exact: true }).first().waitFor({ timeout: PATIENCE_MS })
      assert.equal(await page.evaluate(() => (globalThis as unknown as { mark?: number }).mark), 1, 'the page was loaded anew')
      shown.set(key, await rowsOn(drivers.get(key)!))
      await assertAccessible(page, `the results of ${key}`)
      await allRead(server)
      // its host says so the next time it speaks to us
      await until(`${key} is over`, async () => (await servers()).some((one) => one.session_id === idOf(key) && one.ended_at !== null))
      const outcome = await outcomeOf(server, { id: idOf(key) }, key, folder)
      const said = JSON.stringify(outcome, null, 1)
      assert.deepEqual([outcome.phase, outcome.reason, outcome.status, outcome.raceRows], ['ENDED', null, 'ENDED', 2], said)
      assert.deepEqual([outcome.processesLeft, outcome.portsLeft], [0, []], said)
      // of all that was written the qualifying and the race of the event, and nothing that was driven after it
      assert.ok(outcome.written.length >= again.files, said)
      assert.deepEqual(
        outcome.sent.map(({ name, status }) => [name, status]),
        outcome.written
          .slice(0, 2)
          .toSorted()
          .map((name) => [name, 'READ']),
        said,
      )
      const ends = await db().selectFrom('events').select('data').where('type', '=', 'SessionEnded').where('aggregate_id', '=', idOf(key)).execute()
      assert.equal(ends.length, 1)
    })
  }

  test('nothing has changed since, nothing waits for an admin, nobody was told twice', async () => {
    for (const { key } of NIGHTS) {
      const link = events.get(key)!
      const told = () => db().selectFrom('notifications').select(['user_id', 'kind']).where('link', 'like', `${link}%`).execute()
      const results = async () => (await told()).filter(({ kind }) => /result/.test(kind))
      const [, ...raced] = people
      await until('who raced is told', async () => (await results()).length >= raced.length)
      assert.deepEqual(
        (await results()).map(({ user_id: id, kind }) => `${kind} ${id}`).toSorted(),
        raced.map(({ id }) => `results-in ${id}`).toSorted(),
      )
      const own = drivers.get(key)!
      await own.page.goto(`${link}#race-1`)
      await own.page.getByRole('row', { name: /Bea Berg/ }).waitFor()
      assert.deepEqual(await rowsOn(own), shown.get(key))
      await admin.page.goto(`${link}#race-1`)
      await admin.page.getByRole('heading', { name: 'Result files' }).waitFor()
      assert.equal(await admin.page.getByText('A later result waits for you').count(), 0)
      await assertAccessible(admin.page, `the results of ${key} for an admin`)
    }
    const { page } = drivers.get('assetto_corsa')!
    await page.goto('/notifications')
    const told = page.getByText(/The results of Race at .+ are in\./)
    await told.first().waitFor()
    assert.equal(await told.count(), NIGHTS.length)
  })

  test('no page complained meanwhile', () => {
    for (const one of [admin, ...drivers.values()]) assert.deepEqual(one.faults, [])
  })
})
