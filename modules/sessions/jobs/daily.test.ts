import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { HOUR_MS } from '#core/duration.ts'
import { league } from '#testing/league.ts'
import { until } from '#testing/time.ts'
import { sessionsContract as calls } from '../contract.ts'
import { eventWorld, type EventWorld } from '../sessions.fixture.ts'
import { dailyWorld, EVENINGS } from './daily.fixture.ts'

describe('daily races', () => {
  let world: EventWorld
  let daily: ReturnType<typeof dailyWorld>
  const sql = (text: string, ...values: readonly unknown[]) => world.server.running.machine.pool.query(text, [...values])
  const draft = async (more: Parameters<EventWorld['add']>[0] = {}) => (await world.add(more)) as SessionId
  before(async () => {
    world = await eventWorld()
    daily = dailyWorld(world)
  })
  after(() => world.server.stop())
  beforeEach(() => world.server.clock.set('2026-11-20T12:00:00Z'))

  test('SetSchedule makes a draft a template, and what starts within a day is made at once', async () => {
    const { anna, bert, server } = world
    const id = await draft({ sessionName: 'Evening sprint', entryPassword: 'let me in', checkIn: true, maxEntries: 12 })
    await anna.as.done(calls.SetBop, { id, v: 1 }, { bops: { 2: { ballastkg: 5, restrictor: 1 } } })
    const { v } = await anna.as.done(calls.SetSchedule, { id, v: 2 }, EVENINGS)
    assert.equal(v, 3)
    await until('two are made', async () => (await daily.madeOf(id)) === 2)
    const starts = await daily.starts(id)
    assert.deepEqual(await daily.states(id), [
      'CREATED 2026-11-20T19:00',
      'CREATED 2026-11-20T21:00',
      ...['23', '24', '25', '26', '27'].flatMap((day) => [`PLANNED 2026-11-${day}T19:00`, `PLANNED 2026-11-${day}T21:00`]),
    ])
    assert.equal(starts[2]!.opensAt, '2026-11-22T19:00:00.000Z')
    const made = starts[0]!.event!
    const page = (await anna.as.ask(calls.race, { id: made.id })).body
    assert.deepEqual(
      [page.status, page.sessionName, page.startsAt, page.config.entryPassword, page.config.checkIn, page.config.maxEntries, page.createdBy],
      ['WAITING', 'Evening sprint', '2026-11-20T19:00:00.000Z', 'let me in', true, 12, anna.id],
    )
    assert.deepEqual(
      page.cars.map(({ bop }) => bop),
      [{ ballastkg: 5, restrictor: 1 }],
    )
    const template = (await anna.as.ask(calls.race, { id })).body
    assert.notEqual(page.config.passwords!.server, template.config.passwords!.server)
    assert.deepEqual([template.status, template.startsAt, template.schedule], ['RECURRING', '2026-11-23T19:00:00.000Z', EVENINGS])
    // everybody sees what is made, and that it is a daily race; the template is its admins' own
    const listed = (await server.visitor.ask(calls.publicEvents, { leagueId: world.league })).body.events
    assert.deepEqual(
      listed.map(({ id: shown, data }) => [shown, data.fromRecurringSession]),
      starts.slice(0, 2).map(({ event }) => [event!.id, id]),
    )
    assert.match(await (await server.visitor.fetch(`/public/leagues/${world.league}/calendar.ics`)).text(), /CATEGORIES:Daily race/)
    assert.equal((await bert.as.ask(calls.race, { id })).body.code, 'NOT_FOUND')
    assert.equal((await bert.as.ask(calls.schedule, { id })).body.code, 'NOT_FOUND')
    assert.equal((await bert.as.ask(calls.schedule, { id: made.id })).body.code, 'ADMIN_REQUIRED')
    const own = (await anna.as.ask(calls.drafts, { leagueId: world.league })).body.events
    assert.deepEqual(
      own.filter((event) => event.id === id).map(({ status }) => status),
      ['RECURRING'],
    )
    for (const { event } of starts.slice(0, 2)) await anna.as.done(calls.DeleteSession, { id: event!.id, v: 1 }, {})
    await anna.as.done(calls.DeleteSession, { id, v: 3 }, {})
  })

  test('each is made once, 24 hours ahead, by however many processes', async () => {
    const { server } = world
    const id = await daily.template({ until: '2026-11-24' })
    await until('tonight’s are made', async () => (await daily.madeOf(id)) === 2)
    const second = await server.another()
    const both = [server.running, second]
    // a minute before, and at 24 hours ahead
    server.clock.set('2026-11-22T18:59:00Z')
    await Promise.all(both.map((process) => daily.makeDue(process, id)))
    assert.equal(await daily.madeOf(id), 2)
    server.clock.set('2026-11-22T19:00:00Z')
    await Promise.all(Array.from({ length: 40 }, (_, i) => daily.makeDue(both[i % 2]!, id)))
    assert.equal(await daily.madeOf(id), 3)
    server.clock.set('2026-11-22T21:00:00Z')
    await daily.makeDue(second, id)
    server.clock.set('2026-11-23T22:00:00Z')
    await Promise.all(Array.from({ length: 40 }, (_, i) => daily.makeDue(both[i % 2]!, id)))
    assert.deepEqual(await daily.states(id), ['CREATED 2026-11-24T19:00', 'CREATED 2026-11-24T21:00'])
    const { rows } = await sql('select starts_at, count(*)::int as made from sessions where template_id = $1 group by starts_at order by 1', id)
    assert.deepEqual(
      rows.map(({ starts_at, made }) => [(starts_at as Date).toISOString().slice(0, 16), made]),
      ['2026-11-20T19:00', '2026-11-20T21:00', '2026-11-23T19:00', '2026-11-23T21:00', '2026-11-24T19:00', '2026-11-24T21:00'].map((at) => [at, 1]),
    )
    await second.stop()
  })

  test('a process that starts makes what is due; what passed while none ran is not made, and the list says so', async () => {
    const { server, anna } = world
    const id = await daily.template({ until: '2026-11-25' })
    await until('tonight’s are made', async () => (await daily.madeOf(id)) === 2)
    // nobody was there from Saturday to Tuesday, 19:58
    server.clock.set('2026-11-24T20:58:00Z')
    await sql("delete from jobs.job where name like 'sessions.%daily'")
    const next = await server.another()
    await until('what is due is made', async () => (await daily.madeOf(id)) === 3)
    await Promise.all([server.running, next, server.running].map((process) => daily.makeDue(process, id)))
    assert.deepEqual(await daily.states(id), [
      'MISSED 2026-11-23T19:00',
      'MISSED 2026-11-23T21:00',
      'MISSED 2026-11-24T19:00',
      // nothing can begin sooner than its server
      'MISSED 2026-11-24T21:00',
      'CREATED 2026-11-25T19:00',
      'PLANNED 2026-11-25T21:00',
    ])
    await next.stop()
    await anna.as.done(calls.EndSchedule, { id, v: 2 }, {})
    assert.equal((await daily.states(id)).at(-1), 'CREATED 2026-11-25T19:00')
  })

  test('an edit of the template touches only what is not made yet', async () => {
    const { server, anna, fields } = world
    const id = await daily.template({ until: '2026-11-24' }, { sessionName: 'As it was', maxEntries: 10 })
    await until('tonight’s are made', async () => (await daily.madeOf(id)) === 2)
    await anna.as.done(calls.EditSession, { id, v: 2 }, fields({ sessionName: 'As it is', maxEntries: 16, startsAt: '2026-11-19T10:00:00.000Z' }))
    await anna.as.done(calls.SetSchedule, { id, v: 3 }, { ...EVENINGS, times: ['20:00', '21:00'], until: '2026-11-24' })
    await until('tonight’s new one is made', async () => (await daily.madeOf(id)) === 3)
    assert.deepEqual(await daily.states(id), [
      'CREATED 2026-11-20T19:00',
      'CREATED 2026-11-20T20:00',
      'CREATED 2026-11-20T21:00',
      ...['23', '24'].flatMap((day) => [`PLANNED 2026-11-${day}T20:00`, `PLANNED 2026-11-${day}T21:00`]),
    ])
    const names = await sql('select name, max_entries from sessions where template_id = $1 order by starts_at', id)
    assert.deepEqual(
      names.rows.map(({ name, max_entries }) => [name, max_entries]),
      [
        ['As it was', 10],
        ['As it is', 16],
        ['As it was', 10],
      ],
    )
    // one that was moved by itself is not made again, nor is one that was called off
    const [first, , third] = (await daily.starts(id)).map(({ event }) => event?.id)
    const moved = (await anna.as.ask(calls.race, { id: first! })).body
    await anna.as.done(calls.EditSession, { id: first!, v: moved.v }, fields({ sessionName: 'As it was', startsAt: '2026-11-20T18:00:00.000Z' }))
    await anna.as.done(calls.DeleteSession, { id: third!, v: 1 }, {})
    await anna.as.done(calls.SetSchedule, { id, v: 4 }, { ...EVENINGS, until: '2026-11-24' })
    await daily.makeDue(server.running, id)
    assert.equal(await daily.madeOf(id), 3)
    // the template goes, what it made stays
    await anna.as.done(calls.DeleteSession, { id, v: 5 }, {})
    server.clock.set('2026-11-23T12:00:00Z')
    await daily.makeDue(server.running, id)
    assert.deepEqual([await daily.madeOf(id), (await server.visitor.ask(calls.publicEvent, { id: first! })).status], [3, 200])
  })

  test('a start is cancelled once and taken back; what is made is called off as any event', async () => {
    const { server, anna } = world
    const id = await daily.template({ until: '2026-11-24' })
    await until('tonight’s are made', async () => (await daily.madeOf(id)) === 2)
    const at = (startsAt: string) => ({ startsAt: `${startsAt}:00.000Z` })
    const next = async () => (await anna.as.ask(calls.race, { id })).body.startsAt.slice(0, 16)
    await anna.as.done(calls.CancelStart, { id, v: 2 }, at('2026-11-23T19:00'))
    assert.equal(await next(), '2026-11-23T21:00', 'what is left out is not the next')
    await anna.as.done(calls.CancelStart, { id, v: 3 }, at('2026-11-24T19:00'))
    for (const [startsAt, code] of [
      ['2026-11-20T19:00', 'WRONG_STATE'],
      ['2026-11-24T19:00', 'WRONG_STATE'],
      ['2026-11-24T19:05', 'NOT_FOUND'],
    ] as const)
      assert.equal((await anna.as.send(calls.CancelStart, { id, v: 4 }, at(startsAt))).body.code, code, startsAt)
    assert.equal((await anna.as.send(calls.RestoreStart, { id, v: 4 }, at('2026-11-23T21:00'))).body.code, 'WRONG_STATE')
    assert.equal((await anna.as.send(calls.RestoreStart, { id, v: 3 }, at('2026-11-24T19:00'))).body.code, 'VERSION_CONFLICT')
    await anna.as.done(calls.RestoreStart, { id, v: 4 }, at('2026-11-24T19:00'))
    server.clock.set('2026-11-24T01:00:00Z')
    assert.equal((await anna.as.send(calls.RestoreStart, { id, v: 5 }, at('2026-11-23T19:00'))).body.code, 'EVENT_TOO_SOON')
    await daily.makeDue(server.running, id)
    assert.deepEqual(await daily.states(id), ['MISSED 2026-11-23T21:00', 'CREATED 2026-11-24T19:00', 'CREATED 2026-11-24T21:00'])
  })

  test('what the plan does not allow is refused at its field, or kept with its reason and told', async () => {
    const { server, anna, fields } = world
    const refused = async (id: SessionId, more: object) => {
      const { body } = await anna.as.send(calls.SetSchedule, { id, v: 1 }, { ...EVENINGS, ...more })
      return [body.code, body.params?.['field'], body.params?.['reason']]
    }
    const plain = await draft()
    for (const [more, expected] of [
      [{ until: '2026-12-19' }, ['CONFIG_INVALID', 'until', 'daysAhead']],
      [{ until: '2026-11-20', times: ['11:55'] }, ['CONFIG_INVALID', 'until', 'noStart']],
      [{ until: '2026-02-30' }, ['MALFORMED', 'until', 'date']],
      [{ days: [] }, ['MALFORMED', 'days', 'few']],
      [{ days: [1, 1] }, ['MALFORMED', 'days', 'same']],
      [{ days: [8] }, ['MALFORMED', 'days.0', 'most']],
      [{ times: [] }, ['MALFORMED', 'times', 'few']],
      [{ times: ['19:00', '19:00'] }, ['MALFORMED', 'times', 'same']],
      [{ times: ['19:02'] }, ['MALFORMED', 'times.0', 'steps']],
      [{ times: Array.from({ length: 13 }, (_, hour) => `${10 + hour}:00`) }, ['MALFORMED', 'times', 'many']],
      [{ timeZone: 'Mars/Olympus' }, ['MALFORMED', 'timeZone', 'zone']],
    ] as const)
      assert.deepEqual(await refused(plain, more), expected, JSON.stringify(more))
    await anna.as.done(calls.SetSchedule, { id: plain, v: 1 }, { ...EVENINGS, until: '2026-12-18' })
    await anna.as.done(calls.DeleteSession, { id: plain, v: 2 }, {})
    assert.equal((await anna.as.send(calls.SetSchedule, { id: await world.add({ publish: true }), v: 1 }, EVENINGS)).body.code, 'WRONG_STATE')

    const small = await league(server, anna, { plan: 'FREE' })
    const ofSmall = (await anna.as.done(calls.AddSession, {}, { ...fields(), leagueId: small })).aggregateId as SessionId
    assert.deepEqual(await refused(ofSmall, {}), ['FEATURE_NOT_IN_PLAN', 'days', undefined])
    // the plan ends while the schedule goes on
    await sql("update leagues set plan = 'LEAGUE_PLUS', plan_ends_at = '2026-11-21T00:00Z' where id = $1", small)
    await anna.as.done(calls.SetSchedule, { id: ofSmall, v: 1 }, { ...EVENINGS, days: [1, 6, 7], until: '2026-11-23' })
    server.clock.set('2026-11-21T12:00:00Z')
    await daily.makeDue(server.running, ofSmall)
    assert.deepEqual(
      (await daily.starts(ofSmall)).map(({ state, reason }) => `${state} ${reason}`),
      Array.from({ length: 6 }, (_, start) => (start < 2 ? 'REFUSED FEATURE_NOT_IN_PLAN' : 'PLANNED null')),
    )
    const told = await sql("select user_id, params from notifications where kind = 'daily-not-made' and link = $1", `/events/${ofSmall}#daily`)
    assert.deepEqual(
      told.rows.map(({ user_id, params }) => [user_id, params.reason]),
      [[anna.id, 'FEATURE_NOT_IN_PLAN']],
    )
    await sql('update leagues set plan_ends_at = null where id = $1', small)
    await anna.as.done(calls.RestoreStart, { id: ofSmall, v: 2 }, { startsAt: '2026-11-21T19:00:00.000Z' })
    await daily.makeDue(server.running, ofSmall)
    assert.equal((await daily.states(ofSmall))[0], 'CREATED 2026-11-21T19:00')
  })

  test('I24: two schedulers whose clocks disagree and jump to and fro, in the night the clocks change: each start is made once', async () => {
    const { server, anna } = world
    server.clock.set('2027-03-26T12:00:00Z')
    const night = { timeZone: 'Europe/Berlin', days: [5, 6, 7, 1], times: ['01:30', '03:30'], until: '2027-03-29' }
    const id = await daily.template(night)
    const second = await server.another()
    // some are an hour behind, some ahead, and all go back over what they have passed
    const clocks = ['2027-03-27T00:31:00Z', '2027-03-28T01:31:00Z', '2027-03-26T23:00:00Z', '2027-03-27T23:59:00Z', '2027-03-28T12:00:00Z']
    for (const at of clocks) {
      server.clock.set(at)
      await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          daily.makeDue(i % 2 === 0 ? server.running : second, id, new Date(Date.parse(at) + ((i % 3) - 1) * HOUR_MS)),
        ),
      )
    }
    const { rows } = await sql('select starts_at, count(*)::int as made from sessions where template_id = $1 group by starts_at order by 1', id)
    assert.deepEqual(
      rows.map(({ starts_at, made }) => [(starts_at as Date).toISOString().slice(0, 16), made]),
      // 01:30 and 03:30 by the clocks of Berlin, an hour apart in the night that has no hour from two to three
      ['2027-03-27T00:30', '2027-03-27T02:30', '2027-03-28T00:30', '2027-03-28T01:30', '2027-03-28T23:30', '2027-03-29T01:30'].map((at) => [at, 1]),
    )
    await second.stop()
    await anna.as.done(calls.EndSchedule, { id, v: 2 }, {})
  })

  test('its own zone is kept across a change of the clocks', async () => {
    const { server, anna } = world
    server.clock.set('2027-03-26T12:00:00Z')
    const id = await daily.template({ timeZone: 'Europe/Berlin', days: [5, 6, 7], times: ['20:00'], until: '2027-04-02' })
    assert.deepEqual(
      (await daily.starts(id)).map(({ startsAt }) => startsAt.slice(0, 16)),
      ['2027-03-26T19:00', '2027-03-27T19:00', '2027-03-28T18:00', '2027-04-02T18:00'],
    )
    await anna.as.done(calls.DeleteSession, { id, v: 2 }, {})
  })

  test('a start cancelled in the night the clocks change stays cancelled, also when two times are one moment or the schedule is set again', async () => {
    const { server, anna } = world
    const at = (startsAt: string) => ({ startsAt: `${startsAt}:00.000Z` })
    for (const { from, until: last, times, both, rest } of [
      // half past two is left out and counts on: it is half past three
      { from: '2027-03-26T12:00:00Z', until: '2027-03-28', times: ['02:30', '03:30'], both: '2027-03-28T01:30', rest: [] },
      // half past two comes twice, and is raced once
      { from: '2027-10-29T12:00:00Z', until: '2027-10-31', times: ['02:30', '03:30'], both: '2027-10-31T00:30', rest: ['2027-10-31T02:30'] },
    ]) {
      server.clock.set(from)
      const night = { timeZone: 'Europe/Berlin', days: [7], times, until: last }
      const id = await daily.template(night)
      const states = (state: string) => [`${state} ${both}`, ...rest.map((start) => `PLANNED ${start}`)]
      assert.deepEqual(await daily.states(id), states('PLANNED'))
      await anna.as.done(calls.CancelStart, { id, v: 2 }, at(both))
      await anna.as.done(calls.SetSchedule, { id, v: 3 }, night)
      assert.deepEqual(await daily.states(id), states('CANCELLED'))
      server.clock.set(new Date(Date.parse(`${both}:00Z`) - HOUR_MS))
      const second = await server.another()
      await Promise.all(Array.from({ length: 20 }, (_, i) => daily.makeDue(i % 2 === 0 ? server.running : second, id)))
      assert.equal(await daily.madeOf(id), rest.length, both)
      await anna.as.done(calls.RestoreStart, { id, v: 4 }, at(both))
      await Promise.all(Array.from({ length: 20 }, (_, i) => daily.makeDue(i % 2 === 0 ? server.running : second, id)))
      assert.equal(await daily.madeOf(id), rest.length + 1, both)
      await second.stop()
      await anna.as.done(calls.EndSchedule, { id, v: 5 }, {})
    }
  })
})
