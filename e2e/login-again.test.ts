import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { loginBrowser } from '#testing/mail-login.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from './browser.ts'

describe('a login that ends while somebody is at work', () => {
  let server: TestServer
  let windows: Windows
  let ada: Person
  let eve: Person
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[ada, eve] = (await Promise.all(['Ada Admin', 'Eve Else'].map((name) => person(server, name)))) as [Person, Person]
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  /** A form that is filled in, its login over, and sent. */
  const sendWithout = async (page: Page, shortName: string): Promise<void> => {
    await page.goto('/communities/new')
    await page.getByLabel('Name', { exact: true }).fill(`League ${shortName}`)
    await page.getByLabel('Short name').fill(shortName)
    await page.context().clearCookies({ name: 'paddock.session_token' })
    await page.getByRole('button', { name: 'Start community' }).click()
    await page.getByRole('dialog', { name: 'Your login has ended' }).waitFor()
  }
  const logIn = async (page: Page, email: string): Promise<void> => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail address').fill(email)
    await dialog.getByRole('button', { name: 'Send me a code' }).click()
    const code = dialog.getByLabel('Code from the e-mail')
    await code.waitFor()
    await code.fill(await loginBrowser(server.url).codeFor(email))
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  }
  const owners = async (shortName: string): Promise<readonly string[]> => {
    const { db } = server.running.machine
    const members = db.selectFrom('memberships').innerJoin('leagues', 'leagues.id', 'memberships.league_id')
    return (await members.select('user_id').where('short_name', '=', shortName).execute()).map((row) => row.user_id)
  }

  for (const viewport of [DESKTOP, PHONE]) {
    test(`it is taken up in place, and what was refused is done, ${viewport.width} px`, async () => {
      const bea = await person(server, 'Bea Berg')
      const page = await windows.open(viewport, bea)
      const shortName = `GO${viewport.width}`
      await sendWithout(page, shortName)
      await assertAccessible(page, 'the login in place')
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'email')
      await logIn(page, bea.email)
      await page.getByRole('heading', { level: 1, name: `League ${shortName}` }).waitFor()
      assert.deepEqual(await owners(shortName), [bea.id])
    })
  }

  test('closed, what was typed is still there, and the next press asks again', async () => {
    const page = await windows.open(PHONE, ada)
    await sendWithout(page, 'LATER')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('Log in to do this').waitFor()
    assert.equal(await page.getByLabel('Short name').inputValue(), 'LATER')
    await page.getByRole('button', { name: 'Start community' }).click()
    await page.getByRole('dialog', { name: 'Your login has ended' }).waitFor()
    assert.deepEqual(await owners('LATER'), [])
  })

  test('somebody else who logs in is told, and nothing is done in their name', async () => {
    const page = await windows.open(DESKTOP, ada)
    await sendWithout(page, 'OTHER')
    await logIn(page, eve.email)
    await page.getByRole('dialog', { name: 'You are logged in as Eve Else' }).waitFor()
    await assertAccessible(page, 'the page of somebody else')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Short name').inputValue(), 'OTHER')
    await page.getByRole('button', { name: 'Start community' }).click()
    await page.getByRole('dialog', { name: 'You are logged in as Eve Else' }).waitFor()
    assert.deepEqual(await owners('OTHER'), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Go on as Eve Else' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Account of Eve Else' }).waitFor()
  })

  test('a login in another window of the browser, as Steam’s, goes on here', async () => {
    const page = await windows.open(DESKTOP, ada)
    await sendWithout(page, 'WINDOW')
    const other = await page.context().newPage()
    const [name = '', value = ''] = (ada.as.cookie ?? '').split('=')
    // as the way through Steam ends
    await page.context().addCookies([{ name, value, url: server.url }])
    await other.goto('/login?done=1')
    await page.getByRole('heading', { level: 1, name: 'League WINDOW' }).waitFor()
    assert.deepEqual(await owners('WINDOW'), [ada.id])
  })

  test('what a page asks for by itself comes after the login too', async () => {
    const apex = await league(server, ada, { name: 'Apex' })
    const page = await windows.open(PHONE, ada)
    await page.goto('/terms')
    await page.context().clearCookies({ name: 'paddock.session_token' })
    await alive(page)
    await page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/communities/${apex}`)
    await page.getByRole('dialog', { name: 'Your login has ended' }).waitFor()
    await logIn(page, ada.email)
    await page.getByRole('heading', { level: 1, name: 'Apex' }).waitFor()
  })
})
