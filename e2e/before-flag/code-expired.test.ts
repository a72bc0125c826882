import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { MINUTE_MS } from '#core/duration.ts'
import type { SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { loginBrowser } from '#testing/mail-login.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, openWindows, PHONE, type Windows } from '../browser.ts'

/** A code is good for ten minutes; whoever reads the mail later asks for another one where they are. */
describe('a code that has expired while somebody signs up', () => {
  let server: TestServer
  let windows: Windows
  let olga: Person
  let race: SessionId
  let page: Page
  let dialog: Locator
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    olga = await person(server, 'Olga Owner')
    const leagueId = await league(server, olga, { type: 'OPEN_EVENTS_COMMUNITY' })
    race = await event(server, olga, leagueId)
  })
  beforeEach(async () => {
    page = await windows.open(PHONE)
    dialog = page.getByRole('dialog', { name: 'Register for Friday GT' })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const code = () => dialog.getByLabel('Code from the e-mail')
  const give = async (digits: string): Promise<void> => {
    await code().fill(digits)
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  }
  /** Asks for a code on the page of the event, and lets it become too old. */
  const late = async ({ email }: Person): Promise<string> => {
    await page.goto(`/events/${race}#configuration`)
    await alive(page)
    await page.getByRole('button', { name: 'Log in to register' }).click()
    await dialog.getByLabel('E-mail address').fill(email)
    await dialog.getByRole('button', { name: 'Send me a code' }).click()
    await code().waitFor()
    const old = await loginBrowser(server.url).codeFor(email)
    server.clock.advance(10 * MINUTE_MS + 1)
    return old
  }
  const drive = async (name: string): Promise<void> => {
    const choice = page.getByRole('dialog', { name: 'Register', exact: true })
    await choice.getByRole('radio').first().check({ force: true })
    await choice.getByRole('button', { name: 'Register', exact: true }).click()
    await choice.waitFor({ state: 'detached' })
    await page.getByText('You are in').first().waitFor()
    await page.getByRole('tab', { name: 'Configuration', selected: true }).waitFor()
    const { entries } = (await olga.as.ask(entriesContract.entryList, { refId: race })).body
    assert.ok(entries.some(({ participant }) => participant.name === name))
  }

  test('it is said at its field; a new one comes to the same address, and the way goes on at the event', async () => {
    const dora = await person(server, 'Dora Late')
    const old = await late(dora)
    await give(old)
    await dialog.getByText('This code is no longer good. Ask for a new one.').waitFor()
    assert.equal(await code().getAttribute('aria-invalid'), 'true')
    await dialog.getByText(dora.email).waitFor()
    await assertAccessible(page, 'a code that has expired')
    await dialog.getByRole('button', { name: 'Send a new code' }).click()
    await page.getByText('A new code is on its way.').waitFor()
    await give(old)
    await page.locator('[aria-invalid="true"]').waitFor()
    await give(await loginBrowser(server.url).codeFor(dora.email))
    await drive('Dora Late')
  })

  test('on a page that was dropped meanwhile the address is still there, and one tap asks anew', async () => {
    const eve = await person(server, 'Eve Later')
    await late(eve)
    await page.reload()
    const address = dialog.getByLabel('E-mail address')
    await address.waitFor()
    assert.equal(await address.inputValue(), eve.email)
    await dialog.getByRole('button', { name: 'Send me a code' }).click()
    await code().waitFor()
    await give(await loginBrowser(server.url).codeFor(eve.email))
    await drive('Eve Later')
  })
})
