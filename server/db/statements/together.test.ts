import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { emptyDatabase } from '#testing/database.ts'
import { until } from '#testing/time.ts'
import { builtOnce } from '../built-once.ts'
import { connect, type Connection } from '../connect.ts'
import { readTogether } from './together.ts'
import { statements } from '../prepared.ts'

const doubled = builtOnce<{ twice: number }>((db, at) => ({
  compile: () => sql<{ twice: number }>`select 10 / ${at(0)}::int * 2 as twice`.compile(db),
}))
const backend = builtOnce<{ pid: number }>((db, at) => ({
  compile: () => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(${at(0)}::float8)`.compile(db),
}))

const moment = builtOnce<{ at: Date }>((db, at) => ({
  compile: () => sql<{ at: Date }>`select ${at(0)}::timestamptz as at`.compile(db),
}))

describe('reads that go out together', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let connection: Connection
  before(async () => {
    database = await emptyDatabase()
    connection = connect(database.url, 10)
  })
  after(async () => {
    await connection?.close()
    await database?.drop()
  })

  test('each of hundreds has its own answer, and what is refused harms no other', async () => {
    const asked = Array.from({ length: 300 }, (_, n) => n % 6)
    const found = await Promise.allSettled(asked.map((n) => doubled(connection.db, [n])))
    for (const [at, one] of found.entries()) {
      if (asked[at] === 0) assert.match(String(one.status === 'rejected' && one.reason), /division by zero/)
      else assert.deepEqual(one, { status: 'fulfilled', value: [{ twice: Math.trunc(10 / asked[at]!) * 2 }] })
    }
  })

  test('the same read, asked again before it has gone out, goes out once; one of another moment does not', async () => {
    const [first, second] = [new Date('2026-03-01T10:00:00.001Z'), new Date('2026-03-01T10:00:00.002Z')]
    const counted = { count: 0 }
    const found = await statements.run(counted, () => Promise.all([first, second, new Date(first)].map((at) => moment(connection.db, [at]))))
    assert.deepEqual([found, counted.count], [[[{ at: first }], [{ at: second }], [{ at: first }]], 2])
  })

  test('they share few connections, and give them back', async () => {
    const found = await Promise.all(Array.from({ length: 100 }, (_, n) => backend(connection.db, [0.001 + n / 1e6])))
    assert.ok(new Set(found.map(([row]) => row!.pid)).size <= 2)
    assert.equal(connection.pool.totalCount, connection.pool.idleCount)
  })

  test('the same one, asked again before it has gone out, goes out once; asked again later it is read anew', async () => {
    const counted = { count: 0 }
    const ask = (n: number) => statements.run(counted, () => doubled(connection.db, [n]))
    assert.deepEqual(await Promise.all([ask(2), ask(2), ask(5)]), [[{ twice: 10 }], [{ twice: 10 }], [{ twice: 4 }]])
    assert.equal(counted.count, 2)
    assert.deepEqual([await ask(2), await ask(2)], [[{ twice: 10 }], [{ twice: 10 }]])
    assert.equal(counted.count, 4)
    const refused = await Promise.allSettled([ask(0), ask(0)])
    assert.deepEqual([refused.map(({ status }) => status), await ask(1)], [['rejected', 'rejected'], [{ twice: 20 }]])
  })

  test('a crowd does not wait for one more connection: who comes meanwhile goes out on those there are', async () => {
    const { pool } = connection
    const db = connection.db.withPlugin({ transformQuery: ({ node }) => node, transformResult: async ({ result }) => result })
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    let asked = 0
    readTogether(db, { connect: async () => (asked++ === 1 ? (await opened, pool.connect()) : pool.connect()), hasRoom: () => true })
    const slow = backend(db, [0.05])
    await until('it is under way', () => pool.idleCount < pool.totalCount)
    const found = await Promise.all(Array.from({ length: 6 }, (_, n) => doubled(db, [n + 1])))
    assert.deepEqual([found[0], asked], [[{ twice: 20 }], 2])
    await slow
    assert.deepEqual(await doubled(db, [2]), [{ twice: 10 }], 'one that is free again')
    open()
    await until('the connection nobody needed is given back', () => pool.totalCount === pool.idleCount)
    assert.deepEqual(await doubled(db, [5]), [{ twice: 4 }])
  })

  test('in a transaction a read sees what was written there', async () => {
    await connection.db.transaction().execute(async (tx) => {
      const pids = await Promise.all([backend(tx, [0]), backend(tx, [0])])
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      assert.deepEqual(new Set(pids.map(([row]) => row!.pid)), new Set([rows[0]!.pid]))
    })
  })

  test('where their connection ends they are told, and those that come go out on another', async () => {
    const lost = Promise.allSettled(Array.from({ length: 6 }, (_, n) => backend(connection.db, [30 + n])))
    const ended = async () =>
      (
        await connection.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(%' and pid <> pg_backend_pid() and state = 'active' and datname = current_database()`,
        )
      ).rowCount
    await until('the reads are under way', async () => ((await ended()) ?? 0) > 0)
    for (const one of await lost) assert.equal(one.status, 'rejected')
    assert.deepEqual(await doubled(connection.db, [5]), [{ twice: 4 }])
  })
})
