import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext } from 'playwright-core'
import { DAY_MS, HOUR_MS } from '#core/duration.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { openBrowser } from './browser.ts'

/** A reader in California, whose clock counts twelve hours. */
const THERE = { timezoneId: 'America/Los_Angeles', locale: 'en-US' } as const

describe('times of a page', () => {
  let server: TestServer
  let browser: Browser
  const pages: string[] = []
  before(async () => {
    ;[server, browser] = await Promise.all([testServer(), openBrowser()])
    const olga = await person(server, 'Olga')
    const apex = await league(server, olga)
    const [first] = await Promise.all(
      // tomorrow, two days off, within the week, and after it
      [1, 2, 5, 20].map((days) => event(server, olga, apex, { startsAt: new Date(nextStartStep(Date.now() + days * DAY_MS)).toISOString() })),
    )
    pages.push('/', '/events', `/events/${first}`, `/communities/${apex}`)
  })
  after(() => Promise.all([browser?.close(), server?.stop()]))

  /** What a page says of moments; `alive`: once its scripts have taken it over. */
  async function told(context: BrowserContext, address: string, alive: boolean): Promise<readonly string[]> {
    const page = await context.newPage()
    if (!alive) await page.route('**/*.js', (route) => route.abort())
    await page.goto(server.url + address)
    if (alive) await page.waitForFunction(() => Object.keys(document.querySelector('[data-at]') ?? {}).some((key) => key.startsWith('__react')))
    const texts = await page.locator('[data-at]').evaluateAll((all) => all.map((one) => one.textContent ?? ''))
    await page.close()
    return texts
  }

  test('are the reader’s own before a script of ours has come, at a first visit and after, and stay what they were', async () => {
    for (const address of pages) {
      const context = await browser.newContext(THERE)
      const first = await told(context, address, false)
      assert.ok(first.some((text) => /GMT-[78]/.test(text)) && !first.some((text) => text.includes('UTC')), `${address}: ${first.join(' · ')}`)
      assert.match(first.join(' '), /\d [ap]m/i)
      assert.deepEqual(await told(context, address, true), first, `${address}, drawn by the server and taken over`)
      await context.clearCookies()
      assert.deepEqual(await told(context, address, true), first, `${address}, a first visit taken over`)
      await context.close()
    }
  })

  test('are told of a reader who has been here after the paint, and put right where they have gone elsewhere', async () => {
    const context = await browser.newContext(THERE)
    const page = await context.newPage()
    await page.route('**/*.js', (route) => route.abort())
    await page.addInitScript(() => {
      const Made = Intl.DateTimeFormat
      const notes = { looked: false, beforeFrame: false }
      Intl.DateTimeFormat = new Proxy(Made, {
        apply: (make, self, given) => {
          notes.looked = true
          return Reflect.apply(make, self, given)
        },
      })
      requestAnimationFrame(() => (notes.beforeFrame = notes.looked))
      Object.assign(globalThis, { notes })
    })
    const clock = async (): Promise<string | undefined> => (await context.cookies()).find(({ name }) => name === 'clock')?.value
    const looked = async (): Promise<boolean> => {
      await page.goto(server.url + pages[2])
      await page.waitForFunction(() => (globalThis as unknown as { notes: { looked: boolean } }).notes.looked)
      return page.evaluate(() => (globalThis as unknown as { notes: { beforeFrame: boolean } }).notes.beforeFrame)
    }
    assert.equal(await looked(), true, 'a first visit is told its times before the paint')
    assert.equal(await clock(), 'America/Los_Angeles.12.US')
    await context.addCookies([{ name: 'clock', value: 'Europe/Berlin.24.DE', url: server.url }])
    assert.equal(await looked(), false, 'who has been here waits for no clock')
    await until('the clock is the browser’s', async () => (await clock()) === 'America/Los_Angeles.12.US')
    await context.close()
  })

  test('name days by the platform’s clock, whatever the machine’s own says', async () => {
    const [, , race] = pages as [string, string, string]
    const context = await browser.newContext(THERE)
    const right = await told(context, race, true)
    await context.close()
    for (const days of [-2, 2]) {
      const off = await browser.newContext(THERE)
      await off.addInitScript((ms) => {
        const real = Date.now
        Date.now = () => real() + ms
      }, days * DAY_MS)
      const page = await off.newPage()
      await page.goto(server.url + race)
      const words = (): Promise<readonly string[]> => page.locator('[data-at]').evaluateAll((all) => all.map((one) => one.textContent ?? ''))
      await until(`a machine that is ${days} days off says ${right.join(' · ')}`, async () => (await words()).join() === right.join())
      await off.close()
    }
  })

  test('are counted by the platform’s clock, whatever the machine’s own says and before anything is asked', async () => {
    const [, , race] = pages as [string, string, string]
    const leftMin = async (offHours: number): Promise<number> => {
      const context = await browser.newContext(THERE)
      await context.addInitScript((ms) => {
        const real = Date.now
        Date.now = () => real() + ms
      }, offHours * HOUR_MS)
      const page = await context.newPage()
      // nothing but the page itself and its files is answered
      await page.route(/\/(query|public|live)\//, (route) => route.abort())
      await page.goto(server.url + race)
      const timer = page.getByRole('timer')
      await page.waitForFunction(() => Object.keys(document.querySelector('[role=timer]') ?? {}).some((key) => key.startsWith('__react')))
      const [days = 0, hours = 0, minutes = 0] = ((await timer.getAttribute('aria-label')) ?? '').match(/\d+/g)!.map(Number)
      await context.close()
      return days * 24 * 60 + hours * 60 + minutes
    }
    const left = await leftMin(0)
    // nobody is that quick, nor that slow
    for (const hours of [-3, 3]) assert.ok(Math.abs((await leftMin(hours)) - left) < 90, `${hours} h off: not ${left} min`)
  })
})
