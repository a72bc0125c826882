import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { event as newEvent } from '#testing/event.ts'
import { league as found, leagueBody } from '#testing/league.ts'
import { sessionsContract as calls } from './contract.ts'
import { endSession, freeSeat, launchOrder, moveSplit, sessionFacts, sessionsToLaunch, splitsOf, takeClassSeat, takeSeat } from './door.ts'
import { LAUNCH_LEAD_MS, type SplitStatus } from './rules.ts'
import { eventWorld, type EventWorld } from './sessions.fixture.ts'

describe('sessions', () => {
  let { server, anna, bert, league, startsIn, fields, add } = {} as EventWorld
  const refused = async (more: object) => {
    const { status, body } = await anna.as.send(calls.AddSession, {}, fields(more))
    assert.notEqual(status, 200, 'was not refused')
    return [body.code, body.params?.['field']]
  }

  before(async () => {
    ;({ server, anna, bert, league, startsIn, fields, add } = await eventWorld(['seats-counted', 'class-seats-counted']))
  })
  after(() => server.stop())

  test('a published event stands in the list and on its page, without secrets', async () => {
    const id = await add({ publish: true, sessionName: 'Friday at Monza', entryPassword: 'let me in' })
    const list = await server.visitor.ask(calls.publicEvents, { search: 'friday' })
    assert.deepEqual(
      list.body.events.map((event) => [event.id, event.status, event.trackName, event.carsName, event.duration, event.hasEntryPassword]),
      [[id, 'WAITING', 'Monza Circuit', 'Ferrari 488 GT3', 30, true]],
    )
    const page = await server.visitor.ask(calls.publicEvent, { id })
    assert.deepEqual(
      page.body.splitStatuses.map(({ splitNo, status }) => [splitNo, status]),
      [[1, 'WAITING']],
    )
    const seen = await anna.as.ask(calls.race, { id })
    assert.deepEqual(
      seen.body.statusHistory?.map(({ splitNo, status }) => [splitNo, status]),
      [
        [null, 'DRAFT'],
        [null, 'WAITING'],
        [1, 'WAITING'],
      ],
    )
    assert.equal(seen.body.config.entryPassword, 'let me in')
    const { server: drive, admin, spectator } = seen.body.config.passwords!
    assert.deepEqual([drive.length, admin.length, spectator.length], [6, 12, 6])
    const foreign = await bert.as.ask(calls.race, { id })
    assert.deepEqual([foreign.body.config.passwords, foreign.body.statusHistory, foreign.body.createdBy], [undefined, undefined, undefined])
    assert.equal(seen.body.createdBy, anna.id)
    assert.equal(
      Object.values(foreign.body.may).some((may) => may),
      false,
    )
    for (const text of [list.body, page.body, foreign.body].map((body) => JSON.stringify(body)))
      for (const secret of [drive, admin, spectator, 'let me in']) assert.equal(text.includes(secret), false)
  })

  test('drafts are the admins’ own until they are published', async () => {
    const id = await add()
    assert.equal((await server.visitor.ask(calls.publicEvent, { id })).status, 404)
    assert.equal((await bert.as.ask(calls.race, { id })).body.code, 'NOT_FOUND')
    assert.equal((await bert.as.ask(calls.raceProperties, { id })).body.code, 'NOT_FOUND')
    assert.equal((await bert.as.ask(calls.drafts, { leagueId: league })).body.code, 'ADMIN_REQUIRED')
    assert.ok((await anna.as.ask(calls.drafts, { leagueId: league })).body.events.some((event) => event.id === id))
    assert.equal((await bert.as.send(calls.PublishSession, { id, v: 1 }, {})).body.code, 'NOT_FOUND')
    assert.deepEqual(await anna.as.done(calls.PublishSession, { id, v: 1 }, {}), { v: 2 })
    assert.equal((await server.visitor.ask(calls.publicEvent, { id })).body.status, 'WAITING')
    assert.equal((await anna.as.send(calls.PublishSession, { id, v: 2 }, {})).body.code, 'WRONG_STATE')
  })

  test('events of a hidden community exist for its members only', async () => {
    const id = await add({ publish: true })
    const hidden = (visibility: string) => server.running.machine.db.updateTable('leagues').set({ visibility }).where('id', '=', league).execute()
    await hidden('HIDDEN')
    const other = await server.another()
    const fresh = server.visitor.at(other.address)
    assert.equal((await fresh.ask(calls.publicEvent, { id })).status, 404)
    assert.equal((await fresh.ask(calls.publicEvents, {})).body.total, 0)
    assert.equal((await fresh.fetch(`/public/events/${id}/calendar.ics`)).status, 404)
    assert.equal((await bert.as.ask(calls.race, { id })).status, 404)
    assert.equal((await bert.as.send(calls.AddSession, {}, fields())).body.code, 'NOT_FOUND')
    assert.equal((await anna.as.ask(calls.race, { id })).status, 200)
    await hidden('PUBLIC')
  })

  test('what the form refuses, at its field', async () => {
    assert.deepEqual(await refused({ startsAt: startsIn(-10) }), ['EVENT_TOO_SOON', 'startsAt'])
    assert.deepEqual(await refused({ startsAt: '2027-01-01T20:03:00.000Z' }), ['MALFORMED', 'startsAt'])
    assert.deepEqual(await refused({ game: 'manual' }), ['CONFIG_INVALID', 'gameName'])
    assert.deepEqual(await refused({ gameName: 'Gran Turismo 7' }), ['CONFIG_INVALID', 'gameName'])
    assert.deepEqual(await refused({ unknown: 1 }), ['MALFORMED', 'unknown'])
    assert.deepEqual(await refused({ options: { nonsense: 1 } }), ['CONFIG_INVALID', 'config.options.nonsense'])
    assert.deepEqual(await refused({ passwords: { server: 'same-1', admin: 'same-1' } }), ['PASSWORDS_MUST_DIFFER', 'config.passwords'])
    assert.deepEqual(await refused({ passwords: { server: 'a b c d' } }), ['MALFORMED', 'config.passwords.server'])
    assert.deepEqual(await refused({ registrationOpensAt: startsIn(60) }), ['CONFIG_INVALID', 'registrationOpensAt'])
    assert.equal((await bert.as.send(calls.AddSession, {}, fields())).body.code, 'ADMIN_REQUIRED')
    assert.equal((await server.visitor.send(calls.AddSession, {}, fields())).body.code, 'LOGIN_REQUIRED')
  })

  test('fifty published at once stay within the free plan’s week', async () => {
    const free = await found(server, anna, { plan: 'FREE' })
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => anna.as.send(calls.AddSession, {}, { ...fields({ segments: shortRace, publish: true }), leagueId: free })),
    )
    const codes = Map.groupBy(replies, (reply) => reply.body.code ?? 'done')
    assert.deepEqual([codes.get('done')?.length, codes.get('LIMIT_EVENTS_PER_WEEK')?.length], [10, 40])
    const nextWeek = startsIn(60 + 8 * 24 * 60)
    assert.equal(
      (await anna.as.send(calls.AddSession, {}, { ...fields({ startsAt: nextWeek, segments: shortRace, publish: true }), leagueId: free })).status,
      200,
    )
    assert.equal(
      (await anna.as.send(calls.AddSession, {}, { ...fields({ startsAt: nextWeek, driverSwap: true }), leagueId: free })).body.code,
      'FEATURE_NOT_IN_PLAN',
    )
  })

  test('an edit keeps what it leaves out, over the version the admin has seen', async () => {
    const id = await add({ publish: true, passwords: { server: 'drive-1' }, entryPassword: 'sesame' })
    assert.deepEqual(await anna.as.done(calls.EditSession, { id, v: 1 }, fields({ sessionName: 'Renamed', maxEntries: 12 })), { v: 2 })
    assert.equal((await anna.as.send(calls.EditSession, { id, v: 1 }, fields())).body.code, 'VERSION_CONFLICT')
    const { body } = await anna.as.ask(calls.race, { id })
    assert.deepEqual(
      [body.sessionName, body.config.maxEntries, body.config.passwords?.server, body.config.entryPassword],
      ['Renamed', 12, 'drive-1', 'sesame'],
    )
    await anna.as.done(calls.EditSession, { id, v: 2 }, fields({ entryPassword: '' }))
    assert.equal((await anna.as.ask(calls.race, { id })).body.hasEntryPassword, false)
    assert.equal((await bert.as.send(calls.EditSession, { id, v: 3 }, fields())).body.code, 'ADMIN_REQUIRED')
    await anna.as.done(calls.DeleteSession, { id, v: 3 }, {})
    assert.equal((await anna.as.ask(calls.race, { id })).status, 404)
    assert.equal((await server.visitor.ask(calls.publicEvent, { id })).status, 404)
    assert.equal((await anna.as.send(calls.EditSession, { id, v: 4 }, fields())).body.code, 'NOT_FOUND')
  })

  test('a copy is a draft with the same plan and passwords of its own', async () => {
    const id = await add({ publish: true, carClasses: twoClasses, cars: [], registrationOpensAt: startsIn(30) })
    await anna.as.done(calls.SetBop, { id, v: 1 }, { bops: { 2: { ballastkg: 10, restrictor: 5 }, 1: { ballastkg: 0, restrictor: 0 } } })
    const copy = (await anna.as.done(calls.DuplicateSession, { id, v: 2 }, { startsAt: startsIn(24 * 60) })).aggregateId
    const [before, after] = [(await anna.as.ask(calls.race, { id })).body, (await anna.as.ask(calls.race, { id: copy })).body]
    assert.equal(after.status, 'DRAFT')
    assert.deepEqual(
      [after.config.segments, after.config.options, after.carClasses, after.cars],
      [before.config.segments, before.config.options, before.carClasses, before.cars],
    )
    assert.deepEqual(
      after.cars.map((car) => [car.id, car.carClassId, car.bop]),
      [
        ['2', 'PRO', { ballastkg: 10, restrictor: 5 }],
        ['1', 'AM', null],
      ],
    )
    assert.notDeepEqual(after.config.passwords, before.config.passwords)
    const opensBefore = (event: typeof before): number => Date.parse(event.startsAt) - Date.parse(event.chosenRegistrationOpensAt ?? '')
    assert.equal(opensBefore(after), opensBefore(before), 'registration opens as long before the start')
  })

  test('balance of performance stays in the game’s bounds', async () => {
    const id = await add()
    const said = async (bops: Record<string, { ballastkg: number; restrictor: number }>) =>
      (await anna.as.send(calls.SetBop, { id, v: 1 }, { bops })).body.code
    assert.equal(await said({ 2: { ballastkg: 41, restrictor: 0 } }), 'BOP_OUT_OF_RANGE')
    assert.equal(await said({ 2: { ballastkg: -40, restrictor: 21 } }), 'BOP_OUT_OF_RANGE')
    assert.equal(await said({ 7: { ballastkg: 1, restrictor: 0 } }), 'CONFIG_INVALID')
    assert.equal(await said({ 2: { ballastkg: -40, restrictor: 20 } }), undefined)
  })

  test('a hundred seats asked for at once fill the grid and no more', async () => {
    const id = (await add({ publish: true, maxEntries: 20 })) as SessionId
    const { db } = server.running.machine
    const taken = await Promise.all(Array.from({ length: 100 }, () => db.transaction().execute((tx) => takeSeat(tx, id))))
    assert.equal(taken.filter(Boolean).length, 20)
    assert.deepEqual((await sessionFacts(db, id))?.taken, 20)
    await db.transaction().execute((tx) => freeSeat(tx, id))
    assert.equal(await db.transaction().execute((tx) => takeSeat(tx, id)), true)
    const smaller = await anna.as.send(calls.EditSession, { id, v: 1 }, fields({ maxEntries: 19 }))
    assert.deepEqual([smaller.body.code, smaller.body.params?.['field']], ['CONFIG_INVALID', 'config.maxEntries'])
    assert.equal((await anna.as.send(calls.EditSession, { id, v: 1 }, fields({ cars: ['3'] }))).body.code, 'CAR_CHANGE_NOT_ALLOWED')
  })

  test('seats of a class end at its limit and stay counted through an edit', async () => {
    const id = (await add({ publish: true, carClasses: twoClasses, cars: [] })) as SessionId
    const { db } = server.running.machine
    const taken = await Promise.all(Array.from({ length: 10 }, () => db.transaction().execute((tx) => takeClassSeat(tx, id, 'PRO'))))
    assert.equal(taken.filter(Boolean).length, 4)
    await anna.as.done(calls.EditSession, { id, v: 1 }, fields({ carClasses: twoClasses, cars: [] }))
    assert.equal((await sessionFacts(db, id))?.classes[0]?.taken, 4)
  })

  test('a race night in the states of its split', async () => {
    const id = (await add({ publish: true })) as SessionId
    const { db } = server.running.machine
    const [split] = await splitsOf(db, id)
    const move = (to: SplitStatus, reason?: string) =>
      db.transaction().execute((tx) => moveSplit({ tx, record: () => undefined }, { splitId: split!.id, to, reason, now: server.clock.now() }))
    const status = async () => (await anna.as.ask(calls.raceProperties, { id })).body.status
    const refusedMove = await move('STARTED')
    assert.deepEqual(refusedMove.ok, false)
    for (const to of ['SCHEDULING', 'STARTING', 'FAILED', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS'] as const) {
      const moved = await move(to, to === 'FAILED' ? 'the process ended' : undefined)
      assert.deepEqual(moved, { ok: true, value: { status: to } })
      assert.equal(await status(), to)
      assert.equal((await anna.as.ask(calls.race, { id })).body.may.restart, to === 'FAILED' || to === 'STARTED')
    }
    assert.equal((await anna.as.send(calls.EditSession, { id, v: 1 }, fields())).body.code, 'EVENT_STARTED')
    assert.equal((await anna.as.send(calls.DeleteSession, { id, v: 1 }, {})).body.code, 'EVENT_STARTED')
    const ended = await db.transaction().execute((tx) => endSession({ tx, record: () => undefined, now: server.clock.now() }, id, null))
    assert.deepEqual(ended, { ok: true, value: { status: 'ENDED' } })
    const { body } = await anna.as.ask(calls.race, { id })
    assert.ok(body.endedAt)
    assert.deepEqual(
      body.statusHistory
        ?.slice(3)
        .map(({ splitNo, status: to, reason }) => [splitNo, to, reason])
        .filter(([, to]) => to === 'FAILED'),
      [
        [1, 'FAILED', 'the process ended'],
        [null, 'FAILED', 'the process ended'],
      ],
    )
    assert.equal((await move('SCHEDULING')).ok, false)
  })

  test('what is to be launched, and the order for its server', async () => {
    const { db, sealer } = server.running.machine
    const id = (await add({ publish: true, startsAt: startsIn(10), serverName: 'Paddock 12345', passwords: { server: 'drive-9' } })) as SessionId
    const startsAt = new Date((await server.visitor.ask(calls.publicEvent, { id })).body.startsAt).getTime()
    const due = async (ms: number) => (await sessionsToLaunch(db, new Date(startsAt - LAUNCH_LEAD_MS + ms))).some(({ sessionId }) => sessionId === id)
    assert.deepEqual([await due(-1), await due(0), await due(1)], [false, true, true])
    const order = await launchOrder(db, sealer, id)
    assert.deepEqual(
      [order?.serverName, order?.passwords.server, order?.segments.length, order?.region],
      ['Paddock 12345', 'drive-9', 2, 'IE-Dublin'],
    )
  })

  test('beside an event stands where its community talks, as it is now', async () => {
    const inviteLink = 'https://discord.gg/apex'
    const written = { inviteLink: '', name: 'Talkers', shortName: 'talkers' }
    const leagueId = await found(server, anna, written)
    const id = await newEvent(server, anna, leagueId)
    const told = async () => (await server.visitor.ask(calls.publicEvent, { id })).body.leagueInviteLink
    assert.equal(await told(), '')
    const { v } = (await anna.as.ask(membersContract.league, { id: leagueId })).body
    await anna.as.done(leaguesContract.EditLeague, { id: leagueId, v }, leagueBody({ ...written, inviteLink }))
    assert.equal(await told(), inviteLink)
  })

  test('a server is called as its event is, also once that is renamed, unless somebody typed a name', async () => {
    const named = async (id: string) => {
      const { serverName, typedServerName } = (await anna.as.ask(calls.race, { id: id as SessionId })).body
      return [serverName, typedServerName]
    }
    const [id, own] = [await add({ sessionName: 'Cup [R1]' }), await add({ sessionName: 'Cup [R1]', serverName: 'Paddock 5' })]
    assert.deepEqual(
      [await named(id), await named(own)],
      [
        ['Cup R1', null],
        ['Paddock 5', 'Paddock 5'],
      ],
    )
    await anna.as.done(calls.EditSession, { id, v: 1 }, fields({ sessionName: 'Cup [R2]' }))
    assert.deepEqual(await named(id), ['Cup R2', null])
  })
})

const shortRace = [
  { type: 'QUALIFY' as const, durationMin: 5 },
  { type: 'RACE' as const, durationMin: 10 },
]
const twoClasses = [
  { id: 'PRO', name: 'Pro', color: '#ff0000', cars: ['2'], maxClassEntries: 4 },
  { id: 'AM', name: 'Am', color: '#00ff00', cars: ['1'] },
]
