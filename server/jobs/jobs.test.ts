import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { testDatabase, type TestDatabase } from '#testing/database.ts'
import { until } from '#testing/time.ts'
import { connect, type Connection } from '../db/connect.ts'
import { localFiles } from '../outside/files.ts'
import { sealer } from '../outside/seal.ts'
import type { JobContext, Room } from '../room.ts'
import { startJobs, type JobRunner } from './jobs.ts'

const SECRET = 'a secret of the tests, nowhere else, 0123456789'
type Told = { readonly n: number }
type Handle = (data: Told, context: JobContext) => Promise<void> | void

describe('jobs', () => {
  let database: TestDatabase
  let connection: Connection
  const runners: JobRunner[] = []
  before(async () => {
    database = await testDatabase()
    connection = connect(database.url, 10)
  })
  after(async () => {
    for (const runner of runners) await runner.stop()
    await connection.close()
    await database.drop()
  })

  const runner = async (
    kinds: Readonly<Record<string, Handle>>,
    crowds: readonly string[] = [],
    nightly: readonly string[] = [],
  ): Promise<JobRunner> => {
    const jobs = Object.fromEntries(Object.entries(kinds).map(([name, act]) => [name, async (context: JobContext, data: Told) => act(data, context)]))
    const room: Room = {
      name: 'test',
      contracts: {},
      commands: {},
      queries: {},
      jobs: jobs as Room['jobs'] & object,
      crowds: crowds.map((name) => ({ name })),
      nightly: nightly.map((name) => ({ name })),
    }
    const made = await startJobs({
      url: database.url,
      db: connection.db,
      poolSize: 10,
      clock: () => new Date(),
      log: pino({ level: 'silent' }),
      publicUrl: 'http://localhost',
      sealer: sealer(SECRET),
      files: localFiles('/nowhere', SECRET),
      rooms: [room],
      changed: () => undefined,
    })
    runners.push(made)
    return made
  }
  /** What is called once the order stands: nothing tells this process of it before. */
  const order = (from: JobRunner, job: string, count: number, at?: Date): Promise<() => void> =>
    connection.db.transaction().execute((tx) =>
      from.enqueue(
        tx,
        Array.from({ length: count }, (_, n) => ({ job, data: { n }, ...(at ? { at } : {}) })),
      ),
    )

  test('what is due at the same moment begins then, not one a second', async () => {
    const begun: number[] = []
    const one = await runner({ 'test.due': () => void begun.push(Date.now()) })
    await one.work()
    const at = new Date(Date.now() + 3000)
    await order(one, 'test.due', 100, at)
    await until('all have begun', () => begun.length === 100)
    assert.ok(Math.min(...begun) >= at.getTime() - 50, 'none before its time')
    // at one a second the last would come a hundred seconds late
    assert.ok(Math.max(...begun) - at.getTime() < 20_000, `the last ${Math.max(...begun) - at.getTime()} ms late`)
  })

  test('what this process is not told of is found all the same', async () => {
    const done: number[] = []
    const one = await runner({ 'test.untold': ({ n }) => void done.push(n) })
    await one.work()
    await order(one, 'test.untold', 7)
    await until('all are done', () => done.length === 7)
  })

  test('each job that is told of wakes one worker, and a slow one holds up none behind it', async () => {
    const { promise: never, resolve: end } = Promise.withResolvers<void>()
    const done: number[] = []
    const one = await runner({ 'test.stuck': ({ n }) => (n === 0 ? never : void done.push(n)) })
    await one.work()
    const begin = await order(one, 'test.stuck', 40)
    begin()
    await until('all but the slow one are done', () => done.length === 39)
    end()
  })

  test('a job that fails is tried again and takes none of the others with it', async () => {
    const done: number[] = []
    const attempts: number[] = []
    const one = await runner({
      'test.bad': ({ n }, { attempt }) => {
        if (n === 3) attempts.push(attempt)
        if (n === 3 && attempt === 1) throw new Error('not yet')
        done.push(n)
      },
    })
    await one.work()
    await order(one, 'test.bad', 8)
    await until('all are done', () => done.length === 8)
    assert.deepEqual(done.toSorted(), [0, 1, 2, 3, 4, 5, 6, 7])
    assert.deepEqual(attempts, [1, 2])
  })

  test('a crowd is taken and told done many at a time; of those taken together one that fails is tried again alone', async () => {
    const done: number[] = []
    const attempts: number[] = []
    const act: Handle = ({ n }, { attempt }) => {
      if (n === 3) attempts.push(attempt)
      if (n === 3 && attempt === 1) throw new Error('not yet')
      done.push(n)
    }
    const one = await runner({ 'test.crowd': act }, ['test.crowd'])
    await order(one, 'test.crowd', 60)
    await one.work()
    await until('all are done', () => done.length === 60)
    assert.deepEqual(
      done.toSorted((a, b) => a - b),
      Array.from({ length: 60 }, (_, n) => n),
    )
    assert.deepEqual(attempts, [1, 2])
    // one statement gives all it writes the same moment
    const moments = `select count(distinct started_on)::int as taken, count(distinct completed_on)::int as told, count(*)::int as jobs
      from jobs.job where name = 'test.crowd' and state = 'completed'`
    const told = async () => (await connection.pool.query<{ taken: number; told: number; jobs: number }>(moments)).rows[0]!
    await until('all are told done', async () => (await told()).jobs === 60)
    const { taken, told: completed } = await told()
    assert.ok(taken <= 10 && completed <= 10, `taken with ${taken} statements, told done with ${completed}`)
  })

  test('a night that fails for good is not the last one', async () => {
    const { promise: failed, resolve: fail } = Promise.withResolvers<void>()
    const act = (): void => {
      fail()
      throw new Error('not this night')
    }
    const one = await runner({ 'test.night': act }, [], ['test.night'])
    await one.work()
    const night = (what: string) => connection.pool.query(`${what} where name = 'test.night' and state = 'created'`)
    await night('update jobs.job set start_after = now(), retry_limit = 0')
    await failed
    assert.equal((await night('select from jobs.job')).rowCount, 1)
  })

  test('a slow one holds up neither its own kind nor another', async () => {
    const done: string[] = []
    const { promise: freed, resolve: free } = Promise.withResolvers<void>()
    const one = await runner({
      'test.slow': async ({ n }) => {
        if (n === 0) await freed
        done.push(`slow ${n}`)
      },
      'test.other': ({ n }) => void done.push(`other ${n}`),
    })
    await one.work()
    await order(one, 'test.slow', 3)
    await order(one, 'test.other', 2)
    await until('the others are done', () => done.length === 4)
    assert.ok(!done.includes('slow 0'))
    free()
    await until('the slow one is done', () => done.includes('slow 0'))
  })

  test('what is ordered once more while it waits is done after that order stands', async () => {
    let stands = false
    const seen: boolean[] = []
    const others: number[] = []
    const one = await runner({ 'test.seen': () => void seen.push(stands), 'test.beside': ({ n }) => void others.push(n) })
    await order(one, 'test.seen', 1)
    const begin = await connection.db.transaction().execute(async (tx) => {
      const [again] = await Promise.all([0, 0].map((n) => one.enqueue(tx, [{ job: 'test.seen', data: { n } }])))
      await one.work()
      await order(one, 'test.beside', 3)
      await until('the workers have looked at what waits', () => others.length === 3)
      assert.deepEqual(seen, [], 'not before that')
      return again!
    })
    stands = true
    begin()
    await until('it is done', () => seen.includes(true))
    assert.deepEqual(seen, [true])
  })

  test('two workers share what waits, each job done once', async () => {
    const by: number[][] = [[], []]
    const make = (who: number): Promise<JobRunner> =>
      runner({
        'test.shared': async ({ n }) => {
          by[who]!.push(n)
          await new Promise((resolve) => setTimeout(resolve, 20))
        },
      })
    const [one, two] = [await make(0), await make(1)]
    await order(one, 'test.shared', 60)
    await Promise.all([one.work(), two.work()])
    await until('all are done', () => by.flat().length >= 60)
    assert.deepEqual(
      by.flat().toSorted((a, b) => a - b),
      Array.from({ length: 60 }, (_, n) => n),
    )
    assert.ok(by.every((its) => its.length > 0))
  })

  test('a job whose worker died comes back, and the queue goes on when its connections were lost', async () => {
    const done: number[] = []
    const one = await runner({ 'test.dead': ({ n }) => void done.push(n) })
    await order(one, 'test.dead', 1)
    // a worker that took it and was killed: no sign of life for a minute
    const dead = new PgBoss({ connectionString: database.url, schema: 'jobs', supervise: false, schedule: false })
    await dead.start()
    assert.equal((await dead.fetch('test.dead')).length, 1)
    await dead.stop({ graceful: false })
    await connection.pool.query("update jobs.job set heartbeat_on = now() - interval '1 minute' where name = 'test.dead'")
    await one.work()
    await until('it came back', () => done.length === 1)

    const { rowCount } = await connection.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'paddock-jobs' and datname = current_database()",
    )
    assert.ok(rowCount! > 0)
    await order(one, 'test.dead', 3)
    await until('the queue went on', () => done.length === 4)
  })
})
