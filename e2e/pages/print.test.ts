import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { alive, DESKTOP, openBrowser, visit } from '../browser.ts'
import { demoWorld, type DemoWorld } from '../look/demo-world.ts'

/** An event, its entry list and its results, a season’s rules and its standings on paper, as its owner prints them: what it is and the open tab, nothing to press. */
describe('on paper', () => {
  let world: DemoWorld
  let browser: Browser
  before(async () => {
    world = await demoWorld()
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await world?.stop()
  })

  type Print = {
    readonly what: string
    readonly at: () => string
    readonly rows?: number
    readonly says: RegExp
    readonly screenSays: readonly string[]
  }
  const prints: readonly Print[] = [
    { what: 'an event', at: () => world.places.open, says: /Nürburgring/i, screenSays: ['Race night starts in', 'Server opens in'] },
    { what: 'its entry list', at: () => `${world.places.open}#participants`, rows: 10, says: /Dora Klein/, screenSays: ['Race night starts in'] },
    {
      what: 'its results',
      at: () => `${world.places.ended}#race-1`,
      rows: 30,
      says: /P1|1\b/,
      screenSays: ['Result files', 'Next in Apex Racing League'],
    },
    { what: 'the rules of a season', at: () => `${world.places.season}#rules`, says: /How points work[^]*Penalties[^]*Protests/, screenSays: [] },
    { what: 'its standings', at: () => world.places.season, rows: 10, says: /Pts/i, screenSays: [] },
  ]
  /** What of these is seen. */
  const seen = (page: Page, selector: string): Promise<readonly string[]> =>
    page
      .locator(selector)
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .map((one) => one.textContent || one.getAttribute('aria-label') || one.tagName),
      )
  for (const { what, at, rows = 0, says, screenSays } of prints)
    test(what, async () => {
      const { page, context, faults } = await visit(browser, world.server.url, DESKTOP, world.people.get('owner'))
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      await page.goto(at())
      await alive(page)
      await page.waitForLoadState('networkidle')
      // what is far below comes once it is near
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      const title = await page.getByRole('heading', { level: 1 }).textContent()
      const onScreen = await seen(page, 'main button:not(table button)')
      assert.ok(onScreen.length > 0, 'on a screen there is something to press')
      for (const words of screenSays) await page.locator('main').getByText(words).first().waitFor()
      const table = page.locator('main table').first()
      const readOnScreen = (await table.count()) > 0 ? await table.innerText() : ''

      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      if (process.env['PICTURES'])
        await page.screenshot({ path: `${process.env['PICTURES']}/print-${what.replaceAll(' ', '-')}.png`, fullPage: true })
      assert.deepEqual(await seen(page, 'body > :not(#root), #root > :not(main)'), [], 'neither what stands around the page')
      assert.deepEqual(
        await seen(
          page,
          'main button:not(table button), main [role=tablist], main nav, main form, main input, main [role=timer], main [data-screen], [role=dialog]',
        ),
        [],
        'nor what is pressed',
      )
      assert.deepEqual(await seen(page, 'main h1'), [title])
      // what is left of A4 between its margins
      await page.setViewportSize({ width: 703, height: 1000 })
      const cut = await page.locator('main li:visible').evaluateAll((all) =>
        all.flatMap((one) => {
          const { left, right } = one.getBoundingClientRect()
          return left < -1 || right > innerWidth + 1 ? [one.textContent.slice(0, 40)] : []
        }),
      )
      assert.deepEqual(cut, [], 'nothing is cut off')
      await page.setViewportSize(DESKTOP)
      const words = await page.locator('main').innerText()
      assert.match(words, says)
      assert.deepEqual(
        screenSays.filter((one) => words.includes(one)),
        [],
        'a clock that runs, files and ways elsewhere make no sense there',
      )
      const paper = await page.evaluate(() => {
        const colours = [...document.querySelectorAll('main :is(h1, h2, td, dd, p)')]
          .filter((one) => one.checkVisibility())
          .map((one) => getComputedStyle(one).color)
        // as bright as paper nothing is read
        const bright = colours.filter((colour) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).every((part) => Number(part) > 170))
        // WCAG 1.4.11: what is drawn, and marks of places, are seen on white
        const pale = [...document.querySelectorAll('main td :is(b, span), main path.recharts-line-curve')]
          .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === 'rgba(0, 0, 0, 0)')
          .map((one) => (one.tagName === 'path' ? getComputedStyle(one).stroke : getComputedStyle(one).color))
          .filter((colour) => {
            const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
              const level = Number(part) / 255
              return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4
            })
            return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) < 3
          })
        return {
          bright,
          pale: [...new Set(pale)],
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          rows: document.querySelectorAll('main tbody tr').length,
        }
      })
      assert.deepEqual([paper.bright, paper.pale, paper.wide <= 0], [[], [], true])
      assert.ok(paper.rows >= rows, `${paper.rows} rows`)
      if (rows > 0) assert.ok((await page.locator('main table').first().innerText()).length > readOnScreen.length * 0.6, 'the table is printed whole')
      assert.deepEqual(faults, [])
      await context.close()
    })
})
