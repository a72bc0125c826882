import pg from 'pg'
import type { Bench } from './measures.ts'
import type { Platform } from './platform.ts'
import { seasonId } from './season.ts'
import { ms, type Line } from './table.ts'

const EVENTS = 300
const HOSTS = 30
/** As many at once as a process runs jobs. */
const WRITERS = 4
/** Everything waits for a moment this far away. */
const AHEAD_MS = 4000
const MOST_MS = 5000
const PATIENCE_MS = 300_000

/** A full evening: events of one minute get their servers, and begin, against bare updates of the same rows. */
export async function dueLines({ full, databaseUrl }: Bench): Promise<readonly Line[]> {
  const { database } = full
  const splits = await eveningOf(full)
  const bareMs = await bareUpdates(databaseUrl, splits)
  const scheduledMs = await worked(full, 'hosting.schedule', async (at) => {
    await database.query(`update sessions set starts_at = $1::timestamptz + interval '4 minutes' where name = 'Evening'`, [at])
    await database.query(
      `insert into jobs.job (name, data, singleton_key, start_after, keep_until, policy, retry_limit, heartbeat_seconds)
       select 'hosting.schedule', jsonb_build_object('sessionId', id), id::text, $1, $1::timestamptz + interval '1 day', 'short', 20, 20 from sessions where name = 'Evening'`,
      [at],
    )
  })
  await all(database, splits, 'SCHEDULING')
  const begunMs = await worked(full, 'hosting.begin', async (at) => {
    // their hosts have reported them up
    await database.query(`update servers set phase = 'STARTED' where split_id = any ($1)`, [splits])
    await database.query(`update splits set status = 'STARTED' where id = any ($1)`, [splits])
    await database.query(`update sessions set status = 'STARTED', starts_at = $1 where name = 'Evening'`, [at])
    await database.query(`update jobs.job set start_after = $1 where name = 'hosting.begin' and state < 'active'`, [at])
  })
  await all(database, splits, 'IN_PROGRESS')
  const line = (what: string, figure: number): Line => ({
    name: `${EVENTS} events due at one moment: the last ${what} after`,
    figure: ms(figure),
    reference: `${ms(bareMs)} (${EVENTS} bare updates of the same rows, ${WRITERS} writers)`,
    ratio: figure,
    goal: { most: MOST_MS },
  })
  return [line('scheduled', scheduledMs), line('begun', begunMs)]
}

/** Published events, a split of each, and hosts enough for them; the splits. */
async function eveningOf({ database, seal }: Platform): Promise<readonly string[]> {
  await database.query(
    `insert into hosts (id, name, token_hash, region, games, address, capacity, port_from, port_to, last_seen_at, created_at)
     select uuidv7(), 'evening-' || n, 'evening-' || n, 'DE-Frankfurt', '{acc}', '203.0.113.7', 20, 9600, 9999, now() + interval '1 hour', now() from generate_series(1, $1::int) n`,
    [HOSTS],
  )
  const passwords = seal(JSON.stringify({ server: 'a', admin: 'b', spectator: 'c' }))
  const { rows } = await database.query<{ id: string }>(
    `with made as (
       insert into sessions (id, league_id, game, name, server_name, track_id, car_ids, segments, duration_min, status, status_at, starts_at, region, max_entries, passwords_sealed, created_by, created_at)
       select uuidv7(), $2, 'acc', 'Evening', 'Evening', 'monza', '{16,20}', '[{"type":"RACE","durationMin":30,"options":{}}]', 30, 'WAITING', now(), now() + interval '1 day', 'DE-Frankfurt', 20, $3, $4, now()
       from generate_series(1, $1::int) n returning id)
     insert into splits (id, session_id, split_no, status, status_at) select uuidv7(), id, 1, 'WAITING', now() from made returning id`,
    [EVENTS, seasonId('league', 1), passwords, seasonId('user', 1)],
  )
  return rows.map((row) => row.id)
}

async function bareUpdates(databaseUrl: string, splits: readonly string[]): Promise<number> {
  const left = [...splits]
  const began = performance.now()
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      for (let id = left.pop(); id !== undefined; id = left.pop())
        await client.query({ name: 'bare', text: 'update splits set status_at = now() where id = $1', values: [id] })
      await client.end()
    }),
  )
  return performance.now() - began
}

/** Lets jobs come due at one moment; how long after it the last of them was done. */
async function worked({ database }: Platform, job: string, order: (at: Date) => Promise<void>): Promise<number> {
  const at = new Date(Date.now() + AHEAD_MS)
  await order(at)
  for (const end = Date.now() + PATIENCE_MS; ;) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    const { rows } = await database.query<{ done: number; last: number }>(
      `select count(*)::int as done, extract(epoch from max(completed_on) - $2::timestamptz)::float8 * 1000 as last
       from jobs.job where name = $1 and start_after = $2 and state = 'completed'`,
      [job, at],
    )
    if (rows[0]!.done === EVENTS) return rows[0]!.last
    if (Date.now() > end) throw new Error(`${job}: ${rows[0]!.done} of ${EVENTS} done in ${PATIENCE_MS / 1000} s`)
  }
}

async function all(database: pg.Pool, splits: readonly string[], status: string): Promise<void> {
  const { rows } = await database.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from splits where id = any ($1) group by 1',
    [splits],
  )
  if (rows.length !== 1 || rows[0]!.status !== status) throw new Error(`not all are ${status}: ${JSON.stringify(rows)}`)
}
