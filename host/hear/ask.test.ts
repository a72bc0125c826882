import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpStatus } from '#games/status.ts'
import { until } from '#testing/time.ts'
import { askStatus, type Asking } from './ask.ts'

const STATUS: HttpStatus = {
  from: 'http',
  port: 'http',
  path: '/state',
  headers: { 'X-Requested-With': 'XMLHttpRequest' },
  everyMs: 1,
  linesOf: (body, before) => (/^\d+$/.test(body) ? (body === before ? [] : [`from ${before} to ${body}`]) : null),
}
const open: { servers: Server[]; askings: Asking[] } = { servers: [], askings: [] }
afterEach(() => {
  for (const asking of open.askings.splice(0)) asking.end()
  for (const server of open.servers.splice(0)) server.close().closeAllConnections()
})

async function asked(
  listener: RequestListener,
  more: { before?: string; patienceMs?: number } = {},
): Promise<{ asking: Asking; troubles: string[] }> {
  const server = createServer(listener)
  open.servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const troubles: string[] = []
  const { port } = server.address() as AddressInfo
  const asking = askStatus(STATUS, { port, everyMs: 1, before: null, ...more }, (trouble) => troubles.push(trouble))
  open.askings.push(asking)
  return { asking, troubles }
}
const linesUntil = async (asking: Asking, count: number): Promise<readonly string[]> => {
  const all: string[] = []
  await until(`${count} lines are there`, () => all.push(...asking.take().flatMap(({ lines }) => lines)) >= count)
  return all
}

test('one question at a time, every change told once, in order', async () => {
  let [count, now, most] = [0, 0, 0]
  const { asking } = await asked((request, response) => {
    assert.equal(request.url, '/state')
    assert.equal(request.headers['x-requested-with'], 'XMLHttpRequest')
    most = Math.max(most, ++now)
    setTimeout(() => (now--, response.end(String(Math.floor(count++ / 2)))), 5)
  })
  // a busy machine hears some of them together
  assert.deepEqual((await linesUntil(asking, 3)).slice(0, 3), ['from null to 0', 'from 0 to 1', 'from 1 to 2'])
  assert.equal(most, 1)
})

test('after a new start of the host the last answer is compared with', async () => {
  const { asking } = await asked((_, response) => response.end('8'), { before: '7' })
  assert.deepEqual(await linesUntil(asking, 1), ['from 7 to 8'])
})

test('answers that cannot be used change nothing; each trouble in a row is noted once', async () => {
  const answers: ((response: Parameters<RequestListener>[1]) => void)[] = [
    (response) => response.end('1'),
    (response) => response.end('<html>'),
    (response) => response.end('<html>'),
    (response) => response.end('9'.repeat(600_000)),
    (response) => response.writeHead(401).end('2'),
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    (response) => response.destroy(),
    (response) => response.end('2'),
  ]
  let next = 0
  const { asking, troubles } = await asked((_, response) => (answers[next++] ?? answers.at(-1))?.(response))
  assert.deepEqual(await linesUntil(asking, 2), ['from null to 1', 'from 1 to 2'])
  assert.deepEqual(troubles, ['not readable', 'too large', 'status 401', 'no answer'])
})

test('a server that hangs is asked again', async () => {
  let asks = 0
  const { asking } = await asked((_, response) => void (asks++ > 0 && response.end('5')), { patienceMs: 50 })
  assert.deepEqual(await linesUntil(asking, 1), ['from null to 5'])
})

test('a server that is still starting is not a trouble', async () => {
  const troubles: string[] = []
  const asking = askStatus(STATUS, { port: 1, everyMs: 1, before: null }, (trouble) => troubles.push(trouble))
  open.askings.push(asking)
  await wait(50)
  assert.deepEqual([troubles, asking.take()], [[], []])
})

test('ended, it asks no more, also in the middle of a question', async () => {
  let asks = 0
  const { asking } = await asked((_, response) => void (asks++ > 2 || response.end(String(asks))))
  await until('it has asked again', () => asks > 3)
  asking.end()
  const before = asks
  await wait(50)
  assert.equal(asks, before)
})
