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
