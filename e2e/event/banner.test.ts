import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, openWindows, PHONE, type Windows } from '../browser.ts'

const MINUTE_MS = 60_000

describe('the banner of an event', () => {
  let server: TestServer
  let windows: Windows
  let [olga, dora] = Array<Person>(2) as [Person, Person]
  let race: SessionId
  before(async () => {
    server = await testServer({ role: 'web' })
    windows = await openWindows(server.url)
    ;[olga, dora] = await Promise.all([person(server, 'Olga Owner'), person(server, 'Dora Klein')])
    const leagueId = await league(server, olga, { members: [dora] })
    const startsAt = new Date(Math.ceil((server.clock.now().getTime() + 40 * MINUTE_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS)
    race = await event(server, olga, leagueId, { startsAt: startsAt.toISOString() })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('in its last hour it says how many drivers are missing, until enough are in', async () => {
    const page = await windows.open(PHONE)
    await page.goto(`/events/${race}`)
    await alive(page)
    await page.getByText('2 more drivers have to register before the start').waitFor()
    await assertAccessible(page, 'an event that misses drivers on a phone')
    await dora.as.done(entriesContract.AddEntry, { id: race }, entryBody('34'))
    await page.getByText('1 more driver has to register before the start').waitFor()
    await olga.as.done(entriesContract.AddEntry, { id: race }, entryBody('34'))
    await page.getByText('to register before the start').waitFor({ state: 'detached' })
  })

  test('it goes into a calendar as a file or by a link', async () => {
    const page = await windows.open(PHONE, dora)
    await page.goto(`/events/${race}`)
    await alive(page)
    assert.equal(await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href'), `/public/events/${race}/calendar.ics`)
    await page.evaluate(() => {
      window.open = (url) => {
        document.body.dataset['opened'] = String(url)
        return null
      }
    })
    await page.getByRole('button', { name: 'Google Calendar' }).click()
    const opened = new URL((await page.locator('body').getAttribute('data-opened')) ?? '')
    assert.equal(opened.hostname, 'calendar.google.com')
    assert.match(opened.searchParams.get('dates') ?? '', /^\d{8}T\d{6}Z\/\d{8}T\d{6}Z$/)
    assert.ok(opened.searchParams.get('details')?.endsWith(`/events/${race}`))
  })
})
