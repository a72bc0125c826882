import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TournamentId } from '#core/ids.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer } from '#testing/server.ts'
import { tournamentsContract as calls } from '../contract.ts'
import { addRound, seasonWith } from './season.fixture.ts'

test('of a team the best results of a round count, those of both its races together', async () => {
  const server = await testServer({ breaks: ['seats-counted'] })
  try {
    const [owner, ann, ben, cem] = (await Promise.all(['Olga', 'Ann', 'Ben', 'Cem'].map((name) => person(server, name)))) as [
      Person,
      Person,
      Person,
      Person,
    ]
    const drivers = [ann, ben, cem]
    const league = await found(server, owner, { members: drivers })
    const at = { server, owner, league }
    const pointSystem = { overallPointTable: [10, 6, 4], countingCars: 2, countingIn: 'ROUND' as const }
    const id = await seasonWith(at, [], { pointSystem })
    for (const [who, teamName] of [
      [ann, 'Apex'],
      [ben, 'Apex'],
      [cem, 'Kerb'],
    ] as const)
      await who.as.done(calls.JoinTournament, { id }, { teamName })
    const made = await runningEvent(server, owner, league, { game: 'iracing', manual: true, segments: ['RACE', 'RACE'] })
    await addRound(at, id, made.id)
    const ids = await enter(
      server,
      made,
      drivers.map((who, no) => ({ userId: who.id, raceNumber: no + 1, carId: '1' })),
    )
    for (const [raceNo, order] of [
      [1, [0, 1, 2]],
      [2, [2, 0, 1]],
    ] as const) {
      const entryResults = order.map((who, no) => ({ entryId: ids[who]!, position: no + 1, timeMs: 900_000 + no }))
      const saved = await owner.as.send(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo, entryResults: entryResults as never })
      assert.equal(saved.status, 200, JSON.stringify(saved.body))
    }
    await owner.as.done(manualResultsContract.PublishResults, { id: made.id }, {})
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

test('a team is written as its first driver wrote it, by whoever drives for it; its admins write it as they like', async () => {
  const server = await testServer()
  try {
    const people = (await Promise.all(['Olga', 'Ann', 'Ben', 'Cem'].map((name) => person(server, name)))) as [Person, Person, Person, Person]
    const [owner, ann, ben, cem] = people
    const league = await found(server, owner, { members: [ann, ben, cem] })
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
