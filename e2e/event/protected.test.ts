import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { entriesContract } from '#modules/entries/contract.ts'
import { host, race, work, type Race } from '#modules/hosting/hosting.fixture.ts'
import { entryBody } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

const MINUTE_MS = 60_000
const ADDRESS = '203.0.113.7'

describe('a protected server of ACC', () => {
  let server: TestServer
  let windows: Windows
  let [owner, driver, stranger] = Array<Person>(3) as [Person, Person, Person]
  let at: Race
  const opened = async (viewport: typeof PHONE | typeof DESKTOP, who?: Person) => {
    const page = await windows.open(viewport, who)
    await page.goto(`/events/${at.id}`)
    await alive(page)
    return page
  }
  before(async () => {
    server = await testServer({ role: 'web' })
    windows = await openWindows(server.url)
    ;[owner, driver, stranger] = [await person(server, 'Olga Owner'), await person(server, 'Dan Driver'), await person(server, 'Sam Stranger')]
    const leagueId = await league(server, owner, { members: [driver] })
    at = await race(server, owner, leagueId, 'acc', { enableServerProtection: true })
    await driver.as.done(entriesContract.AddEntry, { id: at.id }, entryBody('34'))
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const PLANNED = 'The server is protected: it is in no public list.'

  test('before it is up its admins alone read that it is protected', async () => {
    await (await opened(PHONE, owner)).getByText(PLANNED).waitFor()
    for (const who of [driver, undefined]) {
      const page = await opened(DESKTOP, who)
      await page.getByRole('region', { name: 'To take part' }).waitFor()
      assert.equal(await page.getByText(PLANNED).count(), 0)
    }
  })

  test('while it is up its drivers copy or keep the file that leads to it, and read where it belongs', async () => {
    const on = await host(server, { address: ADDRESS })
    server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE_MS))
    await on.jobs()
    await work(server, 'hosting.schedule', { sessionId: at.id })
    const { serverId, fence } = (await on.jobs()).body.servers[0]!
    await on.report(serverId, { fence, phase: 'STARTED', drivers: 0 })
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await opened(viewport, driver)
      await page.getByText('This server is protected: you need its serverList.json to join.').waitFor()
      await page.getByRole('button', { name: 'serverList.json' }).click()
      const dialog = page.getByRole('dialog', { name: 'Join the protected server' })
      await dialog.getByText('Documents/Assetto Corsa Competizione/Config').waitFor()
      await assertAccessible(page, `the dialog of the file at ${viewport.width}`)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await dialog.getByRole('button', { name: 'Copy the content' }).click()
      await page.getByText('Content copied').waitFor()
      const isList = (text: string): void => assert.deepEqual(JSON.parse(text), { leagueServerIP: ADDRESS })
      isList(await page.evaluate(() => navigator.clipboard.readText()))
      const [kept] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('link', { name: 'Download' }).click()])
      assert.equal(kept.suggestedFilename(), 'serverList.json')
      isList(readFileSync(await kept.path(), 'utf8'))
    }
    const away = await opened(DESKTOP, stranger)
    await away.getByText('Registered drivers and spectators find name and password here.').waitFor()
    assert.ok(!(await away.content()).includes(ADDRESS))
  })
})
