import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS } from '#core/duration.ts'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { accFile, accLine, allRead, bringSplit, enter, type Event, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import type { SplitStatus } from '#modules/sessions/rules.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses, until } from '#testing/time.ts'
import { tournamentsContract as calls } from '../contract.ts'
import { addRound, driveRound, seasonWith } from '../queries/season.fixture.ts'

// docs/decisions/0053
describe('a season while the splits of an event come in one after the other', () => {
  let server: TestServer
  let owner: Person
  let people: readonly Person[]
  let league: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    owner = await person(server, 'Olga')
    people = await Promise.all(['Ann', 'Ben', 'Cem', 'Dan', 'Eve'].map((name) => person(server, name)))
    league = await found(server, owner, { members: [...people] })
  })
  after(() => server.stop())
  const who = (initial: string): Person => people.find(({ name }) => name.startsWith(initial))!

  /** The first round is driven, Dan before Ann; the second runs, these drivers in these splits. */
  async function under(splits: readonly string[], name: string): Promise<{ readonly id: TournamentId; readonly event: Event }> {
    const pointSystem = { overallPointTable: [10, 6], bestRounds: [{ from: 1, to: 2, best: 1 }] }
    const id = await seasonWith({ server, owner, league }, people, { game: 'acc', name, pointSystem })
    await driveRound({ server, owner, league }, id, [...'DAE'].map(who), 'acc')
    const event = await runningEvent(server, owner, league, { segments: ['RACE'], splits: splits.length })
    const entered = splits.flatMap((drivers, at) => [...drivers].map((one) => ({ userId: who(one).id, carId: '34', splitNo: at + 1 })))
    await enter(
      server,
      event,
      entered.map((one, at) => ({ ...one, raceNumber: at + 1 })),
    )
    await addRound({ server, owner, league }, id, event.id)
    return { id, event }
  }
  const bring = async (event: Event, splitNo: number, order: string) => {
    const lines = [...order].map(who).map((one, at) => accLine(people.indexOf(one) + 1, one.steamId, one.name, 4, 4 * LAP + at * 1000, 97_000))
    assert.equal((await upload(server, event.servers[splitNo - 1]!, 'R.json', accFile('R', 0, lines))).status, 200)
    await allRead(server)
  }
  const move = (event: Event, splitNo: number, to: SplitStatus) => bringSplit(server, event, splitNo, to)
  const notBegun = async ({ id }: Event, splitNo: number) => {
    const { pool } = server.running.machine
    await pool.query(`update splits set status = 'STARTED' where session_id = $1 and split_no = $2`, [id, splitNo])
  }
  /** Of everybody the place, the points with those still possible, and the second round. */
  const look = async (id: TournamentId) => {
    const { rows, pointsLeft } = (await owner.as.ask(calls.standings, { id })).body
    const cellOf = (cell: (typeof rows)[number]['cells'][number]): string =>
      !cell ? 'to come' : `${cell.isMissed ? 'missed' : cell.points}${cell.isDropped ? ' dropped' : ''}`
    const told = rows.map((row) => `${row.position} ${row.name} ${row.points} of ${row.possiblePoints}: ${cellOf(row.cells[1]!)}`)
    const { over, of } = (await owner.as.ask(calls.tournament, { id })).body.raced
    return [...told, `${pointsLeft} left, raced ${over} of ${of}`]
  }

  test('who drives in the second has everything to come until its result is in', async () => {
    const { id, event } = await under(['AB', 'CD'], 'Both')
    await bring(event, 1, 'AB')
    assert.deepEqual(await look(id), [
      '1 Ann 10 of 10: 10',
      '2 Dan 10 of 10: to come',
      '3 Ben 6 of 6: 6',
      '4 Eve 0 of 0: missed dropped',
      '5 Cem 0 of 10: to come',
      '10 left, raced 1 of 2',
    ])
    await bring(event, 2, 'CD')
    assert.deepEqual(await look(id), [
      '1 Ann 10 of 10: 10',
      '2 Dan 10 of 10: 6 dropped',
      '3 Cem 10 of 10: 10',
      '4 Ben 6 of 6: 6',
      '5 Eve 0 of 0: missed dropped',
      '0 left, raced 2 of 2',
    ])
  })

  test('a second that fails is to come while it may be started again, and then it was missed', async () => {
    const { id, event } = await under(['AB', 'CD'], 'Failed')
    await bring(event, 1, 'AB')
    await notBegun(event, 2)
    await move(event, 2, 'FAILED')
    assert.deepEqual((await look(id)).at(-1), '10 left, raced 1 of 2')
    await move(event, 1, 'ENDED')
    assert.deepEqual(await look(id), [
      '1 Ann 10 of 10: 10',
      '2 Dan 10 of 10: missed dropped',
      '3 Ben 6 of 6: 6',
      '4 Eve 0 of 0: missed dropped',
      '5 Cem 0 of 0: missed',
      '0 left, raced 2 of 2',
    ])
  })

  test('of several each counts from the moment in which nothing of it can come any more', async () => {
    const { id, event } = await under(['AB', 'C', 'D', 'E'], 'Four')
    await bring(event, 1, 'AB')
    const cells = async () => Object.fromEntries((await look(id)).slice(0, -1).map((line) => [line.split(' ')[1], line.split(': ')[1]]))
    const coming = { Ann: '10', Ben: '6', Cem: 'to come', Dan: 'to come', Eve: 'to come' }
    assert.deepEqual(await cells(), coming)
    await move(event, 2, 'ENDED')
    assert.deepEqual(await cells(), { ...coming, Cem: 'missed' }, 'without a file')
    const { entries } = (await owner.as.ask(entriesContract.entryList, { refId: event.id })).body
    const eve = entries.find(({ splitNo }) => splitNo === 4)!
    await owner.as.done(entriesContract.RemoveEntry, { id: event.id, v: eve.v }, { entryId: eve.id, type: 'LEFT', reason: 'Has gone home.' })
    assert.deepEqual(await cells(), { ...coming, Cem: 'missed', Eve: 'missed dropped' }, 'taken out')
    await notBegun(event, 3)
    await move(event, 3, 'FAILED')
    assert.equal((await cells())['Dan'], 'to come')
    await timePasses(server.running, server.clock, new Date(server.clock.now().getTime() + 24 * HOUR_MS))
    await until('nobody may start it again', async () => (await cells())['Dan'] === 'missed dropped')
    assert.equal((await look(id)).at(-1), '0 left, raced 1 of 2', 'the fourth goes on, and nobody is in it')
  })

  test('of a season that ended between two splits the second counts when its file comes', async () => {
    const { id, event } = await under(['AB', 'CD'], 'Over early')
    await bring(event, 1, 'AB')
    const { v } = (await owner.as.ask(calls.tournament, { id })).body
    await owner.as.done(calls.EndTournament, { id, v }, {})
    assert.deepEqual(await look(id), [
      '1 Ann 10 of 10: 10',
      '2 Dan 10 of 10: missed dropped',
      '3 Ben 6 of 6: 6',
      '4 Eve 0 of 0: missed dropped',
      '5 Cem 0 of 0: missed',
      '0 left, raced 1 of 2',
    ])
    await bring(event, 2, 'CD')
    assert.deepEqual(await look(id), [
      '1 Ann 10 of 10: 10',
      '2 Dan 10 of 10: 6 dropped',
      '3 Cem 10 of 10: 10',
      '4 Ben 6 of 6: 6',
      '5 Eve 0 of 0: missed dropped',
      '0 left, raced 2 of 2',
    ])
  })
})
