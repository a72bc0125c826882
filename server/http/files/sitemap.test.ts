import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { sessionsContract as calls } from '#modules/sessions/contract.ts'
import { eventWorld, type EventWorld } from '#modules/sessions/sessions.fixture.ts'
import { league as found } from '#testing/league.ts'

describe('what search engines are told', () => {
  let { server, bert, league, fields, add } = {} as EventWorld
  before(async () => {
    ;({ server, bert, league, fields, add } = await eventWorld())
  })
  after(() => server.stop())

  test('the map holds what stands in everybody’s lists: nothing hidden, nothing closed, no draft', async () => {
    const map = async () => (await server.visitor.fetch('/sitemap.xml')).text()
    const open = await add({ publish: true })
    const draft = await add()
    const other = await found(server, bert)
    const theirs = (await bert.as.done(calls.AddSession, {}, { ...fields({ publish: true }), leagueId: other })).aggregateId
    const seen = async (): Promise<readonly boolean[]> => {
      const text = await map()
      return [`/communities/${league}<`, `/events/${open}<`, `/events/${draft}<`, `/communities/${other}<`, `/events/${theirs}<`].map((path) =>
        text.includes(path),
      )
    }
    assert.deepEqual(await seen(), [true, true, false, true, true])
    const v = async () => (await bert.as.ask(leaguesContract.publicLeague, { id: other })).body.v
    await bert.as.done(leaguesContract.ChangeVisibility, { id: other, v: await v() }, { visibility: 'HIDDEN' })
    assert.deepEqual(await seen(), [true, true, false, false, false])
    await server.running.machine.db.updateTable('leagues').set({ closed_at: new Date() }).where('id', '=', league).execute()
    server.running.machine.changed([`league:${league}`, 'leagues', 'sessions'], [])
    assert.deepEqual(await seen(), [false, false, false, false, false])
    assert.match(await map(), /<loc>[^<]*\/events<\/loc>/)
  })

  test('robots.txt names the map and keeps programs’ and private addresses out; icons and the manifest are there', async () => {
    const robots = await server.visitor.fetch('/robots.txt')
    const text = await robots.text()
    assert.equal(robots.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.match(text, /^Sitemap: http.*\/sitemap\.xml$/m)
    assert.match(text, /^Disallow: \/command\/$/m)
    assert.doesNotMatch(text, /Disallow: \/(public|events|communities)?$/m)
    const manifest = (await (await server.visitor.fetch('/manifest.webmanifest')).json()) as { icons: { src: string; purpose?: string }[] }
    assert.ok(manifest.icons.some(({ purpose }) => purpose === 'maskable'))
    for (const src of [...manifest.icons.map((one) => one.src), '/apple-touch-icon.png', '/favicon.ico', '/preview.png', '/print.css'])
      assert.equal((await server.visitor.fetch(src)).status, 200, src)
    const html = await (await server.visitor.fetch('/', { headers: { accept: 'text/html' } })).text()
    assert.match(html, /rel="apple-touch-icon" href="\/apple-touch-icon\.png"/)
    assert.match(html, /property="og:image" content="[^"]+\/preview\.png"/)
  })
})
