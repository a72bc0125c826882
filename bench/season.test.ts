import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '#testing/database.ts'
import { championship } from './rules/championship.ts'
import { fillSeason, SMALL } from './season.ts'

const database = await testDatabase()
after(() => database.drop())

test('the season that is measured can be built upon every migration', async () => {
  await fillSeason(database.url, SMALL)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<Record<string, number>>(
    `select (select count(*) from sessions)::int as events, (select count(*) from users)::int as users,
      (select count(*) from result_rows where position <> raw_position or retired_type <> raw_retired_type)::int as changed,
      (select count(*) from entry_drivers d join sessions s on s.id = d.session_id where d.over <> (s.status = 'ENDED'))::int as mistold,
      (select count(*) from result_rows)::int > 0 as has_results, (select count(*) from lap_bests)::int > 0 as has_bests`,
  )
  await client.end()
  assert.deepEqual(rows, [{ events: SMALL.events, users: SMALL.users, changed: 0, mistold: 0, has_results: true, has_bests: true }])
})

test('a championship of its events has standings', async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  try {
    const id = await championship({ database: pool }, database.url)
    const { rows } = await pool.query<{ drivers: number }>(
      `select jsonb_array_length(standings -> 'rows') as drivers from tournament_standings where tournament_id = $1 and of = 'DRIVERS'`,
      [id],
    )
    assert.deepEqual(rows, [{ drivers: 40 }])
  } finally {
    await pool.end()
  }
})
