import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MINUTE_MS } from '#core/duration.ts'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { rated } from '#modules/ranking/ranking.fixture.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { tournamentsContract as calls } from './contract.ts'

const MINUTES = 60_000

describe('tournaments', () => {
  let server: TestServer
  let [owner, admin, ann, ben, cem, stranger] = Array<Person>(6) as [Person, Person, Person, Person, Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    const made = await Promise.all(['Olga', 'Adam', 'Ann', 'Ben', 'Cem', 'Sven'].map((name) => person(server, name, { country: 'de' })))
    ;[owner, admin, ann, ben, cem, stranger] = made as [Person, Person, Person, Person, Person, Person]
    league = await found(server, owner, { admins: [admin], members: [ann, ben, cem] })
  })
  after(() => server.stop())

  const fields = { name: 'Winter', maxEntries: 20 }
  const add = async (more: object = {}): Promise<TournamentId> =>
    (await owner.as.done(calls.AddTournament, {}, { leagueId: league, type: 'CHAMPIONSHIP', game: 'iracing', ...fields, ...more }))
      .aggregateId as TournamentId
  const seen = async (id: TournamentId, who = owner) => (await who.as.ask(calls.tournament, { id })).body
  const order = async (call: 'PublishTournament' | 'EndTournament' | 'DeleteTournament', id: TournamentId, who = owner) =>
    who.as.send(calls[call], { id, v: (await seen(id, owner)).v }, {})
  const join = (who: Person, id: TournamentId, body: object = {}) => who.as.send(calls.JoinTournament, { id }, body)
  const addSession = async (id: TournamentId, sessionId: SessionId) =>
    owner.as.send(calls.AddTournamentSession, { id, v: (await seen(id)).v }, { sessionId })
  const table = async (id: TournamentId, more: object = {}, who = ann) => (await who.as.ask(calls.standings, { id, ...more })).body
  const short = (rows: Awaited<ReturnType<typeof table>>['rows']) =>
    rows.map(({ position, name, points }) => `${position ?? '-'} ${name} ${points}`).join(', ')

  /** A round that is driven and published, in this order; who did not finish is last. */
  async function drive(id: TournamentId, order: readonly Person[], out: readonly Person[] = []): Promise<SessionId> {
    const made = await runningEvent(server, owner, league, { game: 'iracing', manual: true, segments: ['RACE'] })
    assert.equal((await addSession(id, made.id)).status, 200)
    const everybody = [...order, ...out]
    const ids = await enter(
      server,
      made,
      everybody.map((who, at) => ({ userId: who.id, raceNumber: at + 1, carId: '1' })),
    )
    const rows = ids.map((entryId, at) =>
      at < order.length ? { entryId, position: at + 1, timeMs: 900_000 + at } : { entryId, position: at + 1, isDNF: true },
    )
    const saved = await owner.as.send(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: rows as never })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    assert.equal((await owner.as.send(manualResultsContract.PublishResults, { id: made.id }, {})).status, 200)
    return made.id
  }

  test('a season from draft to its end, each order in its state alone', async () => {
    const id = await add()
    assert.equal((await ann.as.ask(calls.tournament, { id })).status, 404, 'a draft is its admins’ own affair')
    assert.equal((await server.visitor.ask(calls.publicTournament, { id })).status, 404)
    const may = Object.entries((await seen(id)).may).flatMap(([what, isSo]) => (isSo ? what : []))
    assert.deepEqual(may.toSorted(), ['delete', 'duplicate', 'edit', 'publish'])
    assert.equal((await order('EndTournament', id)).body.code, 'WRONG_STATE')
    assert.equal((await order('PublishTournament', id)).status, 200)
    assert.equal((await order('PublishTournament', id)).body.code, 'WRONG_STATE')
    const { body } = await server.visitor.ask(calls.publicTournament, { id })
    assert.deepEqual([body.name, body.status, body.pointSystem.overallPointTable.length], ['Winter', 'REGISTRATION', 10])
    assert.equal((await seen(id, ann)).may.register, true)
    const copy = await owner.as.done(calls.DuplicateTournament, { id, v: (await seen(id)).v }, { name: 'Winter again' })
    assert.deepEqual((await seen(copy.aggregateId as TournamentId)).name, 'Winter again')
    assert.equal((await order('EndTournament', id)).status, 200)
    assert.equal((await order('DeleteTournament', id)).body.code, 'WRONG_STATE')
    assert.equal((await join(ann, id)).body.code, 'REGISTRATION_CLOSED')
    const list = (await server.visitor.ask(calls.publicTournamentsOfLeague, { leagueId: league })).body
    assert.deepEqual(
      list.tournaments.map(({ name, status }) => [name, status]),
      [['Winter', 'FINISHED']],
    )
  })

  test('what the form may not say', async () => {
    const body = { leagueId: league, type: 'CHAMPIONSHIP', game: 'iracing', ...fields } as const
    const refused = async (more: object) => (await owner.as.send(calls.AddTournament, {}, { ...body, ...more })).body
    assert.equal((await refused({ maxEntries: 1 })).code, 'NOT_ENOUGH_ENTRIES')
    const one = { id: 'GT3', name: 'GT3', color: '#ff0000', cars: [{}].map(() => '1') }
    assert.deepEqual((await refused({ carClasses: [one] })).params, { field: 'carClasses', reason: 'classes' })
    assert.deepEqual((await refused({ carClasses: [one, { ...one, id: 'gt3' }] })).params, { field: 'carClasses', reason: 'classTwice' })
    const parts = [
      { from: 1, to: 4, best: 2 },
      { from: 4, to: 8, best: 2 },
    ]
    const outside = [{ from: 1, to: 4, best: 2, except: [5] }]
    for (const bestRounds of [parts, outside])
      assert.deepEqual((await refused({ pointSystem: { bestRounds } })).params, { field: 'bestRounds', reason: 'partsOrder' })
  })

  test('is published at least 30 minutes before its first event', async () => {
    const id = await add()
    const soon = nextStartStep(server.running.machine.clock().getTime() + 20 * MINUTE_MS)
    const sessionId = await event(server, owner, league, { game: 'iracing', trackId: 'Monza', cars: ['1'], startsAt: new Date(soon).toISOString() })
    assert.equal((await addSession(id, sessionId)).status, 200)
    assert.equal((await order('PublishTournament', id)).body.code, 'PUBLISH_TOO_LATE')
    const body = (await ann.as.ask(calls.tournamentOfEvent, { id: sessionId })).body
    assert.equal(body.tournament, null, 'a draft is told of to nobody')
    const mine = (await owner.as.ask(calls.tournamentOfEvent, { id: sessionId })).body
    assert.deepEqual([mine.tournament?.tournamentId, mine.tournament?.roundNo], [id, 1])
    // called off: the season has no such event any more
    await owner.as.done(sessionsContract.DeleteSession, { id: sessionId, v: 1 }, {})
    assert.deepEqual((await seen(id)).sessions, [])
  })

  test('registers members once; who left or was disqualified has no way back of their own', async () => {
    const id = await add({ maxEntries: 2 })
    await order('PublishTournament', id)
    assert.equal((await join(stranger, id)).body.code, 'MEMBER_REQUIRED')
    assert.equal((await join(ann, id, { teamName: 'Apex' })).status, 200)
    assert.equal((await join(ann, id)).body.code, 'ALREADY_REGISTERED')
    assert.equal((await join(ben, id)).status, 200)
    assert.deepEqual((await join(cem, id)).body, { v: (await seen(id)).v, status: 'WAITING_LIST' })
    assert.deepEqual([(await seen(id, cem)).entry?.inLine, (await seen(id, cem)).taken], [1, 2])
    assert.equal((await join(cem, id)).body.code, 'ALREADY_REGISTERED')
    assert.equal((await ben.as.send(calls.LeaveTournament, { id }, {})).status, 200)
    assert.equal((await join(ben, id)).body.code, 'REJOIN_NOT_ALLOWED')
    const reason = 'Three no-shows'
    const disqualify = async () => admin.as.send(calls.Disqualify, { id, v: (await seen(id)).v }, { driverId: ann.id, reason })
    const revoke = async () => admin.as.send(calls.RevokeDisqualification, { id, v: (await seen(id)).v }, { driverId: ann.id, reason })
    assert.equal((await revoke()).body.code, 'NOT_DISQUALIFIED')
    assert.equal((await disqualify()).status, 200)
    assert.deepEqual([(await seen(id)).taken, (await seen(id, cem)).entry?.status], [1, 'ACTIVE'], 'who waited has the seat')
    assert.equal((await join(ann, id)).body.code, 'REJOIN_NOT_ALLOWED')
    assert.equal((await join(admin, id)).status, 200)
    assert.equal((await revoke()).body.code, 'NO_FREE_SLOTS')
    await cem.as.done(calls.LeaveTournament, { id }, {})
    assert.equal((await revoke()).status, 200)
    assert.deepEqual((await seen(id, ann)).entry, {
      status: 'ACTIVE',
      carClassId: null,
      carId: null,
      teamName: 'Apex',
      skippedSessionIds: [],
      inLine: null,
    })
  })

  test('skips events up to the limit, while they are waiting', async () => {
    const id = await add({ participationRules: { sessionSkipLimit: 1 } })
    const made = [] as SessionId[]
    for (let day = 1; day <= 2; day++) {
      const sessionId = await event(server, owner, league, { game: 'iracing', trackId: 'Monza', cars: ['1'] })
      await addSession(id, sessionId)
      made.push(sessionId)
    }
    await order('PublishTournament', id)
    const skip = (sessionId: SessionId) => ann.as.send(calls.SkipSession, { refId: id }, { sessionId })
    assert.equal((await skip(made[0]!)).body.code, 'NOT_REGISTERED')
    await join(ann, id)
    assert.equal((await skip(made[0]!)).status, 200)
    assert.equal((await skip(made[1]!)).body.code, 'SKIP_LIMIT_REACHED')
    assert.deepEqual((await seen(id, ann)).entry?.skippedSessionIds, [made[0]])
    await ann.as.done(calls.CancelSkip, { refId: id }, { sessionId: made[0]! })
    assert.equal((await skip(made[1]!)).status, 200)
  })

  test('its standings follow from the results of its events, in the change that brings them', async () => {
    const id = await add({ pointSystem: { overallPointTable: [10, 6, 4], bestRounds: [{ from: 1, to: 4, best: 2 }] } })
    await order('PublishTournament', id)
    for (const [who, teamName] of [
      [ann, 'Apex'],
      [ben, 'Apex'],
      [cem, 'Kerb'],
    ] as const)
      await join(who, id, { teamName })
    assert.equal(short((await table(id)).rows), '1 Ann 0, 2 Ben 0, 3 Cem 0', 'by registration until something is driven')
    const first = await drive(id, [ann, ben, cem])
    await drive(id, [cem, ann], [ben])
    await drive(id, [cem, ben, ann])
    const standings = await table(id)
    assert.equal(short(standings.rows), '1 Cem 20, 2 Ann 16, 3 Ben 12')
    assert.deepEqual(
      standings.rows.map(({ change, gap, grossPoints }) => [change, gap, grossPoints]),
      [
        [1, 0, 24],
        [-1, 4, 20],
        [0, 8, 12],
      ],
    )
    assert.deepEqual(
      standings.rows[1]!.cells.map((cell) => [cell?.points, cell?.isDropped ?? false]),
      [
        [10, false],
        [6, false],
        [4, true],
      ],
    )
    assert.equal(short((await table(id, { scope: 'teams' })).rows), '1 Apex 32, 2 Kerb 24')
    assert.deepEqual((await server.visitor.ask(calls.publicStandings, { id })).body, { ...standings, mine: null })
    const starters = [cem, ann, ben, ...(await Promise.all(['Eve', 'Fay', 'Gus'].map((name) => person(server, name))))].map((who) => who.id)
    await rated(server, (await seen(id)).game, starters)
    await rated(server, 'lmu', starters.toReversed())
    assert.ok((await server.visitor.ask(calls.publicStandings, { id })).body.rows[0]!.rating!.rank > 1500, 'what they have reached, at once')
    const v = async () => (await seen(id)).v
    await owner.as.done(calls.AddMultiplier, { id, v: await v() }, { sessionId: first, multiplier: 0.5 })
    assert.equal(short((await table(id)).rows), '1 Cem 20, 2 Ann 11, 3 Ben 9')
    await owner.as.done(calls.SetPointSystem, { id, v: await v() }, { pointSystem: { overallPointTable: [3, 2, 1] } })
    assert.equal(short((await table(id)).rows), '1 Cem 6.5, 2 Ann 4.5, 3 Ben 3')
    await admin.as.done(calls.Disqualify, { id, v: await v() }, { driverId: cem.id, reason: 'Three no-shows' })
    assert.equal(short((await table(id)).rows), '1 Ann 4.5, 2 Ben 3, - Cem 6.5')
    await admin.as.done(calls.RevokeDisqualification, { id, v: await v() }, { driverId: cem.id, reason: 'Two only' })
    assert.equal(short((await table(id)).rows), '1 Cem 6.5, 2 Ann 4.5, 3 Ben 3')
    await owner.as.done(calls.RemoveTournamentSession, { id, v: await v() }, { sessionId: first }).catch(() => undefined)
    assert.equal((await table(id)).rounds.length, 3, 'a round that was driven stays')
  })

  test('a penalty moves the standings in its own change, and its revocation moves them back', async () => {
    const id = await add({ pointSystem: { overallPointTable: [10, 6, 4] } })
    await order('PublishTournament', id)
    for (const who of [ann, ben, cem]) await join(who, id)
    const race = await drive(id, [ann, ben, cem])
    const before = await table(id)
    const given = await admin.as.done(
      correctionsContract.AddPenalty,
      {},
      { sessionId: race, driverId: ann.id, raceIndex: 0, time: 1, reason: 'Cut.' },
    )
    assert.equal(short((await table(id)).rows), '1 Ben 10, 2 Cem 6, 3 Ann 4')
    await admin.as.done(
      correctionsContract.AddPointAdjustment,
      {},
      { sessionId: race, driverId: cem.id, scope: 'OVERALL', points: 5, reason: 'Fair.' },
    )
    assert.equal(short((await table(id)).rows), '1 Cem 11, 2 Ben 10, 3 Ann 4')
    await admin.as.done(correctionsContract.RevokeCorrection, { id: given.id }, { reason: 'Looked again.' })
    assert.equal(short((await table(id)).rows), '1 Ann 10, 2 Cem 9, 3 Ben 6')
    assert.equal(short(before.rows), '1 Ann 10, 2 Ben 6, 3 Cem 4')
  })

  test('are for the signed-in alone where the community has not opened its results', async () => {
    const id = await add()
    await order('PublishTournament', id)
    await join(ann, id)
    const { pool, answers } = server.running.machine
    await pool.query('update leagues set open_results = false where id = $1', [league])
    answers.dropAll()
    const { body } = await server.visitor.ask(calls.publicStandings, { id })
    assert.deepEqual([body.loginRequired, body.rows], [true, []])
    assert.equal((await table(id)).rows.length, 1)
    await pool.query('update leagues set open_results = true where id = $1', [league])
    answers.dropAll()
  })

  test('who leaves the community leaves its seasons; what they have won stays', async () => {
    const id = await add({ pointSystem: { overallPointTable: [10, 6] } })
    await order('PublishTournament', id)
    const dan = await person(server, 'Dan')
    await dan.as.done(membersContract.JoinLeague, { id: league, v: (await dan.as.ask(membersContract.league, { id: league })).body.v }, {})
    for (const who of [ann, dan]) await join(who, id)
    await drive(id, [dan, ann])
    await dan.as.done(membersContract.LeaveLeague, { id: league, v: (await dan.as.ask(membersContract.league, { id: league })).body.v }, {})
    assert.equal((await seen(id)).taken, 1)
    assert.equal(short((await table(id)).rows), '1 Dan 10, 2 Ann 6')
  })

  test('two admins edit at once: one does, the other hears of it', async () => {
    const id = await add()
    const { v } = await seen(id)
    const edits = await Promise.all(
      [owner, admin].map((who, at) => who.as.send(calls.EditTournament, { id, v }, { ...fields, name: `Winter ${at}` })),
    )
    assert.deepEqual(edits.map(({ status }) => status).toSorted(), [200, 409])
    assert.equal(edits.find(({ status }) => status === 409)!.body.code, 'VERSION_CONFLICT')
  })

  test('publishing while its first event starts: never a draft that runs, never published late', async () => {
    const id = await add()
    const start = nextStartStep(server.running.machine.clock().getTime() + 40 * MINUTES)
    const sessionId = await event(server, owner, league, { game: 'iracing', trackId: 'Monza', cars: ['1'], startsAt: new Date(start).toISOString() })
    await addSession(id, sessionId)
    const { v } = await seen(id)
    const moved = new Date(nextStartStep(server.running.machine.clock().getTime() + 10 * MINUTES)).toISOString()
    const { pool } = server.running.machine
    const [published] = await Promise.all([
      owner.as.send(calls.PublishTournament, { id, v }, {}),
      pool.query('update sessions set starts_at = $2 where id = $1', [sessionId, moved]),
    ])
    const { status } = await seen(id)
    assert.deepEqual([published.status === 200, published.body.code ?? null], status === 'REGISTRATION' ? [true, null] : [false, 'PUBLISH_TOO_LATE'])
  })
})
