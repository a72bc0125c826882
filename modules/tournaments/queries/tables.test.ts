import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { rated } from '#modules/ranking/ranking.fixture.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { tournamentsContract as calls } from '../contract.ts'
import { addRound, driveRound, joinWith, seasonWith } from './season.fixture.ts'

describe('a table of a season', () => {
  let server: TestServer
  let [owner, ann, ben] = Array<Person>(3) as [Person, Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    ;[owner, ann, ben] = (await Promise.all(['Olga', 'Ann', 'Ben'].map((name) => person(server, name)))) as [Person, Person, Person]
    league = await found(server, owner, { members: [ann, ben] })
  })
  after(() => server.stop())
  const rowOf = async (id: TournamentId, who: Person) =>
    (await server.visitor.ask(calls.publicStandings, { id })).body.rows.find(({ driverId }) => driverId === who.id)!

  test('tells seconds that were given, until they are taken back', async () => {
    const at = { server, owner, league }
    const id = await seasonWith(at, [ann, ben])
    const sessionId = await driveRound(at, id, [ann, ben])
    const races = async (who: Person) => (await rowOf(id, who)).cells[0]!.races.map(({ no, places, penaltyMs = 0 }) => [no, places, penaltyMs])
    const penalty = { sessionId, driverId: ann.id, raceIndex: 0, time: 10, reason: 'Cut the chicane.' }
    const given = await owner.as.done(correctionsContract.AddPenalty, {}, penalty)
    assert.deepEqual([await races(ann), await races(ben)], [[[1, [2], 10_000]], [[1, [1], 0]]])
    await owner.as.done(correctionsContract.RevokeCorrection, { id: given.id }, { reason: 'Looked again.' })
    assert.deepEqual([await races(ann), await races(ben)], [[[1, [1], 0]], [[1, [2], 0]]])
  })

  test('of best race times goes by what counts after the stewards, until they take it back', async () => {
    const at = { server, owner, league }
    const id = await seasonWith(at, [ann, ben], { pointSystem: { onlyBestRaceTime: true } })
    const [first] = [await driveRound(at, id, [ann, ben]), await driveRound(at, id, [ben])]
    const told = async () => {
      const { rows } = (await server.visitor.ask(calls.publicStandings, { id })).body
      return rows.map(({ position, name, bestTimeMs, gap }) => `${position} ${name} ${bestTimeMs} ${gap}`)
    }
    assert.deepEqual(await told(), ['1 Ann 900000 0', '2 Ben 900000 0'], 'of equal times the earlier drive')
    const given = async (more: object) => {
      const penalty = { sessionId: first, driverId: ann.id, raceIndex: 0, reason: 'Cut the chicane.', ...more }
      return (await owner.as.done(correctionsContract.AddPenalty, {}, penalty as never)).id
    }
    const seconds = await given({ time: 10 })
    assert.deepEqual(await told(), ['1 Ben 900000 0', '2 Ann 910000 10000'])
    const out = await given({ disqualified: true })
    assert.deepEqual(await told(), ['1 Ben 900000 0', 'null Ann null 0'])
    for (const correction of [out, seconds])
      await owner.as.done(correctionsContract.RevokeCorrection, { id: correction }, { reason: 'Looked again.' })
    assert.deepEqual(await told(), ['1 Ann 900000 0', '2 Ben 900000 0'])
  })

  test('is read as well where a release before kept its rounds among its rows', async () => {
    const at = { server, owner, league }
    const id = await seasonWith(at, [ann, ben])
    await driveRound(at, id, [ben, ann])
    const asked = async () => (await server.visitor.ask(calls.publicStandings, { id })).body
    const before = await asked()
    assert.deepEqual(before.rows[0]!.cells[0]!.races[0]!.places, [1])
    const { pool, answers } = server.running.machine
    type Kept = { readonly standings: { readonly rows: readonly object[] }; readonly cells: readonly unknown[] }
    const { rows } = await pool.query<Kept>(`select standings, cells from tournament_standings where tournament_id = $1 and of = 'DRIVERS'`, [id])
    const { standings, cells } = rows[0]!
    const whole = { ...standings, rows: standings.rows.map((row, place) => ({ ...row, cells: cells[place] })) }
    await pool.query(`update tournament_standings set standings = $2, cells = null where tournament_id = $1 and of = 'DRIVERS'`, [id, whole])
    answers.dropAll()
    assert.deepEqual(await asked(), before)
  })

  test('has the points of a driver for the nation they drive for now, until the season is over', async () => {
    const at = { server, owner, league }
    const id = await seasonWith(at, [ann, ben], { pointSystem: { nations: true } })
    await seasonWith(at, [ann])
    await driveRound(at, id, [ann, ben])
    const nations = async () => {
      const { rows } = (await server.visitor.ask(calls.publicStandings, { id, scope: 'nations' })).body
      return rows.map(({ country, points }) => `${country} ${points}`).join()
    }
    const drivesFor = async (country: string) => {
      const { v } = (await ann.as.ask(accountsContract.me, {})).body
      await ann.as.done(accountsContract.ChangeCountry, { id: ann.id, v }, { country })
    }
    await drivesFor('SE')
    await until('she drives for Sweden', async () => (await nations()).startsWith('SE 25'))
    await drivesFor('FI')
    await until('and for Finland', async () => (await nations()).startsWith('FI 25'))
    const { v } = (await owner.as.ask(calls.tournament, { id })).body
    await owner.as.done(calls.EndTournament, { id, v }, {})
    const orders = async () => (await server.running.machine.pool.query(`select from jobs.job where name = 'tournaments.recount'`)).rowCount
    const ordered = await orders()
    await drivesFor('IT')
    assert.equal(await orders(), ordered, 'not of one that is over, nor of one without such a table')
    assert.match(await nations(), /^FI 25/)
  })

  test('tells places that were lost by a penalty, until they are taken back', async () => {
    const at = { server, owner, league }
    const id = await seasonWith(at, [ann, ben])
    const sessionId = await driveRound(at, id, [ann, ben, owner])
    const races = async (who: Person) =>
      (await rowOf(id, who)).cells[0]!.races.map(({ places, penaltyMs = 0, penaltyPlaces = 0 }) => [places, penaltyMs, penaltyPlaces])
    const penalty = { sessionId, driverId: ann.id, raceIndex: 0, positions: 2, reason: 'Jumped the start.' }
    const given = await owner.as.done(correctionsContract.AddPenalty, {}, penalty)
    assert.deepEqual([await races(ann), await races(ben)], [[[[3], 0, 2]], [[[1], 0, 0]]])
    await owner.as.done(correctionsContract.RevokeCorrection, { id: given.id }, { reason: 'Looked again.' })
    assert.deepEqual([await races(ann), await races(ben)], [[[[1], 0, 0]], [[[2], 0, 0]]])
  })

  test('is of events that lists know as those of a championship', async () => {
    const at = { server, owner, league: await found(server, owner, { members: [ann] }) }
    const id = await seasonWith(at, [ann])
    const driven = await driveRound(at, id, [ann])
    const [coming, single] = [
      await event(server, owner, at.league, { game: 'iracing', trackId: 'Monza', cars: ['1'] }),
      await event(server, owner, at.league),
    ]
    await addRound(at, id, coming)
    const asked = { id: at.league, status: 'COMING' } as const
    const listed = async (more: object) => (await ann.as.ask(sessionsContract.eventsOfLeague, { ...asked, ...more })).body
    const shown = async (more: object) => (await listed(more)).events.map((one) => one.id)
    assert.deepEqual((await shown({})).toSorted(), [coming, single].toSorted())
    assert.deepEqual(await shown({ kind: 'CHAMPIONSHIP' }), [coming])
    assert.deepEqual(await shown({ kind: 'SINGLE' }), [single])
    assert.deepEqual(await shown({ kind: 'ROUND' }), [])
    assert.deepEqual(await shown({ game: 'iracing' }), [coming])
    assert.equal((await listed({ kind: 'SINGLE' })).total, 1)
    const visitors = (await server.visitor.ask(sessionsContract.publicEvents, { leagueId: at.league, kind: 'CHAMPIONSHIP' })).body
    assert.deepEqual(
      visitors.events.map((one) => one.id),
      [coming],
    )
    const past = async (kind: 'CHAMPIONSHIP' | 'SINGLE') =>
      (await ann.as.ask(resultsContract.pastEventsOfLeague, { id: at.league, kind })).body.events.map((one) => one.id)
    assert.deepEqual([await past('CHAMPIONSHIP'), await past('SINGLE')], [[driven], []])
  })

  test('tells who stays away from a round, to come or over, until they drive it after all', async () => {
    const at = { server, owner, league }
    const id = await seasonWith(at, [ann, ben], { participationRules: { sessionSkipLimit: 1 } })
    const coming = await event(server, owner, league, { game: 'iracing', trackId: 'Monza', cars: ['1'] })
    await addRound(at, id, coming)
    await ann.as.done(calls.SkipSession, { refId: id }, { sessionId: coming })
    const skipped = async (who: Person) => (await rowOf(id, who)).skippedSessionIds
    assert.deepEqual([await skipped(ann), await skipped(ben)], [[coming], []])
    await ann.as.done(calls.CancelSkip, { refId: id }, { sessionId: coming })
    assert.deepEqual(await skipped(ann), [])
    await ann.as.done(calls.SkipSession, { refId: id }, { sessionId: coming })
    await server.running.machine.pool.query(`update sessions set status = 'FAILED' where id = $1`, [coming])
    assert.deepEqual(await skipped(ann), [], 'of one that came to nothing the skip is given back')
    await server.running.machine.pool.query(`update sessions set status = 'WAITING' where id = $1`, [coming])
  })

  test('tells who won each round, on whatever page they stand', async () => {
    const at = { server, owner, league }
    const id = await seasonWith(at, [ann, ben], { pointSystem: { overallPointTable: [10, 6] } })
    await driveRound(at, id, [ben, ann])
    await driveRound(at, id, [ann, owner])
    await addRound(at, id, await event(server, owner, league, { game: 'iracing', trackId: 'Monza', cars: ['1'] }))
    for (const who of [server.visitor, ben.as])
      for (const offset of [0, 1, 5]) {
        const call = who === server.visitor ? calls.publicStandings : calls.standings
        const { rows, winners } = (await who.ask(call, { id, limit: 1, offset })).body
        assert.ok(rows.length <= 1)
        assert.deepEqual(
          winners.map((won) => won.map(({ driverId, name }) => [driverId, name])),
          [[[ben.id, 'Ben']], [[ann.id, 'Ann']], []],
        )
      }
  })

  test('tells readers their place in their class, and how strong the field is once somebody is rated', async () => {
    const at = { server, owner, league }
    const carClasses = ['PRO', 'AM'].map((one) => ({ id: one, name: one, color: '#ff0000', cars: ['1'] }))
    const id = await seasonWith(at, [], { carClasses, pointSystem: { overallPointTable: [10, 6, 4] } })
    await joinWith(id, [
      [owner, { carClassId: 'PRO' }],
      [ann, { carClassId: 'AM' }],
      [ben, { carClassId: 'AM' }],
    ])
    await driveRound(at, id, [owner, ann, ben])
    const asked = async (who: Person, more: object = {}) => (await who.as.ask(calls.standings, { id, ...more })).body
    assert.deepEqual((await asked(owner)).myClass, { carClassId: 'PRO', position: 1, gap: 0, lead: null })
    assert.deepEqual((await asked(ann)).myClass, { carClassId: 'AM', position: 1, gap: 0, lead: 2 })
    assert.deepEqual((await asked(ben, { limit: 1 })).myClass, { carClassId: 'AM', position: 2, gap: 2, lead: null })
    assert.equal((await asked(ben, { scope: 'class', carClass: 'AM' })).myClass, null, 'its own table says so already')
    assert.equal((await server.visitor.ask(calls.publicStandings, { id })).body.myClass, null)

    assert.equal((await asked(ann)).fieldStrength, null)
    const others = (await Promise.all(['Eve', 'Fay', 'Gus', 'Hal'].map((name) => person(server, name)))).map((who) => who.id)
    await rated(server, 'iracing', [ann.id, ben.id, ...others])
    const { rows, fieldStrength } = await asked(ann)
    // who was never rated begins where everybody does
    const mean = (1500 + rows.reduce((sum, { rating }) => sum + (rating?.rank ?? 0), 0)) / 3
    assert.ok(Math.abs(fieldStrength! - mean) <= 1, `${fieldStrength} is about ${mean}`)
    assert.notEqual(fieldStrength, 1500)
    assert.equal((await server.visitor.ask(calls.publicStandings, { id })).body.fieldStrength, fieldStrength)
  })
})
