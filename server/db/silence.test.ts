import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { between } from '#testing/faults/between.ts'
import { emptyDatabase } from '#testing/database.ts'
import { until } from '#testing/time.ts'
import { connect } from './connect.ts'
import { watchForSilence } from './silence.ts'
import { isConnectionLost, isUnavailable } from './unavailable.ts'

test('where nothing comes through, who waits is told, who comes next at once, and all is well when it does again', async (t) => {
  const database = await emptyDatabase()
  const direct = new URL(database.url)
  const wire = await between(() => Number(direct.port))
  const { pool, close } = connect(Object.assign(new URL(direct), { port: String(wire.port) }).href, 2)
  t.after(async () => {
    await close()
    await wire.stop()
    await database.drop()
  })
  const ask = (): Promise<unknown> =>
    pool.query('select 1').then(
      () => 'answered',
      (fault: unknown) => isUnavailable(fault),
    )
  assert.deepEqual(await Promise.all([ask(), ask(), ask()]), ['answered', 'answered', 'answered'])
  wire.set('stall')
  const began = performance.now()
  // two have a connection, the others wait for one
  assert.deepEqual(
    await Promise.all(Array.from({ length: 6 }, ask)),
    Array.from({ length: 6 }, () => true),
  )
  const firstMs = performance.now() - began
  // as long as it lasts nobody waits as the first did, whatever gives up meanwhile
  for (const end = performance.now() + 2 * firstMs; performance.now() < end;) {
    const asked = performance.now()
    assert.equal(await ask(), true)
    assert.ok(performance.now() - asked < firstMs / 2, 'waited again')
  }
  wire.set('pass')
  await until('it answers again', async () => (await ask()) === 'answered')
})

test('a single connection that says nothing for too long is hung up, though the database speaks on others; an idle one is not', async (t) => {
  const database = await emptyDatabase()
  const silence = watchForSilence(database.url, 300)
  const clients = [0, 1, 2].map(() => new pg.Client({ connectionString: database.url }))
  await Promise.all(clients.map((client) => client.connect()))
  t.after(async () => {
    silence.stop()
    await Promise.all(clients.map((client) => client.end()))
    await database.drop()
  })
  for (const client of clients) client.on('error', () => undefined)
  const [mute, speaking, idle] = clients.map((client) => {
    const asked = silence.watch(client)
    return async (text: string): Promise<unknown> => {
      const answered = asked()
      try {
        return (await client.query(text)).rowCount
      } catch (fault) {
        return isConnectionLost(fault)
      } finally {
        answered()
      }
    }
  }) as [Ask, Ask, Ask]
  assert.deepEqual(await Promise.all([mute('select 1'), speaking('select 1'), idle('select 1')]), [1, 1, 1])
  let fate: unknown = 'under way'
  const hungUp = mute('select pg_sleep(60)').then((told) => (fate = told))
  // as long as that takes this one is answered again and again
  await until('it is hung up', async () => (await speaking('select 1')) === 1 && fate !== 'under way')
  assert.equal(await hungUp, true)
  assert.deepEqual(await Promise.all([speaking('select 1'), idle('select 1')]), [1, 1])
})

test('what may say nothing is what a statement may take, where that is said', async (t) => {
  const database = await emptyDatabase()
  const [hasty, patient] = [connect(database.url, 1, 300), connect(database.url, 1, 60_000)]
  t.after(async () => {
    await Promise.all([hasty, patient].map(({ close }) => close()))
    await database.drop()
  })
  const mute = async ({ pool }: typeof hasty): Promise<unknown> => {
    // as where the server does not end it
    await pool.query(`set statement_timeout to 0`)
    return pool.query('select pg_sleep(4)').then(() => 'answered', isConnectionLost)
  }
  assert.deepEqual(await Promise.all([mute(hasty), mute(patient)]), [true, 'answered'])
})

type Ask = (text: string) => Promise<unknown>
