import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/duration.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { entryBody, event } from '#testing/event.ts'
import { join, league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses, until } from '#testing/time.ts'
import { entriesContract } from '../contract.ts'

describe('what somebody drives next', () => {
  let server: TestServer
  before(async () => (server = await testServer()))
  after(() => server.stop())
  const inDays = (days: number): string => new Date(nextStartStep(server.clock.now().getTime() + days * DAY_MS)).toISOString()

  test('is their own race, however many others start before; else the next of their communities, a hidden one too', async () => {
    const [owner, driver] = [await person(server, 'Olga Owner'), await person(server, 'Dan Driver')]
    const apex = await league(server, owner)
    const shy = await league(server, owner, { hidden: true, members: [driver] })
    const next = async () => {
      const { event: found, entry } = (await driver.as.ask(entriesContract.myNext, {})).body
      return { id: found?.id ?? null, entry }
    }
    for (let n = 0; n < 22; n++) await event(server, owner, apex, { startsAt: inDays(1) })
    assert.deepEqual(await next(), { id: null, entry: null })
    await event(server, owner, shy, { startsAt: inDays(1), publish: false })
    assert.deepEqual(await next(), { id: null, entry: null })
    const hidden = await event(server, owner, shy, { startsAt: inDays(2) })
    assert.deepEqual(await next(), { id: hidden, entry: null })

    await join(driver, apex)
    const own = await event(server, owner, apex, { startsAt: inDays(4), maxEntries: 2 })
    await driver.as.done(entriesContract.AddEntry, { id: own }, entryBody('2'))
    const { raceNumber } = (await driver.as.ask(entriesContract.entryList, { refId: own })).body.mine!
    assert.deepEqual(await next(), { id: own, entry: { status: 'ACTIVE', raceNumber } })
    const [{ plan }, { config, hosting }] = [
      (await driver.as.ask(entriesContract.myNext, {})).body,
      (await driver.as.ask(sessionsContract.publicEvent, { id: own })).body,
    ]
    assert.deepEqual(plan, { hosting, segments: config.segments.map(({ type, durationMin, laps }) => ({ type, durationMin, laps })) })

    const { v } = (await owner.as.ask(sessionsContract.race, { id: own })).body
    await owner.as.done(sessionsContract.DeleteSession, { id: own, v }, {})
    assert.notEqual((await next()).id, own)
    assert.equal((await next()).entry, null)
  })

  test('is none elsewhere whose planned end is an hour ago, though nobody has published its results', async () => {
    const [owner, driver] = [await person(server, 'Otto Owner'), await person(server, 'Dora Driver')]
    const apex = await league(server, owner, { members: [driver] })
    const [old, later] = [
      await event(server, owner, apex, { startsAt: inDays(1), hosting: 'ELSEWHERE' }),
      await event(server, owner, apex, { startsAt: inDays(2) }),
    ]
    for (const id of [old, later]) await driver.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
    const next = async () => [
      (await driver.as.ask(entriesContract.myNext, {})).body.event?.id,
      (await driver.as.ask(entriesContract.myNight, {})).body.event?.id,
    ]
    const { startsAt, duration } = (await driver.as.ask(sessionsContract.publicEvent, { id: old })).body
    const on = async () => (await owner.as.ask(sessionsContract.race, { id: old })).body.status === 'IN_PROGRESS'
    await timePasses(server.running, server.clock, new Date(startsAt))
    await until('it is on', on)
    const over = Date.parse(startsAt) + duration * MINUTE_MS
    server.clock.set(new Date(over + HOUR_MS - MINUTE_MS))
    assert.deepEqual(await next(), [old, old], 'races take longer than planned')
    server.clock.set(new Date(over + HOUR_MS))
    assert.deepEqual(await next(), [later, later])
  })

  test('is as it stands at this moment, also where another process knows more than what is kept here', async () => {
    const [owner, driver] = [await person(server, 'Ole Owner'), await person(server, 'Dele Driver')]
    const apex = await league(server, owner, { members: [driver] })
    const id = await event(server, owner, apex, { startsAt: inDays(2) })
    const next = async () => (await driver.as.ask(entriesContract.myNext, {})).body.event
    const seen = async (sets: string) => {
      await server.running.machine.pool.query(`update sessions set ${sets} where id = $1`, [id])
      const event = await next()
      return event && { taken: event.taken, waiting: event.waiting, name: event.sessionName, status: event.status }
    }
    const { sessionName: name } = (await next())!
    assert.deepEqual(await seen('taken = taken + 3'), { taken: 3, waiting: 0, name, status: 'WAITING' })
    assert.deepEqual(await seen('waiting = waiting + 2'), { taken: 3, waiting: 2, name, status: 'WAITING' })
    assert.deepEqual(await seen(`name = 'Renamed', v = v + 1`), { taken: 3, waiting: 2, name: 'Renamed', status: 'WAITING' })
    assert.deepEqual(await seen(`status = 'IN_PROGRESS'`), { taken: 3, waiting: 2, name: 'Renamed', status: 'IN_PROGRESS' })
    assert.equal(await seen(`status = 'DECLINED'`), null)
    await server.running.machine.pool.query(`update sessions set taken = 0, waiting = 0 where id = $1`, [id])
  })

  test('is what may still be driven: an event that is over is not, one that is started again is, a deleted one is not', async () => {
    const [owner, driver] = [await person(server, 'Oki Owner'), await person(server, 'Dana Driver')]
    const apex = await league(server, owner, { members: [driver] })
    const id = await event(server, owner, apex, { startsAt: inDays(2) })
    await driver.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
    const { pool } = server.running.machine
    const after = async (sets: string) => {
      await pool.query(`update sessions set ${sets} where id = $1`, [id])
      const { rows } = await pool.query<{ over: boolean }>('select over from entry_drivers where session_id = $1', [id])
      const { entries } = (await driver.as.ask(entriesContract.myEntries, {})).body
      const { event: next } = (await driver.as.ask(entriesContract.myNext, {})).body
      return [rows.map(({ over }) => over), entries.length, next?.id ?? null]
    }
    for (const status of ['WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS'])
      assert.deepEqual(await after(`status = '${status}'`), [[false], 1, id], status)
    for (const status of ['ENDED', 'FAILED', 'DECLINED']) {
      assert.deepEqual(await after(`status = '${status}'`), [[true], 0, null], status)
      assert.deepEqual(await after(`status = 'WAITING'`), [[false], 1, id], status)
    }
    assert.deepEqual(await after('deleted_at = now()'), [[true], 0, null])
    assert.deepEqual(await after(`deleted_at = null, status = 'ENDED'`), [[true], 0, null])
    assert.deepEqual(await after(`status = 'WAITING'`), [[false], 1, id])
  })

  test('is told of every event that a list may show, however many they are in', async () => {
    const [owner, driver] = [await person(server, 'Oda Owner'), await person(server, 'Dirk Driver')]
    const apex = await league(server, owner, { members: [driver] })
    const ids: string[] = []
    for (let no = 0; no < 25; no++) {
      const id = await event(server, owner, apex, { hosting: 'ELSEWHERE' })
      await driver.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
      ids.push(id)
    }
    const { entries } = (await driver.as.ask(entriesContract.myEntries, {})).body
    assert.deepEqual(entries.map(({ sessionId }) => sessionId).toSorted(), ids.toSorted())
  })
})
