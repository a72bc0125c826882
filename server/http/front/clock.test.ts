import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'

describe('pages by the reader’s clock', () => {
  let server: TestServer
  let olga: Person
  let race: SessionId
  before(async () => {
    server = await testServer({ at: '2026-06-01T10:00:00Z' })
    olga = await person(server, 'Olga')
    race = await event(server, olga, await league(server, olga), { startsAt: '2026-06-02T19:00:00.000Z' })
  })
  after(() => server.stop())

  const page = async (clock: string | null, by = server.visitor): Promise<string> => {
    const cookies = [...(clock === null ? [] : [`clock=${clock}`]), ...(by === olga.as ? [olga.as.cookie] : [])]
    const headers = { accept: 'text/html', 'accept-language': 'en', cookie: cookies.join('; ') }
    return (await server.visitor.fetch(`/events/${race}`, { headers })).text()
  }
  const times = (html: string): string => [...html.matchAll(/<time[^>]*>(.*?)<\/time>/g)].map(([, text]) => text).join(' ')

  test('times are drawn in its zone, by twelve hours where it counts them', async () => {
    for (const by of [server.visitor, olga.as]) {
      assert.match(times(await page(null, by)), /19:00 UTC/)
      assert.match(times(await page('Europe/Berlin.24.DE', by)), /21:00 CEST/)
      assert.match(times(await page('America/New_York.12.US', by)), /3:00.pm GMT-4/)
    }
  })

  test('what is no clock draws the page as for a first visit, and keeps none of its own', async () => {
    await page(null)
    const { answers } = server.running.machine
    const size = answers.size()
    const html = await page(null)
    for (const forged of ['x', 'Mars/Base.24.DE', 'Europe/Berlin.24.DE%0d%0aX: y', `${'y'.repeat(3000)}.24.`, '"><script>.24.DE'])
      assert.equal(await page(forged), html)
    assert.equal(answers.size(), size)
  })
})
