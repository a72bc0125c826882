import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, RoundId, SessionId } from '#core/ids.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { accFile, accLine as line, allRead, enter, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { event, eventBody, ordinary } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { roundsContract as calls } from './contract.ts'

describe('what a round says of its events', () => {
  let server: TestServer
  let [owner, ann, ben, cem, dan] = Array<Person>(5) as [Person, Person, Person, Person, Person]
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'] })
    ;[owner, ann, ben, cem, dan] = (await Promise.all(['Olga', 'Ann', 'Ben', 'Cem', 'Dan'].map((name) => person(server, name)))) as [
      Person,
      Person,
      Person,
      Person,
      Person,
    ]
    leagueId = await found(server, owner, { members: [ann, ben, cem, dan] })
  })
  after(() => server.stop())

  const add = async (): Promise<RoundId> => (await owner.as.done(calls.AddRound, {}, { leagueId })).aggregateId as RoundId
  const view = async (id: RoundId) => (await owner.as.ask(calls.round, { id })).body
  const publish = async (id: RoundId) => owner.as.done(calls.PublishRound, { id, v: (await view(id)).v }, {})
  const takeIn = async (id: RoundId, sessionId: SessionId) => owner.as.done(calls.AddRoundSession, { id, v: (await view(id)).v }, { sessionId })
  const bringIn = async (id: RoundId, driverIds: readonly Person[], fromRound: RoundId | null) =>
    owner.as.send(calls.AddDriverEntries, { id, v: (await view(id)).v }, { driverIds: driverIds.map((one) => one.id), fromRound })
  const result = async (id: RoundId) =>
    (await ann.as.ask(calls.roundResult, { id })).body.results.map((row) => [row.position, row.name, row.points, row.races, row.bestPosition])
  const shown = async (id: SessionId) => {
    const card = (await server.visitor.ask(sessionsContract.publicEvent, { id })).body
    return [card.tournamentType, card.tournamentId, card.tournamentName]
  }

  test('an event shows its round when it is published with it as a draft, and after it is edited', async () => {
    const id = await add()
    const draft = await event(server, owner, leagueId, { publish: false })
    await takeIn(id, draft)
    await publish(id)
    const { name } = await view(id)
    assert.deepEqual(await shown(draft), ['ROUND', id, name])
    const late = await event(server, owner, leagueId, { publish: false })
    await takeIn(id, late)
    const of = async () => (await owner.as.ask(sessionsContract.race, { id: late })).body
    await owner.as.done(sessionsContract.PublishSession, { id: late, v: (await of()).v }, {})
    assert.deepEqual(await shown(late), ['ROUND', id, name], 'a draft that is published by itself')
    const body = eventBody({ ...ordinary(leagueId, server.clock.now()), sessionName: 'Heat two' })
    const edited = await owner.as.send(sessionsContract.EditSession, { id: late, v: (await of()).v }, body)
    assert.equal(edited.status, 200, JSON.stringify(edited.body))
    assert.deepEqual(await shown(late), ['ROUND', id, name])
  })

  test('only results that stand count, and only for those who raced', async () => {
    const [heats, final] = [await add(), await add()]
    const made = await runningEvent(server, owner, leagueId, { segments: ['PRACTICE', 'RACE'], points: { table: [10, 6, 3] } })
    await takeIn(heats, made.id)
    await publish(heats)
    await enter(
      server,
      made,
      [ann, ben, dan].map((who, at) => ({ userId: who.id, raceNumber: at + 1, carId: '34' })),
    )
    const bring = async (name: string, bytes: Uint8Array): Promise<void> => {
      const reply = await upload(server, made.servers[0]!, name, bytes)
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      await allRead(server)
    }
    const cars = [line(1, ann.steamId, 'Ann', 4, 4 * LAP, 97_000), line(2, ben.steamId, 'Ben', 4, 4 * LAP + 5000, 98_000)] as const
    await bring('FP.json', accFile('FP', 0, [...cars, line(3, dan.steamId, 'Dan', 4, 4 * LAP, 99_000)]))
    await bring('R.json', accFile('R', 1, cars))
    await until('the race counts', async () => (await result(heats)).length === 2)
    const before = [
      [1, 'Ann', 10, 1, 1],
      [2, 'Ben', 6, 1, 2],
    ]
    assert.deepEqual(await result(heats), before)
    await bring('R2.json', accFile('R', 1, [{ ...cars[1], timing: { ...cars[1].timing, totalTime: 4 * LAP - 1 } }, cars[0]]))
    assert.deepEqual(await result(heats), before, 'a file that came later waits')
    assert.equal((await bringIn(final, [dan], heats)).body.code, 'ROUND_NOT_ELIGIBLE', 'practice is no result')
    assert.equal((await bringIn(final, [ann], heats)).status, 200)
  })

  test('of a round that is not published its admins alone read the name, as where somebody comes from', async () => {
    const [heats, final] = [await add(), await add()]
    const made = await runningEvent(server, owner, leagueId, { game: 'iracing', manual: true, segments: ['RACE'] })
    await takeIn(heats, made.id)
    const [entryId] = await enter(server, made, [{ userId: ann.id, raceNumber: 1, carId: '1' }])
    const entryResults = [{ entryId, position: 1, timeMs: 900_000 }] as never
    await owner.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults })
    await owner.as.done(manualResultsContract.PublishResults, { id: made.id }, {})
    await publish(final)
    assert.equal((await bringIn(final, [ann], heats)).status, 200)
    assert.equal((await bringIn(final, [ben], null)).status, 200)
    const from = async (who: Person) =>
      (await who.as.ask(calls.participants, { id: final })).body.participants
        .map((one) => `${one.name} ${one.isWildCard ? 'wild card' : (one.fromRound?.id ?? 'earlier')}`)
        .toSorted()
    assert.deepEqual(await from(ben), ['Ann earlier', 'Ben wild card'])
    assert.deepEqual(await from(owner), [`Ann ${heats}`, 'Ben wild card'])
    await publish(heats)
    assert.deepEqual(await from(ben), [`Ann ${heats}`, 'Ben wild card'])
  })

  test('an event that failed holds no round up: it ends without it, as a season does', async () => {
    const id = await add()
    const failed = await runningEvent(server, owner, leagueId, { status: 'FAILED' })
    const coming = await event(server, owner, leagueId)
    for (const one of [failed.id, coming]) await takeIn(id, one)
    await publish(id)
    const end = async () => owner.as.send(calls.EndRound, { id, v: (await view(id)).v }, {})
    assert.deepEqual([(await view(id)).may.end, (await end()).body.params], [false, { status: 'WAITING' }])
    await owner.as.done(calls.RemoveRoundSession, { id, v: (await view(id)).v }, { sessionId: coming })
    assert.deepEqual([(await view(id)).may.end, (await end()).status], [true, 200])
  })

  test('who does not start has not raced, and has no place', async () => {
    const [heats, final] = [await add(), await add()]
    const made = await runningEvent(server, owner, leagueId, { game: 'iracing', manual: true, segments: ['RACE'], points: { table: [10, 6, 3] } })
    await takeIn(heats, made.id)
    const entered = await enter(
      server,
      made,
      [ann, ben, cem].map((who, at) => ({ userId: who.id, raceNumber: at + 1, carId: '1' })),
    )
    const rows = [{ timeMs: 900_000 }, { isDNF: true }, { isSkip: true }].map((row, at) => ({ entryId: entered[at]!, position: at + 1, ...row }))
    const saved = await owner.as.send(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: rows as never })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    await owner.as.done(manualResultsContract.PublishResults, { id: made.id }, {})
    await publish(heats)
    assert.deepEqual(await result(heats), [
      [1, 'Ann', 10, 1, 1],
      [2, 'Ben', 0, 1, null],
    ])
    // what its list of events tells of each that is over
    const { events } = (await ann.as.ask(resultsContract.pastEventsOfLeague, { id: leagueId, tournamentId: heats })).body
    assert.deepEqual(
      events.map(({ id, outcome }) => [id, outcome?.podium.map(({ name }) => name)]),
      [[made.id, ['Ann']]],
    )
    assert.deepEqual((await server.visitor.ask(resultsContract.pastEvents, { leagueId, tournamentId: heats })).body.total, 1)
    assert.deepEqual((await server.visitor.ask(resultsContract.pastEvents, { leagueId, tournamentId: final })).body.total, 0)
    assert.equal((await bringIn(final, [cem], heats)).body.code, 'ROUND_NOT_ELIGIBLE')
    assert.equal((await bringIn(final, [ben], heats)).status, 200)
  })
})
