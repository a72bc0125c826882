import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import pg from 'pg'
import { testServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { faultOf, lines as linesOf, logger } from './log.ts'

const lines: string[] = []
const log = logger({ logLevel: 'info' }, { write: (line) => void lines.push(line) })

test('a lost connection leaves no key and no password in the log', async (t) => {
  const server = await testServer({ log })
  t.after(() => server.stop())
  const { pool, databaseUrl } = server.running.machine
  const before = lines.length
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'paddock-notices' and datname = current_database()`,
  )
  await until('the loss is logged', () => lines.slice(before).some((line) => line.includes('notices lost')))
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { secretKey, password } = client as unknown as { secretKey: number; password: string }
  const lost = once(client, 'error')
  client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
  const [fault] = (await lost) as [Error]
  log.error({ err: Object.assign(fault, { client, connection: client, secretKey, detail: password }) }, 'connection lost')
  const said = lines.join('')
  assert.ok(said.includes('connection lost') && said.includes('"stack"'))
  for (const secret of ['secretKey', 'processID', 'connectionParameters', `${secretKey}`, password]) assert.ok(!said.includes(secret), secret)
})

test('a fault is told by type, code, message, stack and cause alone, secrets cut out', () => {
  const cause = Object.assign(new TypeError('no way to postgres://paddock:hunter2@db/paddock?password=hunter2'), {
    code: 'ECONNREFUSED',
    password: 'hunter2',
  })
  const told = faultOf(
    Object.assign(new Error('Authorization: Bearer hunter2, otp: hunter2', { cause }), { code: 17, config: { secret: 'hunter2' } }),
  )
  assert.deepEqual(Object.keys(told), ['type', 'message', 'stack', 'cause'])
  assert.deepEqual([told.cause?.type, told.cause?.code], ['TypeError', 'ECONNREFUSED'])
  assert.ok(!JSON.stringify(told).includes('hunter2'), JSON.stringify(told))
  assert.ok(told.cause?.message.includes('paddock:[cut]@db/paddock'))
  const circle = new Error('round')
  circle.cause = circle
  assert.ok(JSON.stringify(faultOf(circle)).length < 20_000)
  for (const odd of [null, undefined, 7, {}, 'postgres://a:hunter2@b']) assert.ok(!JSON.stringify(faultOf(odd)).includes('hunter2'))
})

test('lines that were filled in are the ones pino writes; none where the log is to hold less', () => {
  const told: string[] = []
  const to = { write: (line: string) => void told.push(line) }
  const fixed = { call: '/public/events/{id}', status: 200, msg: 'answered "so" at "time":7' }
  const own = logger({ logLevel: 'info' }, to)
  const answered = linesOf(own, fixed)
  assert.equal(told.length, 0)
  const before = Date.now()
  for (const [requestId, method, ms] of [
    ['8b1d', 'GET', 3.4],
    ['8b1e', 'M-SEARCH', 0.5],
    ['8b1f', 'POST', 61_000],
  ] as const) {
    answered(requestId, method, ms)
    own.child(fixed).info({ requestId, method, ms: Math.round(ms) })
  }
  const timeOf = (line: string): number => (JSON.parse(line) as { time: number }).time
  const withoutTime = told.map((line) => line.replace(`"time":${timeOf(line)}`, ''))
  assert.equal(withoutTime.length, 6)
  for (let at = 0; at < 6; at += 2) assert.equal(withoutTime[at], withoutTime[at + 1])
  for (const line of told) assert.ok(timeOf(line) >= before && timeOf(line) <= Date.now(), line)
  linesOf(logger({ logLevel: 'warn' }, to), fixed)('8b20', 'GET', 1)
  assert.equal(told.length, 6)
})
