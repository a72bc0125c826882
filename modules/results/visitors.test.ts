import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { league, leagueBody } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { type TestServer, testServer, WITHOUT_PAGES } from '#testing/server.ts'
import { resultsContract } from './contract.ts'
import { accFile, accLine as line, allRead, enter, LAP, runningEvent, upload, type Event } from './results.fixture.ts'

const BODY = leagueBody({ name: 'Quiet Racing', shortName: 'QUIET' })

describe('results of a community that shows them to the signed-in alone', () => {
  let server: TestServer
  let owner: Person
  let dora: Person
  let reader: Person
  let leagueId: LeagueId
  let made: Event
  before(async () => {
    server = await testServer()
    owner = await person(server, 'Olga Owner')
    dora = await person(server, 'Dora Klein')
    reader = await person(server, 'Rita Reader')
    leagueId = await league(server, owner, { ...BODY, openResults: false })
    made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    await enter(server, made, [{ userId: dora.id, raceNumber: 911, carId: '34' }])
    const rows = [line(911, dora.steamId, 'Dora', 4, 4 * LAP, 97_204), line(63, '76561190000000001', 'Marco Bellini', 4, 4 * LAP + 3904, 98_000)]
    assert.equal((await upload(server, made.servers[0]!, 'r.json', accFile('R', 0, rows))).status, 200)
    await allRead(server)
  })
  after(() => server.stop())

  const opened = async (openResults: boolean): Promise<void> => {
    const { v } = (await owner.as.ask(membersContract.league, { id: leagueId })).body
    await owner.as.done(leaguesContract.EditLeague, { id: leagueId, v }, { ...BODY, openResults })
  }
  /** What a visitor is answered, call by call: how many names or lines. */
  const told = async () => {
    const { ask } = server.visitor
    const segment = { sessionId: made.id, segment: 'race-1', split: 1 } as const
    const { results, loginRequired } = (await ask(resultsContract.results, { sessionId: made.id })).body
    const list = (await ask(entriesContract.publicEntryList, { refId: made.id })).body
    const [past] = (await ask(resultsContract.pastEvents, { leagueId })).body.events
    const races = (await ask(resultsContract.publicDriverResults, { id: dora.id })).body
    return {
      table: [results.length, loginRequired],
      list: [list.entries.length, list.taken, list.loginRequired],
      past: [past?.outcome?.podium.length ?? null, past?.loginRequired],
      races: [races.results.length, races.total, races.loginRequired],
      chart: (await ask(resultsContract.chart, segment)).body.code ?? 'ok',
      csv: (await server.visitor.fetch(`/results/${made.id}/export.csv?segment=race-1`)).status,
    }
  }
  const CLOSED = { table: [0, true], list: [0, 1, true], past: [null, true], races: [0, 0, true], chart: 'LOGIN_REQUIRED', csv: 401 }
  const OPEN = { table: [1, false], list: [1, 1, false], past: [2, false], races: [1, 1, false], chart: 'ok', csv: 200 }

  test('a new community is of them', async () => {
    const { openResults: _, ...body } = leagueBody()
    const founded = await owner.as.done(leaguesContract.AddLeague, {}, body)
    assert.equal((await owner.as.ask(membersContract.league, { id: founded.aggregateId as LeagueId })).body.openResults, false)
  })

  test('its owner opens them, and closes them again: the very next visitor is told so', async () => {
    assert.deepEqual(await told(), CLOSED)
    await opened(true)
    assert.deepEqual(await told(), OPEN)
    await opened(false)
    assert.deepEqual(await told(), CLOSED)
  })

  test('nobody else may, and the history says who did', async () => {
    const { v } = (await owner.as.ask(membersContract.league, { id: leagueId })).body
    assert.equal((await reader.as.send(leaguesContract.EditLeague, { id: leagueId, v }, { ...BODY, openResults: true })).body.code, 'OWNER_REQUIRED')
    const { deeds } = (await owner.as.ask(membersContract.history, { id: leagueId })).body
    const edits = deeds.filter(({ what }) => what === 'LeagueEdited').map(({ params }) => params?.['changed'])
    assert.deepEqual(new Set(edits), new Set(['openResults']))
  })

  test('whoever is signed in reads them, a stranger too', async () => {
    const { body } = await reader.as.ask(resultsContract.memberResults, { sessionId: made.id })
    assert.deepEqual(
      body.results[0]?.results.map(({ name }) => name),
      ['Dora Klein', 'Marco Bellini'],
    )
    const [past] = (await reader.as.ask(resultsContract.memberPastEvents, { leagueId })).body.events
    assert.deepEqual([past?.outcome?.podium.length, past?.loginRequired], [2, false])
    const [own] = (await reader.as.ask(resultsContract.pastEventsOfLeague, { id: leagueId })).body.events
    assert.deepEqual([own?.outcome?.podium.length, own?.loginRequired], [2, false])
    const races = (await reader.as.ask(resultsContract.driverResults, { id: dora.id })).body
    assert.deepEqual([races.total, races.loginRequired], [1, false])
    assert.equal((await reader.as.ask(entriesContract.entryList, { refId: made.id })).body.entries.length, 1)
  })

  test('kept pages: none is another’s, whoever came first', { skip: WITHOUT_PAGES }, async () => {
    const { answers } = server.running.machine
    const url = `/events/${made.id}`
    const headers = { accept: 'text/html', 'accept-language': 'en' }
    const shows = async (who: Person | null): Promise<boolean> => {
      const reply = await (who?.as ?? server.visitor).fetch(url, { headers })
      assert.equal(reply.status, 200)
      return (await reply.text()).includes('Marco Bellini')
    }
    const another = await person(server, 'Anna Another')
    for (const order of [
      [null, reader, another],
      [reader, null, another],
    ]) {
      answers.dropAll()
      // the second time what was kept is sent
      const seen = []
      for (const who of [...order, ...order]) seen.push(await shows(who))
      assert.deepEqual(
        seen,
        [...order, ...order].map((who) => who !== null),
      )
    }
    await opened(true)
    assert.deepEqual([await shows(null), await shows(reader)], [true, true])
    await opened(false)
    assert.deepEqual([await shows(null), await shows(reader)], [false, true])
  })
})
