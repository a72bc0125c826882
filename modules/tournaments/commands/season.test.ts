import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS } from '#core/duration.ts'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { membersContract } from '#modules/members/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { tournamentsContract as calls } from '../contract.ts'
import { driveRound } from '../queries/season.fixture.ts'

/** docs/decisions/0039. */
describe('what a season and its events are to one another', () => {
  let server: TestServer
  let [owner, ann, ben] = Array<Person>(3) as [Person, Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted', 'status-of-splits'] })
    ;[owner, ann, ben] = (await Promise.all(['Olga', 'Ann', 'Ben'].map((name) => person(server, name)))) as [Person, Person, Person]
    league = await found(server, owner, { members: [ann, ben] })
  })
  after(() => server.stop())

  const at = () => ({ server, owner, league })
  const fields = { name: 'Winter', maxEntries: 20 }
  const add = async (more: object = {}): Promise<TournamentId> =>
    (await owner.as.done(calls.AddTournament, {}, { leagueId: league, type: 'CHAMPIONSHIP', game: 'iracing', ...fields, ...more }))
      .aggregateId as TournamentId
  const seen = async (id: TournamentId, who = owner) => (await who.as.ask(calls.tournament, { id })).body
  const order = async (call: 'PublishTournament' | 'EndTournament', id: TournamentId) => owner.as.send(calls[call], { id, v: (await seen(id)).v }, {})
  const join = (who: Person, id: TournamentId, body: object = {}) => who.as.send(calls.JoinTournament, { id }, body)
  const addSession = async (id: TournamentId, sessionId: SessionId) =>
    owner.as.send(calls.AddTournamentSession, { id, v: (await seen(id)).v }, { sessionId })
  const table = async (id: TournamentId, who = ann) => (await who.as.ask(calls.standings, { id })).body
  const short = (rows: Awaited<ReturnType<typeof table>>['rows']) =>
    rows.map(({ position, name, points }) => `${position ?? '-'} ${name} ${points}`).join(', ')

  test('an event of a season that nobody has published becomes no daily template', async () => {
    const { pool } = server.running.machine
    await pool.query(`update leagues set plan = 'LEAGUE_PLUS' where id = $1`, [league])
    const [own, alone] = (await Promise.all([1, 2].map(() => event(server, owner, league, { game: 'iracing', trackId: 'Monza', cars: ['1'] })))) as [
      SessionId,
      SessionId,
    ]
    const id = await add({ type: 'SERIES' })
    assert.equal((await addSession(id, own)).status, 200)
    const day = (days: number) => new Date(server.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
    const schedule = { days: [1, 2, 3, 4, 5, 6, 7], times: ['20:00'], timeZone: 'Europe/Berlin', until: day(10) }
    const made = async (sessionId: SessionId) => {
      await pool.query(`update sessions set status = 'DRAFT' where id = $1`, [sessionId])
      const { v } = (await owner.as.ask(sessionsContract.race, { id: sessionId })).body
      return (await owner.as.send(sessionsContract.SetSchedule, { id: sessionId, v }, schedule)).body.code ?? 'made'
    }
    assert.deepEqual([await made(own), await made(alone)], ['WRONG_STATE', 'made'])
    assert.equal((await owner.as.ask(sessionsContract.race, { id: own })).body.status, 'DRAFT')
    // at the same moment it becomes one of both, never both
    for (let time = 0; time < 5; time++) {
      const both = await event(server, owner, league, { game: 'iracing', trackId: 'Monza', cars: ['1'] })
      const { v } = await seen(id)
      const [template, joined] = await Promise.all([
        made(both),
        owner.as.send(calls.AddTournamentSession, { id, v }, { sessionId: both }).then(({ body }) => body.code ?? 'joined'),
      ])
      const { status } = (await owner.as.ask(sessionsContract.race, { id: both })).body
      assert.equal(
        (await seen(id)).sessions.some(({ sessionId }) => sessionId === both),
        joined === 'joined',
      )
      assert.equal(status === 'RECURRING', template === 'made')
      assert.ok(template !== 'made' || joined !== 'joined', `${template} ${joined}`)
    }
  })

  test('a skip of an event that came to nothing is given back', async () => {
    const id = await add({ participationRules: { sessionSkipLimit: 1 } })
    const made = [] as SessionId[]
    for (let no = 0; no < 3; no++) made.push(await event(server, owner, league, { game: 'iracing', trackId: 'Monza', cars: ['1'] }))
    for (const sessionId of made) await addSession(id, sessionId)
    await order('PublishTournament', id)
    await join(ann, id)
    const { pool } = server.running.machine
    for (const [at, status] of [
      [0, 'DECLINED'],
      [1, 'FAILED'],
    ] as const) {
      await ann.as.done(calls.SkipSession, { refId: id }, { sessionId: made[at]! })
      assert.equal((await seen(id, ann)).may.skip, false)
      await pool.query('update sessions set status = $2 where id = $1', [made[at], status])
      assert.equal((await seen(id, ann)).may.skip, true, status)
    }
    await ann.as.done(calls.SkipSession, { refId: id }, { sessionId: made[2]! })
    await ann.as.done(calls.CancelSkip, { refId: id }, { sessionId: made[2]! })
  })

  test('a seat that is freed, or made, goes to who waits longest, who is told; who gives up waiting may register again', async () => {
    const id = await add({ maxEntries: 2 })
    await order('PublishTournament', id)
    const [cem, dan] = (await Promise.all(['Cem', 'Dan'].map((name) => person(server, name)))) as [Person, Person]
    for (const who of [cem, dan])
      await who.as.done(membersContract.JoinLeague, { id: league, v: (await who.as.ask(membersContract.league, { id: league })).body.v }, {})
    for (const who of [ann, ben, cem, dan]) await join(who, id)
    const how = async (who: Person) => (await seen(id, who)).entry && `${(await seen(id, who)).entry!.status} ${(await seen(id, who)).entry!.inLine}`
    assert.deepEqual([await how(cem), await how(dan)], ['WAITING_LIST 1', 'WAITING_LIST 2'])
    assert.equal(short((await table(id)).rows), '1 Ann 0, 2 Ben 0', 'who waits is in no table')
    assert.equal((await cem.as.send(calls.SkipSession, { refId: id }, { sessionId: id as never })).body.code, 'NOT_REGISTERED')
    await cem.as.done(calls.LeaveTournament, { id }, {})
    assert.deepEqual([await how(cem), await how(dan)], [null, 'WAITING_LIST 1'])
    await join(cem, id)
    await ann.as.done(calls.LeaveTournament, { id }, {})
    assert.deepEqual([await how(dan), await how(cem)], ['ACTIVE null', 'WAITING_LIST 1'])
    const told = (await dan.as.ask(notificationsContract.notifications, {})).body.notifications.map(({ kind }) => kind)
    assert.ok(told.includes('season-seated'), told.join())
    await owner.as.done(calls.EditTournament, { id, v: (await seen(id)).v }, { ...fields, maxEntries: 3 })
    assert.equal(await how(cem), 'ACTIVE null')
  })

  test('when it ends nobody waits any more, and everybody who did is told, while a driver leaves and one gives up waiting', async () => {
    const id = await add({ name: 'Full', maxEntries: 2 })
    await order('PublishTournament', id)
    const [cem, dan] = (await Promise.all(['Cem', 'Dan'].map((name) => person(server, name)))) as [Person, Person]
    for (const who of [cem, dan])
      await who.as.done(membersContract.JoinLeague, { id: league, v: (await who.as.ask(membersContract.league, { id: league })).body.v }, {})
    for (const who of [ann, ben, cem, dan]) await join(who, id)
    assert.deepEqual([(await seen(id, cem)).entry?.inLine, (await seen(id, cem)).may.leave], [1, true])
    const { v } = await seen(id)
    const [ended] = await Promise.all([
      owner.as.send(calls.EndTournament, { id, v }, {}),
      ann.as.send(calls.LeaveTournament, { id }, {}),
      dan.as.send(calls.LeaveTournament, { id }, {}),
    ])
    assert.equal(ended.status, 200)
    const { participants } = (await owner.as.ask(calls.participants, { id })).body
    assert.ok(!participants.some(({ name, status }) => status === 'WAITING_LIST' || name === 'Dan'), JSON.stringify(participants))
    const told = async (who: Person) =>
      (await who.as.ask(notificationsContract.notifications, {})).body.notifications.filter(({ params }) => params['season'] === 'Full')
    const has = participants.some(({ name }) => name === 'Cem') ? 'season-seated' : 'season-ended-line'
    assert.deepEqual(
      (await told(cem)).map(({ kind }) => kind),
      [has],
      'who waits has the seat that was freed before the end, or hears of it',
    )
    const { entry, may } = await seen(id, dan)
    assert.deepEqual([entry, may.leave, may.register], [null, false, false])
  })

  test('does not end before its events, which its drivers could then neither cancel nor skip', async () => {
    const id = await add()
    await order('PublishTournament', id)
    const sessionId = await event(server, owner, league, { game: 'iracing', trackId: 'Monza', cars: ['1'] })
    await addSession(id, sessionId)
    const { body } = await order('EndTournament', id)
    assert.deepEqual([body.code, body.params], ['WRONG_STATE', { status: 'WAITING', reason: 'toDrive' }])
    assert.match(body.message ?? '', /still to be driven/)
    await owner.as.done(calls.RemoveTournamentSession, { id, v: (await seen(id)).v }, { sessionId })
    assert.equal((await order('EndTournament', id)).status, 200)
  })

  test('that was driven in before it is published has begun with it', async () => {
    const id = await add()
    await driveRound(at(), id, [ben, ann])
    assert.equal((await order('PublishTournament', id)).status, 200)
    assert.equal((await seen(id)).status, 'STARTED')
    assert.equal(short((await table(id)).rows), '', 'nobody is registered yet')
    await join(ann, id)
    assert.equal(short((await table(id)).rows), '1 Ann 18', 'the winner keeps the place of the race')
    await join(ben, id)
    assert.equal(short((await table(id)).rows), '1 Ben 25, 2 Ann 18')
  })

  test('a form takes no car away that somebody drives the season in', async () => {
    const id = await add({ cars: [{ id: '1' }, { id: '2' }] })
    await order('PublishTournament', id)
    await join(ann, id, { carId: '2' })
    const edit = async (...cars: string[]) =>
      (await owner.as.send(calls.EditTournament, { id, v: (await seen(id)).v }, { ...fields, cars: cars.map((one) => ({ id: one })) })).body
    assert.deepEqual((await edit('1')).params, { field: 'cars', reason: 'carTaken', car: '2' })
    assert.equal((await edit('2', '3')).code, undefined)
    await ann.as.done(calls.LeaveTournament, { id }, {})
    assert.equal((await edit('3')).code, undefined)
  })

  test('a round that is not published yet neither moves the parts of the season nor promises points', async () => {
    const id = await add({ pointSystem: { overallPointTable: [10, 6], bestRounds: [{ from: 1, to: 2, best: 1 }] } })
    await order('PublishTournament', id)
    for (const who of [ann, ben]) await join(who, id)
    const drafts = [] as SessionId[]
    for (let no = 0; no < 2; no++) drafts.push(await event(server, owner, league, { game: 'iracing', trackId: 'Monza', cars: ['1'], publish: false }))
    for (const sessionId of drafts) await addSession(id, sessionId)
    await server.running.machine.pool.query("update sessions set starts_at = starts_at - interval '90 days' where id = $1", [drafts[0]])
    await driveRound(at(), id, [ann, ben])
    await driveRound(at(), id, [ben, ann])
    const standings = await table(id, owner)
    assert.deepEqual([short(standings.rows), standings.pointsLeft], ['1 Ben 10, 2 Ann 10', 0])
    await owner.as.done(sessionsContract.PublishSession, { id: drafts[1]!, v: 1 }, {})
    assert.equal((await table(id)).pointsLeft, 10)
  })
})
