import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { embeddedPostgres, type Embedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

const FOLDER = path.resolve(import.meta.dirname, '../.data/test')
const MIGRATIONS = path.resolve(import.meta.dirname, '../migrations')
// what a test writes need not survive a power cut
export const TEST_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400']
const TEMPLATE_LOCK = 7_205_932

export type TestDatabase = { readonly url: string; readonly drop: () => Promise<void> }

/** A database of its own for one test file: a clone of the migrated template on the test cluster, or on one of the test's own. */
export async function testDatabase(own?: Embedded): Promise<TestDatabase> {
  const cluster = own ?? (await testCluster())
  return databaseFrom(cluster, await templateOf(cluster))
}

/** A database with nothing in it. */
export const emptyDatabase = async (): Promise<TestDatabase> => databaseFrom(await testCluster(), 'template0')

async function databaseFrom(cluster: Embedded, template: string): Promise<TestDatabase> {
  const name = `t_${randomBytes(8).toString('hex')}`
  await onAdmin(cluster, (client) => client.query(`create database ${name} template ${template}`))
  return { url: cluster.url(name), drop: () => onAdmin(cluster, async (client) => void (await client.query(`drop database ${name} with (force)`))) }
}

/** The PostgreSQL all tests share; the first that needs it starts it, `stopTestCluster` ends it. */
export async function testCluster(): Promise<Embedded> {
  mkdirSync(FOLDER, { recursive: true })
  const lock = path.join(FOLDER, 'starting')
  while (!taken(lock)) await new Promise((resolve) => setTimeout(resolve, 50))
  try {
    return await embeddedPostgres(FOLDER, TEST_SETTINGS)
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

export const stopTestCluster = async (): Promise<void> => (await testCluster()).stop()

/** A folder is made by one only; one that was left by a killed run is taken over. */
function taken(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > 60_000) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

async function templateOf(cluster: Embedded): Promise<string> {
  const hash = createHash('sha256')
  for (const file of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(path.join(MIGRATIONS, file)))
  const name = `template_${hash.digest('hex').slice(0, 16)}`
  await onAdmin(cluster, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      await client.query(`create database ${name}_half`)
      await migrate(cluster.url(`${name}_half`))
      await client.query(`alter database ${name}_half rename to ${name}`)
    }
    await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
  })
  return name
}

async function onAdmin<T>(cluster: Embedded, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
