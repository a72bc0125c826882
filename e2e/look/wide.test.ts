import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { alive, DESKTOP, openWindows, type Windows } from '../browser.ts'
import { demoWorld, type DemoWorld } from './demo-world.ts'

const SMALL = { width: 360, height: 640 } as const

/** What a wide screen has room for stands beside one another, in line, and whole. */
describe('on a wide screen', () => {
  let world: DemoWorld
  let windows: Windows
  before(async () => {
    world = await demoWorld()
    windows = await openWindows(world.server.url)
  })
  after(async () => {
    await windows?.close()
    await world?.stop()
  })

  const opened = async (place: string, who?: string, size: { width: number; height: number } = DESKTOP): Promise<Page> => {
    const page = await windows.open(size, who ? world.people.get(who) : undefined)
    await page.goto(place)
    await alive(page)
    return page
  }

  test('the cards of communities end in one line, however little is said on one', async () => {
    const page = await opened('/communities')
    const feet = await page.evaluate(() => {
      document.querySelector('main li p')!.remove()
      return [...document.querySelectorAll('main li')]
        .filter((one) => one.querySelector('h2, a[href^="/communities/"]'))
        .map((card) => Math.round(card.getBoundingClientRect().bottom - card.lastElementChild!.getBoundingClientRect().bottom))
    })
    assert.ok(feet.length >= 5)
    assert.deepEqual(new Set(feet).size, 1, `beneath what can be pressed: ${feet.join(', ')}`)
  })

  test('a member is one line of the list; on a phone the name has its own', async () => {
    for (const [size, most] of [
      [DESKTOP, 70],
      [SMALL, 120],
    ] as const) {
      const page = await opened(`${world.places.apex}#members`, 'owner', size)
      const row = page.locator('[role=tabpanel] [data-mine]').first()
      await row.waitFor()
      const { height } = (await row.boundingBox())!
      assert.ok(height <= most, `${size.width}: ${height} px high`)
      const since = await page.locator('[role=tabpanel] time').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
      assert.ok(since.length > 10)
      assert.equal(new Set(since).size, 1, `under one another: ${since.join(', ')}`)
    }
  })

  test('a date in a table stands on one line', async () => {
    const page = await opened(`${world.places.apex}#protests`, 'steward')
    const time = page.locator('td time').first()
    await time.waitFor()
    const lines = await time.evaluate((element) => element.getClientRects().length)
    assert.equal(lines, 1)
  })

  test('the place on the podium is a figure beside the car, not under it', async () => {
    const page = await opened(world.places.ended)
    const overlaps = await page.evaluate(() =>
      [...document.querySelectorAll('[role=tabpanel] ol > li')].flatMap((step) => {
        const [place, car] = step.children
        if (place?.getAttribute('aria-hidden') !== 'true' || !car) return []
        const words = document.createRange()
        words.selectNodeContents(car)
        const right = Math.max(...[...words.getClientRects()].map((one) => one.right))
        return [Math.round(place.getBoundingClientRect().left - right)]
      }),
    )
    assert.equal(overlaps.length, 3)
    for (const free of overlaps) assert.ok(free >= 0, `${-free} px of the car lie under the figure`)
  })

  test('the track of a banner is drawn once', async () => {
    for (const place of ['season', 'soon'] as const) {
      const page = await opened(world.places[place], 'driver')
      await page.waitForLoadState('networkidle')
      const drawn = await page.evaluate(() =>
        [...document.querySelectorAll('main use[href$="#start"]')].flatMap((one) => (one.closest('ol, ul') ? [] : [one.getAttribute('href')!])),
      )
      assert.ok(drawn.length > 0)
      assert.equal(new Set(drawn).size, drawn.length, `${place}: ${drawn.join(', ')}`)
    }
  })

  test('the cards of the configuration leave no hole', async () => {
    const page = await opened(`${world.places.open}#configuration`)
    const cards = page.locator('[role=tabpanel] section, [role=tabpanel] dl')
    await cards.first().waitFor()
    const holes = await page.evaluate(() => {
      const grid = document.querySelector('[role=tabpanel] dl')!.parentElement!.parentElement!
      const boxes = [...grid.children].map((one) => one.getBoundingClientRect())
      const columns = Map.groupBy(boxes, ({ left }) => Math.round(left)).values()
      return [...columns].flatMap((column) => {
        const down = column.toSorted((a, b) => a.top - b.top)
        return down.slice(1).map((one, at) => Math.round(one.top - down[at]!.bottom))
      })
    })
    assert.ok(holes.length > 3)
    assert.ok(Math.max(...holes) <= 20, `between two cards: ${Math.max(...holes)} px`)
  })
})
