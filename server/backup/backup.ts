import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Config } from '../config.ts'
import { KEY_ID, signOf } from '../outside/seal.ts'
import { writeArchive, type Writer } from './archive.ts'
import { listOf, tablesOf, type Manifest, type Migration, type Sequence, type WaitingJob } from './tables.ts'

/** Folders of the data directory that belong to a backup: published pictures, and what was put away. */
export const FOLDERS = ['files', 'kept'] as const

/**
 * Writes everything into one file while the platform runs: all tables as they stood at one moment, the jobs that wait, then the files, which
 * are only ever added. Never holds more than a few blocks in memory.
 */
export async function backup(
  config: Pick<Config, 'dataDir' | 'secret'>,
  databaseUrl: string,
  file: string,
): Promise<{ readonly rows: number; readonly files: number }> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'paddock-backup' })
  await client.connect()
  const archive = writeArchive(file)
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    await archive.entry(await manifestOf(client, config.secret))
    let rows = 0
    for (const table of await tablesOf(client)) {
      const stream = client.query(copyTo(`copy ${listOf(client, table)} to stdout`))
      const counted = { lines: 0 }
      await archive.entry({ entry: 'table', ...table }, countLines(stream, counted))
      await archive.entry({ entry: 'rows', name: table.name, count: counted.lines })
      rows += counted.lines
    }
    await client.query('commit')
    const files = await writeFiles(archive, config.dataDir)
    await archive.close()
    return { rows, files }
  } catch (fault) {
    await archive.abandon()
    throw fault
  } finally {
    await client.end()
  }
}

async function manifestOf(client: pg.Client, secret: string): Promise<Manifest> {
  const { rows: migrations } = await client.query<Migration>('select name, sha256 from migrations order by name')
  const { rows: sequences } = await client.query<Sequence>(
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'",
  )
  const { rows: jobs } = await client.query<WaitingJob>(
    `select name as job, data, singleton_key as key, start_after as at from jobs.job where state <= 'active' and name not like '\\_\\_%' and singleton_on is null order by created_on`,
  )
  return { entry: 'manifest', at: new Date().toISOString(), migrations, sequences, jobs, keyId: KEY_ID, secretSign: signOf(secret) }
}

/** In COPY's text a row is a line: line breaks inside are written as two letters. */
async function* countLines(blocks: AsyncIterable<Buffer>, counted: { lines: number }): AsyncGenerator<Buffer> {
  for await (const block of blocks) {
    for (let at = block.indexOf(10); at !== -1; at = block.indexOf(10, at + 1)) counted.lines++
    yield block
  }
}

async function writeFiles(archive: Writer, dataDir: string): Promise<number> {
  let count = 0
  for (const folder of FOLDERS) {
    const all = await readdir(path.join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])
    for (const found of all.filter((one) => one.isFile())) {
      const place = path.join(found.parentPath, found.name)
      const name = path.relative(dataDir, place).split(path.sep).join('/')
      // taken out of use since we looked: then it is not wanted either
      const stream = await opened(place)
      if (!stream) continue
      await archive.entry({ entry: 'file', name }, stream)
      count++
    }
  }
  return count
}

const opened = (place: string): Promise<AsyncIterable<Buffer> | null> =>
  new Promise((resolve, reject) => {
    const stream = createReadStream(place)
    stream.once('open', () => resolve(stream))
    stream.once('error', (fault: NodeJS.ErrnoException) => (fault.code === 'ENOENT' ? resolve(null) : reject(fault)))
  })
