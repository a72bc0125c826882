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
export const testCluster = (): Promise<Embedded> => (cluster ??= startedOrFound())
let cluster: Promise<Embedded> | undefined

async function startedOrFound(): Promise<Embedded> {
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

/** A database of its own that was filled once, by whoever needed it first, and is copied from then on. `name` says what it was filled by. */
export async function filledDatabase(kind: string, name: string, fill: (url: string) => Promise<void>): Promise<TestDatabase> {
  const cluster = await testCluster()
  const template = await templateOf(cluster)
  const filled = `${kind}_${name}`
  const older = { text: 'select datname as name from pg_database where starts_with(datname, $1) and datname <> $2', values: [`${kind}_`, filled] }
  await madeOnce(cluster, filled, template, async (url, client) => {
    for (const { name: old } of (await client.query<{ name: string }>(older)).rows)
      if (old !== `${filled}_half`) await client.query(`drop database ${old} with (force)`)
    await fill(url)
  })
  return databaseFrom(cluster, filled)
}

async function templateOf(cluster: Embedded): Promise<string> {
  const hash = createHash('sha256')
  for (const file of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(path.join(MIGRATIONS, file)))
  const name = `template_${hash.digest('hex').slice(0, 16)}`
  await madeOnce(cluster, name, 'template1', async (url) => {
    await migrate(url)
    // the platform finds its queues there, as at every start but its first
    const [{ namesOf, startQueues }, { ROOMS }] = await Promise.all([import('#server/jobs/jobs.ts'), import('#server/registry.ts')])
    const faults: unknown[] = []
    const queues = await startQueues(url, namesOf(ROOMS), (fault) => void faults.push(fault))
    await queues.stop()
    if (faults.length > 0) throw faults[0]
  })
  return name
}

/** By one only; the others who need it wait. What a killed run has left half made is made anew. */
async function madeOnce(cluster: Embedded, name: string, from: string, make: (url: string, client: pg.Client) => Promise<void>): Promise<void> {
  await onAdmin(cluster, async (client) => {
    const isMade = async (): Promise<boolean> => (await client.query('select 1 from pg_database where datname = $1', [name])).rowCount === 1
    if (await isMade()) return
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    if (!(await isMade())) {
      await client.query(`drop database if exists ${name}_half with (force)`)
      await client.query(`create database ${name}_half template ${from}`)
      await make(cluster.url(`${name}_half`), client)
      await client.query(`alter database ${name}_half rename to ${name}`)
    }
    await client.query('select pg_advisory_unlock(hashtext($1))', [name])
  })
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
