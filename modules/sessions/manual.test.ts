import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MINUTE_MS } from '#core/duration.ts'
import type { SessionId } from '#core/ids.ts'
import { timePasses, until } from '#testing/time.ts'
import { sessionsContract as calls } from './contract.ts'
import { splitsOf } from './door.ts'
import { eventWorld, type EventWorld } from './sessions.fixture.ts'

const RACES = [
  { type: 'QUALIFY' as const, durationMin: 10 },
  { type: 'RACE' as const, durationMin: 20 },
  { type: 'RACE' as const, durationMin: 0, laps: 12 },
]

const POINTS = { table: [10, 8, 6], gridSize: { base: 20, multiplier: 0.5 }, bonus: { pole: 2, fastestLap: 1 } }

describe('sessions kept by hand', () => {
  let { server, anna, startsIn, fields, add } = {} as EventWorld
  before(async () => {
    ;({ server, anna, startsIn, fields, add } = await eventWorld())
  })
  after(() => server.stop())
  const seen = async (id: string) => (await anna.as.ask(calls.race, { id: id as SessionId })).body

  test('of iRacing, with a track and a car of its tables', async () => {
    const id = await add({ game: 'iracing', trackId: 'pkg-468', cars: ['1'], segments: RACES, publish: true })
    const event = await seen(id)
    assert.deepEqual([event.manualSession, event.gameShortName, event.trackName], [true, 'iRacing', 'Algarve International Circuit'])
    assert.deepEqual([event.may.restart, event.may.setBop, event.may.edit], [false, false, true])
  })

  test('of a game nobody has heard of, by names alone', async () => {
    const id = await add({
      game: 'manual',
      gameName: 'Gran Turismo 7',
      trackId: 'Trial Mountain',
      cars: ['Mazda Roadster', 'Honda S2000'],
      segments: RACES,
      points: POINTS,
      publish: true,
    })
    const page = (await server.visitor.ask(calls.publicEvent, { id: id as SessionId })).body
    assert.deepEqual(
      [page.gameName, page.gameShortName, page.trackName, page.cars.map(({ name }) => name), page.points],
      ['Gran Turismo 7', 'Gran Turismo 7', 'Trial Mountain', ['Mazda Roadster', 'Honda S2000'], POINTS],
    )
    const copy = (await anna.as.done(calls.DuplicateSession, { id, v: 1 }, { startsAt: startsIn(24 * 60) })).aggregateId
    const copied = await seen(copy)
    assert.deepEqual([copied.manualSession, copied.gameName, copied.points], [true, 'Gran Turismo 7', POINTS])
    const tooMuch = fields({ manualSession: true, segments: RACES, points: { ...POINTS, bonus: { pole: 101, fastestLap: 0 } } })
    const edit = await anna.as.send(calls.EditSession, { id, v: 1 }, tooMuch)
    assert.deepEqual([edit.body.code, edit.body.params?.['field']], ['MALFORMED', 'points.bonus.pole'])
  })

  test('of a game we could host: what only a server can do is left out, and it stays what it is', async () => {
    const id = await add({ manualSession: true, closedEntry: true, hasGridPositions: true, enableServerProtection: true, segments: RACES })
    const event = await seen(id)
    assert.deepEqual(
      [event.manualSession, event.config.closedEntry, event.config.hasGridPositions, event.config.enableServerProtection],
      [true, false, false, false],
    )
    const edit = await anna.as.send(calls.EditSession, { id, v: 1 }, fields({ segments: RACES }))
    assert.deepEqual([edit.body.code, edit.body.params?.['field']], ['CONFIG_INVALID', 'manualSession'])
    assert.deepEqual(await anna.as.done(calls.EditSession, { id, v: 1 }, fields({ manualSession: true, segments: RACES, points: null })), { v: 2 })
  })

  test('it is on from its start, and wherever the start has moved to', async () => {
    const id = (await add({ manualSession: true, startsAt: startsIn(30), segments: RACES, publish: true })) as SessionId
    const status = async () => (await seen(id)).status
    await anna.as.done(calls.EditSession, { id, v: 1 }, fields({ manualSession: true, startsAt: startsIn(40), segments: RACES }))
    const startsAt = Date.parse((await seen(id)).startsAt)
    await timePasses(server.running, server.clock, new Date(startsAt - 10 * MINUTE_MS))
    await timePasses(server.running, server.clock, new Date(startsAt - 1))
    assert.equal(await status(), 'WAITING')
    await timePasses(server.running, server.clock, new Date(startsAt))
    await until('it is on', async () => (await status()) === 'IN_PROGRESS')
    assert.deepEqual(
      (await splitsOf(server.running.machine.db, id)).map((split) => split.status),
      ['IN_PROGRESS'],
    )
    assert.equal((await anna.as.send(calls.EditSession, { id, v: 2 }, fields({ manualSession: true, segments: RACES }))).body.code, 'EVENT_STARTED')
  })

  test('one whose order to begin was lost is found by the next look', async () => {
    const { pool } = server.running.machine
    const id = (await add({ manualSession: true, startsAt: startsIn(30), segments: RACES, publish: true })) as SessionId
    const lost = async (name: string) => pool.query('delete from jobs.job where name = $1', [name])
    await lost('sessions.begin')
    server.clock.set((await seen(id)).startsAt)
    await lost('sessions.look-for-begun')
    const next = await server.another()
    await until('it is on', async () => (await seen(id)).status === 'IN_PROGRESS')
    await next.stop()
  })
})
