import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { testDatabase } from '#testing/database.ts'
import { event } from '#testing/event.ts'
import { between, type Between } from '#testing/faults/between.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { program, type Program } from '#testing/program.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'
import { builtFile } from '../built.ts'

const HERE = path.resolve(import.meta.dirname, '../..')
/** What a release is built of and runs from. */
const SOURCES = [
  'core',
  'games',
  'host',
  'locales',
  'migrations',
  'modules',
  'server',
  'testing',
  'web',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
]
/** What the journeys below ask for after the change. */
const PARTS = [
  'web/main.tsx',
  'modules/sessions/screens/config-tab.tsx',
  'web/pages/event/sign-up.tsx',
  'web/ui/shell/spotlight.tsx',
  'web/pages/privacy.tsx',
]
/** The one line in which the next release differs. */
const CHANGED = { file: 'web/router.ts', from: 'const SOON_MS = 150', to: 'const SOON_MS = 151' } as const
const SECRET = 'a secret of the tests, nowhere else, 0123456789'
const READY = /"listening":"http:\/\/[^"]*:(\d+)"/

/** Pages of one release are open when the next one takes its place: other files, under the same address. */
describe('a deployment', () => {
  let server: TestServer
  let wire: Between
  let windows: Windows
  let [now, next] = Array<Program>(2) as [Program, Program]
  let running: Program
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-next-'))
  const dataDir = mkdtempSync(path.join(tmpdir(), 'paddock-deployed-'))
  let opened: Record<'visitor' | 'driver' | 'founder' | 'leaver', Page>
  /** How often each loads its address anew. */
  const documents = new Map<Page, number>()

  before(async () => {
    const built = nextRelease(folder)
    const database = await testDatabase()
    wire = await between(() => Number(running.saidUp()?.[1] ?? 0))
    const url = `http://127.0.0.1:${wire.port}`
    const env = { PUBLIC_URL: url, SECRET }
    server = await testServer({ database, env })
    const [olga, dan] = await Promise.all(['Olga Owner', 'Dan Driver'].map((name) => person(server, name)))
    const race = `/events/${await event(server, olga!, await league(server, olga!, { members: [dan!] }))}`
    const release = (name: string, root: string): Program =>
      program({
        name,
        script: path.join(root, 'server/main.ts'),
        cwd: root,
        env: { ...env, DATA_DIR: dataDir, DATABASE_URL: database.url, DEMO_WORLD: 'off', PORT: '0', LOG_LEVEL: 'info', NODE_ENV: 'development' },
        ready: READY,
      })
    now = release('this release', HERE)
    next = release('the next release', folder)
    running = now
    await now.start()
    windows = await openWindows(url)
    const open = async (address: string, ...as: Parameters<Windows['open']>): Promise<Page> => {
      const page = await windows.open(...as)
      await page.goto(address)
      await alive(page)
      // what has come by itself is here: the files that are asked for from now on are gone
      await page.waitForFunction(() => performance.getEntriesByType('resource').every(({ startTime }) => startTime < performance.now() - 500))
      page.on('request', (request) => void (request.isNavigationRequest() && documents.set(page, (documents.get(page) ?? 0) + 1)))
      return page
    }
    opened = {
      visitor: await open(race, PHONE),
      driver: await open(race, PHONE, dan),
      founder: await open('/communities/new', DESKTOP, olga),
      leaver: await open('/terms', DESKTOP, dan),
    }
    await opened.founder.getByLabel('Name', { exact: true }).fill('Half a name')
    await built
    for (const part of PARTS) assert.notEqual(builtFile(part, folder), builtFile(part), `${part} is another file`)
    await now.end('SIGTERM')
    await next.start()
    running = next
  })
  after(async () => {
    await windows?.close()
    await running?.end('SIGTERM')
    await wire?.stop()
    await server?.stop()
    for (const made of [folder, dataDir]) rmSync(made, { recursive: true, force: true })
  })

  const timesLoaded = (page: Page): number => documents.get(page) ?? 0

  test('a visitor who opens a tab is brought to it by the next release, once', async () => {
    const page = opened.visitor
    await page.getByRole('tab', { name: 'Configuration' }).click()
    await page.waitForEvent('load')
    await page.getByRole('tabpanel', { name: 'Configuration' }).getByRole('heading').first().waitFor()
    assert.match(page.url(), /#configuration$/)
    await page.getByRole('tab', { name: /^Participants/ }).click()
    await page.getByRole('tabpanel').getByText('Nobody', { exact: false }).first().waitFor()
    assert.equal(timesLoaded(page), 1)
  })

  test('whoever registers goes on registering', async () => {
    const page = opened.driver
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.waitForEvent('load')
    await page.getByRole('dialog', { name: 'Register' }).getByRole('radio').first().waitFor()
    assert.equal(timesLoaded(page), 1)
  })

  test('a link leads on', async () => {
    const page = opened.leaver
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor()
    await alive(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
    assert.equal(timesLoaded(page), 1)
  })

  test('what was typed stays, and is there after the address is loaded anew', async () => {
    const page = opened.founder
    const name = page.getByLabel('Name', { exact: true })
    await page.keyboard.press('Control+k')
    await page.locator('b', { hasText: 'A new version is here' }).waitFor()
    assert.deepEqual([await name.inputValue(), timesLoaded(page)], ['Half a name', 0])
    await page.getByRole('button', { name: 'Load it' }).click()
    await page.waitForEvent('load')
    await alive(page)
    assert.deepEqual([await name.inputValue(), timesLoaded(page)], ['Half a name', 1])
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    assert.equal(timesLoaded(page), 1)
  })
})

/** The same sources with one line changed, built by the same tools in a folder of its own. */
async function nextRelease(folder: string): Promise<void> {
  for (const source of SOURCES) cpSync(path.join(HERE, source), path.join(folder, source), { recursive: true })
  symlinkSync(path.join(HERE, 'node_modules'), path.join(folder, 'node_modules'), 'dir')
  const file = path.join(folder, CHANGED.file)
  const text = readFileSync(file, 'utf8')
  assert.ok(text.includes(CHANGED.from), `${CHANGED.file} has ${CHANGED.from}`)
  writeFileSync(file, text.replace(CHANGED.from, CHANGED.to))
  const vite = path.join(HERE, 'node_modules/vite/bin/vite.js')
  for (const more of [[], ['--ssr']])
    await promisify(execFile)(process.execPath, [vite, 'build', '--mode', 'another-release', ...more], { cwd: folder })
}
