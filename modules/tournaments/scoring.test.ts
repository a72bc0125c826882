import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SentOf } from '#core/contract.ts'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { givesPoints } from '#modules/results/rules.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { tournamentsContract as calls } from './contract.ts'
import { addRound, seasonWith } from './queries/season.fixture.ts'

describe('the points an event shows are those of its season', () => {
  let server: TestServer
  let [owner, ann, ben, cem] = Array<Person>(4) as [Person, Person, Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    ;[owner, ann, ben, cem] = (await Promise.all(['Olga', 'Ann', 'Ben', 'Cem'].map((name) => person(server, name)))) as [
      Person,
      Person,
      Person,
      Person,
    ]
    league = await found(server, owner, { members: [ann, ben, cem] })
  })
  after(() => server.stop())

  /** Two races in one event, Ann before Ben before Cem, then the other way round. */
  async function driven(): Promise<SessionId> {
    const made = await runningEvent(server, owner, league, { game: 'iracing', manual: true, segments: ['RACE', 'RACE'] })
    const ids = await enter(
      server,
      made,
      [ann, ben, cem].map((who, no) => ({ userId: who.id, raceNumber: no + 1, carId: '1' })),
    )
    for (const [at, order] of [ids, ids.toReversed()].entries()) {
      const entryResults = order.map((entryId, no) => ({ entryId, position: no + 1, timeMs: 900_000 + no }))
      await owner.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: at + 1, entryResults: entryResults as never })
    }
    await owner.as.done(manualResultsContract.PublishResults, { id: made.id }, {})
    return made.id
  }
  const inEvent = async (sessionId: SessionId) =>
    (await server.visitor.ask(resultsContract.results, { sessionId })).body.results.map(({ results }) =>
      results.map(({ name, finalPoints }) => `${name} ${finalPoints}`).join(', '),
    )
  /** Of each race what the standings say its drivers got. */
  const inStandings = async (id: TournamentId) => {
    const { rows } = (await server.visitor.ask(calls.publicStandings, { id })).body
    return [0, 1].map((no) => rows.map(({ name, cells }) => `${name} ${cells[0]!.races[no]!.points}`).toSorted())
  }
  const agree = async (id: TournamentId, sessionId: SessionId, expected: readonly string[]) => {
    const shown = await inEvent(sessionId)
    assert.deepEqual(shown, expected)
    assert.deepEqual(
      shown.map((race) => race.split(', ').toSorted()),
      await inStandings(id),
    )
  }
  const send = async (id: TournamentId, order: 'SetPointSystem' | 'AddMultiplier', body: object) => {
    const { v } = (await owner.as.ask(calls.tournament, { id })).body
    await owner.as.done(calls[order], { id, v }, body as SentOf<typeof calls.SetPointSystem> & SentOf<typeof calls.AddMultiplier>)
  }

  test('in a class too where its file has somebody who retired before who finished', async () => {
    const classes = [
      { id: 'fast', name: 'Fast', carIds: ['34'] },
      { id: 'slow', name: 'Slow', carIds: ['50'] },
    ]
    const made = await runningEvent(server, owner, league, { game: 'acc', segments: ['RACE'], classes })
    await enter(
      server,
      made,
      [ann, ben, cem].map((who, no) => ({ userId: who.id, raceNumber: no + 1, carId: no === 0 ? '34' : '50' })),
    )
    const pointSystem = { overallPointTable: [10, 6], scope: 'CLASS', minimumDistancePercent: 0 }
    const id = await seasonWith({ server, owner, league }, [ann, ben, cem], { game: 'acc', pointSystem })
    await addRound({ server, owner, league }, id, made.id)
    // less than half of the winner's laps is not finished (game-formats.md §9.3)
    const drove = (who: Person, no: number, laps: number, car: number) => accLine(no, who.steamId, who.name, laps, laps * LAP, 97_000, car)
    const lines = [drove(ann, 1, 9, 34), drove(ben, 2, 4, 50), drove(cem, 3, 5, 50)]
    await upload(server, made.servers[0]!, 'r.json', accFile('R', 0, lines))
    await allRead(server)
    assert.deepEqual(await inEvent(made.id), ['Ann 10, Ben 0, Cem 6'])
    const { rows } = (await server.visitor.ask(calls.publicStandings, { id })).body
    assert.deepEqual(
      rows.map(({ name, points }) => `${name} ${points}`),
      ['Ann 10', 'Cem 6', 'Ben 0'],
    )
  })

  test('a fastest lap that is worth more in a round, or nothing', async () => {
    const made = await runningEvent(server, owner, league, { game: 'acc', segments: ['RACE'] })
    await enter(
      server,
      made,
      [ann, ben].map((who, no) => ({ userId: who.id, raceNumber: no + 1, carId: '34' })),
    )
    const pointSystem = { overallPointTable: [10, 6], bonus: { fastestLap: 1 } }
    const id = await seasonWith({ server, owner, league }, [ann, ben], { game: 'acc', pointSystem })
    await addRound({ server, owner, league }, id, made.id)
    const lines = [ann, ben].map((who, no) => accLine(no + 1, who.steamId, who.name, 9, 9 * LAP + no, 97_000 - no, 34))
    await upload(server, made.servers[0]!, 'r.json', accFile('R', 0, lines))
    await allRead(server)
    const shown = async () => {
      const { rows } = (await server.visitor.ask(calls.publicStandings, { id })).body
      return [await inEvent(made.id), rows.map(({ name, points }) => `${name} ${points}`).join(', ')]
    }
    assert.deepEqual(await shown(), [['Ann 10, Ben 7'], 'Ann 10, Ben 7'])
    await send(id, 'AddMultiplier', { sessionId: made.id, multiplier: 2, fastestLap: 2.5 })
    assert.deepEqual(await shown(), [['Ann 20, Ben 14.5'], 'Ann 20, Ben 14.5'])
    const { pointSystem: rules, sessions } = (await server.visitor.ask(calls.publicTournament, { id })).body
    assert.deepEqual([rules.rounds[0]!.fastestLap, sessions[0]!.fastestLap, rules.bonus.fastestLap], [2.5, 2.5, 1])
    await send(id, 'AddMultiplier', { sessionId: made.id, multiplier: 1, fastestLap: 0 })
    assert.deepEqual(await shown(), [['Ann 10, Ben 6'], 'Ann 10, Ben 6'])
    await send(id, 'AddMultiplier', { sessionId: made.id, multiplier: 1 })
    assert.deepEqual(await shown(), [['Ann 10, Ben 7'], 'Ann 10, Ben 7'])
    const refused = await owner.as.send(
      calls.AddMultiplier,
      { id, v: (await owner.as.ask(calls.tournament, { id })).body.v },
      { sessionId: made.id, multiplier: 1, fastestLap: -1 },
    )
    assert.equal(refused.status, 400)
  })

  test('when it becomes one of the season, and whenever the season scores otherwise', async () => {
    const sessionId = await driven()
    assert.deepEqual(await inEvent(sessionId), ['Ann 25, Ben 18, Cem 15', 'Cem 25, Ben 18, Ann 15'])
    const id = await seasonWith({ server, owner, league }, [ann, ben, cem], { pointSystem: { overallPointTable: [10, 6, 4] } })
    await addRound({ server, owner, league }, id, sessionId)
    await agree(id, sessionId, ['Ann 10, Ben 6, Cem 4', 'Cem 10, Ben 6, Ann 4'])
    await send(id, 'AddMultiplier', { sessionId, multiplier: 1.5 })
    await agree(id, sessionId, ['Ann 15, Ben 9, Cem 6', 'Cem 15, Ben 9, Ann 6'])
    await send(id, 'AddMultiplier', { sessionId, multiplier: 2, table: [5, 4, 3], raceTables: [null, [3, 2, 1]] })
    await agree(id, sessionId, ['Ann 10, Ben 8, Cem 6', 'Cem 6, Ben 4, Ann 2'])
    assert.deepEqual((await server.visitor.ask(sessionsContract.publicEvent, { id: sessionId })).body.points?.table, [10, 8, 6])
    await send(id, 'AddMultiplier', { sessionId, multiplier: 2 })
    await send(id, 'SetPointSystem', { pointSystem: { overallPointTable: [20, 10, 6], gridSize: { base: 2, multiplier: 1 } } })
    await agree(id, sessionId, ['Ann 62, Ben 32, Cem 20', 'Cem 62, Ben 32, Ann 20'])
    await send(id, 'SetPointSystem', { pointSystem: { overallPointTable: [20, 10, 6], onlyBestRaceTime: true } })
    assert.deepEqual(await inEvent(sessionId), ['Ann 0, Ben 0, Cem 0', 'Cem 0, Ben 0, Ann 0'], 'of best times none has points')
  })

  test('an event that is taken out, or whose season is deleted, scores as it did before it was one of it', async () => {
    const points = { table: [7, 5, 3] }
    const ids = [] as SessionId[]
    for (let no = 0; no < 2; no++) ids.push(await event(server, owner, league, { game: 'iracing', trackId: 'Monza', cars: ['1'], points }))
    const [taken, kept] = ids as [SessionId, SessionId]
    const table = async (id: SessionId) => (await server.visitor.ask(sessionsContract.publicEvent, { id })).body.points?.table
    const id = await seasonWith({ server, owner, league }, [ann], { pointSystem: { overallPointTable: [10, 6, 4] } })
    for (const sessionId of ids) await addRound({ server, owner, league }, id, sessionId)
    assert.deepEqual(
      [await table(taken), await table(kept)],
      [
        [10, 6, 4],
        [10, 6, 4],
      ],
    )
    const order = async (call: 'RemoveTournamentSession' | 'DeleteTournament', body: object) =>
      owner.as.done(calls[call], { id, v: (await owner.as.ask(calls.tournament, { id })).body.v }, body as never)
    await order('RemoveTournamentSession', { sessionId: taken })
    assert.deepEqual(
      [await table(taken), await table(kept)],
      [
        [7, 5, 3],
        [10, 6, 4],
      ],
    )
    await order('DeleteTournament', {})
    assert.deepEqual(await table(kept), [7, 5, 3])
  })

  test('points columns hidden for best-race-time tournaments: in results and their file, in standings and theirs, in the profile', async () => {
    const sessionId = await driven()
    const head = async (path: string): Promise<string> => (await (await server.visitor.fetch(path)).text()).split('\r\n')[0]!
    const results = `/results/${sessionId}/export.csv?segment=race-1`
    assert.match(await head(results), /bestCleanLapTime,calculatedPoints,finalPoints,laps$/)
    const id = await seasonWith({ server, owner, league }, [ann, ben, cem], {
      pointSystem: { overallPointTable: [10, 6, 4], onlyBestRaceTime: true },
    })
    await addRound({ server, owner, league }, id, sessionId)
    assert.match(await head(results), /bestCleanLapTime,laps$/)
    const [race] = (await server.visitor.ask(resultsContract.results, { sessionId })).body.results
    assert.equal(givesPoints(race!), false)
    assert.match(await head(`/public/tournaments/${id}/standings.csv`), /^pos,/)
    assert.doesNotMatch(await head(`/public/tournaments/${id}/standings.csv`), /points/i)
    const ownRaces = (await server.visitor.ask(resultsContract.publicDriverResults, { id: ann.id, type: 'RACE' })).body.results
    assert.deepEqual(
      ownRaces.filter((one) => one.sessionId === sessionId).map(({ points }) => points),
      [0, 0],
    )
  })
})
