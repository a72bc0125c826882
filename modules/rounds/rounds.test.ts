import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, RoundId, SessionId, TournamentId } from '#core/ids.ts'
import { DAY_MS } from '#core/duration.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { event } from '#testing/event.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { roundsContract as calls } from './contract.ts'

describe('rounds of a special event', () => {
  let server: TestServer
  let [owner, admin, ann, ben, cem, dan, stranger] = Array<Person>(7) as [Person, Person, Person, Person, Person, Person, Person]
  before(async () => {
    server = await testServer()
    const made = await Promise.all(['Olga', 'Adam', 'Ann', 'Ben', 'Cem', 'Dan', 'Sven'].map((name) => person(server, name)))
    ;[owner, admin, ann, ben, cem, dan, stranger] = made as [Person, Person, Person, Person, Person, Person, Person]
  })
  after(async () => {
    const broken = await brokenInvariants(server.running.machine.pool)
    const { rows } = await server.running.machine.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
    await server.stop()
    assert.deepEqual(broken, [])
    assert.deepEqual(rows, [{ deadlocks: 0 }], 'everybody locks in the same order')
  })

  const community = (more: object = {}): Promise<LeagueId> => found(server, owner, { admins: [admin], members: [ann, ben, cem, dan], ...more })
  const add = async (leagueId: LeagueId): Promise<RoundId> => (await owner.as.done(calls.AddRound, {}, { leagueId })).aggregateId as RoundId
  const view = async (id: RoundId, who = owner) => (await who.as.ask(calls.round, { id })).body
  type Ordered = 'PublishRound' | 'EndRound' | 'RemoveRound'
  const order = async (call: Ordered, id: RoundId, who = owner) => who.as.send(calls[call], { id, v: (await view(id)).v }, {})
  const takeIn = async (id: RoundId, sessionId: SessionId) => owner.as.send(calls.AddRoundSession, { id, v: (await view(id)).v }, { sessionId })
  const bringIn = async (id: RoundId, driverIds: readonly Person[], fromRound: RoundId | null) =>
    owner.as.send(calls.AddDriverEntries, { id, v: (await view(id)).v }, { driverIds: driverIds.map((one) => one.id), fromRound })
  const enterAs = async (who: Person, refId: SessionId) => {
    const { v } = (await who.as.ask(entriesContract.entryList, { refId })).body
    return who.as.send(entriesContract.AddEntry, { refId, v }, { listType: 'RoundEvent', entry: { car: { model: '2' } } })
  }
  /** A race of the round that is driven, in this order. */
  async function drive(leagueId: LeagueId, id: RoundId, inOrder: readonly Person[]): Promise<SessionId> {
    const made = await runningEvent(server, owner, leagueId, { game: 'iracing', manual: true, segments: ['RACE'] })
    assert.equal((await takeIn(id, made.id)).status, 200)
    const ids = await enter(
      server,
      made,
      inOrder.map((who, at) => ({ userId: who.id, raceNumber: at + 1, carId: '1' })),
    )
    const rows = ids.map((entryId, at) => ({ entryId, position: at + 1, timeMs: 900_000 + at }))
    const saved = await owner.as.send(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: rows as never })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    assert.equal((await owner.as.send(manualResultsContract.PublishResults, { id: made.id }, {})).status, 200)
    return made.id
  }
  const result = async (id: RoundId, who = ann) => {
    const { results } = (await who.as.ask(calls.roundResult, { id })).body
    return results
      .map((row) => `${row.position} ${row.name} ${row.points}${row.promotedToRound ? ` → ${row.promotedToRound.shortName}` : ''}`)
      .join(', ')
  }

  const told = async (who: Person, id: RoundId) =>
    (await who.as.ask(notificationsContract.notifications, { limit: 50 })).body.notifications
      .filter(({ link }) => link === `/rounds/${id}`)
      .map(({ kind }) => kind)

  test('a round from its beginning to its end, each order in its state alone', async () => {
    const leagueId = await community()
    const id = await add(leagueId)
    const made = await view(id)
    assert.deepEqual([made.name, made.shortName, made.no, made.status, made.invitedOnly], ['Round 1', 'R1', 1, 'UNPUBLISHED', false])
    assert.equal((await ann.as.ask(calls.round, { id })).status, 404, 'not published, it is its admins’ own affair')
    assert.equal((await order('EndRound', id)).body.code, 'WRONG_STATE')
    const renamed = await owner.as.send(calls.RenameRound, { id, v: 1 }, { name: 'Heats', shortName: 'H' })
    assert.equal(renamed.body.v, 2)
    assert.equal((await admin.as.send(calls.RenameRound, { id, v: 1 }, { name: 'Other', shortName: 'O' })).body.code, 'VERSION_CONFLICT')
    assert.equal((await order('PublishRound', id)).status, 200)
    assert.equal((await view(id, ann)).name, 'Heats')
    assert.equal((await order('PublishRound', id)).body.code, 'WRONG_STATE')
    assert.equal((await order('EndRound', id)).status, 200)
    for (const call of ['PublishRound', 'EndRound', 'RemoveRound'] as const) assert.equal((await order(call, id)).body.code, 'WRONG_STATE', call)
  })

  test('the events of a round and of a season are told by one call, to whoever sees them', async () => {
    const leagueId = await community()
    const id = await add(leagueId)
    const of = await event(server, owner, leagueId)
    assert.equal((await takeIn(id, of)).status, 200)
    const ask = (who: Person, asked: string) => who.as.ask(calls.tournamentSessions, { id: asked as RoundId })
    assert.equal((await ask(ann, id)).status, 404, 'not published')
    assert.equal((await order('PublishRound', id)).status, 200)
    assert.deepEqual((await ask(ann, id)).body.sessions, (await view(id, ann)).sessions)
    const fields = { leagueId, type: 'CHAMPIONSHIP', game: 'acc', name: 'Winter', maxEntries: 20 } as const
    const season = (await owner.as.done(tournamentsContract.AddTournament, {}, fields)).aggregateId as TournamentId
    const other = await event(server, owner, leagueId)
    await owner.as.done(tournamentsContract.AddTournamentSession, { id: season, v: 1 }, { sessionId: other })
    assert.equal((await ask(ann, season)).status, 404, 'not published')
    assert.deepEqual((await ask(owner, season)).body.sessions, (await owner.as.ask(tournamentsContract.tournament, { id: season })).body.sessions)
    assert.equal((await ask(owner, of)).status, 404)
  })

  test('rounds are of the plan Advanced', async () => {
    const leagueId = await community({ plan: 'FREE' })
    assert.equal((await owner.as.send(calls.AddRound, {}, { leagueId })).body.code, 'FEATURE_NOT_IN_PLAN')
  })

  test('whose licence an event of a round asks for is told that they may join it, and nobody else', async () => {
    const leagueId = await community()
    const id = await add(leagueId)
    const silver = await event(server, owner, leagueId, { joinConditions: { license: 2 } })
    for (const one of [silver, await event(server, owner, leagueId)]) assert.equal((await takeIn(id, one)).status, 200)
    assert.equal((await order('PublishRound', id)).status, 200)
    await server.running.machine.pool.query(
      `insert into rated_drivers (user_id, rank, races, licence, level, licence_races) values ($1, 1500, 12, 'GOLD', 250, 3)`,
      [ben.id],
    )
    const told = async (who: Person) => (await view(id, who)).sessions.map(({ eligibleToJoin }) => eligibleToJoin)
    assert.deepEqual(
      [await told(ben), await told(ann)],
      [
        [true, true],
        [false, true],
      ],
      'who was never rated is a rookie',
    )
    assert.deepEqual([(await enterAs(ann, silver)).body.code, (await enterAs(ben, silver)).status], ['JOIN_CONDITIONS_NOT_MET', 200])
    await server.running.machine.pool.query('delete from rated_drivers where user_id = $1', [ben.id])
  })

  test('publishing publishes the drafts among its events, which show it and are open to everybody in the first round', async () => {
    const leagueId = await community()
    const id = await add(leagueId)
    const heats = [await event(server, owner, leagueId, { publish: false }), await event(server, owner, leagueId)] as const
    for (const one of heats) assert.equal((await takeIn(id, one)).status, 200)
    assert.equal((await takeIn(id, heats[0])).body.code, 'CONFIG_INVALID', 'once')
    assert.equal((await order('PublishRound', id)).status, 200)
    const seen = await view(id, ann)
    assert.deepEqual(
      seen.sessions.map(({ id: of, status, index, eligibleToJoin }) => [of, status, index, eligibleToJoin]),
      heats.map((of, at) => [of, 'WAITING', at + 1, true]),
    )
    const card = (await server.visitor.ask(sessionsContract.publicEvent, { id: heats[1] })).body
    assert.deepEqual([card.tournamentType, card.tournamentId, card.tournamentName, card.roundNo], ['ROUND', id, 'Round 1', 2])
    assert.equal((await ann.as.ask(calls.mayRegister, { id })).body.may, true)
    assert.equal((await enterAs(ann, heats[0])).status, 200)
    const moved = await owner.as.send(calls.SetRoundIndex, { id: heats[1], v: (await view(id)).sessions[1]!.v }, { index: 1 })
    assert.equal(moved.status, 200)
    assert.deepEqual(
      (await view(id)).sessions.map((one) => one.id),
      [heats[1], heats[0]],
    )
    const told = "select type from events where data ->> 'sessionId' = $1 and type like 'RoundSession%' order by seq"
    const { rows: said } = await server.running.machine.pool.query(told, [heats[1]])
    assert.deepEqual(said, [{ type: 'RoundSessionAdded' }, { type: 'RoundSessionPlaced' }])
    const season = await owner.as.done(
      tournamentsContract.AddTournament,
      {},
      { leagueId, type: 'SERIES', game: 'acc', name: 'Winter', maxEntries: 10 },
    )
    const both = await owner.as.send(tournamentsContract.AddTournamentSession, { id: season.aggregateId, v: 1 }, { sessionId: heats[0] })
    assert.equal(both.body.code, 'CONFIG_INVALID', 'an event is of a round or of a season')
    assert.equal((await order('EndRound', id)).body.code, 'WRONG_STATE', 'its events are to come')
  })

  test('into a later round drivers go from an earlier one, and nobody else registers for its events', async () => {
    const leagueId = await community()
    const [heats, final] = [await add(leagueId), await add(leagueId)]
    await order('PublishRound', heats)
    await drive(leagueId, heats, [ann, ben, cem])
    await drive(leagueId, heats, [ben, ann, cem])
    const race = await event(server, owner, leagueId)
    await takeIn(final, race)
    await order('PublishRound', final)
    assert.equal((await view(final)).invitedOnly, true)
    assert.equal((await enterAs(ann, race)).body.code, 'ROUND_NOT_ELIGIBLE')
    assert.equal((await bringIn(final, [dan], heats)).body.code, 'ROUND_NOT_ELIGIBLE', 'who has no result there does not go on from there')
    assert.equal((await bringIn(heats, [ann], final)).body.code, 'ROUND_DATE_ORDER')
    assert.equal((await bringIn(final, [stranger], null)).body.code, 'MEMBER_REQUIRED')
    assert.equal((await bringIn(final, [ann, ben], heats)).status, 200)
    assert.equal((await bringIn(final, [dan], null)).status, 200, 'a wild card')
    assert.equal(await result(heats), '1 Ben 43 → R2, 2 Ann 43 → R2, 3 Cem 30', 'level but for the last race')
    assert.deepEqual(await Promise.all([ann, cem].map(async (who) => (await who.as.ask(calls.mayRegister, { id: final })).body.may)), [true, false])
    assert.equal((await enterAs(ann, race)).status, 200)
    assert.equal((await enterAs(dan, race)).status, 200)
    assert.equal((await enterAs(cem, race)).body.code, 'ROUND_NOT_ELIGIBLE')
    const told = (await ben.as.ask(notificationsContract.notifications, {})).body.notifications
    assert.ok(told.some(({ link }) => link === `/rounds/${final}`))
    const { participants } = (await ann.as.ask(calls.participants, { id: final })).body
    assert.deepEqual(participants.map(({ name, fromRound }) => [name, fromRound?.shortName ?? null]).toSorted(), [
      ['Ann', 'R1'],
      ['Ben', 'R1'],
      ['Dan', null],
    ])
    const { results } = (await ann.as.ask(calls.summaryResults, { id: leagueId })).body
    assert.deepEqual(results.map(({ name, points, promotedToRound }) => [name, points, promotedToRound?.shortName ?? null]).toSorted(), [
      ['Ann', 43, 'R2'],
      ['Ben', 43, 'R2'],
      ['Cem', 30, null],
    ])
    assert.equal((await order('RemoveRound', heats)).body.code, 'ROUND_NOT_REMOVABLE')
    const late = await owner.as.send(
      calls.ChangeRoundStartDate,
      { id: heats, v: (await view(heats)).v },
      { startDate: new Date(Date.parse((await view(final)).startDate) + DAY_MS).toISOString() },
    )
    assert.equal(late.body.code, 'ROUND_DATE_ORDER')
    // taken out again: out of the events as well
    const gone = await owner.as.send(calls.RemoveDriverEntries, { id: final, v: (await view(final)).v }, { driverIds: [ann.id] })
    assert.equal(gone.status, 200)
    await until('Ann is out', async () => (await ann.as.ask(entriesContract.entryList, { refId: race })).body.mine === null)
    assert.equal((await enterAs(ann, race)).body.code, 'ROUND_NOT_ELIGIBLE')
  })

  test('whoever was brought in is told when the round is published, and who drove it when it is over', async () => {
    const leagueId = await community()
    const [heats, final] = [await add(leagueId), await add(leagueId)]
    await order('PublishRound', heats)
    await drive(leagueId, heats, [ann, ben, cem])
    assert.equal((await bringIn(final, [ann, ben], heats)).status, 200)
    assert.deepEqual(await told(ann, final), [], 'not before it is there for them')
    assert.equal((await order('PublishRound', final)).status, 200)
    await until('both know', async () => (await told(ann, final)).length === 1 && (await told(ben, final)).length === 1)
    assert.equal((await order('EndRound', heats)).status, 200)
    await until('who drove knows', async () => (await told(cem, heats)).length === 1)
    const { notifications } = (await cem.as.ask(notificationsContract.notifications, { limit: 20 })).body
    const params = notifications.find(({ link }) => link === `/rounds/${heats}`)?.params
    assert.deepEqual([params?.['round'], params?.['place']], ['Round 1', '3'])
    assert.deepEqual(await told(dan, heats), [], 'who did not drive it hears nothing')
  })

  test('a removed round leaves its events to the community', async () => {
    const leagueId = await community()
    const [first, second] = [await add(leagueId), await add(leagueId)]
    const race = await event(server, owner, leagueId)
    await takeIn(second, race)
    await order('PublishRound', second)
    assert.equal((await enterAs(ann, race)).body.code, 'ROUND_NOT_ELIGIBLE')
    assert.equal((await order('RemoveRound', first)).status, 200)
    assert.equal((await view(second)).invitedOnly, false, 'what was the second is the first')
    assert.equal((await enterAs(ann, race)).status, 200)
    assert.equal((await order('RemoveRound', second)).status, 200)
    assert.equal((await server.visitor.ask(sessionsContract.publicEvent, { id: race })).body.tournamentId, null)
    assert.equal((await server.visitor.ask(calls.publicRound, { id: second })).status, 404)
  })

  test('an event is cloned into its round or series, and nowhere else', async () => {
    const leagueId = await community()
    const id = await add(leagueId)
    const [race, alone] = [await event(server, owner, leagueId), await event(server, owner, leagueId)]
    await takeIn(id, race)
    const v = async (of: SessionId) => (await owner.as.ask(sessionsContract.race, { id: of })).body.v
    const copy = await owner.as.done(calls.CloneSession, { id: race, v: await v(race) }, {})
    assert.deepEqual(
      (await view(id)).sessions.map((one) => [one.id, one.status, one.index]),
      [
        [race, 'WAITING', 1],
        [copy.aggregateId, 'DRAFT', 2],
      ],
    )
    assert.equal((await owner.as.send(calls.CloneSession, { id: alone, v: await v(alone) }, {})).body.code, 'WRONG_STATE')
    for (const type of ['SERIES', 'CHAMPIONSHIP'] as const) {
      const fields = { leagueId, type, game: 'acc', name: type, maxEntries: 10 } as const
      const season = await owner.as.done(tournamentsContract.AddTournament, {}, fields)
      const of = await event(server, owner, leagueId)
      await owner.as.done(tournamentsContract.AddTournamentSession, { id: season.aggregateId, v: 1 }, { sessionId: of })
      const cloned = await owner.as.send(calls.CloneSession, { id: of, v: await v(of) }, {})
      const { sessions } = (await owner.as.ask(tournamentsContract.tournament, { id: season.aggregateId as never })).body
      assert.deepEqual([cloned.body.code, sessions.length], type === 'SERIES' ? [undefined, 2] : ['WRONG_STATE', 1])
    }
  })

  test('two admins at once, while drivers register and the round is published: each order counts once', async () => {
    const leagueId = await community()
    const [first, second] = [await add(leagueId), await add(leagueId)]
    const races = [await event(server, owner, leagueId), await event(server, owner, leagueId)] as const
    await takeIn(first, races[0])
    await takeIn(second, races[1])
    const before = await view(second)
    const at = { id: second, v: before.v }
    const replies = await Promise.all([
      owner.as.send(calls.PublishRound, at, {}),
      admin.as.send(calls.PublishRound, at, {}),
      owner.as.send(calls.RenameRound, { id: first, v: (await view(first)).v }, { name: 'Heats', shortName: 'H' }),
      admin.as.send(calls.AddDriverEntries, at, { driverIds: [ann.id], fromRound: null }),
      ...[ann, ben, cem, dan].flatMap((who) => races.map((race) => enterAs(who, race))),
    ])
    for (const { status, body } of replies) assert.ok(status < 500, JSON.stringify(body))
    const ofSecond = [replies[0], replies[1], replies[3]].filter((reply) => reply?.status === 200)
    assert.equal(ofSecond.length, 1, 'one of those who had seen the same version')
    assert.equal((await view(second)).v, before.v + 1)
  })
})
