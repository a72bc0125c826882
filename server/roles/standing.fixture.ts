import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { DAY_MS } from '#core/duration.ts'
import { filledDatabase } from '#testing/database.ts'
import { testServer, type TestOptions, type TestServer } from '#testing/server.ts'
import { selvesOf, type World } from './asking.fixture.ts'
import { strangers } from './people.fixture.ts'
import { leagueWorld } from './world.fixture.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

type Made = Pick<World, 'own' | 'foreign' | 'others'>

/**
 * The platform on a database in which both communities stand, made through the doors by whoever needs it first and copied by the others, its clock
 * at the moment when they were whole. Without workers nothing changes but by what the test sends.
 */
export async function standingWorld(options: TestOptions = {}): Promise<World> {
  const database = await filledDatabase('world', digestOfSources(), fill)
  await noTimePasses(database.url)
  const server = await testServer({ role: 'web', ...options, database })
  const { rows } = await server.running.machine.pool.query<{ at: string; made: string }>('select at, made from standing.world')
  server.clock.set(rows[0]!.at)
  const made = JSON.parse(rows[0]!.made, (_, value: unknown) => (isCaller(value) ? server.visitor.with(server.url, value.cookie) : value)) as Made
  return { ...made, server, selves: await selvesOf(server, made.own, made.others) }
}

async function fill(url: string): Promise<void> {
  const server = await testServer({ role: 'web', database: { url, drop: async () => undefined } })
  // yesterday: whoever takes the database's time for the world's fails at once, not only where it has stood for hours
  server.clock.advance(-DAY_MS)
  try {
    await make(server)
  } finally {
    await server.stop()
  }
}

async function make(server: TestServer): Promise<void> {
  const made: Made = { own: await leagueWorld(server, 'Own'), foreign: await leagueWorld(server, 'Foreign'), others: await strangers(server) }
  const { pool } = server.running.machine
  await pool.query('create schema standing; create table standing.world (at text, made text, filled_at timestamptz default now())')
  await pool.query('insert into standing.world values ($1, $2)', [server.clock.now().toISOString(), JSON.stringify(made)])
}

/** What waits in the world for a time waits as long as on the day it was made, however much later it is copied. */
async function noTimePasses(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("update jobs.job set start_after = start_after + (now() - filled_at) from standing.world where state in ('created', 'retry')")
  } finally {
    await client.end()
  }
}

/** A caller's cookie is what is kept of it. */
const isCaller = (value: unknown): value is { readonly cookie: string } => typeof value === 'object' && value !== null && 'cookie' in value

/** Whatever may have a part in how the world is. */
function digestOfSources(): string {
  const hash = createHash('sha256')
  for (const file of globSync(['{core,games,modules,server,testing}/**/*.{ts,json}', 'migrations/*', 'package-lock.json'], { cwd: ROOT }).sort())
    if (!file.endsWith('.test.ts')) hash.update(file).update(readFileSync(path.join(ROOT, file)))
  return hash.digest('hex').slice(0, 16)
}
