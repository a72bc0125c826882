import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test, type TestContext } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { TEST_SETTINGS } from '#testing/database.ts'
import { until } from '#testing/time.ts'
import { SYSTEM_FOLDER } from './embedded/binaries.ts'
import { embeddedPostgres, type Embedded } from './embedded.ts'
import { FolderInUse, lockFolder } from './embedded/folder-lock.ts'
import { FolderUnusable } from './embedded/cluster.ts'

const isRoot = process.getuid?.() === 0
const quiet = pino({ level: process.env['TEST_LOG'] ?? 'silent' })

test('a copied folder has a database of its own; stopping it leaves that of the original', async (t) => {
  const folder = folderFor(t)
  const [here, copy] = [path.join(folder, 'here'), path.join(folder, 'copy')]
  const original = await started(t, here)
  await ask(original, 'create table drivers (name text)')
  await ask(original, `insert into drivers values ('Ada')`)
  await ask(original, 'checkpoint')
  copied(here, copy)
  const other = await started(t, copy)
  await ask(other, `insert into drivers values ('Bo')`)
  assert.equal(await ask(other, 'select count(*)::int as answer from drivers'), 2)
  assert.equal(await ask(original, 'select count(*)::int as answer from drivers'), 1)
  await other.stop()
  assert.equal(await ask(original, 'select count(*)::int as answer from drivers'), 1)
})

test('a copy made before paths were relative uses its own database, not the one it names', async (t) => {
  const folder = folderFor(t)
  const [here, copy] = [path.join(folder, 'here'), path.join(folder, 'copy')]
  const original = await started(t, here)
  const place = JSON.parse(readFileSync(path.join(here, 'postgres.json'), 'utf8')) as { data: string }
  assert.equal(place.data, 'postgres')
  writeFileSync(path.join(here, 'postgres.json'), JSON.stringify({ ...place, data: path.join(here, 'postgres') }))
  assert.equal((await started(t, here)).url('postgres'), original.url('postgres'), 'its own absolute path still holds')
  await ask(original, 'checkpoint')
  copied(here, copy)
  const other = await started(t, copy)
  assert.notEqual(other.url('postgres'), original.url('postgres'))
  await other.stop()
  assert.equal(await ask(original, 'select 1 as answer'), 1)
  await original.stop()
  rmSync(path.join(copy, 'postgres'), { recursive: true })
  execFileSync('cp', [path.join(here, 'postgres.json'), copy])
  await assert.rejects(embeddedPostgres(copy, TEST_SETTINGS), FolderUnusable)
  assert.ok(existsSync(path.join(here, 'postgres', 'PG_VERSION')))
})

test('a moved folder goes on with its data, even one that was moved under a running server', async (t) => {
  const folder = folderFor(t)
  const names = ['first', 'second', 'third'].map((name) => path.join(folder, name))
  const [first, second, third] = names as [string, string, string]
  const before = await started(t, first)
  await ask(before, 'create table drivers (name text)')
  await before.stop()
  renameSync(first, second)
  const after = await started(t, second)
  assert.equal(await ask(after, 'select count(*)::int as answer from drivers'), 0)
  const pid = await ask(after, 'select pg_postmaster_start_time()::text as answer')
  renameSync(second, third)
  const moved = await started(t, third)
  assert.equal(await ask(moved, 'select pg_postmaster_start_time()::text as answer'), pid, 'it is the same server')
  await moved.stop()
})

test('a database that has to lie outside belongs to one folder', { skip: !isRoot }, async (t) => {
  const folder = folderFor(t)
  chmodSync(folder, 0o700)
  const [here, copy, there] = [path.join(folder, 'here'), path.join(folder, 'copy'), path.join(folder, 'there')]
  const original = await started(t, here)
  const { data } = JSON.parse(readFileSync(path.join(here, 'postgres.json'), 'utf8')) as { data: string }
  assert.ok(data.startsWith(SYSTEM_FOLDER))
  t.after(() => [data, `${data}.owner.json`].forEach((place) => rmSync(place, { recursive: true, force: true })))
  await ask(original, 'create table drivers (name text)')
  copied(here, copy)
  await assert.rejects(embeddedPostgres(copy, TEST_SETTINGS), (fault) => fault instanceof FolderUnusable && fault.message.includes(`copy of ${here}`))
  assert.equal(await ask(original, 'select 1 as answer'), 1)
  await original.stop()
  renameSync(here, there)
  const moved = await started(t, there)
  assert.equal(await ask(moved, 'select count(*)::int as answer from drivers'), 0)
  await assert.rejects(embeddedPostgres(copy, TEST_SETTINGS), FolderUnusable)
  await moved.stop()
})

test('of many that take a folder at once one gets it; who ended holds nothing, however it ended', async (t) => {
  const folder = folderFor(t)
  writeFileSync(path.join(folder, 'in-use.4'), JSON.stringify({ pid: process.pid, startedAt: 'long ago', folder: 'of another' }))
  const takers = await Promise.all(Array.from({ length: 6 }, () => taker(t, folder)))
  const holders = takers.filter(({ said }) => said.startsWith('mine'))
  assert.equal(holders.length, 1, takers.map(({ said }) => said).join('\n'))
  const holder = holders[0]!
  for (const { said } of takers) if (!said.startsWith('mine')) assert.ok(said.includes(`in use by process ${holder.pid}`), said)
  assert.throws(() => lockFolder(folder), FolderInUse)
  holder.kill()
  await holder.ended
  const unlock = lockFolder(folder)
  assert.throws(() => lockFolder(folder), FolderInUse)
  unlock()
  assert.deepEqual(readdirSync(folder), [])
})

test('a copied lock is not held, nor one whose number another process has now', (t) => {
  const folder = folderFor(t)
  const [here, copy] = [path.join(folder, 'here'), path.join(folder, 'copy')]
  lockFolder(here)
  copied(here, copy)
  lockFolder(copy)
  const file = readdirSync(copy).find((name) => name.startsWith('in-use'))!
  const holder = JSON.parse(readFileSync(path.join(copy, file), 'utf8')) as { startedAt: string | null }
  if (holder.startedAt === null) return
  writeFileSync(path.join(copy, file), JSON.stringify({ ...holder, startedAt: '1' }))
  lockFolder(copy)
})

test('a server that is killed, or stopped by somebody, is started again at its port', async (t) => {
  const folder = folderFor(t)
  const embedded = await started(t, folder, [])
  embedded.watch(quiet)
  const pid = () => Number(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  await ask(embedded, 'create table drivers (name text)')
  for (const signal of ['SIGKILL', 'SIGINT', 'SIGQUIT'] as const) {
    const before = pid()
    process.kill(before, signal)
    const isBack = async () => (await ask(embedded, 'select count(*)::int as answer from drivers').catch(() => null)) === 0 && pid() !== before
    await until(`it is back after ${signal}`, isBack)
  }
  await embedded.stop()
  assert.ok(!existsSync(path.join(folder, 'postgres', 'postmaster.pid')))
})

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-embedded-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  return folder
}

async function started(t: TestContext, folder: string, settings: readonly string[] = TEST_SETTINGS): Promise<Embedded> {
  mkdirSync(folder, { recursive: true })
  const embedded = await embeddedPostgres(folder, settings)
  t.after(() => embedded.stop().catch(() => undefined))
  return embedded
}

/** As people copy: with everything in it, owner and dates as they fall. */
const copied = (from: string, to: string): void => void execFileSync('cp', ['-r', from, to])

async function ask(embedded: Embedded, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: embedded.url('postgres') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<{ answer: unknown }>(sql)).rows[0]?.answer
  } finally {
    await client.end()
  }
}

/** A process that takes the folder and keeps it until it is killed. */
async function taker(t: TestContext, folder: string) {
  const script = `
    import { lockFolder } from ${JSON.stringify(path.resolve(import.meta.dirname, 'embedded/folder-lock.ts'))}
    try { lockFolder(${JSON.stringify(folder)}); console.log('mine'); setInterval(() => {}, 1000) } catch (fault) { console.log(fault.message) }`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  const ended = new Promise((resolve) => child.on('close', resolve))
  const said = await new Promise<string>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())))
  return { said, pid: child.pid, ended, kill: () => child.kill('SIGKILL') }
}
