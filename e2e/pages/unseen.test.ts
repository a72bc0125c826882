import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { LeagueId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, DESKTOP, openWindows, type Windows } from '../browser.ts'

/** A browser opens so many connections to a server that speaks HTTP/1.1. */
const CONNECTIONS = 6

// Without a screen every tab counts as looked at: what the browser says of it is said by the test.
describe('a tab that nobody looks at', () => {
  let server: TestServer
  let windows: Windows
  let [owner, driver] = Array<Person>(2) as [Person, Person]
  let apex: LeagueId
  before(async () => {
    server = await testServer({ role: 'web' })
    windows = await openWindows(server.url)
    ;[owner, driver] = [await person(server, 'Olga Owner'), await person(server, 'Dan Driver')]
    apex = await league(server, owner, { name: 'Apex', members: [driver] })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('keeps no connection: however many are open, the one that is looked at works, and each that is turned to has what changed', async () => {
    const id = await event(server, owner, apex, { sessionName: 'Home run', maxEntries: 30 })
    const first = await windows.open(DESKTOP, owner)
    const tabs: Page[] = []
    for (let no = 0; no < CONNECTIONS + 1; no++) {
      const tab = await first.context().newPage()
      await tab.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
      await tab.goto(`/events/${id}`)
      await alive(tab)
      tabs.push(tab)
    }
    await first.goto(`/events/${id}`)
    await alive(first)
    await driver.as.done(entriesContract.AddEntry, { id }, entryBody('34'))
    await first.getByRole('tab', { name: /^Participants\s*1$/ }).waitFor()
    const [turnedTo, other] = [tabs[3]!, tabs[4]!]
    assert.equal(await turnedTo.getByRole('tab', { name: /^Participants\s*1$/ }).count(), 0)
    await show(turnedTo, true)
    await turnedTo.getByRole('tab', { name: /^Participants\s*1$/ }).waitFor()
    // and it goes on listening
    await owner.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
    await turnedTo.getByRole('tab', { name: /^Participants\s*2$/ }).waitFor()
    assert.equal(await other.getByRole('tab', { name: /^Participants\s*1$/ }).count(), 0)
    await first.context().close()
  })

  test('rests once nobody has looked at it for a while', async () => {
    const page = await windows.open(DESKTOP, owner)
    const listens = page.waitForResponse((answer) => answer.url().includes('/live?'))
    await page.goto('/events')
    await alive(page)
    await listens
    const rests = page.waitForEvent('requestfailed', (request) => request.url().includes('/live?'))
    await show(page, false)
    await rests
    await event(server, owner, apex, { sessionName: 'Made meanwhile' })
    await show(page, true)
    await page.getByText('Made meanwhile').waitFor()
    await page.context().close()
  })
})

const show = (page: Page, isSeen: boolean): Promise<void> =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'hidden', { value: !is, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isSeen)
