/**
 * A visitor's first load on a phone: Chromium over its own protocol, 4 × slower, 1.6 Mbit/s, 150 ms, nothing in the cache, five times, medians.
 * `node bench/first-load.ts` measures alone (`'visitor: event, results of 40'`: that page only); `npm run bench` prints the same lines with its table.
 */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { openBrowser, PHONE } from '../e2e/browser.ts'
import { useEveryCore } from './machine.ts'
import type { Platform } from './platform.ts'
import { seasonId } from './season.ts'
import { median, tableOf, type Line } from './table.ts'

const LOADS = 5
const SLOW = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, connectionType: 'cellular3g' } as const
const CPU_RATE = 4
/** After it nothing more is counted. */
const SETTLED_MS = 1500
const KEYS = ['fcp', 'lcp', 'lastRow', 'tabs', 'blocking', 'shift', 'script', 'bytes', 'requests'] as const
type Key = (typeof KEYS)[number]
type Seen = Readonly<Record<Key, number>> & { readonly moves: readonly string[] }
type Goals = { readonly [K in Key]?: number | undefined }

/** What every page is held to. */
const GOALS: Goals = { blocking: 90, shift: 0.01, script: 110_000 }
/** A page with tabs. */
const TABBED: Goals = { ...GOALS, tabs: 1500 }
/** The event's result page with 40 rows. */
const JUDGED: Goals = { ...TABBED, fcp: 900, lcp: 1000, lastRow: 1200, bytes: 260_000, requests: 12 }
const PAGES = [
  ['home', '/', false],
  ['event, open', `/events/${seasonId('session', 2)}`, false],
  ['event, results of 40', `/events/${seasonId('session', 1)}`, true],
  ['community', `/communities/${seasonId('league', 1)}`, false],
  ['results list', `/events?status=ENDED`, false],
] as const

export async function firstLoadLines(platform: Platform, onlyPage = ''): Promise<readonly Line[]> {
  useEveryCore()
  // letters as a phone sets them, on fractions of a pixel: whole ones, as on a screen of few dots, make each word up to a tenth wider or narrower
  const browser = await openBrowser('--font-render-hinting=none')
  const origin = `http://127.0.0.1:${platform.port}`
  const [cookie = ''] = await platform.signIn([7])
  const lines: Line[] = []
  try {
    for (const [who, signedIn] of [
      ['visitor', null],
      ['signed in', cookie],
    ] as const) {
      for (const [name, path, isJudged] of PAGES) {
        if (onlyPage !== '' && `${who}: ${name}` !== onlyPage) continue
        const loads: Seen[] = []
        // the page itself is warm on the server, as it is for all but the first of a crowd
        await fetch(`${origin}${path}`, { headers: { accept: 'text/html', ...(signedIn ? { cookie: signedIn } : {}) } })
        for (let load = 0; load < LOADS; load++) loads.push(await coldLoad(browser, origin, path, signedIn))
        // another load, since what a tab fetches is not the page's own
        if (name.startsWith('event'))
          for (const one of loads) Object.assign(one, { tabs: (await coldLoad(browser, origin, path, signedIn, true)).tabs })
        const middle = Object.fromEntries(KEYS.map((key) => [key, median(loads.map((one) => one[key]))])) as Record<Key, number>
        const { moves } = loads.find(({ shift }) => shift === middle.shift)!
        lines.push(...linesOf(`first load, ${who}: ${name}`, { ...middle, moves }, goalsOf(name, isJudged, signedIn !== null)))
        if (isJudged && !signedIn) lines.push(...(await layoutLines(browser, origin, path)))
      }
    }
  } finally {
    await browser.close()
  }
  return lines
}

/** What the page under measurement writes down about itself. */
type Notes = {
  fcp: number
  lcp: number
  lastRow: number
  tabs: number
  blocking: number
  shift: number
  moves: string[]
  tasks: { at: number; ms: number }[]
}
/** What moved: where it was, and where it is. */
type Moved = { readonly node: Node | null; readonly previousRect: DOMRectReadOnly; readonly currentRect: DOMRectReadOnly }

async function coldLoad(browser: Browser, origin: string, path: string, cookie: string | null, presses = false): Promise<Seen> {
  const context = await phone(browser, origin, cookie)
  const page = await context.newPage()
  const wire = await throttled(context, page)
  await page.addInitScript(watch)
  if (presses) await page.addInitScript(press)
  await page.goto(`${origin}${path}`, { waitUntil: 'load' })
  await page.waitForTimeout(SETTLED_MS)
  if (presses)
    await page
      .waitForFunction(() => (globalThis as unknown as { notes: Notes }).notes.tabs > 0 || !document.querySelector('[role=tab]'), undefined, {
        timeout: 20_000,
      })
      .catch(() => undefined)
  const { tasks, fcp, ...notes } = await page.evaluate(() => (globalThis as unknown as { notes: Notes }).notes)
  await context.close()
  const blocking = tasks.filter(({ at }) => at >= fcp).reduce((sum, { ms }) => sum + Math.max(0, ms - 50), 0)
  return { ...notes, fcp, blocking, ...wire() }
}

async function phone(browser: Browser, origin: string, cookie: string | null, script = true): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    javaScriptEnabled: script,
    locale: 'en-GB',
  })
  const [name = '', value = ''] = cookie?.split('=') ?? []
  if (cookie) await context.addCookies([{ name, value, url: origin }])
  return context
}

async function throttled(context: BrowserContext, page: Page): Promise<() => Pick<Seen, 'script' | 'bytes' | 'requests'>> {
  const session: CDPSession = await context.newCDPSession(page)
  const types = new Map<string, string>()
  const sizes = new Map<string, number>()
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', SLOW)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  session.on(
    'Network.requestWillBeSent',
    ({ requestId, request, type }) => void (request.url.startsWith('data:') || types.set(requestId, type ?? '')),
  )
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => void sizes.set(requestId, (sizes.get(requestId) ?? 0) + encodedDataLength))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => void sizes.set(requestId, encodedDataLength))
  const sum = (ids: Iterable<string>): number => [...ids].reduce((all, id) => all + (sizes.get(id) ?? 0), 0)
  return () => ({ script: sum([...types].filter(([, type]) => type === 'Script').map(([id]) => id)), bytes: sum(types.keys()), requests: types.size })
}

/** Runs inside the page before anything else of it. */
function watch(): void {
  const notes: Notes = { fcp: 0, lcp: 0, lastRow: 0, tabs: 0, blocking: 0, shift: 0, moves: [], tasks: [] }
  Object.assign(globalThis, { notes })
  const observe = (
    type: string,
    see: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean; sources?: readonly Moved[] }) => void,
  ): void => new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true })
  const at = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map((px) => px.toFixed()).join(' ')
  const saying = ({ node, previousRect, currentRect }: Moved): string =>
    `${node ? `${node.nodeName.toLowerCase()} “${node.textContent?.slice(0, 40)}”` : 'what is gone'} from ${at(previousRect)} to ${at(currentRect)}`
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') notes.fcp = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => {
    notes.lcp = entry.startTime
  })
  observe('layout-shift', (entry) => {
    if (entry.hadRecentInput) return
    notes.shift += entry.value ?? 0
    notes.moves.push(`${entry.value?.toFixed(4)} at ${entry.startTime.toFixed()} ms (${(entry.sources ?? []).map(saying).join('; ')})`)
  })
  observe('longtask', (entry) => notes.tasks.push({ at: entry.startTime, ms: entry.duration }))
  const look = (): void => {
    const rows = document.querySelectorAll('table tbody tr')
    // the frame after the one that finds it has it on the screen
    if (notes.lastRow === 0 && rows.length >= 40) requestAnimationFrame(() => (notes.lastRow = performance.now()))
    else if (notes.lastRow === 0) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Presses the second tab until it answers. */
function press(): void {
  const { notes } = globalThis as unknown as { notes: Notes }
  const again = (): void => {
    const [first, second] = document.querySelectorAll<HTMLElement>('[role=tab]')
    if (!first || !second) return void (document.readyState === 'complete' && performance.now() > 15_000 ? 0 : setTimeout(again, 25))
    if (second.getAttribute('aria-selected') !== 'true') {
      second.click()
      return void setTimeout(again, 25)
    }
    requestAnimationFrame(() => {
      notes.tabs = performance.now()
      first.click()
    })
  }
  setTimeout(again, 25)
}

/** At the width of a phone, and with JavaScript off. */
async function layoutLines(browser: Browser, origin: string, path: string): Promise<readonly Line[]> {
  const context = await phone(browser, origin, null)
  const page = await context.newPage()
  await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' })
  const { overflow, height, hasGap } = await page.evaluate(() => {
    const row = document.querySelectorAll('table tbody tr')[1]
    const shown = [...(row?.querySelectorAll('td') ?? [])].filter((cell) => {
      const { width, right } = cell.getBoundingClientRect()
      return width > 0 && right <= innerWidth
    })
    return {
      overflow: document.documentElement.scrollWidth - innerWidth,
      height: document.documentElement.scrollHeight,
      hasGap:
        shown.some((cell) => cell.textContent?.trim().startsWith('+')) ||
        shown.some((cell) => /^\d+$/.test(cell.textContent?.trim() ?? '') && cell !== shown[0]),
    }
  })
  await context.close()
  const still = await phone(browser, origin, null, false)
  const bare = await still.newPage()
  await bare.goto(`${origin}${path}`, { waitUntil: 'load' })
  const rows = await bare.locator('table tbody tr').count()
  await still.close()
  const name = 'event, results of 40, at 390 px'
  return [
    { name: `${name}: scrolls sideways by`, figure: `${Math.max(0, overflow)} px`, reference: '', ratio: Math.max(0, overflow), goal: { most: 0 } },
    { name: `${name}: height`, figure: `${height} px`, reference: '', ratio: height, goal: { most: 4000 } },
    { name: `${name}: gap or points in sight`, figure: hasGap ? 'yes' : 'no', reference: '', ratio: hasGap ? 1 : 0, goal: { least: 1 } },
    { name: `${name}: rows with JavaScript off`, figure: String(rows), reference: '', ratio: rows, goal: { least: 40 } },
  ]
}

const WORDS: Readonly<Record<Key, string>> = {
  fcp: 'first contentful paint',
  lcp: 'largest contentful paint',
  lastRow: 'last row painted',
  tabs: 'tabs answer',
  blocking: 'blocking',
  shift: 'layout shift',
  script: 'script on the wire',
  bytes: 'all bytes on the wire',
  requests: 'requests',
}

/** Scripts of the signed-in are their own matter: more of a page answers to them. */
function goalsOf(name: string, isJudged: boolean, isSignedIn: boolean): Goals {
  const goals = name.startsWith('event') ? (isJudged && !isSignedIn ? JUDGED : TABBED) : GOALS
  return isSignedIn ? { ...goals, script: undefined } : goals
}

/** A line for each judged figure, and one for all others of a page. */
function linesOf(name: string, seen: Seen, goals: Goals): readonly Line[] {
  const judged = KEYS.flatMap((key) => {
    const most = goals[key]
    return most === undefined
      ? []
      : [
          {
            name: `${name}: ${WORDS[key]}`,
            figure: figureOf(key, seen[key]),
            reference: '',
            ratio: seen[key],
            goal: { most },
            // what a page moved is known only while it is open
            ...(key === 'shift' && seen.shift > most ? { note: `moved (x y width height): ${seen.moves.join(', ')}.` } : {}),
          },
        ]
  })
  const others = KEYS.filter((key) => goals[key] === undefined && seen[key] > 0).map((key) => `${WORDS[key]} ${figureOf(key, seen[key])}`)
  return [...judged, ...(others.length > 0 ? [{ name, figure: others.join(', '), reference: '', ratio: null }] : [])]
}

function figureOf(key: Key, value: number): string {
  if (key === 'script' || key === 'bytes') return `${(value / 1000).toFixed(0)} kB`
  if (key === 'requests') return String(value)
  return key === 'shift' ? value.toFixed(3) : `${Math.round(value)} ms`
}

if (import.meta.main) {
  const { benchCluster, FULL, seasonDatabase } = await import('./season.ts')
  const { platform } = await import('./platform.ts')
  const cluster = await benchCluster()
  const database = await seasonDatabase(cluster, FULL)
  const running = await platform(database.url)
  try {
    process.stdout.write(`${tableOf(await firstLoadLines(running, process.argv[2]))}\n`)
  } finally {
    await running.stop()
    await database.drop()
    await cluster.stop()
  }
}
