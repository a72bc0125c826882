import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { alive, heldBack, openBrowser, visit } from '../browser.ts'
import { demoWorld, type DemoWorld } from './demo-world.ts'
import { eventStates } from './states.ts'

const LOW = { width: 844, height: 390 } as const
const SMALL = { width: 360, height: 640 } as const

/** A phone on its side: what lies over the page leaves what can be pressed at its top, and the track is seen. */
describe('on a low screen', () => {
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

  /** What a hero offers to press, and the strip lies over. */
  const covered = (page: Page): Promise<string[]> =>
    page.evaluate(() => {
      const hero = document.querySelector<HTMLElement>('main > header')!
      const presses = [...document.querySelectorAll('main > header :is(a, button), main header :is(a, button)')]
      // how far down a hero's buttons stand depends on its words: a date of the year's longest, a name of three lines
      return [-60, -40, -20, 0, 20, 40, 60].flatMap((lower) => {
        hero.style.translate = `0 ${lower}px`
        return presses.flatMap((one) => {
          const { left, top, width, height } = one.getBoundingClientRect()
          const [x, y] = [left + width / 2, top + height / 2]
          if (width === 0 || y < 0 || y > innerHeight) return []
          const strip = document.elementFromPoint(x, y)?.closest('aside[data-night]')
          return strip ? [`${one.textContent} ${lower}`] : []
        })
      })
    })

  test('the strip of the next race covers nothing at the top of a page', async () => {
    const { page, context } = await visit(browser, world.server.url, LOW, world.people.get('driver'))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    let strips = 0
    for (const place of ['open', 'full', 'team', 'splits', 'apex', 'mixed', 'season', 'round', 'profile'] as const) {
      await page.goto(world.places[place])
      await alive(page)
      await page.waitForLoadState('networkidle')
      strips += await page.locator('aside[data-night]').count()
      const pressed = await covered(page)
      if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/low-${place}.png` })
      assert.deepEqual(pressed, [], world.places[place])
    }
    assert.ok(strips > 0, 'the strip is there')
    await page.mouse.wheel(0, 200)
    await page.locator('aside[data-night]').waitFor()
    await context.close()
  })

  test('nor while it is not known yet whether the server of that race is up', async () => {
    const { page, context } = await visit(browser, world.server.url, LOW, world.people.get('driver'))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const server = await heldBack(page, '**/query/race/*/server*')
    await page.goto(world.places.open)
    await alive(page)
    await server.asked
    await page.locator('aside[data-night] [aria-busy]').waitFor({ state: 'attached' })
    assert.deepEqual(await covered(page), [])
    await server.letGo()
    await context.close()
  })

  test('what one can do in a community stands on the first screen', async () => {
    for (const as of ['driver', null] as const) {
      const { page, context } = await visit(browser, world.server.url, LOW, as ? world.people.get(as) : undefined)
      await page.goto(world.places.apex)
      await alive(page)
      for (const name of as ? ['Leave', 'Share'] : [/^Log in and/, 'Share']) {
        const { y, height } = (await page
          .locator('main > header')
          .getByRole('button', { name })
          .or(page.locator('main > header').getByRole('link', { name }))
          .first()
          .boundingBox())!
        assert.ok(y + height <= LOW.height, `${String(name)} ends at ${y + height} px`)
      }
      await context.close()
    }
  })

  test('a section of what admins look after begins on the first screen of a phone', async () => {
    const { page, context } = await visit(browser, world.server.url, SMALL, world.people.get('owner'))
    await page.goto(`${world.places.apex}#manage-history`)
    await alive(page)
    const box = (await page.getByRole('heading', { name: 'History', exact: true }).boundingBox())!
    assert.ok(box.y + box.height <= SMALL.height * 0.6, `it begins at ${box.y} px`)
    await context.close()
  })

  test('an event shows its track before its start', async () => {
    const { page, context } = await visit(browser, world.server.url, LOW)
    for (const place of ['open', 'full', 'soon'] as const) {
      await page.goto(world.places[place])
      await alive(page)
      await page.waitForLoadState('networkidle')
      const drawn = await page.locator('main > header svg use[href*="#lap"]').evaluateAll((uses) =>
        uses.map((use) => {
          const { top, bottom, width, height } = use.getBoundingClientRect()
          return top >= 0 && bottom <= innerHeight ? Math.min(width, height) : 0
        }),
      )
      assert.ok(Math.max(...drawn) > 20, `${world.places[place]}: ${drawn.join()} px`)
    }
    await context.close()
  })

  test('the list of events begins on the first screen: its filters are behind a button, then in one line', async () => {
    const { page, context } = await visit(browser, world.server.url, LOW)
    await page.goto('/events')
    await alive(page)
    const day = (await page.locator('main').getByRole('heading', { level: 2 }).first().boundingBox())!
    assert.ok(day.y + day.height < LOW.height, `the first day ends at ${day.y + day.height} px`)
    // how many drive in those that are on stands in one line
    const driving = page.locator('main').getByText(/^\d+ drivers$/)
    assert.ok((await driving.count()) > 0)
    const heights = await driving.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)))
    for (const height of heights) assert.ok(height < 30, `${height} px high`)
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    const tops: number[] = []
    for (const label of ['When', 'Game', 'Server']) tops.push(Math.round((await page.getByLabel(label, { exact: true }).boundingBox())!.y))
    assert.equal(new Set(tops).size, 1, tops.join())
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
    await context.close()
  })

  test('keys are told of where there is a mouse, and not where there are fingers', async () => {
    const { page, context } = await visit(browser, world.server.url, LOW)
    await page.goto('/')
    await alive(page)
    const keys = page.locator('header kbd')
    await keys.waitFor()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setDeviceMetricsOverride', { ...LOW, deviceScaleFactor: 1, mobile: true })
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await keys.waitFor({ state: 'hidden' })
    await context.close()
  })

  test('the form of a time is read whole in its field on a phone', async () => {
    const { places } = await eventStates(world)
    for (const size of [SMALL, { width: 390, height: 844 }]) {
      const { page, context } = await visit(browser, world.server.url, size, world.people.get('owner'))
      await page.goto(places.byHand)
      await alive(page)
      const field = page.getByPlaceholder('HH:MM:SS.sss').first()
      await field.waitFor()
      await page.evaluate(() => document.fonts.ready)
      const { room, needs } = await field.evaluate((input: HTMLInputElement) => {
        const style = getComputedStyle(input)
        const letters = document.createElement('canvas').getContext('2d')!
        // the shorthand is empty where the figures are tabular
        letters.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
        const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
        return { room, needs: letters.measureText(input.placeholder).width }
      })
      assert.ok(needs <= room, `${size.width} wide: ${needs} px of letters in ${room} px`)
      const byKeys = page.getByText(/^Alt with an arrow key/)
      await byKeys.waitFor()
      const cdp = await context.newCDPSession(page)
      await cdp.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: true })
      await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true })
      await byKeys.waitFor({ state: 'hidden' })
      await context.close()
    }
  })
})
