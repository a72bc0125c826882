import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { emptyDatabase } from '#testing/database.ts'
import { connect } from '../connect.ts'
import { isoOf } from './moments.ts'

test('a moment out of JSON is said as every other, wherever the server stands', async (t) => {
  const database = await emptyDatabase()
  const { db, close } = connect(database.url, 1)
  t.after(async () => {
    await close()
    await database.drop()
  })
  for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns'])
    for (const at of [
      '2026-02-28T23:59:59.999999Z',
      '2026-07-01T00:00:00Z',
      '2026-07-01T00:00:00.1Z',
      '2026-07-01T00:00:00.05Z',
      '2026-12-31T23:30:00.123456Z',
    ]) {
      const { rows } = await db.connection().execute(async (one) => {
        await sql`set timezone = ${sql.lit(zone)}`.execute(one)
        return await sql<{ more: [string]; at: Date }>`select json_build_array(${at}::timestamptz) as more, ${at}::timestamptz as at`.execute(one)
      })
      assert.equal(isoOf(rows[0]!.more[0]), rows[0]!.at.toISOString(), `${zone} ${rows[0]!.more[0]}`)
    }
})
