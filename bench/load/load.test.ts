import assert from 'node:assert/strict'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { load } from '../machine.ts'

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n'
const ANSWER = HEAD + 'x'.repeat(300_000)

test('the generator reads answers in whatever pieces they come, on several connections at once', async () => {
  let asked = 0
  const server = net.createServer((socket) => {
    socket.setNoDelay()
    socket.on('data', () => {
      // a head in two pieces, a body that begins with it or behind it
      const cut = [7, HEAD.length - 1, HEAD.length, HEAD.length + 9][asked++ % 4]!
      socket.write(ANSWER.slice(0, cut), () => setImmediate(() => socket.write(ANSWER.slice(cut))))
    })
    socket.on('end', () => socket.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const requests = Array.from({ length: 40 }, (_, n) => `GET /${n} HTTP/1.1\r\n\r\n`)
  const { count, statuses, bytes } = await load({ port: (server.address() as AddressInfo).port, connections: 4, requests })
  server.close()
  assert.deepEqual({ asked, count, statuses, bytes }, { asked: 40, count: 40, statuses: { 200: 40 }, bytes: 40 * ANSWER.length })
})
