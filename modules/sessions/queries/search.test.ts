import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sessionsContract as calls } from '../contract.ts'
import { eventWorld, type EventWorld } from '../sessions.fixture.ts'

describe('the search for events', () => {
  let { server, add, startsIn } = {} as EventWorld
  before(async () => {
    ;({ server, add, startsIn } = await eventWorld())
    const events = [
      ['Friday Sprint', 'monza', 400],
      ['Añejo Cup', 'imola', 500],
      ['Imola Legends', 'zolder', 300],
      ['Grand Final', 'nurburgring', 600],
      ['Texas Trophy', 'cota', 700],
    ] as const
    for (const [sessionName, trackId, minutes] of events) await add({ publish: true, sessionName, trackId, startsAt: startsIn(minutes) })
  })
  after(() => server.stop())

  const search = async (words: string, more: object = {}) =>
    (await server.visitor.ask(calls.publicEvents, { search: words, ...more })).body.events.map(({ sessionName }) => sessionName)

  for (const [what, typed, found] of [
    ['accents left out', 'anejo', ['Añejo Cup']],
    ['words in another order', 'sprint friday', ['Friday Sprint']],
    ['the name and its track', 'monza friday', ['Friday Sprint']],
    ['the name and its community', 'sess final', ['Grand Final']],
    ['a track by its nickname', 'cota', ['Texas Trophy']],
    ['a track in its own letters', 'nürburgring', ['Grand Final']],
    ['a track in others', 'nuerburgring', ['Grand Final']],
    ['a letter of the track wrong', 'nurbirgring', ['Grand Final']],
    ['a letter of the name wrong', 'trophx', ['Texas Trophy']],
    ['its game for short', 'acc texas', ['Texas Trophy']],
    ['a game that is none of it', 'ac texas', []],
    ['its game by name', 'competizione trophy', ['Texas Trophy']],
    ['signs of patterns', '%', []],
    ['a picture', '🏎️', []],
  ] as const)
    test(`${what}: ${typed}`, async () => assert.deepEqual(await search(typed), found))

  test('a list keeps the order of time; asked for the nearest, names stand before tracks', async () => {
    assert.deepEqual(await search('imola'), ['Imola Legends', 'Añejo Cup'])
    assert.deepEqual(await search('imola', { status: 'ALL' }), ['Añejo Cup', 'Imola Legends'])
    assert.deepEqual(await search('imola', { status: 'ALL', order: 'NEAREST' }), ['Imola Legends', 'Añejo Cup'])
  })
})
