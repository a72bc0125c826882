import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, DESKTOP, openWindows, type Windows } from '../browser.ts'

describe('the title of what stands in for a page', () => {
  let server: TestServer
  let windows: Windows
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const ada = await person(server, 'Ada Admin')
    await event(server, ada, await league(server, ada), { sessionName: 'Friday GT' })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  const FRIDAY = 'Friday GT · Paddock'
  const EVENTS = 'Events · Paddock'
  const titled = (page: Page, title: string) => page.waitForFunction((wanted) => document.title === wanted, title)
  /** On the list of events, alive, the next answer of an event's call given as told. */
  const list = async (answer: { readonly status: number; readonly json: unknown }): Promise<Page> => {
    const page = await windows.open(DESKTOP)
    await page.goto('/events')
    await alive(page)
    await page.route(/\/public\/events\/[0-9a-f-]{36}$/, (route) => route.fulfill(answer))
    await page.getByRole('link', { name: /Friday GT/ }).click()
    return page
  }

  for (const [what, answer, heading] of [
    ['an event that is gone', { status: 404, json: { code: 'NOT_FOUND', params: {}, message: 'Gone.' } }, 'This road leads nowhere'],
    ['a refusal', { status: 403, json: { code: 'FORBIDDEN', params: {}, message: 'You may not do this.' } }, 'Spun off'],
    ['a fault of the server', { status: 500, json: { code: 'FAULT', params: {}, message: 'Something went wrong.' } }, 'Spun off'],
    ['a page that breaks while it is drawn', { status: 200, json: { v: 1 } }, 'This page broke'],
  ] as const)
    test(what, async () => {
      const page = await list(answer)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await titled(page, `${heading} · Paddock`)
      await page.goBack()
      await titled(page, EVENTS)
    })

  test('tried again, the page has its own title', async () => {
    const page = await list({ status: 500, json: { code: 'FAULT', params: {}, message: 'Something went wrong.' } })
    await titled(page, 'Spun off · Paddock')
    assert.equal(await page.locator('#said').textContent(), 'Spun off · Paddock')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Friday GT' }).waitFor()
    await titled(page, FRIDAY)
  })

  test('without a network, until the page comes', async () => {
    const page = await windows.open(DESKTOP)
    await page.goto('/events')
    await alive(page)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: /Friday GT/ }).evaluate((link: HTMLElement) => link.click())
    await titled(page, 'You are offline · Paddock')
    await page.context().setOffline(false)
    await titled(page, FRIDAY)
  })
})
