import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '#testing/database.ts'
import { migrate } from './migrate.ts'

/** Shorter than the migration: wherever the database's own limit still counts, it ends. */
const LIMIT_MS = 500
const SLOW_S = 6

test('a slow migration is waited for, by who runs it and by who comes second, and both say so', async (t) => {
  const database = await testDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-migrate-'))
  t.after(async () => {
    rmSync(folder, { recursive: true, force: true })
    await database.drop()
  })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await client.query(`alter database ${client.escapeIdentifier(client.database!)} set ${limit} = ${LIMIT_MS}`)
  writeFileSync(
    path.join(folder, '9001-slow.sql'),
    `create table slow (at timestamptz); select pg_sleep(${SLOW_S}); insert into slow values (now());`,
  )

  const all = await Promise.all([run(database.url, folder), run(database.url, folder)])
  const by = (word: string) => all.filter(({ said }) => said.includes(word))
  assert.deepEqual(
    all.map(({ code }) => code),
    [0, 0],
    all.map(({ said }) => said).join('\n'),
  )
  assert.equal(by('done 9001-slow.sql').length, 1)
  assert.match(by('done 9001-slow.sql')[0]!.said, /Migration 9001-slow\.sql runs, for \d+ s …/)
  assert.match(by('done nothing')[0]!.said, /Waiting for another process that migrates the database, for \d+ s …/)
  assert.equal((await client.query('select 1 from slow')).rowCount, 1)
  await client.end()
})

test('a migration that fails leaves nothing, and the next start runs it', async (t) => {
  const database = await testDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-migrate-'))
  t.after(async () => {
    rmSync(folder, { recursive: true, force: true })
    await database.drop()
  })
  const file = path.join(folder, '9001-wrong.sql')
  writeFileSync(file, 'create table half (a int); select 1 / 0')
  await assert.rejects(migrate(database.url, { folder }), /division by zero/)
  writeFileSync(file, 'create table half (a int)')
  assert.deepEqual(await migrate(database.url, { folder }), ['9001-wrong.sql'])
  writeFileSync(file, 'create table half (b int)')
  await assert.rejects(migrate(database.url, { folder }), /only go forward/)
})

/** A process of its own. */
async function run(url: string, folder: string): Promise<{ readonly code: unknown; readonly said: string }> {
  const script = `
    import { migrate } from ${JSON.stringify(path.resolve(import.meta.dirname, 'migrate.ts'))}
    const done = await migrate(${JSON.stringify(url)}, { folder: ${JSON.stringify(folder)} })
    console.log('done', done.join() || 'nothing')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { code: await new Promise((resolve) => child.on('close', resolve)), said }
}
