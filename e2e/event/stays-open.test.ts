import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { MINUTE_MS } from '#core/duration.ts'
import type { LeagueId } from '#core/ids.ts'
import { race, work } from '#modules/hosting/hosting.fixture.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, DESKTOP, openWindows, type Windows } from '../browser.ts'

const SLOW_MS = 150

// Workers are off: the test is the clock and the queue.
describe('a dialog that is open stays open, with what is typed in it', () => {
  let server: TestServer
  let windows: Windows
  let [olga, adam] = Array<Person>(2) as [Person, Person]
  let apex: LeagueId
  before(async () => {
    server = await testServer({ role: 'web' })
    windows = await openWindows(server.url)
    ;[olga, adam] = (await Promise.all(['Olga Owner', 'Adam Admin'].map((name) => person(server, name)))) as [Person, Person]
    apex = await league(server, olga, { admins: [adam] })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  /** Half a mod typed while what stands beside it is still on its way; what is asked later says whether the dialog was ever away. */
  const halfTyped = async (id: string): Promise<{ readonly page: Page; readonly come: () => void; readonly stayed: () => Promise<void> }> => {
    const page = await windows.open(DESKTOP, adam)
    const held = Promise.withResolvers<void>()
    await page.route(/\/history\?/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.route(/\.js$/, async (route) => {
      await new Promise((go) => setTimeout(go, SLOW_MS))
      await route.continue()
    })
    await page.goto(`/events/${id}#admin`)
    await alive(page)
    await page.getByRole('button', { name: 'Add a mod' }).click()
    await page.getByRole('dialog', { name: 'New mod' }).getByLabel('Name').fill('Half a name')
    await page.evaluate(() => {
      const marked = globalThis as Marked
      marked.timesAway = 0
      marked.field = document.activeElement as HTMLInputElement
      document.addEventListener('close', () => marked.timesAway!++, true)
    })
    const stayed = async (): Promise<void> => {
      const now = await page.evaluate(() => {
        const { timesAway, field } = globalThis as Marked
        return { timesAway, isFocused: document.activeElement === field, typed: field?.value }
      })
      assert.deepEqual(now, { timesAway: 0, isFocused: true, typed: 'Half a name' })
    }
    return { page, come: held.resolve, stayed }
  }

  test('when what admins did, and the words for it, come later than it was opened', async () => {
    const { id } = await race(server, olga, apex)
    const { page, come, stayed } = await halfTyped(id)
    come()
    await page.getByText('published Sprint at night').waitFor()
    await stayed()
    // and when the event changes under it
    await olga.as.done(sessionsContract.SetBop, { id, v: 1 }, { bops: { 34: { ballastkg: 15, restrictor: 0 } } })
    await page.getByText('set the balance of').waitFor()
    await stayed()
  })

  test('when its server is set up and the page becomes another', async () => {
    const at = await race(server, olga, apex)
    const { page, come, stayed } = await halfTyped(at.id)
    come()
    server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE_MS))
    await work(server, 'hosting.schedule', { sessionId: at.id })
    await page.getByRole('heading', { name: /Looking for a race host/ }).waitFor()
    await stayed()
  })

  test('of who changes their car when its server is set up: with what was chosen, and that it is too late', async () => {
    const at = await race(server, olga, apex, 'acc', { cars: ['34', '2'] })
    await adam.as.done(entriesContract.AddEntry, { id: at.id, v: 1 }, entryBody('34'))
    const page = await windows.open(DESKTOP, adam)
    await page.goto(`/events/${at.id}`)
    await alive(page)
    await page
      .getByRole('button', { name: /^Change car/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Change the entry' })
    const other = dialog.getByRole('radio', { name: /Ferrari 488 GT3/ })
    await other.check({ force: true })
    server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE_MS))
    await work(server, 'hosting.schedule', { sessionId: at.id })
    await page.getByRole('heading', { name: /Looking for a race host/ }).waitFor()
    await dialog.getByText('Registration is closed: the entry stays as it is.').waitFor()
    assert.equal(await dialog.getByText('did not finish').count(), 0, 'nothing to go on with')
    assert.ok(await other.isChecked())
    assert.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled())
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('of who is about to cancel when its server is set up: that it is too late', async () => {
    const at = await race(server, olga, apex)
    await adam.as.done(entriesContract.AddEntry, { id: at.id, v: 1 }, entryBody('34'))
    const page = await windows.open(DESKTOP, adam)
    await page.goto(`/events/${at.id}`)
    await alive(page)
    await page.getByRole('button', { name: 'Cancel registration' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Cancel your registration?' })
    await dialog.getByText('Your seat becomes free.').waitFor()
    server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE_MS))
    await work(server, 'hosting.schedule', { sessionId: at.id })
    await dialog.getByText('Registration and cancelling have ended.').waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Cancel registration' }).isDisabled())
    await dialog.getByRole('button', { name: 'Keep my seat' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('when a draft is published under it', async () => {
    const id = await event(server, olga, apex, { publish: false })
    const { page, come, stayed } = await halfTyped(id)
    come()
    await olga.as.done(sessionsContract.PublishSession, { id, v: 1 }, {})
    await page.getByText('To take part').first().waitFor()
    await stayed()
  })
})

type Marked = { timesAway?: number; field?: HTMLInputElement }
