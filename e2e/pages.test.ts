import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { person, type Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { assertAccessible, assertFits, DESKTOP, openBrowser, PHONE, visit } from './browser.ts'
import { demoWorld, type DemoWorld } from './look/demo-world.ts'
import { shots, SIZES, type Reader } from './look/pages.ts'
import { eventStates, type EventStates } from './look/states.ts'

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

  /** And somebody signed in who belongs nowhere yet. */
  const readers: readonly (Reader | 'visitor')[] = ['nobody', 'driver', 'owner', 'admin', 'steward', 'newcomer', 'racer', 'early', 'visitor']
  const pathsOf = (as: Reader | 'visitor'): readonly string[] =>
    as === 'visitor' ? [places.open, places.apex, places.night] : shots(places, states.places).flatMap((shot) => (shot.as === as ? [shot.path] : []))
  for (const as of readers) {
    for (const { width, height } of SIZES) {
      const viewport = { width, height }
      // both themes at those sizes at which axe looks, which takes its time
      const scheme = width === PHONE.width || width === 844 ? 'light' : 'dark'
      const isLookedAt = width === PHONE.width || width === DESKTOP.width
      test(`${as}, ${width}×${height}, ${scheme}`, async () => {
        const { page, context, faults } = await visit(browser, server.url, viewport, people.get(as))
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        for (const path of pathsOf(as)) {
          const where = `${path} (${as}, ${width} px)`
          await page.goto(path, { waitUntil: 'load' })
          await page.getByRole('heading', { level: 1 }).first().waitFor()
          await page.waitForLoadState('domcontentloaded')
          if (isLookedAt) await assertAccessible(page, where)
          else await assertFits(page, where)
        }
        assert.deepEqual(faults, [])
        await context.close()
      })
    }
  }

  test('the results of an ended event are read without JavaScript', async () => {
    const context = await browser.newContext({ viewport: PHONE, baseURL: server.url, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(places['ended']!)
    assert.equal(await page.getByRole('row').count(), 39)
    const height = await page.evaluate(() => document.documentElement.scrollHeight).catch(() => null)
    assert.ok(height === null || height <= 4000, `${height} px high`)
    await context.close()
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
