import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'

const FOLDER = path.resolve(import.meta.dirname, '../../migrations')
/** Any number of processes may start at once: one migrates, the others wait. */
const LOCK = 7_205_931

/** Brings the database forward, each file in its own transaction; a file that changed after it ran is refused. */
export async function migrate(pool: pg.Pool, folder = FOLDER): Promise<readonly string[]> {
  const client = await pool.connect()
  const done: string[] = []
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, done_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
    const ran = new Map(rows.map((row) => [row.name, row.sha256]))
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .sort()) {
      const sql = readFileSync(path.join(folder, name), 'utf8')
      const sha256 = createHash('sha256').update(sql).digest('hex')
      if (ran.get(name) === sha256) continue
      if (ran.has(name)) throw new Error(`migration ${name} has changed since it ran here; migrations only go forward`)
      await client.query('begin')
      await client.query(sql)
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
      await client.query('commit')
      done.push(name)
    }
    return done
  } catch (fault) {
    await client.query('rollback')
    throw fault
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK])
    client.release()
  }
}
