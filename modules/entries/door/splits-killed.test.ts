import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { isConnectionLost } from '#server/db/unavailable.ts'
import type { Running } from '#server/start.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { byHand } from '#testing/steps.ts'
import { until } from '#testing/time.ts'
import { minutesBefore, START } from '../commands/check-in.fixture.ts'
import { entriesContract as contract } from '../contract.ts'
import { freezeSplits } from '../door.ts'
import { AC, CARS, faultsOf } from '../entries.fixture.ts'

const CROWD = 200
/** More than five splits of 20 have seats for; six of them would each be too small. */
const EARLY = 110
const SPLITS = { ...AC, startsAt: START, isMultiSplit: true, maxEntries: 200, maxSplitEntries: 20, minSplitEntries: 20 } as const

type Row = { readonly id: string; readonly status: string; readonly split_no: number | null; readonly v: number }

/** I23: the job that divides a field loses its database in the middle of its work, while others register, and is run again. */
describe('the freezing of splits, killed midway', () => {
  let server: TestServer
  let second: Running
  let owner: Person
  let crowd: Person[]
  let apex: LeagueId
  before(async () => {
    server = await testServer({ at: '2026-11-20T12:00:00Z', role: 'web' })
    second = await server.another()
    owner = await person(server, 'Olga')
    crowd = []
    for (let from = 0; from < CROWD; from += 20)
      crowd.push(...(await Promise.all(Array.from({ length: 20 }, (_, no) => person(server, `Driver ${from + no}`)))))
    apex = await league(server, owner, { members: crowd })
  })
  after(() => server.stop())

  const add = (who: Person, index: number, id: SessionId) =>
    who.as.at(index % 2 ? second.address : server.url).send(contract.AddEntry, { id }, entryBody(CARS.gt3, { waitingList: true }))
  /** What the job does, as a worker of either process would. */
  const freeze = async (running: Running, id: SessionId): Promise<void> => {
    await byHand({ running }, (context) => freezeSplits(context, id), { command: 'entries.freeze-splits' })
  }
  const rowsOf = async (id: SessionId): Promise<readonly Row[]> =>
    (
      await server.running.machine.pool.query<Row>('select id, status, split_no, v from entries where session_id = $1 order by registered_at, id', [
        id,
      ])
    ).rows
  const sessionOf = async (id: SessionId) =>
    (
      await server.running.machine.pool.query<{ splits: number; at: Date | null; taken: number; waiting: number; servers: string }>(
        `select split_count as splits, splits_frozen_at as at, taken, waiting, (select count(*) from splits p where p.session_id = s.id) as servers
         from sessions s where id = $1`,
        [id],
      )
    ).rows[0]!
  /** Holds a row that the job is to change, and ends the job's connection once it waits there. */
  const killAt = async (id: SessionId, entryId: string): Promise<void> => {
    const client = await second.machine.pool.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from entries where id = $1 for update', [entryId])
      const outcome = freeze(server.running, id).then(
        () => null,
        (fault: unknown) => fault,
      )
      const waits = 'select pid from pg_stat_activity where datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(pid))'
      let pid: number | undefined
      await until('the job waits for the row', async () => {
        pid = (await client.query<{ pid: number }>(waits)).rows[0]?.pid
        return pid !== undefined
      })
      await client.query('select pg_terminate_backend($1)', [pid])
      assert.ok(isConnectionLost(await outcome), 'the job was killed')
      await client.query('rollback')
    } finally {
      client.release()
    }
  }

  for (const [where, entryOf] of [
    ['who has no seat is sent to wait', (rows: readonly Row[]) => rows.at(-1)!],
    ['the splits are opened and those who drive are put into them', (rows: readonly Row[]) => rows[0]!],
  ] as const)
    test(`where ${where}: nothing of it stays, and the next run divides everybody once`, async () => {
      server.clock.set('2026-11-20T12:00:00Z')
      const id = await event(server, owner, apex, SPLITS)
      for (let from = 0; from < EARLY; from += 22)
        await Promise.all(crowd.slice(from, Math.min(from + 22, EARLY)).map((who, index) => add(who, index, id)))
      const [rows, session] = [await rowsOf(id), await sessionOf(id)]
      assert.equal(rows.length, EARLY)
      server.clock.set(minutesBefore(15))
      await killAt(id, entryOf(rows).id)
      assert.deepEqual([await rowsOf(id), await sessionOf(id)], [rows, session], 'all or nothing')

      const late = crowd.slice(EARLY).map((who, index) => add(who, index, id))
      await Promise.all([freeze(server.running, id), freeze(second, id), freeze(server.running, id)])
      for (const reply of await Promise.all(late)) assert.equal(reply.status, 200, JSON.stringify(reply.body))
      const after = await rowsOf(id)
      const { splits, at, taken, waiting, servers } = await sessionOf(id)
      assert.ok(at)
      assert.equal(Number(servers), splits)
      const driving = after.filter((row) => row.status === 'ACTIVE')
      assert.equal(after.length, CROWD)
      assert.deepEqual([taken, waiting], [driving.length, CROWD - driving.length])
      // the union of the splits is who drives: each in exactly one that is there, none too full
      const sizes = Map.groupBy(driving, (row) => row.split_no)
      assert.deepEqual(
        [...sizes.keys()].toSorted((a, b) => a! - b!),
        Array.from({ length: splits }, (_, no) => no + 1),
      )
      for (const [no, split] of sizes) assert.ok(split.length <= 20, `split ${no}: ${split.length}`)
      assert.deepEqual(await faultsOf(server, id), [])
      const { rows: said } = await server.running.machine.pool.query(`select 1 from events where type = 'SplitsFrozen' and aggregate_id = $1`, [id])
      assert.equal(said.length, 1, 'told once')
    })
})
