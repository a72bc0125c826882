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
          asks: ({ hand }: { readonly hand: string }) => sql<boolean>`exists (select from greeted where hand = ${hand})`,
          orders: ({ later }, isGreeted, { hand }) => {
            if (isGreeted) later(work.answer, { hand })
          },
        }),
      ],
    },
  ]
  before(async () => {
    database = await testDatabase()
    connection = connect(database.url, 3)
    await connection.pool.query('create table greeted (hand text primary key); create table waved (hand text primary key)')
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
  const forget = (): Promise<unknown> => connection.pool.query(`delete from jobs.job where name = 'test.answer'`)
  const record: Act = async ({ record }, wave) => record(Waved, wave)

  /** Answers what is asked with the row that it writes. */
  const statements = new Map<Asking['asks'], ReturnType<typeof compiledOnce<{ readonly asked: readonly unknown[] }>>>()
  const askAhead: Act = async ({ tx, asking }, { hand }) => {
    const asked = asking(Waved, { hand })
    const statement =
      statements.get(asked.asks) ??
      compiledOnce<{ readonly asked: readonly unknown[] }>((db, at) => ({
        compile: () => sql<{ asked: readonly unknown[] }>`select ${asked.asks(at, 0)} as asked`.compile(db),
      }))
    statements.set(asked.asks, statement)
    const { rows } = await tx.executeQuery(statement(tx, asked.values))
    asked.heard(rows[0]!.asked)
  }

  for (const [name, act] of [
    ['when it is sealed', record],
    ['in a statement of its own', async (context, wave) => (await askAhead(context, wave), record(context, wave))],
  ] as readonly (readonly [string, Act])[])
    test(`what follows from a fact is asked ${name}, and ordered where the database says so`, async () => {
      for (let time = 0; time < 5; time++) {
        await forget()
        for (const hand of ['left', 'right', 'both']) await wave(hand, act)
        assert.deepEqual(await Promise.all(['left', 'right', 'both'].map(orderedFor)), [1, 0, 1])
      }
      assert.equal(statements.size <= 1, true)
    })

  test('what was asked of a fact that is not recorded orders nothing, and what was asked of another answers nothing', async () => {
    await forget()
    await wave('left', askAhead)
    await wave('both', async (context, wave) => {
      await askAhead(context, { ...wave, hand: 'right' })
      await record(context, wave)
    })
    assert.deepEqual(await Promise.all(['left', 'right', 'both'].map(orderedFor)), [0, 0, 1])
  })

  test('a change that cannot be written down has not happened, however often others went well on its connection', async () => {
    const writes: Act = async (context, wave) => {
      await sql`insert into waved values (${wave.hand})`.execute(context.tx)
      await record(context, wave)
    }
    for (let time = 0; time < 6; time++) {
      await wave(`well ${time}`, writes)
      await assert.rejects(wave(`badly ${time}`, writes, 'nobody'), { code: '22P02' })
    }
    const { rows } = await connection.pool.query<{ hand: string; events: number; audit: number }>(
      `select hand, (select count(*)::int from events where request_id = hand) as events, (select count(*)::int from audit where request_id = hand) as audit from waved order by hand`,
    )
    assert.deepEqual(
      rows,
      Array.from({ length: 6 }, (_, time) => ({ hand: `well ${time}`, events: 1, audit: 1 })),
    )
  })
})
