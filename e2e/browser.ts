import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Browser, type BrowserContext, type Dialog, type Locator, type Page } from 'playwright-core'
import type { Person } from '#testing/people.ts'
import { chromiumProgram } from './chromium.ts'

export const DESKTOP = { width: 1280, height: 800 } as const
export const PHONE = { width: 390, height: 844 } as const
/** Where the reader of all windows is. */
export const ZONE = 'Europe/Berlin'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
// a browser that looks nothing up outside
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const openBrowser = (...more: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumProgram() ?? 'chromium', args: [...ARGS, ...more] })

type Viewport = { readonly width: number; readonly height: number }
export type Windows = {
  /** A fresh one; whoever is given is signed in. */
  readonly open: (viewport: Viewport, who?: Person) => Promise<Page>
  /** What any of them complained of. */
  readonly faults: () => readonly string[]
  readonly close: () => Promise<void>
}

/** A browser of its own on one platform; nothing in its windows moves. */
export async function openWindows(url: string): Promise<Windows> {
  const browser = await openBrowser()
  const visits: Visit[] = []
  return {
    open: async (viewport, who) => {
      const made = await visit(browser, url, viewport, who)
      await made.page.emulateMedia({ reducedMotion: 'reduce' })
      visits.push(made)
      return made.page
    },
    faults: () => visits.flatMap(({ faults }) => faults),
    close: () => browser.close(),
  }
}

export type Visit = { readonly page: Page; readonly context: BrowserContext; readonly faults: readonly string[] }

/** A fresh browser window; whoever is given is signed in. What the page complains of is collected: errors, refused contents, faults of the server. */
export async function visit(browser: Browser, url: string, viewport: Viewport, who?: Person): Promise<Visit> {
  const context = await browser.newContext({ viewport, baseURL: url, timezoneId: ZONE, locale: 'en-GB', acceptDownloads: true })
  const [name = '', value = ''] = (who?.as.cookie ?? '').split('=')
  if (who) await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  page.setDefaultTimeout(Number(process.env['E2E_TIMEOUT'] ?? 45_000))
  routeAtOnce(page)
  const faults: string[] = []
  page.on('pageerror', (fault) => faults.push(String(fault)))
  page.on('console', (message) => {
    // a refusal the page shows at its field is also a line in the console
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`)
  })
  return { page, context, faults }
}

/**
 * Lets what is set for the requests of an open page hold for the next of them. The browser says that it is set a moment before the page itself
 * has heard of it, and on a busy machine what a press sends right behind that passes it by.
 */
function routeAtOnce(page: Page): void {
  const route = page.route.bind(page)
  page.route = async (...rule) => {
    const set = await route(...rule)
    if (page.url() === 'about:blank') return set
    await route(PROBE, (probe) => probe.fulfill({ status: 204 }))
    await page.waitForFunction(
      (probe) =>
        fetch(probe, { cache: 'no-store' }).then(
          ({ status }) => status === 204,
          () => false,
        ),
      PROBE_URL,
      { polling: 20 },
    )
    await page.unroute(PROBE)
    return set
  }
}
/** The server's own answer to it is another. */
const PROBE_URL = '/robots.txt?does-it-hold'
const PROBE = /\/robots\.txt\?does-it-hold$/

/**
 * React has taken the page over, every part of it: what is pressed is heard, and another address finds nothing half done. It does so part by
 * part, the frame of the page first. A tab that the address names is drawn after its button.
 */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const parts = [...document.querySelectorAll('main, main :is(h1, a, button, input, select, textarea)')]
    const isDrawn = !document.querySelector('[role=tabpanel][aria-busy=true]')
    return isDrawn && parts.length > 1 && parts.every((part) => Object.keys(part).some((key) => key.startsWith('__reactFiber')))
  })
}

/** The page opens as for whoever has been here: at a first visit our letters may come with the next page only (web/style/late-fonts.ts). */
export const beenHere = (page: Page): Promise<unknown> => page.addInitScript(() => localStorage.setItem('fonts', '1'))

export const OUR_LETTERS = ['Inter Variable', 'Barlow Condensed']
/**
 * In the page: it stands in the letters of these families. Asked of the faces themselves: `check` says yes to a family the page has no
 * face of, and the device's own are loaded too.
 */
export const inLetters = (families: readonly string[]): boolean =>
  families.every((name) => [...document.fonts].some(({ family, status }) => family.includes(name) && status === 'loaded'))

/** Goes to a control as somebody without a mouse does. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let presses = 0; presses < 150; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('not reached by the Tab key')
}

/** axe finds nothing, and the page does not scroll sideways. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  await page.evaluate(settled)
  // through the browser's own protocol: the page's content policy allows no foreign script
  await page.evaluate(AXE)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (root: Document, options: object) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> }
    }
    const { violations: found } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
    return found.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join(' | ')}`)
  })
  assert.deepEqual(violations, [], `axe on ${where}`)
  await assertFits(page, where)
}

/** The page does not scroll sideways. */
export async function assertFits(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  assert.ok(overflow <= 0, `${where} scrolls sideways by ${overflow} px`)
}

/** A control that changes its colours has, for a moment, one of them new and the other old. What never ends is not waited for. */
const settled = async (): Promise<void> => {
  const ending = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

/** Holds back what is asked at `where` once it is asked; when let go, the page has the answer and has drawn what came of it. */
export async function heldBack(page: Page, where: string): Promise<{ readonly asked: Promise<void>; readonly letGo: () => Promise<void> }> {
  const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(where, async (route) => {
    asked.resolve()
    await free.promise
    await route.continue()
  })
  const letGo = async (): Promise<void> => {
    const answered = page.waitForResponse(where)
    free.resolve()
    await (await answered).finished()
    await page.unroute(where)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  }
  return { asked: asked.promise, letGo }
}

/** A reload: the browser asks first. Answers its question. */
export async function questionOfReload(page: Page): Promise<Dialog> {
  const asked = page.waitForEvent('dialog')
  // it comes back only once the question is answered, and not at all where it is answered with no
  const gone = page.reload().then(
    () => assert.fail('the page was left without a question'),
    () => asked,
  )
  const dialog = await Promise.race([asked, gone])
  assert.equal(dialog.type(), 'beforeunload')
  return dialog
}
