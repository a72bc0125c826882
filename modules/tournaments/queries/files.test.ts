import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { tournamentsContract } from '../contract.ts'
import { driveRound, seasonWith } from './season.fixture.ts'

describe('standings as CSV', () => {
  let server: TestServer
  let [owner, ann, ben] = Array<Person>(3) as [Person, Person, Person]
  let league: LeagueId
  let id: TournamentId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    ;[owner, ann, ben] = (await Promise.all(['Olga', '=Ann', 'Ben'].map((name) => person(server, name, { country: 'de' })))) as [
      Person,
      Person,
      Person,
    ]
    league = await found(server, owner, { members: [ann, ben] })
    id = await seasonWith({ server, owner, league }, [ann, ben], { pointSystem: { overallPointTable: [10, 6], nations: true } })
    await driveRound({ server, owner, league }, id, [ben, ann])
  })
  after(() => server.stop())

  const lines = async (reply: Response) => (await reply.text()).trimEnd().split('\r\n')

  test('as the table is shown, for visitors and for the signed-in', async () => {
    const reply = await server.visitor.fetch(`/public/tournaments/${id}/standings.csv`)
    assert.equal(reply.headers.get('content-type'), 'text/csv; charset=utf-8')
    const table = await lines(reply)
    assert.match(table[0]!, /^pos,change,driver,country,class,team,points,gap,gross,R1 MON,/)
    assert.match(table[1]!, /^1,\d*,Ben,de,,,10,0,10,10,/)
    assert.match(table[2]!, /^2,-?\d*,'=Ann,de,,,6,4,6,6,/)
    const own = await ann.as.fetch(`/query/tournament/${id}/standings.csv`)
    assert.match(own.headers.get('content-disposition') ?? '', /filename="standings.csv"/)
    assert.deepEqual(await lines(own), table)
    const nations = await lines(await ann.as.fetch(`/query/tournament/${id}/standings.csv?scope=nations`))
    assert.match(nations[1]!, /^1,\d*,de,16,0,16,16,/)
    assert.equal((await lines(await ann.as.fetch(`/query/tournament/${id}/standings.csv?scope=teams`))).length, 1)
  })

  test('has a driver’s new name at once, and nobody’s who erased the account', async () => {
    const cleo = await person(server, 'Cleo')
    const series = await seasonWith({ server, owner, league }, [], { type: 'SERIES' })
    await driveRound({ server, owner, league }, series, [cleo])
    const names = async () =>
      (await lines(await server.visitor.fetch(`/public/tournaments/${series}/standings.csv`))).slice(1).map((line) => line.split(',')[2])
    assert.deepEqual(await names(), ['Cleo'])
    await cleo.as.done(accountsContract.ChangeName, { id: cleo.id, v: 1 }, { name: 'Cleopatra' })
    assert.deepEqual(await names(), ['Cleopatra'])
    await cleo.as.done(accountsContract.RemoveUser, { id: cleo.id, v: 2 }, {})
    assert.deepEqual(await names(), [''])
  })

  test('the rounds are a calendar for everybody, once the season is published', async () => {
    const reply = await server.visitor.fetch(`/public/tournaments/${id}/calendar.ics`)
    assert.equal(reply.headers.get('content-type'), 'text/calendar; charset=utf-8')
    const text = await reply.text()
    assert.match(text, /X-WR-CALNAME:Winter/)
    assert.equal(text.match(/BEGIN:VEVENT/g)?.length, 1)
    const fields = { leagueId: league, type: 'CHAMPIONSHIP', game: 'iracing', name: 'Secret', maxEntries: 20 } as const
    const draft = (await owner.as.done(tournamentsContract.AddTournament, {}, fields)).aggregateId
    assert.equal((await server.visitor.fetch(`/public/tournaments/${draft}/calendar.ics`)).status, 404)
  })

  test('nobody is named to visitors where the community has not opened its results', async () => {
    const { pool, answers } = server.running.machine
    await pool.query('update leagues set open_results = false where id = $1', [league])
    answers.dropAll()
    assert.equal((await lines(await server.visitor.fetch(`/public/tournaments/${id}/standings.csv`))).length, 1)
    assert.equal((await lines(await ben.as.fetch(`/query/tournament/${id}/standings.csv`))).length, 3)
  })
})
