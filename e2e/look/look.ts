/**
 * `npm run look [PART]`: every page of web/routes.tsx, or those with PART in their names, as each of its readers sees it in each size and both
 * colours, as pictures and one page with all of them in .data/look/. The world is the demo's, made anew.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { errors, type Browser, type Page, type Request } from 'playwright-core'
import { stopTestCluster } from '#testing/database.ts'
import { person, type Person } from '#testing/people.ts'
import { alive, beenHere, inLetters, openBrowser, OUR_LETTERS, visit } from '../browser.ts'
import { demoWorld } from './demo-world.ts'
import { shots, SIZES, THEMES, type Shot } from './pages.ts'
import { eventStates } from './states.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../.data/look')
/** As many windows as two cores draw side by side. */
const AT_ONCE = 2
/** What comes after the first paint, pictures and a tab's own file, has come when nothing was asked for so long; nobody waits longer than the second. */
const QUIET_MS = 400
const SETTLE_MS = 10_000
/** Drawn in a second or two, the longest page as well, or never. */
const DRAWN_MS = 20_000
const MOST_TRIES = 3

/** Rows far below are drawn only once they are near: a picture of the whole page shows them too. */
const ALL_DRAWN = '* { content-visibility: visible !important }'

const STYLE = `body { font: 100%/1.4 system-ui, sans-serif; background: #777; color: #fff; margin: 1rem }
div { display: flex; gap: 8px; overflow-x: auto; align-items: start }
a { color: inherit; flex: none; display: grid }
img { height: 420px; width: auto; max-width: 640px; object-fit: cover; object-position: top; background: #555 }`

const part = process.argv[2] ?? ''
const world = await demoWorld()
const states = await eventStates(world)
const people: ReadonlyMap<string, Person> = new Map([
  ...world.people,
  ['newcomer', await person(world.server, 'New Here', { onboarded: false })],
  ['racer', states.racer],
  ['early', states.early],
])
const browser = await openBrowser()
const wanted = shots(world.places, states.places).filter(({ page }) => page.includes(part))
const begun = Date.now()
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const faults: string[] = []
const left = [...wanted]
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let shot = left.shift(); shot; shot = left.shift()) faults.push(...(await take(browser, shot)))
  }),
)
writeFileSync(path.join(FOLDER, 'index.html'), sheetOf(wanted))
await browser.close()
await world.stop()
await stopTestCluster()
for (const fault of new Set(faults)) process.stdout.write(`${fault}\n`)
const count = wanted.length * SIZES.length * THEMES.length
process.stdout.write(`${count} pictures in ${Math.round((Date.now() - begun) / 1000)} s: .data/look/index.html\n`)
process.exit(0)

/** One page of one reader in all sizes and colours; answers what it complained of. */
async function take(browser: Browser, shot: Shot): Promise<readonly string[]> {
  const faults: string[] = []
  for (const size of SIZES)
    for (let tries = 1; ; tries++)
      try {
        faults.push(...(await takeAt(browser, shot, size)))
        break
      } catch (fault) {
        // a window that the browser gave up drawing: the page is looked at in another
        if (tries === MOST_TRIES || !(fault instanceof errors.TimeoutError)) throw fault
      }
  return faults
}

async function takeAt(browser: Browser, shot: Shot, { width, height }: (typeof SIZES)[number]): Promise<readonly string[]> {
  const { page: name, as, path: address } = shot
  const faults: string[] = []
  const { page, context, faults: complaints } = await visit(browser, world.server.url, { width, height }, people.get(as))
  try {
    const settled = settling(page)
    await beenHere(page)
    const answer = await page.goto(address)
    // a picture of a fault is none of the page
    if (!answer || answer.status() >= 500) faults.push(`${name}, ${as}, ${width}×${height}: answered ${answer?.status() ?? 'nothing'}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (answer?.ok()) await alive(page)
    // what comes once it is near has to be seen too, from the top to the end
    const isDrawn = await page.evaluate(async (longest) => {
      for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
        window.scrollTo(0, top)
        const drawn = await new Promise<boolean>((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))
          setTimeout(() => resolve(false), longest)
        })
        if (!drawn) return false
      }
      window.scrollTo(0, 0)
      return true
    }, DRAWN_MS / 4)
    if (!isDrawn) throw new errors.TimeoutError(`${name} is not drawn`)
    await settled()
    await page.waitForFunction(inLetters, OUR_LETTERS)
    await page.evaluate(() => document.fonts.ready)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (beyond > 0) faults.push(`${name}, ${as}, ${width}×${height}: scrolls sideways by ${beyond} px`)
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.screenshot({ path: path.join(FOLDER, fileOf(shot, width, height, theme)), fullPage: true, style: ALL_DRAWN, timeout: DRAWN_MS })
    }
    faults.push(...complaints.map((one) => `${name}, ${as}, ${width}×${height}: ${one}`))
    return faults
  } finally {
    await context.close()
  }
}

/** Waits until a page asks for nothing more. Its open stream of news is never over and does not count. */
function settling(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let changedAt = performance.now()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/live') return
    open.add(request)
    changedAt = performance.now()
  })
  const over = (request: Request): void => {
    if (open.delete(request)) changedAt = performance.now()
  }
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  return async () => {
    const end = performance.now() + SETTLE_MS
    while (performance.now() < end && (open.size > 0 || performance.now() - changedAt < QUIET_MS)) await page.waitForTimeout(50)
  }
}

function fileOf({ page, as }: Shot, width: number, height: number, theme: string): string {
  return `${page}-${as}-${width}x${height}-${theme}.png`
}

/** All of them on one page, a row for each page and reader. */
function sheetOf(all: readonly Shot[]): string {
  const picture = (shot: Shot, width: number, height: number, theme: string): string => {
    const file = fileOf(shot, width, height, theme)
    return `<a href="${file}"><img loading="lazy" src="${file}" alt="${width}×${height}, ${theme}"><small>${width}×${height} ${theme}</small></a>`
  }
  const rows = all.map((shot) => {
    const pictures = SIZES.flatMap(({ width, height }) => THEMES.map((theme) => picture(shot, width, height, theme)))
    return `<section><h2>${shot.page} <small>${shot.as}</small></h2><div>${pictures.join('')}</div></section>`
  })
  return `<!doctype html><meta charset="utf-8"><title>All pages</title><style>${STYLE}</style>${rows.join('')}`
}
