import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { loginBrowser } from '#testing/mail-login.ts'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { fakeSteam, newSteamId, NS, steamTrips } from '#testing/steam.ts'

let steam: Awaited<ReturnType<typeof fakeSteam>>
let server: TestServer
let trips: ReturnType<typeof steamTrips>

before(async () => {
  steam = await fakeSteam()
  server = await testServer({ env: { STEAM_OPENID_ENDPOINT: steam.endpoint, PUBLIC_URL: 'http://paddock.test' } })
  trips = steamTrips(server, steam.endpoint)
})
after(async () => {
  await server.stop()
  steam.stop()
})

describe('a Steam that is not well', () => {
  const YES = `ns:${NS}\nis_valid:true\n`
  const ILL: Readonly<Record<string, (reply: ServerResponse) => void>> = {
    'hangs after its headers': (reply) => void reply.writeHead(200).flushHeaders(),
    'hangs after half of its answer': (reply) => void reply.writeHead(200, { 'content-length': 1000 }).write(YES),
    'sends without end': (reply) => {
      reply.writeHead(200).write(YES)
      const go = (): void => {
        while (!reply.destroyed && reply.write('x'.repeat(65_536)));
      }
      reply.on('drain', go)
      go()
    },
    'sends gzip that unpacks without end': (reply) =>
      reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(`${YES}${'x'.repeat(50_000_000)}`)),
    'sends gzip that is none': (reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end(YES),
    'ends the connection before its answer': (reply) => void reply.socket?.destroy(),
    'ends the connection in its answer': (reply) => {
      reply.writeHead(200, { 'content-length': 1000 }).write(YES, () => reply.socket?.resetAndDestroy())
    },
  }
  for (const [what, answers] of Object.entries(ILL)) {
    test(`and ${what}: STEAM_LOGIN_DOWN, and the next login works`, async () => {
      const trip = await trips.begin('?returnTo=/events')
      const landed = await steam.says({ answers }, () => trips.land(trips.assertion(trip, newSteamId()), trip.cookie))
      assert.deepEqual([landed.session, landed.location], [null, '/login?error=STEAM_LOGIN_DOWN&returnTo=%2Fevents'])
      const again = await trips.begin()
      assert.ok((await trips.land(trips.assertion(again, newSteamId()), again.cookie)).session)
    })
  }
})

test('a login ends when somebody signs in over it in the same browser, through Steam or with a code', async () => {
  const isIn = async (cookie: string) => (await server.visitor.fetch('/query/user/me', { headers: { cookie } })).status === 200
  const first = await person(server, 'First')
  const trip = await trips.begin('', first.as.cookie)
  const second = await trips.land(trips.assertion(trip, newSteamId()), `${first.as.cookie}; ${trip.cookie}`)
  assert.deepEqual([await isIn(first.as.cookie!), await isIn(second.session!)], [false, true])
  const [name, value] = second.session!.split('=') as [string, string]
  const third = await loginBrowser(server.url, null, new Map([[name, value]])).signIn('third@example.org')
  assert.deepEqual([await isIn(second.session!), await isIn(third.cookie!)], [false, true])
  const other = await person(server, 'Other browser')
  assert.ok(await isIn(other.as.cookie!))
})
