import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { emptyDatabase } from '#testing/database.ts'
import { connect, type Connection } from '../connect.ts'
import { streamOf } from '../silence.ts'

describe('a statement that is planned', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let connection: Connection
  before(async () => {
    database = await emptyDatabase()
    connection = connect(database.url, 1)
    await connection.pool.query('create table things (id int primary key, name text, at timestamptz, tags text[], more jsonb)')
    await connection.pool.query(`insert into things values (1, 'one', '2026-01-02T03:04:05Z', '{a,b}', '{"deep": [1]}'), (2, null, null, null, null)`)
  })
  after(async () => {
    await connection.close()
    await database.drop()
  })
  const ask = async (text: string, values: unknown[]) => (await connection.pool.query(text, values)).rows as unknown[]
  const ONE = { id: 1, name: 'one', at: new Date('2026-01-02T03:04:05Z'), tags: ['a', 'b'], more: { deep: [1] } }

  test('gives the same however often it is asked, and is described once', async () => {
    const client = await connection.pool.connect()
    const bytes: number[] = []
    for (let time = 0; time < 5; time++) {
      const before = streamOf(client) as unknown as { readonly bytesRead: number }
      const from = before.bytesRead
      const { rows, rowCount, fields } = await client.query('select * from things where id = $1', [1])
      bytes.push(before.bytesRead - from)
      assert.deepEqual([rows, rowCount, fields.map(({ name }) => name)], [[ONE], 1, ['id', 'name', 'at', 'tags', 'more']])
    }
    client.release()
    // unnamed, planned, then without its description
    assert.ok(bytes[4]! < bytes[0]! - 100, bytes.join(' '))
    assert.equal(bytes[2], bytes[4])
  })

  test('gives what there is: nothing, nulls, several rows, how many changed', async () => {
    for (let time = 0; time < 4; time++) {
      assert.deepEqual(await ask('select id, name, tags from things where id > $1 order by id', [0]), [
        { id: 1, name: 'one', tags: ['a', 'b'] },
        { id: 2, name: null, tags: null },
      ])
      assert.deepEqual(await ask('select id, name, tags from things where id > $1 order by id', [2]), [])
      const changed = await connection.pool.query('update things set name = name where id >= $1', [1])
      assert.deepEqual([changed.rowCount, changed.rows], [2, []])
    }
  })

  test('many at once on one connection, some of which fail, each get their own', async () => {
    const client = await connection.pool.connect()
    const asked = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => client.query('select 10 / $1::int as tenth, $2::text as name', [n % 3, `n${n}`])),
    )
    client.release()
    for (const [n, one] of asked.entries()) {
      if (one.status === 'rejected') assert.deepEqual([n % 3, (one.reason as { code: string }).code], [0, '22012'])
      else assert.deepEqual(one.value.rows, [{ tenth: n % 3 === 1 ? 10 : 5, name: `n${n}` }])
    }
  })

  test('is planned and described anew once a migration changed what it gives', async () => {
    const text = 'select * from things where id = $1'
    for (let time = 0; time < 3; time++) assert.deepEqual(await ask(text, [1]), [ONE])
    await connection.pool.query(`alter table things drop column tags, add column size int not null default 7`)
    const { tags: _, ...rest } = ONE
    for (let time = 0; time < 4; time++) assert.deepEqual(await ask(text, [1]), [{ ...rest, size: 7 }])
  })

  test('inside a transaction the migration ends it, and the next one is whole', async () => {
    const inside = (): Promise<unknown> =>
      connection.db.transaction().execute(
        async (tx) =>
          (await tx
            .selectFrom('things' as never)
            .selectAll()
            .where('id' as never, '=', 1 as never)
            .execute()) as unknown,
      )
    const first = (await inside()) as readonly object[]
    for (let time = 0; time < 3; time++) assert.deepEqual(await inside(), first)
    await connection.pool.query('alter table things add column colour text')
    await assert.rejects(inside(), { code: '0A000' })
    for (let time = 0; time < 3; time++) assert.deepEqual(await inside(), [{ ...first[0], colour: null }])
  })
})
