import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { accountsContract } from '#modules/accounts/contract.ts'

import { league } from '#testing/league.ts'
import { emptyDatabase, type TestDatabase } from '#testing/database.ts'
import { knownPerson, person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { readConfig, type Config } from '../config.ts'
import { newId } from '../db/change.ts'
import { migrate } from '../db/migrate.ts'
import { start } from '../start.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'
import { tablesOf } from './tables.ts'

describe('backup and restore', () => {
  let server: TestServer
  let olga: Person
  let gone: Person
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-backup-'))
  const file = path.join(folder, 'paddock.backup')
  const target: { database: TestDatabase; config: Config }[] = []
  before(async () => {
    server = await testServer()
    olga = await person(server, 'Olga Owner')
    gone = await person(server, 'Greta Gone')
    await league(server, olga, { shortName: 'SAFE' })
    mkdirSync(path.join(config().dataDir, 'files'), { recursive: true })
    writeFileSync(path.join(config().dataDir, 'files', `${newId()}.png`), Buffer.alloc(300_000, 7))
    mkdirSync(path.join(config().dataDir, 'kept', 'results'), { recursive: true })
    writeFileSync(path.join(config().dataDir, 'kept', 'results', 'a.gz'), 'kept')
  })
  after(async () => {
    await server.stop()
    for (const { database, config } of target) {
      await database.drop()
      rmSync(config.dataDir, { recursive: true, force: true })
    }
    rmSync(folder, { recursive: true, force: true })
  })

  const config = (): Config => server.running.machine.config
  const fresh = async (secret = config().secret): Promise<{ database: TestDatabase; config: Config }> => {
    const database = await emptyDatabase()
    const env = {
      DATA_DIR: mkdtempSync(path.join(tmpdir(), 'paddock-restored-')),
      DATABASE_URL: database.url,
      DEMO_WORLD: 'off',
      SECRET: secret,
      PORT: '0',
      LOG_LEVEL: 'silent',
    }
    const made = { database, config: readConfig(env) }
    target.push(made)
    return made
  }
  /** Every table by name: its rows, in an order of their own. */
  const contents = async (url: string): Promise<ReadonlyMap<string, string>> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const found = new Map<string, string>()
    for (const { name } of await tablesOf(client)) {
      const { rows } = await client.query<{ all: string }>(
        `select coalesce(string_agg(r, chr(10) order by r), '') as all from (select t::text as r from "${name}" t) x`,
      )
      found.set(name, rows[0]!.all)
    }
    await client.end()
    return found
  }
  const files = (dataDir: string): ReadonlyMap<string, string> =>
    new Map(
      ['files', 'kept'].flatMap((name) =>
        readdirSync(path.join(dataDir, name), { recursive: true, withFileTypes: true })
          .filter((one) => one.isFile() && one.name !== 'erased.log')
          .map((one) => [one.name, readFileSync(path.join(one.parentPath, one.name), 'base64')] as const),
      ),
    )

  test('a platform under traffic comes back as it was at one moment, and whoever erased themselves since stays erased', async () => {
    const traffic = { on: true, done: 0 }
    const writing = (async () => {
      for (let v = (await olga.as.ask(accountsContract.me, {})).body.v; traffic.on; v++) {
        await olga.as.done(accountsContract.ChangeCountry, { id: olga.id, v }, { country: v % 2 ? 'FR' : 'IT' })
        traffic.done++
      }
    })()
    const counted = await backup(config(), config().databaseUrl!, file)
    assert.ok(counted.rows > 10 && counted.files === 2)
    const atBackup = traffic.done
    traffic.on = false
    await writing
    assert.ok(atBackup > 0, 'commands went on meanwhile')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.ok(!readFileSync(file).includes(config().secret))
    const { v } = (await gone.as.ask(accountsContract.me, {})).body
    await gone.as.done(accountsContract.RemoveUser, { id: gone.id, v }, {})
    const list = path.join(config().dataDir, 'kept', 'erased.log')
    await until('it is written', () => readdirSync(path.dirname(list)).includes('erased.log'))
    assert.ok(!readFileSync(list, 'utf8').includes(gone.id))

    // the database alone, as it was: taken again from the file, without the list
    const plain = await fresh()
    const first = await restore(plain.config, plain.database.url, file, null)
    assert.deepEqual([first.rows, first.files, first.erased, first.warnings], [counted.rows, 2, 0, []])
    const second = path.join(folder, 'second.backup')
    assert.equal((await backup(plain.config, plain.database.url, second)).rows, counted.rows)
    const twin = await fresh()
    await restore(twin.config, twin.database.url, second, null)
    assert.deepEqual(await contents(twin.database.url), await contents(plain.database.url))
    assert.deepEqual(files(plain.config.dataDir), files(config().dataDir))
    const now = await contents(config().databaseUrl!)
    for (const name of ['leagues', 'memberships', 'login_accounts']) assert.equal((await contents(plain.database.url)).get(name), now.get(name), name)

    const here = await fresh()
    assert.equal((await restore(here.config, here.database.url, file, list)).erased, 1)
    const running = await start(here.config, here.database.url)
    try {
      const again = await knownPerson({ running }, 'Olga Owner')
      assert.equal((await again.as.ask(accountsContract.me, {})).body.name, 'Olga Owner')
      // the cookie of before is good too: the same secret
      assert.equal((await olga.as.at(running.address).ask(accountsContract.me, {})).status, 200)
      const left = [...(await contents(here.database.url)).entries()].filter(
        ([, all]) => all.includes(gone.email) || all.includes('Greta') || all.includes(gone.steamId),
      )
      assert.deepEqual(left, [])
      assert.notEqual((await gone.as.at(running.address).ask(accountsContract.me, {})).status, 200)
      assert.ok(await league({ running }, again), 'numbers go on where they were')
    } finally {
      await running.stop()
    }
  })

  test('a backup of an earlier release is brought forward; one of a later release is refused by name', async () => {
    const older = await emptyDatabase()
    target.push({ database: older, config: (await fresh()).config })
    const all = path.resolve('migrations')
    const past = mkdtempSync(path.join(folder, 'migrations-'))
    // as the platform stood while login tokens and codes were kept otherwise
    for (const name of readdirSync(all).filter((one) => one < '0012')) copyFileSync(path.join(all, name), path.join(past, name))
    await migrate(older.url, { folder: past })
    const queue = new PgBoss({ connectionString: older.url, schema: 'jobs' })
    await queue.start()
    await queue.stop({ graceful: false })
    const client = new pg.Client({ connectionString: older.url })
    await client.connect()
    const id = newId<'user'>()
    await client.query(
      "insert into logins (id, name, email, email_verified, created_at, updated_at) values ($1, '', 'old@example.org', true, now(), now())",
      [id],
    )
    await client.query(
      "insert into users (id, name, country, birth_date, terms_accepted_at, created_at) values ($1, 'Otto Old', 'DE', '1990-01-01', now(), now())",
      [id],
    )
    await client.query("insert into linked_accounts (provider, subject, user_id, linked_at) values ('steam', '76561190000000001', $1, now())", [id])
    const old = path.join(folder, 'old.backup')
    await backup({ dataDir: folder, secret: config().secret }, older.url, old)
    const here = await fresh()
    await restore(here.config, here.database.url, old, null)
    const running = await start(here.config, here.database.url)
    try {
      const names = (await running.machine.pool.query<{ name: string }>('select name from migrations order by name')).rows.map(({ name }) => name)
      assert.deepEqual(names, readdirSync(all).toSorted())
      const otto = await knownPerson({ running }, 'Otto Old')
      assert.equal((await otto.as.ask(accountsContract.me, {})).body.settings.country, 'DE')
    } finally {
      await running.stop()
    }

    await client.query("insert into migrations (name, sha256) values ('9000-of-tomorrow.sql', 'x')")
    await backup({ dataDir: folder, secret: config().secret }, older.url, old)
    await client.end()
    const there = await fresh()
    await assert.rejects(restore(there.config, there.database.url, old, null), /of another release: it has migration 9000-of-tomorrow\.sql/)
    // nothing of it is there: the right backup goes in
    assert.ok((await restore(there.config, there.database.url, file, null)).rows > 10)
  })

  test('it refuses what is not empty, not whole, damaged, of another release, and says when the secret differs', async () => {
    const one = await fresh('another secret of these tests, 9876543210')
    const { warnings } = await restore(one.config, one.database.url, file, null)
    assert.match(warnings.join(), /SECRET is not the one of the backup/)
    await assert.rejects(restore(one.config, one.database.url, file, null), /is not empty/)
    rmSync(path.join(one.config.dataDir, 'files'), { recursive: true })
    rmSync(path.join(one.config.dataDir, 'kept'), { recursive: true })
    const before = await contents(one.database.url)
    await assert.rejects(restore(one.config, one.database.url, file, null), /the database is not empty/)
    assert.deepEqual(await contents(one.database.url), before)

    const two = await fresh()
    const bytes = readFileSync(file)
    const cut = path.join(folder, 'cut.backup')
    writeFileSync(cut, bytes.subarray(0, bytes.length - 40))
    await assert.rejects(restore(two.config, two.database.url, cut, null), /is damaged or was not written to its end/)
    const bad = path.join(folder, 'bad.backup')
    copyFileSync(file, bad)
    for (let at = 40; at < bytes.length; at += Math.ceil(bytes.length / 25)) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 0xff
      writeFileSync(bad, changed)
      await assert.rejects(restore(two.config, two.database.url, bad, null), /is damaged|is not a backup/, `byte ${at}`)
    }
    writeFileSync(bad, 'hello')
    await assert.rejects(restore(two.config, two.database.url, bad, null), /is not a backup/)
    // and after all that the place is still empty
    assert.ok((await restore(two.config, two.database.url, file, null)).rows > 10)
  })
})
