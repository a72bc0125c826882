import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { tournamentsContract as calls } from '../contract.ts'
import { addRound, seasonWith } from '../queries/season.fixture.ts'

const of = (id: string, car: string, maxClassEntries: number | null) => ({ id, name: `Class ${id}`, color: '#4aa8ff', cars: [car], maxClassEntries })
const CLASSES = [of('A', '2', 2), of('B', '34', 2)]

/** A driver who leaves a season has no way back into it: what was chosen wrongly its admins put right. */
describe('who drives a season, put right by its admins', () => {
  let server: TestServer
  let [owner, ann, ben, cem, dan] = Array<Person>(5) as [Person, Person, Person, Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer()
    const made = await Promise.all(['Olga', 'Ann', 'Ben', 'Cem', 'Dan'].map((name) => person(server, name)))
    ;[owner, ann, ben, cem, dan] = made as [Person, Person, Person, Person, Person]
    league = await found(server, owner, { members: [ann, ben, cem, dan] })
  })
  after(() => server.stop())

  const view = async (id: TournamentId) => (await owner.as.ask(calls.tournament, { id })).body
  const place = async (id: TournamentId, who: Person, body: object) =>
    owner.as.send(calls.SetDriversCar, { id, v: (await view(id)).v }, { driverId: who.id, ...body } as never)
  const takeOff = async (id: TournamentId, who: Person) =>
    owner.as.send(calls.TakeOffLine, { id, v: (await view(id)).v }, { driverId: who.id, reason: 'Has not answered' })
  const taken = async (id: TournamentId) => (await view(id)).carClasses.map(({ currentEntries }) => currentEntries)
  const gridOf = async (refId: SessionId): Promise<string> => {
    const { entries, waitingList } = (await owner.as.ask(entriesContract.entryList, { refId })).body
    return [...entries, ...waitingList]
      .map(({ participant, car, status }) => `${participant.name} ${car.model}${status === 'ACTIVE' ? '' : ' waits'}`)
      .toSorted()
      .join(', ')
  }
  const gridIs = (refId: SessionId, wanted: string): Promise<void> => until(`the grid is ${wanted}`, async () => (await gridOf(refId)) === wanted)
  const told = async (who: Person) =>
    (await who.as.ask(notificationsContract.notifications, {})).body.notifications.map(({ kind, params }) =>
      [kind, params['season'], params['place'] ?? params['reason']].join(),
    )

  test('another class, with its car in all events to come; seats follow, who waits for the one that is left has it', async () => {
    const at = { server, owner, league }
    const id = await seasonWith(at, [], { game: 'acc', carClasses: CLASSES, maxEntries: 4 })
    const round = await event(server, owner, league, { cars: [], carClasses: CLASSES, maxEntries: 4 } as never)
    await addRound(at, id, round)
    for (const who of [ann, ben, cem]) await who.as.done(calls.JoinTournament, { id }, { carClassId: 'A' })
    await gridIs(round, 'Ann 2, Ben 2')
    assert.deepEqual(await taken(id), [2, 0])
    assert.equal((await place(id, ann, { carClassId: 'B' })).status, 200)
    await gridIs(round, 'Ann 34, Ben 2, Cem 2')
    assert.deepEqual(await taken(id), [2, 1])
    assert.ok((await told(ann)).includes('season-placed,Winter,Class B'))
    const { v } = await view(id)
    assert.deepEqual((await place(id, ann, { carClassId: 'B', carId: '34' })).body, { v }, 'the same again changes nothing')
    await dan.as.done(calls.JoinTournament, { id }, { carClassId: 'B' })
    assert.equal((await place(id, ben, { carClassId: 'B' })).body.code, 'NO_FREE_SLOTS')
    assert.deepEqual(await taken(id), [2, 2])
    for (const [body, code] of [
      [{ carClassId: 'C' }, 'CONFIG_INVALID'],
      [{}, 'CONFIG_INVALID'],
      [{ carClassId: 'B', carId: '2' }, 'CAR_NOT_IN_EVENT'],
    ] as const)
      assert.equal((await place(id, ben, body)).body.code, code)
    assert.equal((await place(id, owner, { carClassId: 'A' })).body.code, 'NOT_FOUND')
    const { deeds } = (await owner.as.ask(membersContract.history, { id: league })).body
    assert.ok(deeds.some(({ what, params }) => what === 'SeasonPlaced' && params['place'] === 'Class B'))
    await ann.as.done(calls.LeaveTournament, { id }, {})
    assert.equal((await place(id, ann, { carClassId: 'A' })).body.code, 'NOT_FOUND', 'who is out is not put anywhere')
  })

  test('another car of a season without classes; one that an admin chose for an event alone stays there', async () => {
    const at = { server, owner, league }
    const id = await seasonWith(at, [], { game: 'acc', name: 'Spring', cars: [{ id: '2' }, { id: '34' }], entryRules: { carChange: 'NEVER' } })
    const rounds = [await event(server, owner, league), await event(server, owner, league)] as const
    for (const round of rounds) await addRound(at, id, round)
    await ann.as.done(calls.JoinTournament, { id }, { carId: '2' })
    for (const round of rounds) await gridIs(round, 'Ann 2')
    assert.equal((await ann.as.send(calls.ChangeSeasonCar, { id }, { carId: '34' })).body.code, 'CAR_CHANGE_NOT_ALLOWED')
    assert.equal((await place(id, ann, { carId: '34' })).status, 200)
    for (const round of rounds) await gridIs(round, 'Ann 34')
    assert.equal((await place(id, ann, {})).body.code, 'CONFIG_INVALID', 'one of them is chosen')
  })

  test('who waits is taken off the list, told why, and may register again; nobody else is', async () => {
    const id = await seasonWith({ server, owner, league }, [ann, ben, cem], { game: 'acc', name: 'Full', maxEntries: 2 })
    assert.equal((await takeOff(id, ann)).body.code, 'NOT_FOUND')
    assert.equal((await takeOff(id, cem)).status, 200)
    assert.equal((await takeOff(id, cem)).body.code, 'NOT_FOUND')
    assert.ok((await told(cem)).includes('season-off-line,Full,Has not answered'))
    await dan.as.done(calls.JoinTournament, { id }, {})
    assert.equal((await cem.as.done(calls.JoinTournament, { id }, {})).status, 'WAITING_LIST')
    await ann.as.done(calls.LeaveTournament, { id }, {})
    const statuses = (await owner.as.ask(calls.participants, { id })).body.participants.map(({ name, status }) => `${name} ${status}`)
    assert.deepEqual(statuses.toSorted(), ['Ann LEFT', 'Ben ACTIVE', 'Cem WAITING_LIST', 'Dan ACTIVE'])
    await owner.as.done(calls.DeleteTournament, { id, v: (await view(id)).v }, {})
    const hears = async (who: Person) => (await told(who)).filter((one) => one.startsWith('season-deleted')).map((one) => one.split(',')[0])
    assert.deepEqual([await hears(dan), await hears(cem)], [['season-deleted'], ['season-deleted-line']], 'who waits hears of the end too')
  })
})
