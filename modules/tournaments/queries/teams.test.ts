import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { tournamentsContract as calls } from '../contract.ts'
import { addRound, joinWith, seasonWith } from './season.fixture.ts'

/** A community, its owner, and three who drive in it. */
async function fourPeople(server: TestServer) {
  const people = (await Promise.all(['Olga', 'Ann', 'Ben', 'Cem'].map((name) => person(server, name)))) as [Person, Person, Person, Person]
  const [owner, ann, ben, cem] = people
  return { owner, ann, ben, cem, league: await found(server, owner, { members: [ann, ben, cem] }) }
}

type At = { readonly server: TestServer; readonly owner: Person; readonly league: LeagueId }
/** An event of two races that are over; in which order these drivers came in. */
async function doubleHeader({ server, owner, league }: At, drivers: readonly Person[], ...races: readonly (readonly number[])[]) {
  const made = await runningEvent(server, owner, league, { game: 'iracing', manual: true, segments: ['RACE', 'RACE'] })
  const ids = await enter(
    server,
    made,
    drivers.map((who, no) => ({ userId: who.id, raceNumber: no + 1, carId: '1' })),
  )
  for (const [at, order] of races.entries()) {
    const entryResults = order.map((who, no) => ({ entryId: ids[who]!, position: no + 1, timeMs: 900_000 + no }))
    const saved = await owner.as.send(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: at + 1, entryResults: entryResults as never })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
  }
  await owner.as.done(manualResultsContract.PublishResults, { id: made.id }, {})
  return made.id
}

test('of a team the best results of a round count, those of both its races together', async () => {
  const server = await testServer({ breaks: ['seats-counted'] })
  try {
    const { owner, ann, ben, cem, league } = await fourPeople(server)
    const drivers = [ann, ben, cem]
    const at = { server, owner, league }
    const pointSystem = { overallPointTable: [10, 6, 4], countingCars: 2, countingIn: 'ROUND' as const }
    const id = await seasonWith(at, [], { pointSystem })
    await joinWith(id, [
      [ann, { teamName: 'Apex' }],
      [ben, { teamName: 'Apex' }],
      [cem, { teamName: 'Kerb' }],
    ])
    await addRound(at, id, await doubleHeader(at, drivers, [0, 1, 2], [2, 0, 1]))
    const tableOf = async () => (await owner.as.ask(calls.standings, { id, scope: 'teams' })).body.rows
    const [apex, kerb] = await tableOf()
    assert.deepEqual([apex!.name, apex!.points, apex!.grossPoints, kerb!.name, kerb!.points], ['Apex', 16, 26, 'Kerb', 14])
    assert.deepEqual(
      apex!.cells[0]!.races.map(({ places, points, leftOut }) => [places, points, leftOut?.map(({ place }) => place)]),
      [
        [[1], 10, [2]],
        [[2], 6, [3]],
      ],
    )
    const csv = await (await owner.as.fetch(`/query/tournament/${id}/standings.csv?scope=teams`)).text()
    assert.match(csv, /\r\n1,,Apex,16,0,26,16,/)
    const { v, pointSystem: kept } = (await owner.as.ask(calls.tournament, { id })).body
    assert.equal(kept.countingIn, 'ROUND')
    const copy = (await owner.as.done(calls.DuplicateTournament, { id, v }, { name: 'Again' })).aggregateId as TournamentId
    const again = (await owner.as.ask(calls.tournament, { id: copy })).body.pointSystem
    assert.deepEqual([again.countingCars, again.countingIn], [2, 'ROUND'])
    await owner.as.done(calls.SetPointSystem, { id, v }, { pointSystem: { ...pointSystem, countingIn: 'RACE' } })
    assert.deepEqual(
      (await tableOf()).map(({ name, points }) => [name, points]),
      [
        ['Apex', 26],
        ['Kerb', 14],
      ],
    )
  } finally {
    await server.stop()
  }
})

test('of a team the best drivers of a round count, or its drivers’ seasons after the rounds that each drops, with what they have by hand', async () => {
  const server = await testServer({ breaks: ['seats-counted'] })
  try {
    const { owner, ann, ben, cem, league } = await fourPeople(server)
    const drivers = [ann, ben, cem]
    const at = { server, owner, league }
    const pointSystem = { overallPointTable: [10, 6, 4], countingCars: 1, countingIn: 'ROUND_DRIVERS' as const }
    const id = await seasonWith(at, [], { pointSystem })
    await joinWith(id, [
      [ann, { teamName: 'Apex' }],
      [ben, { teamName: 'Apex' }],
      [cem, { teamName: 'Kerb' }],
    ])
    // Ann has 20 and 8, Ben 10 and 12, Cem 10 and 20
    await addRound(at, id, await doubleHeader(at, drivers, [0, 1, 2], [0, 2, 1]))
    await addRound(at, id, await doubleHeader(at, drivers, [2, 1, 0], [2, 1, 0]))
    const teams = async () => (await server.visitor.ask(calls.publicStandings, { id, scope: 'teams' })).body.rows
    const shown = async () => (await teams()).map(({ name, points, cells, wins }) => [name, points, cells.map((cell) => cell!.points), wins])
    assert.deepEqual(await shown(), [
      ['Apex', 32, [20, 12], 2],
      ['Kerb', 30, [10, 20], 2],
    ])
    const [apex] = await teams()
    const out = apex!.cells.map((cell) => cell!.races.map(({ leftOut }) => leftOut!.map(({ place }) => place)))
    assert.deepEqual(out, [
      [[2], [3]],
      [[3], [3]],
    ])
    const change = async (more: object) => {
      const { v } = (await owner.as.ask(calls.tournament, { id })).body
      await owner.as.done(calls.SetPointSystem, { id, v }, { pointSystem: { ...pointSystem, ...more } })
    }
    await change({ countingCars: null, countingIn: 'SEASON_DRIVERS', bestRounds: [{ from: 1, to: 20, best: 1 }] })
    assert.deepEqual(await shown(), [
      ['Apex', 32, [20, 12], 2],
      ['Kerb', 20, [0, 20], 2],
    ])
    const version = async () => (await owner.as.ask(calls.tournament, { id })).body.v
    await owner.as.done(calls.AddSeasonPoints, { id, v: await version() }, { driverId: ben.id, points: -2.5, reason: 'Late at the briefing.' })
    const [fined] = await teams()
    assert.deepEqual(
      [fined!.points, fined!.adjustment, fined!.byHand.map(({ points, reason }) => [points, reason])],
      [29.5, -2.5, [[-2.5, 'Late at the briefing.']]],
    )
    const sum = (await server.visitor.ask(calls.publicStandings, { id })).body.rows
      .filter(({ teamName }) => teamName === 'Apex')
      .reduce((all, { points }) => all + points, 0)
    assert.equal(sum, 29.5)
    const csv = await (await owner.as.fetch(`/query/tournament/${id}/standings.csv?scope=teams`)).text()
    assert.match(csv, /\r\n1,0,Apex,29\.5,0,47\.5,20,12,-2\.5,2,/)
    const copy = (await owner.as.done(calls.DuplicateTournament, { id, v: await version() }, { name: 'Again' })).aggregateId as TournamentId
    assert.equal((await owner.as.ask(calls.tournament, { id: copy })).body.pointSystem.countingIn, 'SEASON_DRIVERS')
    await change({ countingIn: 'SEASON_DRIVERS', bestRounds: [{ from: 1, to: 20, best: 1 }] })
    assert.deepEqual(
      (await teams()).map(({ name, points, byHand }) => [name, points, byHand.length]),
      [
        ['Apex', 20, 0],
        ['Kerb', 20, 0],
      ],
      'of who does not count not what they have by hand either',
    )
  } finally {
    await server.stop()
  }
})

test('a team is written as its first driver wrote it, by whoever drives for it; its admins write it as they like', async () => {
  const server = await testServer()
  try {
    const { owner, ann, ben, cem, league } = await fourPeople(server)
    const id = await seasonWith({ server, owner, league }, [])
    await ann.as.done(calls.JoinTournament, { id }, { teamName: 'Apex Hunters' })
    await ben.as.done(calls.JoinTournament, { id }, { teamName: 'apex  HUNTERS' })
    await cem.as.done(calls.JoinTournament, { id }, { teamName: 'apex hunter' })
    const teams = async () => (await owner.as.ask(calls.standings, { id, scope: 'teams' })).body.rows.map(({ name }) => name)
    assert.deepEqual((await teams()).toSorted(), ['Apex Hunters', 'apex hunter'])
    await cem.as.done(calls.ChangeSeasonTeam, { id }, { teamName: 'APEX HUNTERS' })
    assert.deepEqual(await teams(), ['Apex Hunters'])
    const { v } = (await owner.as.ask(calls.tournament, { id })).body
    await owner.as.done(calls.SetDriversTeam, { id, v }, { driverId: cem.id, teamName: 'APEX Hunters' })
    assert.deepEqual((await teams()).toSorted(), ['APEX Hunters', 'Apex Hunters'])
  } finally {
    await server.stop()
  }
})

test('an admin renames a team as a whole: its points stay, those by hand too, its drivers are told, and no other team is called so', async () => {
  const server = await testServer()
  try {
    const { owner, ann, ben, cem, league } = await fourPeople(server)
    const id = await seasonWith({ server, owner, league }, [])
    await joinWith(id, [
      [ann, { teamName: 'Apex' }],
      [ben, { teamName: 'Apex' }],
      [cem, { teamName: 'Kerb' }],
    ])
    const version = async () => (await owner.as.ask(calls.tournament, { id })).body.v
    await owner.as.done(calls.AddSeasonPoints, { id, v: await version() }, { teamName: 'Apex', points: 7, reason: 'The livery of the year.' })
    await owner.as.done(calls.AddSeasonPoints, { id, v: await version() }, { teamName: 'Kerb', points: -1, reason: 'Late at the briefing.' })
    const teams = async () => (await cem.as.ask(calls.standings, { id, scope: 'teams' })).body.rows.map(({ name, points }) => [name, points])
    const rename = (v: number, teamName: string, newName: string) => owner.as.send(calls.RenameSeasonTeam, { id, v }, { teamName, newName })
    const v = await version()
    const both = await Promise.all([rename(v, 'Apex', 'Apex Racing'), rename(v, 'Apex', 'Apex Sport')])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
    const to = both[0].status === 200 ? 'Apex Racing' : 'Apex Sport'
    assert.deepEqual(await teams(), [
      [to, 7],
      ['Kerb', -1],
    ])
    const taken = await rename(await version(), to, ' kerb')
    assert.deepEqual([taken.status, taken.body.code, taken.body.params], [422, 'CONFIG_INVALID', { field: 'newName', reason: 'teamTaken' }])
    assert.equal((await rename(await version(), 'Nobody', 'Somebody')).status, 404)
    await ben.as.done(calls.ChangeSeasonTeam, { id }, { teamName: 'kerb' })
    await cem.as.done(calls.ChangeSeasonTeam, { id }, { teamName: null })
    await ben.as.done(calls.ChangeSeasonTeam, { id }, { teamName: null })
    // nobody drives for it any more, and what was taken from it is its own
    assert.equal((await rename(await version(), to, 'KERB')).body.code, 'CONFIG_INVALID')
    await owner.as.done(calls.RenameSeasonTeam, { id, v: await version() }, { teamName: to, newName: 'APEX' })
    assert.deepEqual(await teams(), [['APEX', 7]])
    const told = async (who: Person) =>
      (await who.as.ask(notificationsContract.notifications, {})).body.notifications.flatMap(({ kind, params }) =>
        kind === 'season-team-renamed' ? [params['team']] : [],
      )
    await until('she is told', async () => (await told(ann)).length === 2)
    assert.deepEqual(await told(ann), ['APEX', to])
    assert.deepEqual([await told(ben), await told(cem)], [[to], []])
    const { deeds } = (await owner.as.ask(membersContract.history, { id: league })).body
    assert.ok(deeds.some(({ what, params }) => what === 'SeasonTeamRenamed' && params['from'] === 'Apex' && params['to'] === to))
  } finally {
    await server.stop()
  }
})
