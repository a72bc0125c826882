import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, inLetters, openWindows, OUR_LETTERS, PHONE, type Windows } from '../browser.ts'

const WORDS = [
  'registration and cancelling end',
  'Results of the whole season',
  'BENCH RACING CLUB',
  '12 345 678 90',
  'Fahrer dieser Gemeinschaft sehen, was sie wollen',
] as const

describe('the fonts', () => {
  let server: TestServer
  let windows: Windows
  before(async () => {
    server = await testServer({ role: 'web' })
    windows = await openWindows(server.url)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  /** Notes in which order a page's scripts and fonts are asked for. */
  function watched(page: Page): string[] {
    const asked: string[] = []
    page.on('request', (request) => {
      const kind = /\.(js|woff2)$/.exec(new URL(request.url()).pathname)?.[1]
      if (kind) asked.push(kind)
    })
    return asked
  }
  const worn = (page: Page) => page.evaluate(inLetters, OUR_LETTERS)
  const here = (page: Page) => page.waitForFunction(inLetters, OUR_LETTERS)
  const fetched = (page: Page) => page.waitForFunction(() => 'fonts' in localStorage)
  /** Takes every moment of the page for a second after its start at most: a slow machine is as quick then as one needs to be. */
  const early = (page: Page) =>
    page.addInitScript(() => {
      const now = performance.now.bind(performance)
      performance.now = () => Math.min(now(), 1000)
    })

  test('come after a first visit’s scripts, and before them from then on', async () => {
    const page = await windows.open(PHONE)
    const first = watched(page)
    await page.goto('/events')
    await fetched(page)
    assert.ok(first.includes('js') && first.includes('woff2'))
    assert.ok(first.indexOf('woff2') > first.lastIndexOf('js'), first.join(' '))
    // who has them in the cache sees no other letters first, though the scripts take their time
    const held = Promise.withResolvers<void>()
    await page.route(/\.js$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await here(page)
    held.resolve()
  })

  test('move nothing when they come: titles in capitals keep their lines', async () => {
    const page = await windows.open(PHONE)
    await early(page)
    await page.addInitScript(() => {
      const moved: number[] = []
      Object.assign(globalThis, { moved })
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => moved.push((entry as unknown as { value: number }).value))).observe({
        type: 'layout-shift',
        buffered: true,
      })
    })
    const painted = Promise.withResolvers<void>()
    await page.route(/\.woff2$/, async (route) => {
      await painted.promise
      await route.continue()
    })
    await page.goto('/')
    const title = page.getByRole('heading', { level: 1 })
    const linesOf = () =>
      title.evaluate((one) => Math.round(one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight)))
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    const before = await linesOf()
    painted.resolve()
    await here(page)
    // two frames later what the first of them moved has been noted
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    assert.equal(await linesOf(), before)
    const moved = await page.evaluate(() => (globalThis as unknown as { readonly moved: readonly number[] }).moved)
    const sum = moved.reduce((all, one) => all + one, 0)
    assert.ok(sum < 0.01, `${sum}`)
  })

  test('stand in at the width of ours: small letters, capitals, figures of one width', async (t) => {
    const page = await windows.open(PHONE)
    await early(page)
    await page.goto('/events')
    await here(page)
    const hasArial = await page.evaluate(() =>
      new FontFace('arial', "local('Arial'), local('Liberation Sans')").load().then(
        () => true,
        () => false,
      ),
    )
    if (!hasArial) return t.skip('this machine has neither Arial nor one of its width')
    const off = await page.evaluate((words) => {
      const one = document.body.appendChild(document.createElement('span'))
      one.style.cssText = 'position: absolute; white-space: pre'
      const widthOf = (font: string, text: string): number => {
        one.style.font = font
        one.style.fontVariantNumeric = 'tabular-nums'
        one.textContent = text
        return one.getBoundingClientRect().width
      }
      // the device's own face, had it been left as it is, would be off by 7 to 40 %
      return [
        ['Inter', '400 64px "Inter Variable"'],
        ['Inter', '600 64px "Inter Variable"'],
        ['Barlow', '600 64px "Barlow Condensed"'],
      ].flatMap(([family, ours = '']) =>
        words.flatMap((text) => {
          const near = ours.replace(/".*"/, `"${family} near Arial"`)
          const share = widthOf(near, text) / widthOf(ours, text) - 1
          return Math.abs(share) > 0.045 ? [`${ours} ${text}: ${share.toFixed(3)}`] : []
        }),
      )
    }, WORDS)
    assert.deepEqual(off, [])
  })

  test('leave a page as it is that somebody may read by the time they are there, and come with the next', async () => {
    const page = await windows.open(PHONE)
    await page.route(/\.woff2$/, async (route) => {
      await page.waitForFunction(() => performance.now() > 1500)
      await route.continue()
    })
    await page.goto('/communities')
    await fetched(page)
    // a frame later they would be there
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    assert.equal(await worn(page), false)
    // another choice on the same page is not another page
    await alive(page)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Language').selectOption('de')
    await page.waitForURL(/language=de/)
    assert.equal(await worn(page), false)
    await page
      .getByRole('link', { name: /start page/ })
      .first()
      .click()
    await page.waitForURL(/\/$/)
    await here(page)
  })

  test('come though one of them does not', async () => {
    const page = await windows.open(PHONE)
    let asked = 0
    await early(page)
    await page.route(/\.woff2$/, (route) => (asked++ === 0 ? route.fulfill({ status: 404 }) : route.continue()))
    await page.goto('/events')
    // the first of them is Inter's
    await page.waitForFunction(inLetters, ['Barlow Condensed'])
  })
})
