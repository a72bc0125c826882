import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { alive, DESKTOP, openBrowser, PHONE, visit } from '../browser.ts'
import { demoWorld, type DemoWorld } from './demo-world.ts'

/** So many stops of each page are walked; the longest have more of the same rows. */
const STOPS = 90

type Stop = { readonly name: string; readonly fault: string | null }

/**
 * Whoever has no mouse walks with Tab: each stop says what it is, is marked, and lies under nothing that stands at the edge of the window
 * (WCAG 2.2: 2.4.3, 2.4.7, 2.4.11).
 */
describe('with the keyboard alone', () => {
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

  const WALKED = {
    nobody: ['/', '/events', 'open', 'ended', 'apex', 'season', '/communities', '/best-laps', '/login'],
    driver: ['/', 'open', 'full', 'soon', 'ended', 'season', 'profile', '/settings', '/notifications'],
    owner: ['open', 'apex', 'season', 'new-event', 'stewards'],
  } as const

  for (const [as, places] of Object.entries(WALKED))
    for (const viewport of [DESKTOP, PHONE])
      test(`${as} finds every stop marked and seen, ${viewport.width} wide`, async () => {
        const { page, context } = await visit(browser, world.server.url, viewport, world.people.get(as))
        await page.emulateMedia({ reducedMotion: 'reduce' })
        const faults: string[] = []
        for (const place of places) {
          await page.goto(addressOf(place))
          await alive(page)
          // what comes when it is near is there already: it would push away what has the focus
          await page.mouse.wheel(0, 20_000)
          await page.waitForLoadState('networkidle')
          await page.evaluate(() => scrollTo(0, 0))
          for (const { name, fault } of await walk(page)) if (fault) faults.push(`${place}: ${name} ${fault}`)
        }
        assert.deepEqual(faults, [])
        await context.close()
      })

  const addressOf = (place: string): string => {
    if (place.startsWith('/')) return place
    if (place === 'new-event' || place === 'stewards') return `${world.places.apex}/${place}`
    return world.places[place as keyof DemoWorld['places']]
  }
})

/** Presses Tab from the top until the page ends. */
async function walk(page: Page): Promise<readonly Stop[]> {
  const stops: Stop[] = []
  for (let no = 0; no < STOPS; no++) {
    await page.keyboard.press('Tab')
    let stop = await look(page)
    if (stop?.fault === OFF) {
      // something above it came late and pushed it away, on a busy machine: who comes again finds it
      await page.waitForLoadState('networkidle')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      stop = await look(page)
    }
    if (!stop) break
    stops.push(stop)
  }
  assert.ok(stops.length > 5, `${page.url()}: ${stops.length} stops`)
  return stops
}

const OFF = 'is off the screen'

async function look(page: Page): Promise<Stop | null> {
  // what is scrolled to it is drawn, and has come to rest where it snaps
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  return page.evaluate(lookAtFocus)
}

/** In the page: what has the focus, and what is wrong with it; `null` at the end of the page. */
function lookAtFocus(): Stop | null {
  const at = document.activeElement as HTMLElement | null
  if (!at || at === document.body) return null
  const { left, top, width, height } = at.getBoundingClientRect()
  const name = `${at.tagName.toLowerCase()} "${(at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 40)}"`
  const told = (fault: string | null): Stop => ({ name, fault })
  // what a control is drawn with may be its label
  const drawn = at.matches('input[type=checkbox], input[type=radio], input[type=file]') ? (at.closest('label') ?? at) : at
  const box = drawn === at ? { left, top, width, height } : drawn.getBoundingClientRect()
  if (box.width < 2 || box.height < 2) return told('has no size')
  const inside = (x: number, y: number): boolean => x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.2, 0.5, 0.8].map((y) => [box.left + box.width * x, box.top + box.height * y] as const))
  const seen = points.filter(([x, y]) => {
    if (!inside(x, y)) return false
    const over = document.elementFromPoint(x, y)
    return over !== null && (drawn.contains(over) || over.contains(drawn) || over.closest('label')?.control === at)
  })
  if (seen.length === 0) return told(inside(box.left + box.width / 2, box.top + box.height / 2) ? 'lies under something' : 'is off the screen')
  const marked = [at, drawn, at.parentElement, at.nextElementSibling].some((one) => {
    if (!one) return false
    return [null, '::after'].some((part) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one, part)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    })
  })
  return told(marked ? null : 'is not marked')
}
