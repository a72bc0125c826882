import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS } from '#core/duration.ts'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { notificationsContract, type NotificationView } from '#modules/notifications/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { moveSplit, splitsOf } from '#modules/sessions/door.ts'
import type { JobContext } from '#server/room.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { byHand } from '#testing/steps.ts'
import { timePasses, until } from '#testing/time.ts'
import { tournamentsContract as calls } from '../contract.ts'
import { tournamentsJobs } from '../jobs.ts'
import { addRound, seasonWith } from '../queries/season.fixture.ts'

describe('what becomes of a season once drivers are in', () => {
  let server: TestServer
  let [owner, ann, ben] = Array<Person>(3) as [Person, Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    ;[owner, ann, ben] = (await Promise.all(['Olga', 'Ann', 'Ben'].map((name) => person(server, name)))) as [Person, Person, Person]
    league = await found(server, owner, { members: [ann, ben] })
  })
  after(() => server.stop())
  const seen = async (id: TournamentId, who = owner) => (await who.as.ask(calls.tournament, { id })).body

  /** A race that runs, or was driven. */
  async function race(isDriven: boolean): Promise<SessionId> {
    const made = await runningEvent(server, owner, league, { game: 'iracing', manual: true, segments: ['RACE'] })
    if (!isDriven) return made.id
    const ids = await enter(server, made, [{ userId: ann.id, raceNumber: 1, carId: '1' }])
    const entryResults = ids.map((entryId, no) => ({ entryId, position: no + 1, timeMs: 900_000 + no }))
    await owner.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: entryResults as never })
    await owner.as.done(manualResultsContract.PublishResults, { id: made.id }, {})
    return made.id
  }

  for (const isDriven of [false, true])
    test(`taking in an event that ${isDriven ? 'was driven' : 'runs'} starts it: registration ends as if it had begun there`, async () => {
      const id = await seasonWith({ server, owner, league }, [ann], { entryRules: { joinAfterStart: false } })
      await addRound({ server, owner, league }, id, await event(server, owner, league, { game: 'iracing', trackId: 'Monza', cars: ['1'] }))
      assert.equal((await seen(id)).status, 'REGISTRATION', 'one that is to come starts nothing')
      const added = await owner.as.done(calls.AddTournamentSession, { id, v: (await seen(id)).v }, { sessionId: await race(isDriven) })
      const { status, v } = await seen(id)
      assert.deepEqual([status, v], ['STARTED', added.v])
      assert.equal((await ben.as.send(calls.JoinTournament, { id }, {})).body.code, 'REGISTRATION_CLOSED')
      assert.equal((await owner.as.send(calls.DeleteTournament, { id, v }, {})).body.code, 'WRONG_STATE')
    })

  test('whoever had chosen no car drives the one they choose in all events to come', async () => {
    const id = await seasonWith({ server, owner, league }, [], { game: 'acc' })
    const events = [await event(server, owner, league), await event(server, owner, league), await event(server, owner, league)]
    for (const sessionId of events) await addRound({ server, owner, league }, id, sessionId)
    const entryIn = async (refId: SessionId) => (await owner.as.ask(entriesContract.entryList, { refId })).body.entries[0]
    const cars = async () => (await Promise.all(events.map(entryIn))).map((entry) => entry?.car.model).join()
    await ann.as.done(calls.JoinTournament, { id }, {})
    await until('the first car of each', async () => (await cars()) === '2,2,2')
    await ann.as.done(calls.ChangeSeasonCar, { id }, { carId: '34' })
    await until('the chosen car', async () => (await cars()) === '34,34,34')
    await ann.as.done(calls.ChangeSeasonCar, { id }, { carId: '2' })
    await until('and another one', async () => (await cars()) === '2,2,2')
    const changeCar = tournamentsJobs['tournaments.change-car'] as (context: JobContext, data: object) => Promise<void>
    // the first order, which the second has overtaken
    for (const sessionId of events) {
      const late = { sessionId, userId: ann.id, from: '2', to: '34' }
      await byHand(server, (context) => changeCar(context, late))
    }
    assert.equal(await cars(), '2,2,2', 'what the season says')
  })

  test('who is in a season that is deleted is told, and cancels in its events by themselves', async () => {
    const id = await seasonWith({ server, owner, league }, [ann, ben], { game: 'acc', name: 'Spring' })
    const refId = await event(server, owner, league)
    await addRound({ server, owner, league }, id, refId)
    const list = async (who: Person) => (await who.as.ask(entriesContract.entryList, { refId })).body
    await until('both are on the grid', async () => (await list(owner)).entries.length === 2)
    await ben.as.done(calls.LeaveTournament, { id }, {})
    await until('Ben is off the grid', async () => (await list(owner)).entries.length === 1)
    await owner.as.done(calls.DeleteTournament, { id, v: (await seen(id)).v }, {})
    const told = async (who: Person) =>
      (await who.as.ask(notificationsContract.notifications, {})).body.notifications.filter(({ kind }) => kind === 'season-deleted')
    await until('Ann is told', async () => (await told(ann)).length === 1)
    assert.deepEqual(await told(ben), [], 'who had left is not')
    const [{ params, link }] = (await told(ann)) as [NotificationView]
    assert.deepEqual([params['season'], link], ['Spring', `/communities/${league}#events`])
    assert.equal((await ann.as.send(entriesContract.Leave, { refId, v: (await list(ann)).mine!.v }, {})).status, 200)
  })

  test('what comes next is what can still be driven, not a round that failed', async () => {
    const id = await seasonWith({ server, owner, league }, [ann], { game: 'acc', name: 'Summer' })
    const failed = await runningEvent(server, owner, league, { status: 'FAILED' })
    const coming = await event(server, owner, league)
    for (const one of [failed.id, coming]) await addRound({ server, owner, league }, id, one)
    const { sessions } = await seen(id)
    const mine = (await ann.as.ask(calls.myTournaments, {})).body.tournaments.find((one) => one.id === id)
    assert.deepEqual([mine?.nextStartsAt, mine?.rounds], [sessions.find(({ sessionId }) => sessionId === coming)!.startsAt, 2])
  })

  test('a season that is given classes puts its drivers into theirs by the car they drive, or says that it cannot', async () => {
    const id = await seasonWith({ server, owner, league }, [], { game: 'acc', cars: [{ id: '2' }, { id: '34' }] })
    await ann.as.done(calls.JoinTournament, { id }, { carId: '2' })
    await ben.as.done(calls.JoinTournament, { id }, { carId: '34' })
    const names = (await seen(id)).cars.map(({ name }) => name)
    const carClass = (name: string, car: string, maxClassEntries: number | null = null) => ({
      id: name,
      name,
      color: '#ff0000',
      cars: [car],
      maxClassEntries,
    })
    const give = async (...carClasses: ReturnType<typeof carClass>[]) =>
      owner.as.send(calls.EditTournament, { id, v: (await seen(id)).v }, { name: 'Winter', maxEntries: 20, carClasses })
    const refused = await give(carClass('PRO', '2'), carClass('AM', '2'))
    assert.deepEqual([refused.status, refused.body.params], [422, { field: 'carClasses', reason: 'driversClassless' }])
    assert.deepEqual([(await seen(id)).carClasses, (await seen(id, ann)).entry?.carClassId], [[], null], 'nothing of it is kept')
    assert.equal((await give(carClass('GT3', '2', 1), carClass('GT4', '34'))).status, 200)
    const { carClasses } = await seen(id)
    assert.deepEqual(
      carClasses.map((one) => [one.id, one.currentEntries, ...one.carNames]),
      [
        ['GT3', 1, names[0]],
        ['GT4', 1, names[1]],
      ],
    )
    assert.deepEqual([(await seen(id, ann)).entry?.carClassId, (await seen(id, ben)).entry?.carClassId], ['GT3', 'GT4'])
    assert.equal((await owner.as.done(calls.JoinTournament, { id }, { carClassId: 'GT3', carId: '2' })).status, 'WAITING_LIST')
  })

  // docs/decisions/0056
  test('of an event that failed points are left to win while it can be started anew, and then no more', async () => {
    const id = await seasonWith({ server, owner, league }, [ann, ben], { game: 'acc', name: 'Failing', pointSystem: { overallPointTable: [10, 6] } })
    const made = await runningEvent(server, owner, league, { status: 'WAITING' })
    await addRound({ server, owner, league }, id, made.id)
    const left = async () => (await owner.as.ask(calls.standings, { id })).body.pointsLeft
    const raced = async () => {
      const { over, of } = (await server.visitor.ask(calls.publicTournament, { id })).body.raced
      const card = (await ann.as.ask(calls.myTournaments, {})).body.tournaments.find((one) => one.id === id)
      assert.deepEqual([card?.roundsOver, card?.rounds], [over, of])
      return [over, of]
    }
    assert.equal(await left(), 10)
    const { machine } = server.running
    const [split] = await splitsOf(machine.db, made.id)
    for (const to of ['SCHEDULING', 'FAILED'] as const)
      await byHand(server, (context) => moveSplit(context, { splitId: split!.id, to, now: context.now }))
    assert.equal(await left(), 10)
    const failedAt = machine.clock().getTime()
    await timePasses(server.running, server.clock, new Date(failedAt + 23 * HOUR_MS))
    await owner.as.done(calls.AddMultiplier, { id, v: (await owner.as.ask(calls.tournament, { id })).body.v }, { sessionId: made.id, multiplier: 2 })
    assert.equal(await left(), 20, 'worked out anew it is still to come')
    assert.deepEqual(await raced(), [0, 1])
    await timePasses(server.running, server.clock, new Date(failedAt + 24 * HOUR_MS))
    await until('nothing is left', async () => (await left()) === 0)
    assert.deepEqual(await raced(), [0, 0], 'it is none of the rounds that can be raced')
  })
})
