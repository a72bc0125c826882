import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import net from 'node:net'
import { after, before, describe, test } from 'node:test'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { memberOf } from './connections.ts'
import { ownerOf } from './limits.ts'

const BODY = 'POST /command/league/AddLeague/0/0 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'

describe('slow connections', () => {
  let server: TestServer
  before(async () => {
    server = await testServer()
  })
  after(() => server.stop())

  /** A socket that sends `begin`, and `drop` again and again; `closed` when the server has ended it. */
  const drip = (url: string, begin: string, drop: string) => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    if (begin) socket.write(begin)
    const timer = drop ? setInterval(() => socket.write(drop), 1000) : undefined
    const closed = new Promise<void>((resolve) => socket.once('close', () => (clearInterval(timer), resolve())))
    return { socket, closed }
  }

  test('of four kinds, five hundred in all, leave room for everybody else, and end', async () => {
    const kinds = [
      ['', ''],
      ['GET /public/leagues HTTP/1.1\r\nHost: x\r\n', 'x-more: 1\r\n'],
      [BODY, 'a'],
      [BODY.replace('Content-Length: 1000', 'Transfer-Encoding: chunked'), '1\r\na\r\n'],
    ] as const
    const slow = Array.from({ length: 500 }, (_, n) => drip(server.url, kinds[n % 4]![0], kinds[n % 4]![1]))
    for (let n = 0; n < 50; n++) assert.equal((await server.visitor.fetch(`/public/leagues?search=beside-${n}`)).status, 200)
    await Promise.all(slow.map(({ closed }) => closed))
  })

  test('are told so where their headers never came', async () => {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\n')
    let heard = ''
    for await (const chunk of socket) heard += String(chunk)
    assert.match(heard, /^HTTP\/1\.1 408 /)
    assert.match(heard, /"code":"MALFORMED","params":{"reason":"too slow"}/)
  })

  test('an address too long is told so, on a connection that served others before too', async () => {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
    let heard = ''
    for await (const chunk of socket) {
      heard += String(chunk)
      if (heard.startsWith('HTTP/1.1 200 ') && heard.endsWith('}')) socket.write(`GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)
    }
    assert.match(heard, /^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 431 [\s\S]*\r\ndate: [\s\S]*"code":"MALFORMED","params":{"reason":"headers too large"}/)
  })

  test('a body that takes its time but comes is taken', async () => {
    const ada = await person(server, 'Ada')
    const body = `{"name":"${'x'.repeat(12_000)}"}`
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
    const mine = `Cookie: ${ada.as.cookie}\r\nOrigin: ${server.url}\r\nConnection: close\r\n`
    socket.write(BODY.replace('Content-Length: 1000\r\n\r\n{', `Content-Length: ${body.length}\r\n${mine}\r\n`))
    for (let at = 0; at < body.length; at += 900) {
      // the pauses are the case: above the least speed, for longer than the patience with a slower one
      await new Promise((resolve) => setTimeout(resolve, 850))
      socket.write(body.slice(at, at + 900))
    }
    let heard = ''
    for await (const chunk of socket) heard += String(chunk)
    assert.match(heard, /^HTTP\/1\.1 400 [^]*"field":"name"/)
  })
})

describe('connections of one address', () => {
  const PRODUCTION = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://paddock.test',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SECRET: randomBytes(32).toString('hex'),
  }
  const open = async (url: string, count: number) => {
    const sockets = Array.from({ length: count }, () => net.connect(Number(new URL(url).port), '127.0.0.1'))
    const closed = { count: 0 }
    for (const socket of sockets) socket.on('error', () => undefined).once('close', () => closed.count++)
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))))
    return { closed, stop: () => sockets.forEach((socket) => socket.destroy()) }
  }

  test('are five hundred at most; others come in when some leave', async (t) => {
    const server = await testServer({ env: PRODUCTION, role: 'web' })
    t.after(() => server.stop())
    const many = await open(server.url, 530)
    await until('thirty are closed', () => many.closed.count >= 30)
    assert.equal(many.closed.count, 30)
    await assert.rejects(fetch(`${server.url}/health/live`))
    many.stop()
    for (;;)
      if (
        await fetch(`${server.url}/health/live`).then(
          (reply) => reply.ok,
          () => false,
        )
      )
        break
  })

  test('are not counted for a trusted proxy', async (t) => {
    const server = await testServer({ env: { ...PRODUCTION, TRUSTED_PROXIES: '127.0.0.0/8' }, role: 'web' })
    t.after(() => server.stop())
    const many = await open(server.url, 530)
    assert.equal((await fetch(`${server.url}/health/live`)).status, 200)
    assert.equal(many.closed.count, 0)
    many.stop()
  })
})

test('addresses and networks', () => {
  const isProxy = memberOf(['10.1.2.3', '192.0.2.0/24', '2001:db8::/32', '127.0.0.0/8'])
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.200', '2001:db8:1::1', '127.0.0.1']) assert.ok(isProxy(address), address)
  for (const address of ['11.1.2.3', '192.0.3.1', '2001:db9::1', '', 'nonsense', '::ffff:11.0.0.1']) assert.ok(!isProxy(address), address)
  assert.equal(ownerOf('2001:db8:1:2:3::4'), ownerOf('2001:db8:1:2:ffff::'))
})
