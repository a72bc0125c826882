import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { testDatabase } from '#testing/database.ts'
import { between, type Between } from '#testing/faults/between.ts'
import { program, type Program } from '#testing/program.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { openWindows, PHONE, type Windows } from '../browser.ts'
import { effectsOf, filledIn, type SentForm } from './filling.ts'
import { emptyForms } from './sent-forms.ts'

const SECRET = 'a secret of the tests, nowhere else, 0123456789'

/** The server is killed between filling in and sending, and another one comes up on the same database. */
describe('the server is killed under', () => {
  let server: TestServer
  let wire: Between
  let windows: Windows
  let platform: Program
  let forms: readonly SentForm[]
  const dataDir = mkdtempSync(path.join(tmpdir(), 'paddock-killed-'))
  before(async () => {
    const database = await testDatabase()
    // where the program listens it says itself, the last time it was started
    wire = await between(() => Number(platform.saidUp()?.[1] ?? 0))
    const url = `http://127.0.0.1:${wire.port}`
    const env = { PUBLIC_URL: url, SECRET }
    server = await testServer({ database, env })
    forms = await emptyForms(server)
    platform = program({
      name: 'the platform',
      script: path.resolve(import.meta.dirname, '../../server/main.ts'),
      env: { ...env, DATA_DIR: dataDir, DATABASE_URL: database.url, DEMO_WORLD: 'off', PORT: '0', LOG_LEVEL: 'info', NODE_ENV: 'development' },
      ready: /"listening":"http:\/\/[^"]*:(\d+)"/,
    })
    await platform.start()
    windows = await openWindows(url)
  })
  after(async () => {
    await windows?.close()
    await platform?.end('SIGTERM')
    await wire?.stop()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  for (const name of ['a new community', 'a new event', 'a registration', 'an entry taken off', 'a result file'])
    test(name, async () => {
      const row = forms.find(({ form }) => form === name)!
      const page = await windows.open(PHONE, row.by)
      const { send } = await filledIn(page, row)
      const before = await effectsOf(server, row.by)

      await platform.end('SIGKILL')
      await send.press('Enter')
      await page.getByText('The server does not answer, it may be restarting. What you typed is still here').first().waitFor()
      await platform.start()
      await page.locator('b', { hasText: 'The server restarts' }).waitFor({ state: 'detached' })
      const answered = page.waitForResponse((answer) => answer.url().includes('/command/'))
      await send.press('Enter')
      assert.equal((await answered).status(), 200)
      assert.equal(await effectsOf(server, row.by), before + 1, 'done once')
      await page.context().close()
    })
})
