import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import cookie from '@fastify/cookie'
import { fastify } from 'fastify'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { cookieValue } from '#server/outside/login-token.ts'
import { liveBus } from './bus.ts'
import { liveDoor } from './door.ts'

test('who leaves before we know who it is, is listened for no longer', async (t) => {
  const app = fastify()
  t.after(() => app.close())
  await app.register(cookie)
  const bus = liveBus(() => new Date())
  const [asked, known] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const query = async () => {
    asked.resolve()
    await known.promise
    return { rows: [] }
  }
  const config = { production: false, publicUrl: 'http://x', secret: 's' }
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db: Kysely<never>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  const db = Object.assign(new Kysely({ dialect }), { executeQuery: query })
  liveDoor(app, { live: bus, clock: () => new Date(), config, rooms: [], db } as never)
  const left = Promise.withResolvers<void>()
  app.server.on('connection', (socket) => socket.on('close', () => left.resolve()))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = net.connect((app.server.address() as net.AddressInfo).port, '127.0.0.1')
  await once(client, 'connect')
  client.write(
    `GET /live?topics=sessions HTTP/1.1\r\nHost: x\r\nCookie: paddock.session_token=${encodeURIComponent(cookieValue('s', 'token'))}\r\n\r\n`,
  )
  await asked.promise
  client.destroy()
  await left.promise
  known.resolve()
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(bus.size(), 0)
})
