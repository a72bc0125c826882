import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

const PASSWORDS = { server: 'MarkDrive', admin: 'MarkAdmin', spectator: 'MarkWatch' } as const
const ENTRY = 'let me in'
const OF_ADMINS = ['Edit', 'Move the start', 'Duplicate', 'Delete', 'Order the grid', 'Remove Dora Klein', 'Change the entry of Dora Klein'] as const

/** A steward is a member who will judge the race: the entry list goes with him, the event stays its admins'. */
describe('a steward on the page of an event before the flag', () => {
  let server: TestServer
  let windows: Windows
  let [olga, stan, dora, wanda] = Array<Person>(4) as [Person, Person, Person, Person]
  let [race, draft] = Array<SessionId>(2) as [SessionId, SessionId]
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const names = ['Olga Owner', 'Stan Steward', 'Dora Klein', 'Wanda Watts']
    ;[olga, stan, dora, wanda] = (await Promise.all(names.map((name) => person(server, name)))) as [Person, Person, Person, Person]
    const leagueId = await league(server, olga, { members: [dora, wanda], stewards: [stan] })
    race = await event(server, olga, leagueId, { hasGridPositions: true, entryPassword: ENTRY, passwords: PASSWORDS })
    draft = await event(server, olga, leagueId, { publish: false })
    for (const who of [dora, olga]) await who.as.done(entriesContract.AddEntry, { refId: race }, { ...entryBody('2'), password: ENTRY })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const opened = async (who: Person, viewport: typeof PHONE | typeof DESKTOP, hash = ''): Promise<Page> => {
    const page = await windows.open(viewport, who)
    await page.goto(`/events/${race}${hash}`)
    await alive(page)
    return page
  }
  const tabs = (page: Page): Promise<readonly string[]> =>
    page.getByRole('tab').evaluateAll((all) => all.map((tab) => tab.firstChild?.textContent ?? ''))
  /** Which of the words for admins are buttons or links here. */
  const toolsOn = async (page: Page): Promise<readonly string[]> => {
    const names = await page
      .getByRole('main')
      .locator('button, a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''))
    return OF_ADMINS.filter((tool) => names.some((name) => name.startsWith(tool)))
  }

  for (const viewport of [PHONE, DESKTOP]) {
    test(`the tabs, the list to take along and his own place, and nothing of the admins, at ${viewport.width}`, async () => {
      const page = await opened(stan, viewport, '#participants')
      await page.getByRole('link', { name: 'Entry list as CSV' }).waitFor()
      await page.getByRole('button', { name: 'Print the entry list' }).waitFor()
      await page.getByText('Dora Klein').filter({ visible: true }).first().waitFor()
      await page.getByRole('button', { name: 'Register', exact: true }).waitFor()
      assert.deepEqual(await tabs(page), ['Cars', 'Participants', 'Configuration', 'Best laps'])
      assert.deepEqual(await toolsOn(page), [])
      assert.equal(await page.getByRole('region', { name: 'For admins' }).count(), 0)
      await assertAccessible(page, `a steward at ${viewport.width}`)
      // an address that is another's leads to a tab of his
      for (const hash of ['#admin', '#spectators', '#my-team']) {
        await page.goto('/')
        await page.goto(`/events/${race}${hash}`)
        await alive(page)
        await page.getByRole('tab', { selected: true }).waitFor()
        assert.deepEqual(await tabs(page), ['Cars', 'Participants', 'Configuration', 'Best laps'], hash)
      }
      const html = await page.content()
      for (const secret of [...Object.values(PASSWORDS), ENTRY]) assert.ok(!html.includes(secret))
    })
  }

  test('its owner has there what the steward has not', async () => {
    const page = await opened(olga, DESKTOP, '#participants')
    await page.getByRole('region', { name: 'For admins' }).waitFor()
    await page.getByRole('button', { name: 'Order the grid' }).waitFor()
    assert.deepEqual(await tabs(page), ['Cars', 'Participants', 'Spectators', 'Configuration', 'Best laps', 'Admin'])
    assert.deepEqual(await toolsOn(page), OF_ADMINS)
    await page.getByRole('tab', { name: 'Admin' }).click()
    await page.getByText(PASSWORDS.admin).waitFor()
  })

  test('a draft is missing for him, as for everybody', async () => {
    const page = await windows.open(PHONE, stan)
    const reply = await page.goto(`/events/${draft}`)
    assert.equal(reply?.status(), 404)
    assert.equal(await page.getByRole('tab').count(), 0)
  })

  test('once he watches the list of those who do is his to read, and nobody’s to change', async () => {
    for (const who of [stan, wanda]) await who.as.done(entriesContract.AddSpectator, { refId: race }, { driverId: who.id, password: ENTRY })
    const page = await opened(stan, PHONE, '#spectators')
    await page.getByRole('tabpanel').getByRole('link', { name: 'Wanda Watts' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Remove / }).count(), 0)
    await page.getByRole('button', { name: 'Leave the spectators' }).waitFor()
    await assertAccessible(page, 'a steward who watches')
  })
})
