import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { person, type Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { assertAccessible, assertFits, DESKTOP, openBrowser, PHONE, visit } from './browser.ts'
import { demoWorld, type DemoWorld } from './look/demo-world.ts'
import { shots, SIZES, type Reader } from './look/pages.ts'
import { eventStates, type EventStates } from './look/states.ts'

const MOST_PIECES = 8

/** Every page of the route table on the demo world, in its states, as each audience, at every size, in both colour schemes. */
describe('every page', () => {
  let world: DemoWorld
  let server: TestServer
  let browser: Browser
  let places: DemoWorld['places']
  let states: EventStates
  let people: ReadonlyMap<string, Person>
  before(async () => {
    world = await demoWorld()
    ;({ server, places } = world)
    states = await eventStates(world)
    const { racer, early } = states
    people = new Map([...world.people, ['newcomer', await person(server, 'New Here', { onboarded: false })], ['racer', racer], ['early', early]])
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await world?.stop()
  })

  const readers: readonly Reader[] = ['nobody', 'driver', 'owner', 'admin', 'steward', 'newcomer', 'racer', 'early', 'visitor']
  const pathsOf = (as: Reader): readonly string[] => [
    // who is signed in and belongs nowhere yet
    ...(as === 'visitor' ? [places.open, places.apex, places.night] : []),
    ...shots(places, states.places).flatMap((shot) => (shot.as === as ? [shot.path] : [])),
  ]
  /** Each page is opened at the two sizes at which axe looks, which takes its time, in one theme each; there it is given the others. */
  const windows = [
    { opened: PHONE, scheme: 'light', widths: [844] },
    { opened: DESKTOP, scheme: 'dark', widths: [360, 1920] },
  ] as const
  for (const as of readers)
    for (const { opened, scheme, widths } of windows)
      test(`${as}, ${[opened.width, ...widths].join(', ')} px, ${scheme}`, async () => {
        const { page, context, faults } = await visit(browser, server.url, opened, people.get(as))
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        for (const path of pathsOf(as)) {
          await page.setViewportSize(opened)
          await page.goto(path, { waitUntil: 'load' })
          await page.getByRole('heading', { level: 1 }).first().waitFor()
          await assertAccessible(page, `${path} (${as}, ${opened.width} px)`)
          for (const size of SIZES.filter(({ width }) => widths.some((one) => one === width))) {
            await page.setViewportSize(size)
            // what looks at the width itself has drawn anew
            await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
            await assertFits(page, `${path} (${as}, ${size.width} px)`)
          }
        }
        assert.deepEqual(faults, [])
        await context.close()
      })

  test('every size that is looked at is one of them', () => {
    const seen = windows.flatMap(({ opened, widths }) => [opened.width, ...widths])
    assert.deepEqual(
      SIZES.map(({ width }) => width).toSorted((a, b) => a - b),
      seen.toSorted((a, b) => a - b),
    )
  })

  test('the results of an ended event are read without JavaScript', async () => {
    const context = await browser.newContext({ viewport: PHONE, baseURL: server.url, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(places['ended']!)
    assert.equal(await page.getByRole('row').count(), 39)
    const height = await page.evaluate(() => document.documentElement.scrollHeight).catch(() => null)
    // 39 rows of two lines each, and a head in which names and dates may take a line more
    assert.ok(height === null || height <= 5 * PHONE.height, `${height} px high`)
    await context.close()
  })

  test('on a phone the rows of results begin on the second screen, whoever reads them', async () => {
    for (const as of ['driver', 'owner'] as const) {
      const { page, context } = await visit(browser, server.url, PHONE, people.get(as))
      await page.goto(places['ended'])
      await page.getByRole('region', { name: 'Your result' }).waitFor()
      const top = await page
        .locator('tbody tr')
        .first()
        .evaluate((row) => row.getBoundingClientRect().top)
      assert.ok(top <= 1000, `${as}: the first row begins at ${top} px`)
      await context.close()
    }
  })

  test('the numbers of a career fill their rows at every width', async () => {
    const { page, context } = await visit(browser, server.url, PHONE)
    await page.goto(places['judged'])
    for (const { width, height } of SIZES) {
      await page.setViewportSize({ width, height })
      const ends = await page
        .getByRole('definition')
        .first()
        .evaluate((first) => {
          const cells = [...first.closest('dl')!.children].map((cell) => cell.getBoundingClientRect())
          return [...new Map(cells.map(({ top, right }) => [top, Math.round(right)])).values()]
        })
      assert.equal(new Set(ends).size, 1, `${width} px: rows end at ${ends.join(', ')}`)
    }
    await context.close()
  })

  test('a page is taken over in a few pieces, however many rows it has', async () => {
    for (const path of pathsOf('nobody')) {
      const html = await (await server.visitor.fetch(path, { headers: { accept: 'text/html' } })).text()
      // at each part that is fetched by itself React begins anew when something changes meanwhile
      const pieces = html.split('<!--$').length - 1
      assert.ok(pieces <= MOST_PIECES, `${path}: ${pieces}`)
    }
  })

  test('a slow reader takes a page over as the server drew it, whatever is answered meanwhile', async () => {
    const { page, context, faults } = await visit(browser, server.url, DESKTOP, world.people.get('owner'))
    const chromium = await context.newCDPSession(page)
    await chromium.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(places['ended']!)
    await page.getByRole('button', { name: 'Import a result file' }).waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  test('a link preview has title, description and picture; search engines read a sports event', async () => {
    const html = await (await server.visitor.fetch(places['ended']!, { headers: { accept: 'text/html' } })).text()
    for (const part of ['<title>Spa-Francorchamps 60', 'og:title', 'og:description', 'podium.png', '"@type":"SportsEvent"'])
      assert.ok(html.includes(part), part)
  })

  test('the search opens by keys, finds and leads there by keys', async () => {
    const { page, context } = await visit(browser, server.url, DESKTOP)
    await page.goto('/')
    const box = page.getByRole('combobox')
    // the keys are heard once the page has come alive
    while (!(await box.isVisible())) await page.keyboard.press('Control+k')
    await page.keyboard.type('Spa-Fr')
    await page.getByRole('option', { name: /Spa-Francorchamps 60/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/events\//)
    await context.close()
  })
})
