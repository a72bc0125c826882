import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { liveBus, liveDoor } from './http/live.ts'

test('who leaves before we know who it is, is listened for no longer', async (t) => {
  const app = fastify()
  t.after(() => app.close())
  const bus = liveBus(() => new Date())
  const [asked, known] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  liveDoor(app, bus, async () => {
    asked.resolve()
    await known.promise
    return { kind: 'anyone' } as never
  })
  const left = Promise.withResolvers<void>()
  app.server.on('connection', (socket) => socket.on('close', () => left.resolve()))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = net.connect((app.server.address() as net.AddressInfo).port, '127.0.0.1')
  await once(client, 'connect')
  client.write('GET /live?topics=sessions HTTP/1.1\r\nHost: x\r\n\r\n')
  await asked.promise
  client.destroy()
  await left.promise
  known.resolve()
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(bus.size(), 0)
})
