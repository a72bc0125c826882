import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import type { UserId } from '#core/ids.ts'
import { fact, job } from '#core/joint.ts'
import { refuse, type Result } from '#core/result.ts'
import { testDatabase, type TestDatabase } from '#testing/database.ts'
import { until } from '#testing/time.ts'
import { change, newId, type Around } from '../db/change.ts'
import { connect, type Connection } from '../db/connect.ts'
import { localFiles } from '../outside/files.ts'
import { sealer } from '../outside/seal.ts'
import { ROOMS } from '../registry.ts'
import { does, jobsOf, on, type ChangeContext, type JobContext, type Room } from '../room.ts'
import { startJobs, type JobRunner } from './jobs.ts'

const SECRET = 'a secret of the tests, nowhere else, 0123456789'
const Waved = fact('Waved', 'user', ({ userId }: { readonly userId: UserId; readonly hand: string }) => ({ id: userId, leagueId: null, topics: [] }))
const work = { count: job<{ readonly n: number }>('test.count'), rest: job('test.rest') }
/** Names under which jobs may wait in a queue: one that is dropped goes with a migration of what waits. */
const RELEASED = [
  'accounts.note-erased',
  'leagues.process-images',
  'leagues.sweep-images',
  'leagues.drop-images',
  'members.forget',
  'sessions.begin',
  'sessions.cancel-of-league',
  'entries.promote',
  'entries.event-cancelled',
  'entries.event-moved',
  'entries.forget',
  'hosting.schedule',
  'hosting.begin',
  'hosting.sweep',
  'hosting.watch',
  'hosting.over',
  'hosting.announce',
  'hosting.alarm',
  'results.tell',
  'matching.forget',
  'result-files.read',
  'result-files.alert',
]
const NOTHING = { contracts: {}, commands: {}, queries: {} }

describe('listening to a fact', () => {
  let database: TestDatabase
  let connection: Connection
  let jobs: JobRunner
  let around: Around
  const heard: { readonly hand: string; readonly attempt: number; readonly committed: boolean }[] = []
  const faults: string[] = []
  const last: string[] = []

  const hear = async ({ attempt }: JobContext, { userId, hand }: { readonly userId: UserId; readonly hand: string }): Promise<void> => {
    const { rows } = await connection.pool.query("select from events where type = 'Waved' and aggregate_id = $1", [userId])
    heard.push({ hand, attempt, committed: rows.length === 1 })
    if (faults.includes(hand) && attempt === 1) throw new Error('not yet')
    last.push(hand)
  }
  const rooms: readonly Room[] = [
    { name: 'one', ...NOTHING, on: [on(Waved, 'one.wave-back', hear)] },
    { name: 'two', ...NOTHING, on: [on(Waved, 'two.wave-back', async (_, { hand }) => void last.push(`two ${hand}`))] },
  ]
  before(async () => {
    database = await testDatabase()
    connection = connect(database.url, 10)
    const own = { db: connection.db, publicUrl: 'http://localhost', sealer: sealer(SECRET), files: localFiles('/nowhere', SECRET), rooms }
    const changed = (): void => undefined
    jobs = await startJobs({ ...own, url: database.url, poolSize: 10, clock: () => new Date(), log: pino({ level: 'silent' }), changed })
    around = { ...own, now: new Date(), enqueue: jobs.enqueue, changed }
    await jobs.work()
  })
  after(async () => {
    await jobs.stop()
    await connection.close()
    await database.drop()
  })

  const wave = (hand: string, act?: (context: ChangeContext) => Promise<Result<null>>): Promise<Result<null>> => {
    const userId = newId<'user'>()
    return change(around, { requestId: hand, actorId: null, command: 'Wave', objectId: null }, async (context) => {
      context.record(Waved, { userId, hand })
      return act ? act(context) : { ok: true, value: null }
    })
  }

  test('each room that listens hears it once, after the commit', async () => {
    await wave('left', async () => {
      // time enough for whoever would not wait for the commit
      await new Promise((resolve) => setTimeout(resolve, 300))
      assert.deepEqual(heard, [])
      return { ok: true, value: null }
    })
    await wave('right')
    await until('all four are done', () => last.length === 4)
    assert.deepEqual(last.toSorted(), ['left', 'right', 'two left', 'two right'])
    assert.deepEqual(
      heard.toSorted((a, b) => a.hand.localeCompare(b.hand)),
      ['left', 'right'].map((hand) => ({ hand, attempt: 1, committed: true })),
    )
  })

  test('after a fault it is told again', async () => {
    faults.push('both')
    await wave('both')
    await until('it is done', () => last.includes('both'))
    assert.deepEqual(
      heard.filter(({ hand }) => hand === 'both').map(({ attempt }) => attempt),
      [1, 2],
    )
  })

  test('a change that is rolled back tells nobody', async () => {
    assert.equal((await wave('refused', async () => refuse('NOT_FOUND'))).ok, false)
    await assert.rejects(
      wave('broken', () => Promise.reject(new Error('broken'))),
      /broken/,
    )
    const { rows } = await connection.pool.query("select data ->> 'hand' as hand from jobs.job where data ->> 'hand' in ('refused', 'broken')")
    assert.deepEqual(rows, [])
  })

  test('what nobody does is not taken in silence', async () => {
    await assert.rejects(
      wave('unknown', async ({ later }) => {
        later(job('test.unknown'), {})
        return { ok: true, value: null }
      }),
      /nobody does test\.unknown/,
    )
    const twice = { name: 'three', ...NOTHING, on: [on(Waved, 'two.wave-back', hear)] }
    const setting = { ...around, url: database.url, poolSize: 1, clock: () => new Date(), log: pino({ level: 'silent' }) }
    await assert.rejects(startJobs({ ...setting, rooms: [...rooms, twice] }), /two jobs are called two\.wave-back/)
  })

  test('whatever an earlier release has left waiting is still done, under its name', () => {
    const done = new Set(ROOMS.flatMap((room) => Object.keys(jobsOf(room))))
    assert.deepEqual(
      RELEASED.filter((name) => !done.has(name)),
      [],
    )
  })

  test('what does not fit a fact or a job does not compile', () => {
    const wrong = [
      // @ts-expect-error -- a field that the fact does not have
      () => on(Waved, 'test.wrong', async (_, { foot }) => void foot),
      // @ts-expect-error -- another type
      () => on(Waved, 'test.wrong', async (_: JobContext, { hand }: { readonly hand: number }) => void hand),
      // @ts-expect-error -- a job is declared and nobody does it
      () => does(work, { count: async () => undefined }),
      // @ts-expect-error -- nobody declares it
      () => does(work, { count: async () => undefined, rest: async () => undefined, more: async () => undefined }),
      // @ts-expect-error -- other data than declared
      () => does(work, { count: async (_, { m }) => void m, rest: async () => undefined }),
      // @ts-expect-error -- other data than declared
      ({ later }: ChangeContext) => later(work.count, { n: 'one' }),
      // @ts-expect-error -- data where none is
      ({ later }: ChangeContext) => later(work.rest, { n: 1 }),
      // @ts-expect-error -- a name is no job
      ({ later }: ChangeContext) => later('test.count', { n: 1 }),
    ]
    assert.equal(wrong.length, 8)
  })
})
