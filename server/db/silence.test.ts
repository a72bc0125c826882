import assert from 'node:assert/strict'
import { test } from 'node:test'
import { between } from '#testing/faults/between.ts'
import { emptyDatabase } from '#testing/database.ts'
import { until } from '#testing/time.ts'
import { connect } from './connect.ts'
import { isUnavailable } from './unavailable.ts'

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
