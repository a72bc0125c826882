import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { tournamentsContract as calls } from '../contract.ts'
import { driveRound, seasonWith } from './season.fixture.ts'

describe('seasons are found', () => {
  let server: TestServer
  let [owner, ann, ben] = Array<Person>(3) as [Person, Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    ;[owner, ann, ben] = (await Promise.all(['Olga', 'Ann', 'Ben'].map((name) => person(server, name)))) as [Person, Person, Person]
    league = await found(server, owner, { members: [ann, ben] })
  })
  after(() => server.stop())
  const names = async (search: string) => {
    const { tournaments } = (await server.visitor.ask(calls.publicTournaments, { search })).body
    return tournaments.map(({ name }) => name)
  }

  test('by words of their names, from the moment they are published until they are gone', async () => {
    const fields = { leagueId: league, type: 'CHAMPIONSHIP', game: 'iracing', name: 'Übersee Cup', maxEntries: 20 } as const
    const id = (await owner.as.done(calls.AddTournament, {}, fields)).aggregateId as TournamentId
    assert.deepEqual(await names('ubersee'), [], 'a draft is its admins’ own affair')
    await owner.as.done(calls.PublishTournament, { id, v: 1 }, {})
    for (const search of ['ubersee', 'cup über', 'Übresee']) assert.deepEqual(await names(search), ['Übersee Cup'], search)
    assert.deepEqual(await names('winter'), [])
    await owner.as.done(calls.DeleteTournament, { id, v: 2 }, {})
    assert.deepEqual(await names('ubersee'), [])
  })

  test('in communities that stand in everybody’s lists alone', async () => {
    const hidden = await found(server, owner)
    await seasonWith({ server, owner, league: hidden }, [], { name: 'Clandestine' })
    assert.deepEqual(await names('clandestine'), ['Clandestine'])
    const { pool, answers } = server.running.machine
    await pool.query("update leagues set visibility = 'HIDDEN' where id = $1", [hidden])
    answers.dropAll()
    assert.deepEqual(await names('clandestine'), [])
  })

  test('by who drives them, with their place; told when they are out of one and in again', async () => {
    const mine = async (who: Person) => (await who.as.ask(calls.myTournaments, {})).body.tournaments.map(({ name, standing }) => [name, standing])
    assert.deepEqual(await mine(ann), [])
    const id = await seasonWith({ server, owner, league }, [ann, ben], { name: 'Summer' })
    assert.deepEqual(await mine(ann), [['Summer', null]])
    await driveRound({ server, owner, league }, id, [ben, ann])
    assert.deepEqual(await mine(ann), [['Summer', { position: 2, points: 18 }]])
    assert.deepEqual(await mine(owner), [])
    const v = async () => (await owner.as.ask(calls.tournament, { id })).body.v
    await owner.as.done(calls.Disqualify, { id, v: await v() }, { driverId: ann.id, reason: 'Rammed a marshal' })
    assert.deepEqual(await mine(ann), [])
    await owner.as.done(calls.RevokeDisqualification, { id, v: await v() }, { driverId: ann.id, reason: 'It was Ben' })
    assert.deepEqual(await mine(ann), [['Summer', { position: 2, points: 18 }]])
    const { notifications } = (await ann.as.ask(notificationsContract.notifications, { limit: 10 })).body
    assert.deepEqual(
      notifications.filter(({ link }) => link === `/championships/${id}`).map(({ kind, params }) => [kind, params['reason']]),
      [
        ['season-reinstated', 'It was Ben'],
        ['season-disqualified', 'Rammed a marshal'],
      ],
    )
  })

  test('races of one round with points of their own', async () => {
    const id = await seasonWith({ server, owner, league }, [ann, ben], { name: 'Sprints', pointSystem: { overallPointTable: [10, 6] } })
    const sessionId = await driveRound({ server, owner, league }, id, [ben, ann])
    const v = async () => (await owner.as.ask(calls.tournament, { id })).body.v
    const points = async () => (await ann.as.ask(calls.standings, { id })).body.rows.map((row) => [row.name, row.points])
    assert.deepEqual(await points(), [
      ['Ben', 10],
      ['Ann', 6],
    ])
    await owner.as.done(calls.AddMultiplier, { id, v: await v() }, { sessionId, multiplier: 2, raceTables: [[3, 2]] })
    assert.deepEqual(await points(), [
      ['Ben', 6],
      ['Ann', 4],
    ])
    assert.deepEqual((await server.visitor.ask(calls.publicTournament, { id })).body.pointSystem.rounds, [
      { sessionId, multiplier: 2, table: null, raceTables: [[3, 2]], fastestLap: null },
    ])
    await owner.as.done(calls.AddMultiplier, { id, v: await v() }, { sessionId, multiplier: 1, raceTables: null })
    assert.deepEqual(await points(), [
      ['Ben', 10],
      ['Ann', 6],
    ])
  })
})
