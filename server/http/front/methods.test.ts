import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Contract } from '#core/contract.ts'
import { testServer, type TestServer } from '#testing/server.ts'

describe('methods', () => {
  let server: TestServer
  before(async () => {
    server = await testServer()
  })
  after(() => server.stop())

  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${server.url}${path}`, { method, headers, ...(method === 'POST' ? { body: 'a=b' } : {}) })
    const text = await reply.text()
    return { status: reply.status, allow: reply.headers.get('allow'), headers: reply.headers, text }
  }
  const codeOf = (text: string): string => (JSON.parse(text) as { code: string }).code

  test('a known path asked in another way is told which ways there are, in the form of every refusal', async () => {
    const contracts: readonly Contract[] = server.running.machine.rooms.flatMap((room) => Object.values(room.contracts))
    const byPath = Map.groupBy(contracts, (contract) => contract.path)
    for (const [path, all] of byPath) {
      const methods = all.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      const allow = [...methods, 'OPTIONS'].sort().join(', ')
      const url = path.replaceAll(/\{\w+\}/g, 'x')
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !methods.includes(one))) {
        const answer = await ask(method, url)
        assert.deepEqual([answer.status, answer.allow, codeOf(answer.text)], [405, allow, 'METHOD_NOT_ALLOWED'], `${method} ${path}`)
      }
      const options = await ask('OPTIONS', url)
      assert.deepEqual([options.status, options.allow, options.text], [204, allow, ''], path)
    }
  })

  for (const [path, allow] of [
    ['/health/live', 'GET, HEAD, OPTIONS'],
    ['/health/ready', 'GET, HEAD, OPTIONS'],
    ['/metrics', 'GET, HEAD, OPTIONS'],
    ['/live', 'GET, HEAD, OPTIONS'],
    ['/files/nothing.png', 'GET, HEAD, OPTIONS'],
    ['/openapi.json', 'GET, HEAD, OPTIONS'],
    ['/auth/sign-out', 'OPTIONS, POST'],
    ['/auth/steam/callback', 'GET, HEAD, OPTIONS'],
    ['/manifest.webmanifest', 'GET, HEAD, OPTIONS'],
    ['/events', 'GET, HEAD, OPTIONS'],
    ['/events/x?fbclid=1', 'GET, HEAD, OPTIONS'],
    ['/', 'GET, HEAD, OPTIONS'],
  ] as const) {
    test(`${path} takes ${allow}`, async () => {
      const answer = await ask('DELETE', path)
      assert.deepEqual([answer.status, answer.allow, codeOf(answer.text)], [405, allow, 'METHOD_NOT_ALLOWED'])
      assert.ok(answer.headers.get('content-security-policy') && answer.headers.get('x-request-id'))
      assert.equal((await ask('OPTIONS', path)).allow, allow)
    })
  }

  test('HEAD says what GET would, without the body', async () => {
    for (const path of [
      '/',
      '/events',
      '/public/leagues',
      '/health/live',
      '/health/ready',
      '/openapi.json',
      '/files/nothing.png',
      '/nothing',
      '/metrics',
      '/live?topics=sessions',
    ]) {
      const stop = new AbortController()
      const get = await fetch(`${server.url}${path}`, { signal: stop.signal })
      const head = await ask('HEAD', path)
      assert.deepEqual([head.status, head.headers.get('content-type'), head.text], [get.status, get.headers.get('content-type'), ''], path)
      stop.abort()
    }
  })

  test('what nobody knows is missing, however it is asked for, and is no page below what programs ask', async () => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) assert.equal((await ask(method, '/public/nothing')).status, 404, method)
    for (const path of ['/health/nothing', '/files/a/b', '/metrics/x', '/live/x', '/public/nothing', '/dev/nothing', '/docs/x', '/assets/none.js']) {
      const { status, headers, text } = await ask('GET', path, { accept: 'text/html' })
      assert.deepEqual([status, codeOf(text)], [404, 'NOT_FOUND'], path)
      assert.ok(headers.get('content-security-policy'), path)
    }
  })

  test('every answer says the same of frames and carries the other headers, also what never becomes a request', async () => {
    const frames = (headers: string): void => {
      assert.match(headers, /x-frame-options: DENY/i)
      assert.match(headers, /frame-ancestors 'none'/)
      assert.match(headers, /x-content-type-options: nosniff/i)
    }
    for (const path of [
      '/',
      '/public/leagues',
      '/public/leagues',
      '/nothing',
      '/files/nothing.png',
      '/public/leagues?limit=x',
      '/health/live',
      '/openapi.json',
      '/%ZZ',
      `/public/leagues/${'x'.repeat(500)}`,
    ]) {
      const { headers } = await ask('GET', path)
      frames([...headers].map(([name, value]) => `${name}: ${value}`).join('\n'))
      assert.ok(headers.get('x-request-id'), path)
    }
    for (const raw of [
      'NOT HTTP\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
      'PROPFIND / HTTP/1.1\r\nHost: a\r\n\r\n',
      'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET http://other.example/x HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\n\r\n',
      'GET /public/nothing HTTP/1.1\r\n\r\n',
    ]) {
      const answer = await rawly(raw)
      assert.match(answer, /^HTTP\/1\.1 4\d\d /, raw)
      frames(answer)
      assert.match(answer, /"code":"\w+"/)
    }
  })

  test('a form that cannot be read, or ends too soon, is its sender’s fault', async () => {
    const half = '--x\r\ncontent-disposition: form-data; name="key"\r\n\r\n01a2'
    for (const [type, body] of [
      ['multipart/form-data', half],
      ['multipart/form-data; boundary=other', half],
      ['multipart/form-data; boundary=x', half],
      ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc'],
    ] as const) {
      const reply = await fetch(`${server.url}/uploads`, { method: 'POST', headers: { 'content-type': type }, body })
      assert.ok([400, 403].includes(reply.status), `${type} ${reply.status}`)
    }
  })

  async function rawly(text: string): Promise<string> {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
    let heard = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      heard += String(chunk)
      if (heard.includes('\r\n\r\n') && heard.includes('}')) socket.end()
    })
    socket.write(text)
    await once(socket, 'close')
    return heard
  }
})
