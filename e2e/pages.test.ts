import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { TestServer } from '#testing/server.ts'
import { assertAccessible, DESKTOP, openBrowser, PHONE, visit } from './browser.ts'
import { demoWorld, type DemoRole, type DemoWorld } from './look/demo-world.ts'

/** Every page of the platform on the demo world, as each audience, on a desktop and on a phone, in both colour schemes. */
describe('every page', () => {
  let world: DemoWorld
  let server: TestServer
  let browser: Browser
  let places: DemoWorld['places']
  before(async () => {
    world = await demoWorld()
    ;({ server, places } = world)
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await world?.stop()
  })

  const walks: readonly { readonly as: DemoRole | null; readonly paths: () => readonly string[] }[] = [
    {
      as: null,
      paths: () => [
        '/',
        '/events',
        `${places['ended']}`,
        `${places['ended']}#qualify-1`,
        `${places['open']}`,
        `${places['open']}#participants`,
        `${places['open']}#configuration`,
        '/communities',
        places['apex']!,
        `${places['apex']}#members`,
        `${places['apex']}#results`,
        places['profile']!,
        '/login',
        '/terms',
        '/privacy',
        '/nothing-here',
      ],
    },
    {
      as: 'driver',
      paths: () => [
        '/',
        places['ended']!,
        places['open']!,
        places['full']!,
        places['night']!,
        '/settings',
        '/settings#sessions',
        '/settings#social-settings',
        '/notifications',
      ],
    },
    {
      as: 'owner',
      paths: () => [
        places['apex']!,
        `${places['apex']}#members`,
        `${places['apex']}#manage`,
        `${places['apex']}#manage-bans`,
        `${places['apex']}#manage-history`,
        `${places['apex']}#manage-community`,
        `${places['apex']}#manage-pictures`,
        `${places['apex']}#manage-ends`,
        places['open']!,
        `${places['open']}#admin`,
        `${places['apex']}/new-event`,
        '/communities/new',
      ],
    },
    { as: 'visitor', paths: () => [places['open']!, places['apex']!, places['night']!] },
  ]

  for (const { as, paths } of walks) {
    for (const [width, viewport, scheme] of [
      ['desktop', DESKTOP, 'dark'],
      ['phone', PHONE, 'light'],
    ] as const) {
      test(`${as ?? 'nobody signed in'}, ${width}, ${scheme}`, async () => {
        const { page, context, faults } = await visit(browser, server.url, viewport, as ? world.people.get(as) : undefined)
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        for (const path of paths()) {
          await page.goto(path, { waitUntil: 'load' })
          await page.getByRole('heading', { level: 1 }).first().waitFor()
          await page.waitForLoadState('domcontentloaded')
          await assertAccessible(page, `${path} (${as}, ${width})`)
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
