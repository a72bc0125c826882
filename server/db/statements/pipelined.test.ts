import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { emptyDatabase } from '#testing/database.ts'
import { connect, type Connection } from '../connect.ts'

describe('the statements of one change', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let connection: Connection
  before(async () => {
    database = await emptyDatabase()
    connection = connect(database.url, 2)
    await sql`create table lines (no int primary key, seen int)`.execute(connection.db)
  })
  after(async () => {
    await connection?.close()
    await database?.drop()
  })

  test('go out without waiting for each answer, and are done in their order', async () => {
    const underWay = { now: 0, most: 0 }
    await connection.db.transaction().execute(async (tx) => {
      const client = await watched(underWay)
      const writes = Array.from({ length: 5 }, (_, no) => sql`insert into lines values (${no}, (select count(*) from lines))`.execute(tx))
      await Promise.all(writes)
      client.restore()
    })
    assert.ok(underWay.most > 1, `at most ${underWay.most} at a time`)
    const { rows } = await sql<{ no: number; seen: number }>`select no, seen from lines order by no`.execute(connection.db)
    assert.deepEqual(
      rows,
      Array.from({ length: 5 }, (_, no) => ({ no, seen: no })),
    )
  })

  test('one that fails takes all of them back, and its own fault is told', async () => {
    const change = connection.db.transaction().execute(async (tx) => {
      await Promise.all([
        sql`insert into lines values (10, 0)`.execute(tx),
        sql`select 1 / ${0}::int`.execute(tx),
        sql`insert into lines values (11, 0)`.execute(tx),
      ])
    })
    await assert.rejects(change, /division by zero/)
    const { rows } = await sql`select 1 from lines where no >= 10`.execute(connection.db)
    assert.equal(rows.length, 0)
    await connection.db.transaction().execute((tx) => sql`select 1`.execute(tx))
  })

  /** Counts what is under way on the pool's connection. */
  async function watched(underWay: { now: number; most: number }): Promise<{ readonly restore: () => void }> {
    const [client] = (connection.pool as unknown as { readonly _clients: readonly { query: (...args: unknown[]) => unknown }[] })['_clients']
    const { query } = client!
    client!.query = (...args) => {
      underWay.most = Math.max(underWay.most, ++underWay.now)
      return (query(...args) as Promise<unknown>).finally(() => underWay.now--)
    }
    return { restore: () => void (client!.query = query) }
  }
})
