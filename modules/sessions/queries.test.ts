import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { sessionsContract as calls } from './contract.ts'
import { takeSeat } from './door.ts'
import { LONG_OVER_MIN } from './rules.ts'
import { calendarOf } from './queries/calendar.ts'
import { eventWorld, type EventWorld } from './sessions.fixture.ts'

describe('lists and calendars of events', () => {
  let { server, league, startsIn, add } = {} as EventWorld
  before(async () => {
    ;({ server, league, startsIn, add } = await eventWorld(['seats-counted', 'status-of-splits']))
  })
  after(() => server.stop())

  test('a calendar holds one event and only what we mean, whatever the names hold', async () => {
    const id = await add({ publish: true, sessionName: 'Race; night, \\ "now"', serverName: 'Paddock, live: round #1, with a name of some length' })
    const reply = await server.visitor.fetch(`/public/events/${id}/calendar.ics`)
    assert.equal(reply.headers.get('content-type'), 'text/calendar; charset=utf-8')
    const text = await reply.text()
    assert.ok(text.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75))
    const lines = text.replaceAll('\r\n ', '').split('\r\n')
    assert.deepEqual(
      lines.filter((line) => /^(BEGIN|END|SUMMARY|DESCRIPTION|LOCATION|UID|ATTENDEE)/.test(line)),
      [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        `UID:${id}@localhost`,
        'SUMMARY:Paddock\\, live: round #1\\, with a name of some length',
        'LOCATION:Monza Circuit\\, Assetto Corsa Competizione',
        'DESCRIPTION:Race\\; night\\, \\\\ "now" – League SESS',
        'END:VEVENT',
        'END:VCALENDAR',
      ],
    )
    assert.match(calendarOf('x\rATTENDEE:a', [], 'http://x', new Date()), /X-WR-CALNAME:x ATTENDEE:a/)
    const feed = await (await server.visitor.fetch(`/public/leagues/${league}/calendar.ics`)).text()
    assert.ok(feed.includes(`UID:${id}@localhost`))
  })

  test('a link’s preview is a picture of 1200×630, whatever the event is called', async () => {
    const id = await add({ publish: true, sessionName: '<script>&" 日本 Ñ' + 'x'.repeat(80) })
    const reply = await server.visitor.fetch(`/public/events/${id}/card.png`)
    const png = Buffer.from(await reply.arrayBuffer())
    assert.deepEqual([reply.status, reply.headers.get('content-type'), png.toString('latin1', 1, 4)], [200, 'image/png', 'PNG'])
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630])
  })

  test('trending shows the fullest first', async () => {
    const [half, full] = [await add({ publish: true, maxEntries: 20 }), await add({ publish: true, maxEntries: 10 })] as [SessionId, SessionId]
    const seats = async (id: SessionId, count: number) => {
      for (let i = 0; i < count; i++) await server.running.machine.db.transaction().execute((tx) => takeSeat(tx, id))
    }
    await seats(half, 9)
    await seats(full, 8)
    await add({ publish: true })
    const { body } = await server.visitor.ask(calls.trendingRaces, {})
    const ids = body.map((race) => race.id)
    assert.ok(ids.indexOf(full) < ids.indexOf(half))
    assert.ok(body.every((race) => race.registeredDrivers >= 8))
  })

  test('trending, where two are equally full: the sooner first, then always the same one', async () => {
    const at = (hours: number) => startsIn(hours * 60)
    // half full each, of grids of different sizes
    const [late, soon, same] = [
      await add({ publish: true, maxEntries: 16, startsAt: at(30) }),
      await add({ publish: true, maxEntries: 18, startsAt: at(29) }),
      await add({ publish: true, maxEntries: 20, startsAt: at(30) }),
    ]
    const { pool } = server.running.machine
    await pool.query('update sessions set taken = max_entries / 2 where id = any ($1)', [[late, soon, same]])
    // nor by how they lie in the table
    await pool.query('update sessions set waiting = 0 where id = $1', [late])
    const { body } = await server.visitor.ask(calls.trendingRaces, { limit: 100 })
    const ours = body.map((race) => race.id as string).filter((id) => [late, soon, same].includes(id))
    assert.deepEqual(ours, [soon, ...[late, same].toSorted()])
  })

  test('an event that failed is to come for as long as it can be restarted, and no longer', async () => {
    const [running, failed, past] = [await add({ publish: true }), await add({ publish: true }), await add({ publish: true })]
    const { pool, answers } = server.running.machine
    const now = server.clock.now().getTime()
    const set = async (id: string, agoMs: number): Promise<void> =>
      void (await pool.query(`update sessions set status = 'FAILED', status_at = $2 where id = $1`, [id, new Date(now - agoMs)]))
    await set(failed, 24 * 3_600_000 - 60_000)
    await set(past, 24 * 3_600_000)
    answers.dropAll()
    const listed = async (status: 'COMING' | 'FAILED'): Promise<readonly string[]> => {
      const { events } = (await server.visitor.ask(calls.publicEvents, { status, limit: 100 })).body
      return events.map((event) => event.id as string).filter((id) => [running, failed, past].includes(id))
    }
    assert.deepEqual((await listed('COMING')).toSorted(), [running, failed].toSorted())
    assert.deepEqual((await listed('FAILED')).toSorted(), [failed, past].toSorted())
  })

  test('what is long over and waits for its results stands behind what is to come', async () => {
    const [over, on, later] = [await add({ publish: true }), await add({ publish: true }), await add({ publish: true, startsAt: startsIn(40 * 60) })]
    const { pool, answers } = server.running.machine
    const begun = (id: string, minutes: number) =>
      pool.query(
        `update sessions set status = 'IN_PROGRESS', starts_at = $2::timestamptz - make_interval(mins => duration_min + $3::int) where id = $1`,
        [id, server.clock.now(), minutes],
      )
    await begun(over, LONG_OVER_MIN + 1)
    await begun(on, LONG_OVER_MIN - 1)
    answers.dropAll()
    const ours = async (params: object): Promise<readonly string[]> => {
      const { events } = (await server.visitor.ask(calls.publicEvents, { limit: 100, ...params })).body
      return events.map((event) => event.id as string).filter((id) => [over, on, later].includes(id as SessionId))
    }
    assert.deepEqual(await ours({}), [on, later, over])
    assert.deepEqual(await ours({ status: 'IN_PROGRESS' }), [over, on])
    await pool.query(`update sessions set status = 'ENDED' where id = any ($1)`, [[over, on]])
  })

  test('filters of the list', async () => {
    const id = await add({ publish: true, sessionName: 'Filter me', location: 'BH-Bahrain', trackId: 'zolder', startsAt: startsIn(3 * 24 * 60) })
    const hits = async (params: object) =>
      (await server.visitor.ask(calls.publicEvents, { limit: 100, ...params })).body.events.some((event) => event.id === id)
    for (const [expected, params] of [
      [true, { region: 'BH-Bahrain' }],
      [false, { region: 'IE-Dublin' }],
      [true, { game: 'acc' }],
      [false, { game: 'assetto_corsa' }],
      [true, { leagueId: league }],
      [true, { search: 'zolder' }],
      [true, { search: 'filter ME' }],
      [false, { search: '%' }],
      [true, { from: startsIn(2 * 24 * 60), to: startsIn(4 * 24 * 60) }],
      [false, { to: startsIn(2 * 24 * 60) }],
      [true, { status: 'WAITING' }],
      [false, { status: 'ENDED' }],
      [true, { status: 'ALL' }],
    ] as const)
      assert.equal(await hits(params), expected, JSON.stringify(params))
  })
})
