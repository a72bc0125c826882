import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import fc from 'fast-check'
import { type CompiledQuery, sql } from 'kysely'
import { emptyDatabase } from '#testing/database.ts'
import { until } from '#testing/time.ts'
import { builtOnce } from '../built-once.ts'
import { connect, type Connection, type Tx } from '../connect.ts'
import { statusOf } from '../prepared.ts'
import { streamOf } from '../silence.ts'
import { andCommit } from './turns.ts'

describe('statements of one turn of a transaction', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let connection: Connection
  before(async () => {
    database = await emptyDatabase()
    // one connection: whatever a transaction leaves on it, the next one meets
    connection = connect(database.url, 1)
    await connection.pool.query('create table lines (no int primary key, after int unique deferrable initially deferred)')
  })
  beforeEach(async () => {
    await connection.pool.query('truncate lines')
    // known, planned and described: only such go together
    for (let time = 0; time < 3; time++)
      await connection.db
        .transaction()
        .execute(async (tx) => Promise.all([write(tx, -1), erase(tx, -1), divide(tx, 1)]))
        .catch(() => undefined)
  })
  after(async () => {
    await connection?.close()
    await database?.drop()
  })
  const write = (tx: Tx, no: number, more: object | number | null = null): Promise<unknown> =>
    sql`insert into lines values (${no}, ${more})`.execute(tx)
  const writing = (tx: Tx, no: number, more: number | null = null): CompiledQuery => sql`insert into lines values (${no}, ${more})`.compile(tx)
  const erase = (tx: Tx, no: number): Promise<unknown> => sql`delete from lines where no = ${no}`.execute(tx)
  const divide = async (tx: Tx, by: number): Promise<number> =>
    (await sql<{ tenth: number }>`select 10 / ${by}::int as tenth`.execute(tx)).rows[0]!.tenth
  const lines = async (): Promise<readonly number[]> =>
    (await connection.pool.query<{ no: number }>('select no from lines order by no')).rows.map(({ no }) => no)
  /** How often the server answers the one connection while `act` runs. */
  const packets = async (act: () => Promise<unknown>): Promise<number> => {
    const client = await connection.pool.connect()
    const stream = streamOf(client)
    client.release()
    let count = 0
    const heard = (): void => void count++
    stream.on('data', heard)
    await act()
    stream.off('data', heard)
    return count
  }
  const ring = (): object => {
    const one: { ring?: object } = {}
    one.ring = one
    return one
  }
  const codeOf = (fault: unknown): string | undefined => (fault as { code?: string }).code

  test('go out in their order and are answered in one packet, with BEGIN before them and COMMIT behind', async () => {
    const all = (): Promise<unknown> =>
      connection.db.transaction().execute(async (tx) => {
        const [, tenth] = await Promise.all([write(tx, 1), divide(tx, 2), erase(tx, 1), write(tx, 1)])
        assert.equal(tenth, 5)
        await tx.executeQuery(andCommit(writing(tx, 2)))
      })
    assert.equal(await packets(all), 2)
    assert.deepEqual(await lines(), [1, 2])
  })

  const look = builtOnce<{ no: number }>((db, at) => ({
    compile: () => sql<{ no: number }>`select no from lines where no > ${at(0)}::int`.compile(db),
  }))
  const known = async (): Promise<void> => {
    for (let time = 0; time < 3; time++) await connection.db.transaction().execute((tx) => look(tx, [0]))
  }
  const whole = (act: (tx: Tx) => readonly Promise<unknown>[]): Promise<unknown> =>
    connection.db.transaction().execute(async (tx) => {
      await look(tx, [0])
      return Promise.all(act(tx))
    })

  test('reads that hold nothing go before BEGIN: a transaction that only reads, or does nothing, has none', async () => {
    await known()
    const client = await connection.pool.connect()
    client.release()
    await connection.db.transaction().execute(async (tx) => {
      await look(tx, [0])
      assert.equal(statusOf(client), 'I')
      await divide(tx, 1)
      assert.equal(statusOf(client), 'T')
    })
    assert.equal(await packets(() => connection.db.transaction().execute(async () => undefined)), 0)
    assert.equal(await packets(() => connection.db.transaction().execute((tx) => look(tx, [0]))), 1)
    const refused = connection.db.transaction().execute(async (tx) => {
      await look(tx, [0])
      throw new Error('no')
    })
    await assert.rejects(refused, /no/)
    await assert.rejects(
      connection.db.transaction().execute(async (tx) => {
        await look(tx, [0])
        await write(tx, 1)
        throw new Error('no')
      }),
      /no/,
    )
    assert.deepEqual(await lines(), [])
  })

  test('a transaction that goes out whole is one packet, and all of it stands or nothing', async () => {
    await known()
    assert.equal(await packets(() => whole((tx) => [write(tx, 1), write(tx, 2), tx.executeQuery(andCommit(writing(tx, 3)))])), 2)
    assert.deepEqual(await lines(), [1, 2, 3])
    const failing: readonly (readonly [what: string, fault: string | RegExp, act: (tx: Tx) => readonly Promise<unknown>[]])[] = [
      ['in its middle', '22012', (tx) => [write(tx, 4), divide(tx, 0), tx.executeQuery(andCommit(writing(tx, 5)))]],
      ['with its last', '23505', (tx) => [write(tx, 4), write(tx, 5), tx.executeQuery(andCommit(writing(tx, 4)))]],
      ['when it commits', '23505', (tx) => [write(tx, 4, 9), tx.executeQuery(andCommit(writing(tx, 5, 9)))]],
      ['because a value cannot be sent', /circular/i, (tx) => [write(tx, 4), write(tx, 5, ring()), tx.executeQuery(andCommit(writing(tx, 6)))]],
    ]
    for (const [what, fault, act] of failing) {
      const told = (one: unknown): boolean => (typeof fault === 'string' ? codeOf(one) === fault : fault.test(String(one)))
      await assert.rejects(whole(act), told, what)
      assert.deepEqual(await lines(), [1, 2, 3], what)
      await whole((tx) => [write(tx, 4), tx.executeQuery(andCommit(writing(tx, 5)))])
      await connection.pool.query('delete from lines where no > 3')
    }
  })

  test('one that fails fails all behind it, which never happened, and those before it have their answers', async () => {
    const told = await connection.db
      .transaction()
      .execute(async (tx) => {
        const all = await Promise.allSettled([write(tx, 1), divide(tx, 5), divide(tx, 0), write(tx, 2), divide(tx, 1)])
        throw Object.assign(new Error('over'), { all })
      })
      .catch((fault: unknown) => (fault as { all: readonly PromiseSettledResult<unknown>[] }).all)
    assert.deepEqual(
      told.map((one) => (one.status === 'fulfilled' ? one.status : codeOf(one.reason))),
      ['fulfilled', 'fulfilled', '22012', '22012', '22012'],
    )
    assert.deepEqual(told[1], { status: 'fulfilled', value: 2 })
    assert.deepEqual(await lines(), [])
  })

  test('where a value cannot be sent, neither that one goes out nor those behind it', async () => {
    const change = connection.db.transaction().execute((tx) => Promise.all([write(tx, 1), write(tx, 2, ring()), write(tx, 3)]))
    await assert.rejects(change, /circular/i)
    assert.deepEqual(await lines(), [])
    await connection.db.transaction().execute((tx) => Promise.all([write(tx, 4), write(tx, 5)]))
    assert.deepEqual(await lines(), [4, 5])
  })

  describe('while another holds what they write', () => {
    let others: Connection
    before(() => (others = connect(database.url, 2)))
    after(() => others.close())
    const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    const waits = async (): Promise<boolean> => (await others.pool.query(waiting)).rows.length === 1
    const holding = (act: () => Promise<unknown>): Promise<unknown> =>
      others.db.transaction().execute(async (tx) => {
        await write(tx, 7)
        await act()
      })

    test('and their connection ends, all of them are told, and the next change has another', async () => {
      const undone = holding(async () => {
        const refused = assert.rejects(connection.db.transaction().execute((tx) => Promise.all([divide(tx, 5), write(tx, 7), write(tx, 8)])))
        await until('it waits', waits)
        await others.pool.query(`select pg_terminate_backend(pid) from (${waiting}) w`)
        await refused
        throw new Error('undone')
      })
      await assert.rejects(undone, /undone/)
      await connection.db.transaction().execute((tx) => Promise.all([write(tx, 9), write(tx, 10)]))
      assert.deepEqual(await lines(), [9, 10])
    })

    for (const [how, isWhole] of [
      ['whole', true],
      ['behind its BEGIN', false],
    ] as const)
      test(`a change that went out ${how} is not over before it is answered, though nobody waits for what it sent`, async () => {
        let isOver = false
        const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
        const outcome = (change: Promise<unknown>) =>
          change.then(
            () => 'committed',
            (fault: unknown) => codeOf(fault),
          )
        let change: Promise<string | undefined> | null = null
        await holding(async () => {
          change = outcome(
            connection.db.transaction().execute(async (tx) => {
              if (!isWhole) await write(tx, 6)
              const sent = [write(tx, 7), tx.executeQuery(andCommit(writing(tx, 8)))]
              for (const one of sent) one.catch(() => undefined)
              // it has gone out
              await new Promise(setImmediate)
              ask()
            }),
          ).finally(() => (isOver = true))
          await asked
          await until('it waits', waits)
          assert.equal(isOver, false)
        })
        assert.equal(await change, '23505')
        assert.deepEqual(await lines(), [7])
        await connection.db.transaction().execute((tx) => Promise.all([write(tx, 9), tx.executeQuery(andCommit(writing(tx, 10)))]))
        assert.deepEqual(await lines(), [7, 9, 10])
      })
  })

  test('COMMIT that goes along with a statement that fails commits nothing', async () => {
    const change = connection.db.transaction().execute(async (tx) => {
      await write(tx, 1)
      await tx.executeQuery(andCommit(writing(tx, 1)))
    })
    await assert.rejects(change, (fault) => codeOf(fault) === '23505')
    assert.deepEqual(await lines(), [])
  })

  test('COMMIT that goes along and is refused refuses the change', async () => {
    const change = connection.db.transaction().execute(async (tx) => {
      await write(tx, 1, 5)
      await tx.executeQuery(andCommit(writing(tx, 2, 5)))
    })
    await assert.rejects(change, (fault) => codeOf(fault) === '23505')
    assert.deepEqual(await lines(), [])
  })

  test('a COMMIT that a connection never read, because what was before it failed, is known to it the next time', async () => {
    const fresh = connect(database.url, 1)
    const along = (no: number): Promise<unknown> =>
      fresh.db.transaction().execute(async (tx) => {
        await tx.executeQuery(andCommit(writing(tx, no)))
      })
    // planned at the second, described at the third
    for (const no of [21, 22, 23]) await along(no)
    await assert.rejects(along(21), (fault) => codeOf(fault) === '23505')
    for (const no of [24, 25]) await along(no)
    await fresh.close()
    assert.deepEqual(await lines(), [21, 22, 23, 24, 25])
  })

  test('whatever transactions follow each other on a connection, what was committed stands and nothing else', async () => {
    const step = fc.record({
      turns: fc.array(fc.array(fc.constantFrom('write', 'read', 'fail'), { minLength: 1, maxLength: 4 }), { maxLength: 3 }),
      isWhole: fc.boolean(),
      end: fc.constantFrom('commit', 'along', 'along and fails', 'along and is refused', 'throws'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        await connection.pool.query('truncate lines')
        const expected: number[] = []
        let no = 0
        for (const { turns, end, isWhole } of steps) {
          const written: number[] = []
          const change = connection.db.transaction().execute(async (tx) => {
            if (no % 2) await look(tx, [no])
            const ask = (one: string): Promise<unknown> => {
              if (one === 'write') written.push(++no)
              return one === 'write' ? write(tx, no, no) : divide(tx, one === 'read' ? 2 : 0)
            }
            if (isWhole && end.startsWith('along')) {
              const all = turns.flat().map(ask)
              const last = ++no
              written.push(last)
              if (end === 'along and fails') all.push(write(tx, last))
              if (end === 'along and is refused') all.push(write(tx, ++no, last))
              return Promise.all([...all, tx.executeQuery(andCommit(writing(tx, last, last)))])
            }
            for (const turn of turns) await Promise.all(turn.map(ask))
            if (end === 'throws') throw new Error('no')
            if (end === 'commit') return
            const last = ++no
            written.push(last)
            if (end === 'along and fails') await write(tx, last)
            if (end === 'along and is refused') await write(tx, ++no, last)
            await tx.executeQuery(andCommit(writing(tx, last, last)))
          })
          const done = await change.then(
            () => true,
            () => false,
          )
          const hasFailed = turns.flat().includes('fail')
          assert.equal(done, !hasFailed && (end === 'commit' || end === 'along'))
          if (done) expected.push(...written)
        }
        assert.deepEqual(await lines(), expected)
      }),
      { numRuns: 100 },
    )
  })
})
