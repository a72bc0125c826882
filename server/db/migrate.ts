import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

const FOLDER = path.resolve(import.meta.dirname, '../../migrations')
/** Any number of processes may start at once: one migrates, the others wait. */
const LOCK = 7_205_931
const AGAIN_MS = 250
const TELL_MS = 2000
/** Those of them that this server knows are lifted. */
const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout', 'idle_session_timeout']

/** What happens, for the person who waits for the start. */
export type Progress = (line: string) => void

type Options = { readonly folder?: string; readonly progress?: Progress }

/**
 * Brings the database forward, each file in its own transaction; a file that changed after it ran is refused. On a connection of its own
 * that no time-out ends: a migration takes as long as it takes, and so does waiting for another process that migrates.
 */
export async function migrate(url: string, { folder = FOLDER, progress = toScreen }: Options = {}): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'paddock-migrations' })
  // the statement under way says it too
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`select set_config(name, '0', false) from pg_settings where name = any($1)`, [LIMITS])
    await getLock(client, progress)
    return await runAll(client, folder, progress)
  } finally {
    // the lock ends with the connection, and so does a transaction that was left open
    await client.end()
  }
}

/** Asks again and again instead of waiting in one statement: a statement that waits holds back the clean-up of the whole database. */
async function getLock(client: pg.Client, progress: Progress): Promise<void> {
  const began = Date.now()
  let toldAt = began
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (rows[0]!.mine) return
    if (Date.now() - toldAt >= TELL_MS) {
      toldAt = Date.now()
      progress(`Waiting for another process that migrates the database, for ${seconds(began)} …`)
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}

async function runAll(client: pg.Client, folder: string, progress: Progress): Promise<readonly string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, sha256 text not null, done_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
  const ran = new Map(rows.map((row) => [row.name, row.sha256]))
  const done: string[] = []
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()) {
    const sql = readFileSync(path.join(folder, name), 'utf8')
    const sha256 = createHash('sha256').update(sql).digest('hex')
    if (ran.get(name) === sha256) continue
    if (ran.has(name)) throw new Error(`migration ${name} has changed since it ran here; migrations only go forward`)
    const began = Date.now()
    const telling = setInterval(() => progress(`Migration ${name} runs, for ${seconds(began)} …`), TELL_MS)
    try {
      await client.query('begin')
      await client.query(sql)
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
      await client.query('commit')
    } finally {
      clearInterval(telling)
    }
    done.push(name)
  }
  return done
}

const seconds = (began: number): string => `${Math.round((Date.now() - began) / 1000)} s`
const toScreen: Progress = (line) => void process.stdout.write(`${line}\n`)
