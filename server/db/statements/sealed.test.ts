import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { UserId } from '#core/ids.ts'
import { fact, job } from '#core/joint.ts'
import { testDatabase, type TestDatabase } from '#testing/database.ts'
import { startJobs, type JobRunner } from '#server/jobs/jobs.ts'
import { localFiles } from '#server/outside/files.ts'
import { sealer } from '#server/outside/seal.ts'
import { does, type ChangeContext, type Room } from '#server/room.ts'
import { compiledOnce } from '../built-once.ts'
import { change, newId, type Around } from '../change.ts'
import { connect, type Connection } from '../connect.ts'
import { follows, type Asking } from './follows.ts'

const SECRET = 'a secret of the tests, nowhere else, 0123456789'
type Wave = { readonly userId: UserId; readonly hand: string }
const Waved = fact('Waved', 'user', ({ userId }: Wave) => ({ id: userId, leagueId: null, topics: [] }))
const work = { answer: job<{ readonly hand: string }>('test.answer') }

describe('what a change ends with', () => {
  let database: TestDatabase
  let connection: Connection
  let jobs: JobRunner
  let around: Around
  const rooms: readonly Room[] = [
    {
      name: 'waves',
      contracts: {},
      commands: {},
      queries: {},
      jobs: does(work, { answer: async () => undefined }),
      follows: [
        follows(Waved, {
          of: ({ hand }) => ({ hand }),
          asks: ({ hand }: { readonly hand: string }) => sql<true | null>`nullif(exists (select from greeted where hand = ${hand}), false)`,
          orders: ({ later }, _, { hand }) => later(work.answer, { hand }),
        }),
      ],
    },
  ]
  before(async () => {
    database = await testDatabase()
    connection = connect(database.url, 3)
    await connection.pool.query(
      'create table greeted (hand text primary key); create table waved (hand text primary key); create table echoed (hand text references waved on delete cascade)',
    )
    await connection.pool.query(`insert into greeted values ('left'), ('both')`)
    const own = { db: connection.db, publicUrl: 'http://localhost', sealer: sealer(SECRET), files: localFiles('/nowhere', SECRET), rooms }
    const changed = (): void => undefined
    jobs = await startJobs({ ...own, url: database.url, poolSize: 3, clock: () => new Date(), log: pino({ level: 'silent' }), changed })
    around = { ...own, now: new Date(), enqueue: jobs.enqueue, changed }
  })
  after(async () => {
    await jobs.stop()
    await connection.close()
    await database.drop()
  })

  type Act = (context: ChangeContext, wave: Wave) => Promise<unknown>
  const wave = (hand: string, act: Act, actorId: string | null = null) => {
    const userId = newId<'user'>()
    return change(around, { requestId: hand, actorId, command: 'Wave', objectId: null }, async (context) => {
      await act(context, { userId, hand })
      return { ok: true, value: null }
    })
  }
  const orderedFor = async (hand: string): Promise<number> =>
    (await connection.pool.query(`select from jobs.job where name = 'test.answer' and data ->> 'hand' = $1`, [hand])).rows.length
  const record: Act = async ({ record }, wave) => record(Waved, wave)

  /** Writes its hand at once where nothing follows, and the echo of it, which cannot be without. */
  const statements = new Map<Asking['finds'], ReturnType<typeof compiledOnce<object>>>()
  const attempts: string[] = []
  const sendAtOnce: Act = async ({ tx, atOnce, record }, wave) => {
    attempts.push(`${wave.hand} ${atOnce ? 'at once' : 'in turn'}`)
    const write = (asking: Asking) => {
      const statement =
        statements.get(asking.finds) ??
        compiledOnce<object>((db, at) => ({
          compile: () => sql<object>`insert into waved select ${at(0)} where not ${asking.finds(at, 1)}`.compile(db),
        }))
      statements.set(asking.finds, statement)
      return [tx.executeQuery(statement(tx, [wave.hand, ...asking.values])), sql`insert into echoed values (${wave.hand})`.execute(tx)]
    }
    if (atOnce) atOnce(Waved, { hand: wave.hand }, write)
    else await sql`insert into waved values (${wave.hand}) on conflict do nothing`.execute(tx)
    record(Waved, wave)
  }
  const afresh = (): Promise<unknown> => {
    attempts.length = 0
    return connection.pool.query(`delete from jobs.job where name = 'test.answer'; delete from waved; delete from events; delete from audit`)
  }
  const written = async (): Promise<readonly (readonly [hand: string, events: number, audit: number])[]> => {
    const { rows } = await connection.pool.query<{ hand: string; events: number; audit: number }>(
      `select hand, (select count(*)::int from events where request_id = hand) as events, (select count(*)::int from audit where request_id = hand) as audit from waved order by hand`,
    )
    return rows.map(({ hand, events, audit }) => [hand, events, audit] as const)
  }

  for (const [name, act] of [
    ['when it is sealed', record],
    ['where it is sent at once', sendAtOnce],
  ] as const)
    test(`what follows from a fact is asked ${name}, and ordered where the database says so`, async () => {
      for (let time = 0; time < 5; time++) {
        await afresh()
        for (const hand of ['left', 'right', 'both']) await wave(hand, act)
        assert.deepEqual(await Promise.all(['left', 'right', 'both'].map(orderedFor)), [1, 0, 1])
      }
      assert.equal(statements.size <= 1, true)
    })

  test('a change that is sent at once is written whole, and begins anew where anything follows', async () => {
    await afresh()
    for (const hand of ['left', 'right']) await wave(hand, sendAtOnce)
    assert.deepEqual(attempts, ['left at once', 'left in turn', 'right at once'])
    assert.deepEqual(await written(), [
      ['left', 1, 1],
      ['right', 1, 1],
    ])
  })

  test('where something followed at a thing a moment ago, it is taken to do so again for a minute', async () => {
    await afresh()
    const thing = newId<'session'>()
    const at = async (seconds: number): Promise<void> => {
      const now = new Date(Date.UTC(2026, 10, 29) + seconds * 1000)
      await connection.pool.query('delete from waved')
      await change({ ...around, now }, { requestId: 'left', actorId: null, command: 'Wave', objectId: thing }, async (context) => {
        await sendAtOnce(context, { userId: newId<'user'>(), hand: 'left' })
        return { ok: true, value: null }
      })
    }
    for (const seconds of [0, 1, 59, 120, 121]) await at(seconds)
    assert.deepEqual(
      attempts,
      ['at once', 'in turn', 'at once', 'at once', 'at once', 'in turn', 'at once'].map((way) => `left ${way}`),
    )
    assert.equal(await orderedFor('left'), 1, 'in whatever way, it is ordered')
    assert.deepEqual(await written(), [['left', 5, 5]])
  })

  test('what was sent at once and failed is undone with all of it, and said by its own fault', async () => {
    await afresh()
    for (let time = 0; time < 3; time++) {
      const cut = wave('right', async (context, wave) => {
        context.atOnce!(Waved, { hand: wave.hand }, () => [
          sql`insert into waved values ('right')`.execute(context.tx),
          sql`select 1 / 0`.execute(context.tx),
        ])
        context.record(Waved, wave)
      })
      await assert.rejects(cut, { code: '22012' })
    }
    const late = wave('right', async (context, wave) => {
      context.atOnce!(Waved, { hand: wave.hand }, () => [sql`select 1 / 0`.execute(context.tx)])
      // refused by the database because of that one
      await sql`select 1`.execute(context.tx)
      context.record(Waved, wave)
    })
    await assert.rejects(late, { code: '22012' })
    assert.deepEqual(await written(), [])
    await wave('right', sendAtOnce)
    assert.deepEqual(await written(), [['right', 1, 1]])
  })

  test('two who write the same thing at once: both have happened, one after the other', async () => {
    await afresh()
    await Promise.all([wave('right', sendAtOnce), wave('right', sendAtOnce)])
    assert.deepEqual(await written(), [['right', 2, 2]])
    assert.deepEqual(attempts.toSorted(), ['right at once', 'right at once', 'right in turn'])
  })

  test('a change that cannot be written down has not happened, however often others went well on its connection', async () => {
    const writes: Act = async (context, wave) => {
      await sql`insert into waved values (${wave.hand})`.execute(context.tx)
      await record(context, wave)
    }
    await afresh()
    for (let time = 0; time < 6; time++) {
      await wave(`well ${time}`, writes)
      await assert.rejects(wave(`badly ${time}`, writes, 'nobody'), { code: '22P02' })
    }
    assert.deepEqual(
      await written(),
      Array.from({ length: 6 }, (_, time) => [`well ${time}`, 1, 1]),
    )
  })
})
