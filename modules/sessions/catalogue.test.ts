import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PLAYABLE } from '#games/index.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { sessionsContract as calls } from './contract.ts'

describe('the catalogue of a game', () => {
  let server: TestServer
  before(async () => {
    server = await testServer()
  })
  after(() => server.stop())

  for (const game of PLAYABLE) {
    test(`${game.id}: whole, for a plan, and its options alone; kept, and not sent twice`, async () => {
      const of = async (part: 'all' | 'plan' | 'options') => (await server.visitor.ask(calls.catalogue, { game: game.id, part })).body
      const [all, plan, options] = [await of('all'), await of('plan'), await of('options')]
      assert.deepEqual([all.cars.length, all.tracks.length], [game.catalogue.cars.length, game.catalogue.tracks.length])
      assert.deepEqual([plan.cars.length, options.cars.length, options.tracks.length], [all.cars.length, 0, 0])
      assert.ok(plan.cars.every((car) => car.skins.length === 0))
      for (const reply of [plan, options]) assert.deepEqual([reply.options, reply.segmentRules], [all.options, all.segmentRules])
      const classes = new Set(all.classes.map(({ id }) => id))
      assert.ok(all.cars.every((car) => classes.has(car.classId)))

      const first = await server.visitor.fetch(`/public/catalogue/${game.id}`)
      const tag = first.headers.get('etag')
      assert.equal(first.headers.get('cache-control'), 'public, no-cache')
      assert.ok(tag)
      assert.equal((await server.visitor.fetch(`/public/catalogue/${game.id}`, { headers: { 'if-none-match': tag } })).status, 304)
    })
  }

  test('of a game nobody knows', async () => {
    assert.equal((await server.visitor.fetch('/public/catalogue/outrun')).status, 400)
  })
})
