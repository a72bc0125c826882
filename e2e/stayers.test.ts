import assert from 'node:assert/strict'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { startLocalHost, type LocalHost } from '#server/local-host.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses, until } from '#testing/time.ts'
import { assertAccessible, DESKTOP, openBrowser, PHONE, visit, type Visit } from './browser.ts'
import { foundCommunity, planEvent, register, seeRace, type Planned } from './steps.ts'

/** Race seconds per second: an evening takes some seconds. */
const SPEED = 600
const PATIENCE_MS = 240_000

const NIGHTS: readonly (Planned & { readonly key: 'ac' | 'acc'; readonly carId: string })[] = [
  {
    key: 'ac',
    game: /^Assetto Corsa(?! Comp)/,
    track: 'Brands Hatch',
    cars: { byName: 'Porsche 911 GT3 R 2016' },
    carId: 'ks_porsche_911_gt3_r_2016',
    isProtected: true,
  },
  { key: 'acc', game: 'Assetto Corsa Competizione', track: 'Monza', cars: { byName: 'Porsche 992 GT3 R' }, carId: '34' },
]

// Servers whose drivers do not go home: one out of the public lobby, one that drives its weekend three times in a row.
describe('race nights with drivers who stay', () => {
  let server: TestServer
  let host: LocalHost
  let browser: Browser
  let people: readonly Person[]
  let admin: Visit
  let driver: Visit
  let startsAt = new Date()
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-stayers-'))
  const events = new Map<string, string>()
  const idOf = (key: string): SessionId => events.get(key)!.split('/').at(-1) as SessionId
  const db = () => server.running.machine.db
  before(async () => {
    server = await testServer()
    const stays = { emulator: ['stayers'] }
    writeFileSync(path.join(folder, 'games.json'), JSON.stringify({ assetto_corsa: stays, acc: stays }))
    host = await startLocalHost(server.running, { speed: SPEED, folder })
    browser = await openBrowser()
    people = await Promise.all(['Ada Admin', 'Bea Berg', 'Carl Cole'].map((name) => person(server, name)))
    admin = await visit(browser, server.url, DESKTOP, people[0])
    driver = await visit(browser, server.url, PHONE, people[1])
  })
  after(async () => {
    await browser?.close()
    await host?.stop()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('an admin plans both, the one of AC with server protection; drivers register', async () => {
    const [, bea, carl] = people as [Person, Person, Person]
    const community = await foundCommunity(admin.page, 'Nobody Goes Home', 'STAY')
    const leagueId = community.split('/').at(-1) as LeagueId
    // server protection is a part of it
    await db().updateTable('leagues').set({ plan: 'LEAGUE_PLUS' }).where('id', '=', leagueId).execute()
    for (const one of [bea, carl]) {
      const { v } = await db().selectFrom('leagues').select('v').where('id', '=', leagueId).executeTakeFirstOrThrow()
      await one.as.done(membersContract.JoinLeague, { id: leagueId, v }, {})
    }
    for (const { key, carId: _, ...planned } of NIGHTS) {
      await admin.page.goto(community)
      events.set(key, await planEvent(admin.page, planned))
    }
    await db().updateTable('sessions').set({ registration_opens_at: server.clock.now() }).execute()
    const rows = await db().selectFrom('sessions').select(['game', 'server_protection', 'starts_at']).orderBy('starts_at', 'desc').execute()
    assert.deepEqual(rows.map((row) => [row.game, row.server_protection]).toSorted(), [
      ['acc', false],
      ['assetto_corsa', true],
    ])
    startsAt = rows[0]!.starts_at
    for (const { key, carId } of NIGHTS) {
      await driver.page.goto(events.get(key)!)
      await register(driver.page, 0)
      const entry = { car: { model: carId } }
      await carl.as.done(entriesContract.AddEntry, { id: idOf(key) }, { leagueId, listType: 'SingleEvent', entry })
    }
  })

  for (const { key } of NIGHTS)
    test(`${key}: the race is driven, its results stand, the event ends and its server is stopped`, async () => {
      await driver.page.goto(events.get(key)!)
      await admin.page.goto(events.get(key)!)
      if (server.clock.now() < startsAt) await timePasses(server.running, server.clock, startsAt)
      if (key === 'ac')
        await until('the server was told to keep out of the lobby', () =>
          globSync('**/server_cfg.ini', { cwd: folder }).some((file) => isProtectedIn(path.join(folder, file))),
        )
      await seeRace(driver.page, ['Bea Berg', 'Carl Cole'], PATIENCE_MS)
      await driver.page.getByText('Ended', { exact: true }).first().waitFor({ timeout: PATIENCE_MS })
      await assertAccessible(driver.page, `the results of ${key} on a phone`)
      const rows = await driver.page.getByRole('tabpanel').getByRole('row').allInnerTexts()
      await until('its server is stopped', async () => {
        const all = await db().selectFrom('servers').select(['phase', 'reason', 'ended_at']).where('session_id', '=', idOf(key)).execute()
        return all.length === 1 && all[0]!.phase === 'ENDED' && all[0]!.reason === null && all[0]!.ended_at !== null
      })
      await until('nothing is left to be read', async () =>
        (await db().selectFrom('result_files').select('status').where('session_id', '=', idOf(key)).execute()).every(
          ({ status }) => status === 'READ',
        ),
      )
      // what they drive afterwards is none of the event's: nothing changes, nothing waits, nobody is told again
      assert.deepEqual((await people[0]!.as.ask(resultFilesContract.laterResults, { id: idOf(key) })).body.places, [])
      await driver.page.goto(`${events.get(key)!}#race-1`)
      await driver.page.getByRole('row', { name: /Bea Berg/ }).waitFor()
      assert.deepEqual(await driver.page.getByRole('tabpanel').getByRole('row').allInnerTexts(), rows)
      const told = await db()
        .selectFrom('notifications')
        .select('kind')
        .where('link', '=', events.get(key)!)
        .where('kind', 'like', 'results%')
        .execute()
      assert.deepEqual([...new Set(told.map(({ kind }) => kind))], ['results-in'])
      await admin.page.goto(`${events.get(key)!}#race-1`)
      await admin.page.getByText('Ended', { exact: true }).first().waitFor()
      await admin.page.getByRole('heading', { name: 'Result files' }).waitFor()
      assert.equal(await admin.page.getByText('A later result waits for you').count(), 0)
      await assertAccessible(admin.page, `the results of ${key} for an admin`)
    })

  test('no page complained meanwhile', () => {
    for (const one of [admin, driver]) assert.deepEqual(one.faults, [])
  })
})

const isProtectedIn = (file: string): boolean => existsSync(file) && /^REGISTER_TO_LOBBY=0\r?$/m.test(readFileSync(file, 'latin1'))
