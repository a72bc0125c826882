import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, openBrowser, PHONE, visit } from '../browser.ts'

/** What a reader takes for granted of an address, a link and the way back. */
describe('from page to page', () => {
  let server: TestServer
  let browser: Browser
  let olga: Person
  before(async () => {
    server = await testServer()
    browser = await openBrowser()
    olga = await person(server, 'Olga Owner')
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
  })
  const opened = async (path: string, who?: Person): Promise<Page> => {
    const { page } = await visit(browser, server.url, PHONE, who)
    await page.goto(path)
    await alive(page)
    return page
  }
  const stands = (page: Page, heading: string) => page.getByRole('heading', { level: 1, name: heading }).waitFor()
  const readTo = (page: Page, down: number) => page.waitForFunction((at) => Math.abs(scrollY - at) < 2, down)
  const READ = 500

  test('a link opens a page at its top with its title, Back opens the last one where it was left, through a reload as well', async () => {
    const page = await opened('/terms')
    await page.evaluate((at) => scrollTo(0, at), READ)
    await page.locator('footer a[href="/privacy"]').evaluate((link) => (link as HTMLElement).click())
    await stands(page, 'Privacy')
    await readTo(page, 0)
    assert.match(await page.title(), /^Privacy/)
    assert.equal(new URL(page.url()).pathname, '/privacy')
    await page.goBack()
    await stands(page, 'Terms')
    await readTo(page, READ)
    assert.match(await page.title(), /^Terms/)
    await page.goForward()
    await stands(page, 'Privacy')
    await page.reload()
    await page.goBack()
    await stands(page, 'Terms')
    await readTo(page, READ)
  })

  test('an address that names no page says so in the browser as on the server, and the next link leads on', async () => {
    for (const path of ['/Events', '/events/1/2', '/nothing']) {
      assert.equal((await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } })).status, 404, path)
      const page = await opened('/terms')
      await page.evaluate((to) => {
        history.pushState({}, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
      await page.getByText('404').waitFor()
      await page.locator('header a[href="/"]').first().click()
      await page.getByText('404').waitFor({ state: 'detached' })
      await page.context().close()
    }
  })

  test('the search box of a list says what its address says: after a button, a link and Back', async () => {
    for (const path of ['/events', '/communities']) {
      const page = await opened(path)
      const box = page.getByRole('searchbox')
      const says = async (words: string, search: string): Promise<void> => {
        await page.waitForURL(`${server.url}${path}${search}`)
        assert.equal(await box.inputValue(), words, path)
      }
      await box.fill('nobody')
      await says('nobody', '?search=nobody')
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await says('', '')
      await box.fill('anybody')
      await says('anybody', '?search=anybody')
      await page.locator(`header nav a[href="${path}"]`).evaluate((link) => (link as HTMLElement).click())
      await says('', '')
      await page.goBack()
      await says('anybody', '?search=anybody')
      await page.context().close()
    }
  })

  test('a page for members leads a visitor to the login, with the way back to it', async () => {
    const page = await opened('/communities')
    await page.locator('a[href="/communities/new"]').first().click()
    await page.waitForURL(`${server.url}/login?returnTo=%2Fcommunities%2Fnew`)
    await page.goBack()
    await stands(page, 'Communities')
  })

  test('Back asks before what is typed is lost; whoever stays is where they were', async () => {
    const page = await opened('/communities', olga)
    await page.locator('a[href="/communities/new"]').first().click()
    await page.getByLabel('Name', { exact: true }).fill('Night Owls')
    await page.getByText('Ask for a password').click()
    await page.getByLabel('Password', { exact: true }).fill('sesame-open')
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.goBack()
    await asked.waitFor()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await page.waitForURL(`${server.url}/communities/new`)
    assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), 'sesame-open')
    await page.goBack()
    await asked.waitFor()
    await page.getByRole('button', { name: /Leave/ }).click()
    await stands(page, 'Communities')
  })
})
