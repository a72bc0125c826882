import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EntryId, LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { tournamentsContract as calls } from './contract.ts'

const PIN = '7K3P'

/** product.md §4: "Tournament participant LEFT or DISQUALIFIED blocks registration", also where teams share a car (docs/decisions/0032). */
describe('a championship whose events teams drive', () => {
  let server: TestServer
  let [owner, ann, ben, cem, dan] = Array<Person>(5) as [Person, Person, Person, Person, Person]
  let league: LeagueId
  let id: TournamentId
  let refId: SessionId
  before(async () => {
    server = await testServer()
    const made = await Promise.all(['Olga', 'Ann', 'Ben', 'Cem', 'Dan'].map((name) => person(server, name)))
    ;[owner, ann, ben, cem, dan] = made as [Person, Person, Person, Person, Person]
    league = await found(server, owner, { members: [ann, ben, cem, dan] })
    const body = {
      leagueId: league,
      type: 'CHAMPIONSHIP',
      game: 'acc',
      name: 'Endurance',
      maxEntries: 20,
      participationRules: { sessionSkipLimit: 1 },
    } as const
    id = (await owner.as.done(calls.AddTournament, {}, body)).aggregateId as TournamentId
    refId = await event(server, owner, league, { driverSwap: true, options: { 'rules.teamRules.maxDriversCount': 3 } })
    await owner.as.done(calls.AddTournamentSession, { id, v: await version() }, { sessionId: refId })
    await owner.as.done(calls.PublishTournament, { id, v: await version() }, {})
    for (const who of [ann, ben, cem]) await who.as.done(calls.JoinTournament, { id }, {})
  })
  after(() => server.stop())

  const version = async (): Promise<number> => (await owner.as.ask(calls.tournament, { id })).body.v
  const list = async (who = owner, of = refId) => (await who.as.ask(entriesContract.entryList, { refId: of })).body
  const crews = async (of = refId): Promise<string> =>
    (await list(owner, of)).entries
      .map(({ participant: { name, drivers, managerId } }) => {
        const names = Object.entries(drivers).map(([driver, { name: one }]) => (driver === managerId ? `${one}*` : one))
        return `${name}: ${names.toSorted().join(' ')}`
      })
      .toSorted()
      .join(', ')
  const team = (who: Person, name: string) => who.as.send(entriesContract.RegisterTeam, { refId }, { team: { name, pin: PIN, car: { model: '2' } } })
  const joins = async (who: Person, entryId: EntryId) => who.as.send(entriesContract.JoinTeam, { refId }, { entryId, password: PIN })
  const disqualify = async (who: Person) =>
    owner.as.done(calls.Disqualify, { id, v: await version() }, { driverId: who.id, reason: 'Three times the same corner' })

  test('who has left it, or was disqualified, is out of its crews, which go on, and neither registers nor joins one', async () => {
    const entryId = (await team(ann, 'Apex')).body.aggregateId as EntryId
    for (const who of [ben, dan]) assert.equal((await joins(who, entryId)).status, 200)
    assert.equal((await team(cem, 'Alone')).status, 200)
    assert.equal(await crews(), 'Alone: Cem*, Apex: Ann* Ben Dan')
    await disqualify(ann)
    await cem.as.done(calls.LeaveTournament, { id }, {})
    // Dan never drove the season: nothing keeps them from a crew
    await until('they are out of the crews', async () => (await crews()) === 'Apex: Ben* Dan')
    for (const [who, ofSeason] of [
      [ann, 'DISQUALIFIED'],
      [cem, 'LEFT'],
    ] as const) {
      const { whyNot, ofSeason: seen, may } = await list(who)
      assert.deepEqual([whyNot.register, whyNot.joinTeam, seen, may.register], ['REJOIN_NOT_ALLOWED', 'REJOIN_NOT_ALLOWED', ofSeason, false])
      for (const reply of [await team(who, 'Again'), await joins(who, entryId)]) {
        assert.deepEqual([reply.body.code, reply.body.params], ['REJOIN_NOT_ALLOWED', { reason: 'season' }])
        assert.match(reply.body.message ?? '', /left the championship/)
      }
    }
    await owner.as.done(calls.RevokeDisqualification, { id, v: await version() }, { driverId: ann.id, reason: 'It was the other car' })
    assert.equal((await list(ann)).ofSeason, null)
    assert.equal((await joins(ann, entryId)).status, 200)
  })

  test('who skips it is out of its crews, and comes back into one once that is taken back', async () => {
    const skipped = await event(server, owner, league, { driverSwap: true, options: { 'rules.teamRules.maxDriversCount': 3 } })
    await owner.as.done(calls.AddTournamentSession, { id, v: await version() }, { sessionId: skipped })
    const made = await dan.as.send(entriesContract.RegisterTeam, { refId: skipped }, { team: { name: 'Kerb', pin: PIN, car: { model: '2' } } })
    const joinsAgain = () => ben.as.send(entriesContract.JoinTeam, { refId: skipped }, { entryId: made.body.aggregateId as EntryId, password: PIN })
    assert.equal((await joinsAgain()).status, 200)
    await ben.as.done(calls.SkipSession, { refId: id }, { sessionId: skipped })
    await until('they are out of the crew', async () => (await crews(skipped)) === 'Kerb: Dan*')
    assert.deepEqual([(await list(ben, skipped)).ofSeason, (await list(ben, skipped)).whyNot.joinTeam], ['SKIPS', 'REJOIN_NOT_ALLOWED'])
    const refused = await joinsAgain()
    assert.deepEqual([refused.body.code, refused.body.params], ['REJOIN_NOT_ALLOWED', { reason: 'skips' }])
    await ben.as.done(calls.CancelSkip, { refId: id }, { sessionId: skipped })
    assert.equal((await joinsAgain()).status, 200)
  })

  test('an event that becomes one of it, and a registration in the same moment, let nobody in who is out', async () => {
    const later = await event(server, owner, league, { driverSwap: true, options: { 'rules.teamRules.maxDriversCount': 3 } })
    await cem.as.done(entriesContract.RegisterTeam, { refId: later }, { team: { name: 'Before', pin: PIN, car: { model: '2' } } })
    await owner.as.done(calls.AddTournamentSession, { id, v: await version() }, { sessionId: later })
    await until('who had left before is out', async () => (await crews(later)) === '')
    const entryId = (await list()).entries[0]!.id
    await ben.as.done(entriesContract.AssignManager, { refId, v: (await list()).entries[0]!.v }, { entryId, driverId: dan.id })
    await ben.as.done(entriesContract.LeaveTeam, { refId, v: (await list()).entries[0]!.v }, { entryId })
    await Promise.all([disqualify(ben), joins(ben, entryId)])
    await until('whoever was quicker, they are out', async () => !(await crews()).includes('Ben'))
  })
})
