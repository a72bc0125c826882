import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { tournamentsContract as calls } from '../contract.ts'
import { seasonWith } from '../queries/season.fixture.ts'

describe('disqualified from the season, and out of it for another reason', () => {
  let server: TestServer
  let [owner, ann, ben] = Array<Person>(3) as [Person, Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer()
    ;[owner, ann, ben] = (await Promise.all(['Olga', 'Ann', 'Ben'].map((name) => person(server, name)))) as [Person, Person, Person]
    league = await found(server, owner, { members: [ann, ben] })
  })
  after(() => server.stop())

  const seen = async (id: TournamentId) => (await owner.as.ask(calls.tournament, { id })).body
  const statusOf = async (id: TournamentId, who: Person) =>
    (await owner.as.ask(calls.participants, { id })).body.participants.find(({ driverId }) => driverId === who.id)?.status
  const placeOf = async (id: TournamentId, who: Person) =>
    (await owner.as.ask(calls.standings, { id })).body.rows.find(({ driverId }) => driverId === who.id)?.position
  const order = async (call: typeof calls.Disqualify | typeof calls.RevokeDisqualification, id: TournamentId, who: Person) =>
    owner.as.send(call, { id, v: (await seen(id)).v }, { driverId: who.id, reason: 'Drove into others' })
  const drivers = async (refId: SessionId) =>
    (await owner.as.ask(entriesContract.entryList, { refId })).body.entries.map(({ participant }) => participant.name)
  const running = async () => {
    const fields = { leagueId: league, type: 'CHAMPIONSHIP', game: 'acc', name: 'Winter', maxEntries: 20 } as const
    const id = (await owner.as.done(calls.AddTournament, {}, fields)).aggregateId as TournamentId
    const round = await event(server, owner, league)
    await owner.as.done(calls.AddTournamentSession, { id, v: 1 }, { sessionId: round })
    await owner.as.done(calls.PublishTournament, { id, v: 2 }, {})
    for (const who of [ann, ben]) await who.as.done(calls.JoinTournament, { id }, {})
    await until('both are on the grid', async () => (await drivers(round)).length === 2)
    return { id, round }
  }

  test('whoever left before the verdict is disqualified too, frees no seat twice, and is not in again when it is taken back', async () => {
    const { id } = await running()
    await ann.as.done(calls.LeaveTournament, { id }, {})
    assert.equal((await seen(id)).taken, 1)
    assert.equal((await order(calls.Disqualify, id, ann)).status, 200)
    assert.deepEqual([await statusOf(id, ann), await placeOf(id, ann), (await seen(id)).taken], ['DISQUALIFIED', null, 1])
    assert.equal((await order(calls.Disqualify, id, ann)).body.code, 'NOT_FOUND')
    assert.equal((await order(calls.RevokeDisqualification, id, ann)).status, 200)
    assert.deepEqual([await statusOf(id, ann), await placeOf(id, ann), (await seen(id)).taken], ['LEFT', 1, 1])
  })

  test('a round that was skipped before stays skipped when it is taken back, and counts against the limit', async () => {
    const fields = { leagueId: league, type: 'CHAMPIONSHIP', game: 'acc', name: 'Spring', maxEntries: 20 } as const
    const id = (await owner.as.done(calls.AddTournament, {}, { ...fields, participationRules: { sessionSkipLimit: 1 } })).aggregateId as TournamentId
    const [first, second] = [await event(server, owner, league), await event(server, owner, league)]
    for (const [at, sessionId] of [first, second].entries()) await owner.as.done(calls.AddTournamentSession, { id, v: at + 1 }, { sessionId })
    await owner.as.done(calls.PublishTournament, { id, v: 3 }, {})
    for (const who of [ann, ben]) await who.as.done(calls.JoinTournament, { id }, {})
    await ann.as.done(calls.SkipSession, { refId: id }, { sessionId: first })
    const gridsAre = async (...names: readonly string[]) =>
      until(`they are ${names.join()}`, async () => (await Promise.all([first, second].map(drivers))).join(' | ') === names.join(' | '))
    await gridsAre('Ben', 'Ann,Ben')
    assert.equal((await order(calls.Disqualify, id, ann)).status, 200)
    await gridsAre('Ben', 'Ben')
    assert.equal((await ann.as.send(calls.CancelSkip, { refId: id }, { sessionId: first })).status === 200, false)
    assert.equal((await order(calls.RevokeDisqualification, id, ann)).status, 200)
    await gridsAre('Ben', 'Ben,Ann')
    assert.equal((await ann.as.send(calls.SkipSession, { refId: id }, { sessionId: second })).body.code, 'SKIP_LIMIT_REACHED')
    await ann.as.done(calls.CancelSkip, { refId: id }, { sessionId: first })
    await gridsAre('Ben,Ann', 'Ben,Ann')
  })

  test('whoever is thrown out of the community after the verdict has no seat when it is taken back', async () => {
    const { id, round } = await running()
    await order(calls.Disqualify, id, ben)
    await until('Ben is off the grid', async () => (await drivers(round)).join() === 'Ann')
    const { v } = (await owner.as.ask(membersContract.league, { id: league })).body
    await owner.as.done(membersContract.BanMember, { id: league, v }, { userId: ben.id, reason: 'unfair driving, again and again' })
    assert.equal((await order(calls.RevokeDisqualification, id, ben)).status, 200)
    assert.deepEqual([await statusOf(id, ben), (await seen(id)).taken], ['LEFT', 1])
    // whoever comes in later shows that the grid was settled after it
    await owner.as.done(calls.JoinTournament, { id }, {})
    await until('the grid is settled', async () => (await drivers(round)).includes('Olga'))
    assert.deepEqual((await drivers(round)).toSorted(), ['Ann', 'Olga'])
  })

  describe('while they wait for a seat', () => {
    /** Ann and Olga drive, Cem waits before Dan. */
    async function full() {
      const [cem, dan] = (await Promise.all(['Cem', 'Dan'].map((name) => person(server, name)))) as [Person, Person]
      for (const who of [cem, dan]) {
        const { v } = (await who.as.ask(membersContract.league, { id: league })).body
        await who.as.done(membersContract.JoinLeague, { id: league, v }, {})
      }
      const id = await seasonWith({ server, owner, league }, [ann, owner, cem, dan], { game: 'acc', name: 'Full', maxEntries: 2 })
      return { id, cem, dan }
    }
    const lineOf = async (id: TournamentId, who: Person) => (await who.as.ask(calls.tournament, { id })).body.entry?.inLine ?? null
    const told = async (who: Person) =>
      (await who.as.ask(notificationsContract.notifications, {})).body.notifications.flatMap(({ kind }) => (kind.startsWith('season') ? [kind] : []))

    test('they are in no table, and have their place in line again when it is taken back', async () => {
      const { id, cem, dan } = await full()
      assert.equal((await order(calls.Disqualify, id, cem)).status, 200)
      assert.deepEqual([await statusOf(id, cem), await placeOf(id, cem), (await seen(id)).taken], ['DISQUALIFIED', undefined, 2])
      const hand = { driverId: cem.id, points: -5, reason: 'Did not turn up' }
      assert.equal((await owner.as.send(calls.AddSeasonPoints, { id, v: (await seen(id)).v }, hand)).body.code, 'NOT_FOUND')
      assert.equal(await lineOf(id, dan), 1)
      assert.equal((await order(calls.RevokeDisqualification, id, cem)).status, 200)
      assert.deepEqual([await lineOf(id, cem), await lineOf(id, dan), (await seen(id)).taken], [1, 2, 2])
      assert.deepEqual((await told(cem)).toSorted(), ['season-disqualified-line', 'season-line-again'])
      // with a free seat they are in at once
      await order(calls.Disqualify, id, dan)
      await ann.as.done(calls.LeaveTournament, { id }, {})
      await owner.as.done(calls.LeaveTournament, { id }, {})
      assert.equal(await statusOf(id, cem), 'ACTIVE')
      await order(calls.RevokeDisqualification, id, dan)
      assert.deepEqual([await statusOf(id, dan), (await seen(id)).taken], ['ACTIVE', 2])
      assert.ok((await told(dan)).includes('season-seated'))
    })

    test('taken back twice at once while a seat is freed, one of them has it, and nobody twice', async () => {
      const { id, cem, dan } = await full()
      await order(calls.Disqualify, id, cem)
      const { v } = await seen(id)
      const back = () => owner.as.send(calls.RevokeDisqualification, { id, v }, { driverId: cem.id, reason: 'It was another' })
      const [first, second] = await Promise.all([back(), back(), ann.as.done(calls.LeaveTournament, { id }, {})])
      assert.deepEqual([first.status, second.status].toSorted(), [200, 409])
      assert.deepEqual([await statusOf(id, cem), await statusOf(id, dan)].toSorted(), ['ACTIVE', 'WAITING_LIST'])
      assert.equal((await seen(id)).taken, 2)
    })

    test('whoever is out of the community by then waits for nothing any more', async () => {
      const { id, cem, dan } = await full()
      await order(calls.Disqualify, id, cem)
      const { v } = (await owner.as.ask(membersContract.league, { id: league })).body
      await owner.as.done(membersContract.BanMember, { id: league, v }, { userId: cem.id, reason: 'unfair driving, again and again' })
      assert.equal((await order(calls.RevokeDisqualification, id, cem)).status, 200)
      assert.deepEqual([await statusOf(id, cem), await lineOf(id, dan)], [undefined, 1])
    })
  })
})
