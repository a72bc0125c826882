import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Config } from '../config.ts'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { signOf } from '../outside/seal.ts'
import { readArchive, type Entry } from './archive.ts'
import { FOLDERS } from './backup.ts'
import { eraseAgain } from './erased.ts'
import { listOf, type Manifest, type Table, type WaitingJob } from './tables.ts'
import { putBackJobs } from './waiting.ts'

export type Restored = { readonly rows: number; readonly files: number; readonly erased: number; readonly warnings: readonly string[] }

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations')

/**
 * Brings a backup into an empty database and folder, forward to this release; then everybody who erased their account since then is erased
 * again. `erasedFile` is the list that the platform wrote beside the database. Throws one sentence for whatever makes it impossible.
 */
export async function restore(config: Config, databaseUrl: string, file: string, erasedFile: string | null): Promise<Restored> {
  for (const folder of FOLDERS)
    if (existsSync(path.join(config.dataDir, folder)) && readdirSync(path.join(config.dataDir, folder)).length > 0)
      throw new Error(`${path.join(config.dataDir, folder)} is not empty; a restore goes into a new folder`)
  if (erasedFile !== null && !existsSync(erasedFile)) throw new Error(`${erasedFile} is not there`)
  const warnings: string[] = []
  const read = { rows: 0, files: 0, jobs: [] as readonly WaitingJob[] }
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'paddock-restore' })
  await client.connect()
  try {
    const { rows } = await client.query(
      "select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') limit 1",
    )
    if (rows.length > 0) throw new Error('the database is not empty; a restore goes into a new one')
    // read once to its end before anything is done: a checksum that differs shows only behind what it is of
    for await (const _ of readArchive(file)) continue
    try {
      for await (const entry of readArchive(file)) await take(entry)
      return { ...(await bringForward(config, databaseUrl, read.jobs, erasedFile)), rows: read.rows, files: read.files, warnings }
    } catch (fault) {
      // half a restore is none: the next attempt finds everything empty again
      await clear(client)
      for (const folder of FOLDERS) await rm(path.join(config.dataDir, folder), { recursive: true, force: true })
      throw fault
    }
  } finally {
    await client.end()
  }

  async function take({ head, body }: Entry): Promise<void> {
    if (head['entry'] === 'manifest') {
      const manifest = head as unknown as Manifest
      if (manifest.secretSign !== signOf(config.secret))
        warnings.push(
          `SECRET is not the one of the backup (key ${manifest.keyId}): everybody signs in anew, and passwords of servers and communities must be set anew`,
        )
      await migrateAsOf(manifest)
      for (const { name, last } of manifest.sequences)
        if (last !== null) await client.query('select setval($1::regclass, $2::bigint)', [`public.${client.escapeIdentifier(name)}`, last])
      read.jobs = manifest.jobs
    }
    if (head['entry'] === 'table') {
      const table = head as unknown as Table
      await client.query(`delete from ${client.escapeIdentifier(table.name)}`)
      await pipeline(Readable.from(body, { objectMode: false }), client.query(copyFrom(`copy ${listOf(client, table)} from stdin`)))
    }
    if (head['entry'] === 'rows') {
      const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${client.escapeIdentifier(String(head['name']))}`)
      if (Number(rows[0]!.count) !== head['count'])
        throw new Error(`${String(head['name'])} has ${rows[0]!.count} rows where the backup has ${String(head['count'])}`)
      read.rows += Number(head['count'])
    }
    if (head['entry'] === 'file') {
      await writeFile(config.dataDir, String(head['name']), body)
      read.files++
    }
  }

  /** The tables as they were: those migrations, no later ones, and none that is not ours. */
  async function migrateAsOf({ migrations }: Manifest): Promise<void> {
    const folder = await mkdtemp(path.join(tmpdir(), 'paddock-migrations-'))
    try {
      for (const { name, sha256 } of migrations) {
        const own = path.join(MIGRATIONS, path.basename(name))
        const same = existsSync(own) && createHash('sha256').update(readFileSync(own)).digest('hex') === sha256
        if (!same) throw new Error(`the backup is of another release: it has migration ${name}, which this one does not know`)
        await cp(own, path.join(folder, path.basename(name)))
      }
      await migrate(databaseUrl, { folder })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** To this release, with the jobs that waited and without those who erased themselves since. */
async function bringForward(
  config: Config,
  databaseUrl: string,
  waiting: readonly WaitingJob[],
  erasedFile: string | null,
): Promise<{ readonly erased: number }> {
  const { db, close } = connect(databaseUrl, 2)
  try {
    await migrate(databaseUrl)
    return { erased: await putBackJobs({ config, databaseUrl, db }, waiting, (around) => eraseAgain(around, erasedFile)) }
  } finally {
    await close()
  }
}

/** Only ever called for a database that was empty when we came. */
async function clear(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ user: string }>('select quote_ident(current_user) as user')
  await client.query(`drop schema if exists jobs cascade; drop schema if exists public cascade; create schema public authorization ${rows[0]!.user}`)
}

/** A name of ours below one of our folders, and nothing else. */
async function writeFile(dataDir: string, name: string, body: AsyncIterable<Buffer>): Promise<void> {
  const place = path.resolve(dataDir, name)
  if (!FOLDERS.some((folder) => place.startsWith(path.join(dataDir, folder) + path.sep)))
    throw new Error(`the backup holds a file in a foreign place: ${name}`)
  await mkdir(path.dirname(place), { recursive: true })
  await pipeline(Readable.from(body, { objectMode: false }), createWriteStream(place, { mode: 0o600, flags: 'wx' }))
}
