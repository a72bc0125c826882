import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { testServer, type TestServer } from '#testing/server.ts'

describe('outlines of tracks', () => {
  let server: TestServer
  before(async () => {
    server = await testServer()
  })
  after(() => server.stop())

  test('the catalogue says where each is; it is kept for good, and an older name leads nowhere', async () => {
    const { tracks } = (await server.visitor.ask(sessionsContract.catalogue, { game: 'acc', part: 'plan' })).body
    const url = tracks.find(({ id }) => id === 'spa')!.outline!
    const answer = await server.visitor.fetch(url)
    const headers = ['content-type', 'cache-control', 'x-content-type-options'].map((name) => answer.headers.get(name))
    assert.deepEqual([answer.status, ...headers], [200, 'image/svg+xml', 'public, max-age=31536000, immutable', 'nosniff'])
    const svg = await answer.text()
    for (const part of ['lap', 'start', 'arrows']) assert.ok(svg.includes(`<symbol id="${part}"`), part)
    assert.ok(Buffer.byteLength(svg) <= 3000)
    assert.equal((await server.visitor.fetch(url.replace(/\.[\w-]{8}\.svg/, '.00000000.svg'))).status, 404)
  })
})
