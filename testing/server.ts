import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino, type Logger } from 'pino'
import { readConfig, type Config } from '#server/config.ts'
import type { Embedded } from '#server/db/embedded.ts'
import { start, type Running } from '#server/start.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { caller, type Caller } from './door.ts'
import { brokenInvariants } from './invariants.ts'

export type TestClock = { readonly now: () => Date; readonly set: (to: Date | string) => void; readonly advance: (ms: number) => void }

export type TestServer = {
  readonly running: Running
  readonly url: string
  readonly clock: TestClock
  readonly visitor: Caller
  /** A second process of the platform on the same database. */
  readonly another: () => Promise<Running>
  readonly stop: () => Promise<void>
}

export type TestOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly role?: Config['role']
  readonly at?: string
  /** Invariants that a suite breaks by the rows it writes itself. */
  readonly breaks?: readonly string[]
  /** Where the platform writes its log. */
  readonly log?: Logger
  /** Instead of an empty one. */
  readonly database?: TestDatabase
  /** A PostgreSQL of the test's own, for those that stop it. */
  readonly cluster?: Embedded
}

/** The platform on a database of its own, listening on a free port, its clock in the test's hand. */
export async function testServer(options: TestOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await testDatabase(options.cluster))
  const dataDir = mkdtempSync(path.join(tmpdir(), 'paddock-test-'))
  const clock = testClock(options.at)
  const secret = 'a secret of the tests, nowhere else, 0123456789'
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO_WORLD: 'off',
    SECRET: secret,
    PORT: '0',
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'error',
    ...options.env,
  }
  const launch = (): Promise<Running> => {
    const config = readConfig(env, options.role ? ['--role', options.role] : [])
    return start(config, database.url, options.log ?? pino({ level: config.logLevel }), clock.now)
  }
  const first = await launch()
  const all = [first]
  return {
    running: first,
    url: first.address,
    clock,
    visitor: caller(first.address),
    another: async () => {
      const next = await launch()
      all.push(next)
      return next
    },
    stop: async () => {
      const broken = await brokenIn(database.url, clock.now(), options.breaks)
      await Promise.all(all.map((running) => running.stop()))
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
      if (broken.length > 0) throw new Error(broken.join('\n'))
    },
  }
}

const isBuilt = existsSync(path.resolve(import.meta.dirname, '../dist/render/render.js'))
/** For a test that asks for pages: why it is skipped, where they are not built. */
export const WITHOUT_PAGES = !isBuilt && 'the pages are not built'

/** How many SQL statements a visitor's page sends while nothing is kept; `call`: what metrics call it. */
export async function statementsOfPage(server: TestServer, call: string, url: string): Promise<number> {
  const sum = async (): Promise<number> => {
    const text = await (await server.visitor.fetch('/metrics')).text()
    return Number(new RegExp(`^paddock_statements_sum\\{call="${call}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
  }
  server.running.machine.answers.dropAll()
  const before = await sum()
  assert.equal((await server.visitor.fetch(url, { headers: { accept: 'text/html' } })).status, 200)
  return (await sum()) - before
}

/** What should be impossible, in whatever a suite has left behind. */
async function brokenIn(url: string, now: Date, except: readonly string[] = []): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await brokenInvariants(client, now, except)
  } finally {
    await client.end()
  }
}

function testClock(at?: string): TestClock {
  let offset = at ? Date.parse(at) - Date.now() : 0
  return {
    now: () => new Date(Date.now() + offset),
    set: (to) => {
      offset = new Date(to).getTime() - Date.now()
    },
    advance: (ms) => {
      offset += ms
    },
  }
}
