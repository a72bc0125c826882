import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, RoundId, SessionId } from '#core/ids.ts'
import { roundsContract } from '#modules/rounds/contract.ts'
import { hasSeatFor, stateWord } from '#modules/sessions/rules.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { entryBody, event, type WrittenEvent } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { entriesContract as contract } from '../contract.ts'
import { AC, CARS, classOf } from '../entries.fixture.ts'

/** What lists, the banner and the next of a community say of a seat is what registering finds. */
describe('what an event has to offer to somebody who comes now', () => {
  let server: TestServer
  let [owner, anna, bert, carla] = Array<Person>(4) as [Person, Person, Person, Person]
  let apex: LeagueId
  before(async () => {
    server = await testServer()
    ;[owner, anna, bert, carla] = (await Promise.all(['Olga', 'Anna', 'Bert', 'Carla'].map((name) => person(server, name)))) as [
      Person,
      Person,
      Person,
      Person,
    ]
    apex = await league(server, owner, { members: [anna, bert, carla] })
  })
  after(() => server.stop())

  const sessionOf = (more: Partial<WrittenEvent> = {}): Promise<SessionId> => event(server, owner, apex, { ...AC, ...more })
  const enter = async (who: Person, id: SessionId, car: string = CARS.gt3, waitingList = false) =>
    (await who.as.send(contract.AddEntry, { id }, entryBody(car, { waitingList }))).body
  /** Of the lists of visitors and of the signed-in and of the event itself, which say the same: seats, whether it is offered, its word. */
  const offered = async (id: SessionId) => {
    const asked = { leagueId: apex, status: 'WAITING', limit: 50 } as const
    const nowMs = server.clock.now().getTime()
    const cards = [
      (await server.visitor.ask(sessionsContract.publicEvents, asked)).body.events.find((one) => one.id === id),
      (await carla.as.ask(sessionsContract.eventsOfLeague, { ...asked, id: apex })).body.events.find((one) => one.id === id),
      (await server.visitor.ask(sessionsContract.publicEvent, { id })).body,
    ]
    const told = cards.map((card) => card && [card.seatsFree, hasSeatFor(card, nowMs), stateWord(card, nowMs)])
    assert.deepEqual([told[1], told[2]], [told[0], told[0]])
    return told[0]
  }
  const may = async (refId: SessionId) => {
    const { seatsLeft, whyNot } = (await carla.as.ask(contract.entryList, { refId })).body
    assert.equal((await server.visitor.ask(contract.publicEntryList, { refId })).body.seatsLeft, seatsLeft)
    return [seatsLeft, whyNot.register ?? 'yes', whyNot.joinWaitingList ?? 'yes']
  }

  test('all classes full though the grid is not: nothing, and one registers for the waiting list', async () => {
    const id = await sessionOf({ maxEntries: 20, cars: [], carClasses: [classOf('GT3', CARS.gt3, 1), classOf('CUP', CARS.other, 1)] })
    assert.deepEqual(
      [await offered(id), await may(id)],
      [
        [2, true, 'open'],
        [2, 'yes', 'WRONG_STATE'],
      ],
    )
    await enter(anna, id)
    assert.deepEqual(
      [await offered(id), await may(id)],
      [
        [1, true, 'open'],
        [1, 'yes', 'yes'],
      ],
      'one class has room',
    )
    await enter(bert, id, CARS.other)
    assert.deepEqual(
      [await offered(id), await may(id)],
      [
        [0, false, 'full'],
        [0, 'REGISTRATION_FULL', 'yes'],
      ],
    )
    assert.equal((await enter(carla, id)).code, 'CLASS_LIMIT_REACHED')
    assert.equal((await enter(carla, id, CARS.gt3, true)).status, 'WAITING_LIST')
    await bert.as.done(contract.Leave, { id }, {})
    assert.deepEqual(await offered(id), [1, true, 'open'], 'who waits for one class leaves the seat of the other')
  })

  test('a class without a limit has room for whoever the grid takes', async () => {
    const id = await sessionOf({ maxEntries: 3, cars: [], carClasses: [classOf('GT3', CARS.gt3, 1), classOf('CUP', CARS.other)] })
    await enter(anna, id)
    assert.deepEqual(await offered(id), [2, true, 'open'])
    await enter(bert, id, CARS.other)
    await enter(owner, id, CARS.other)
    assert.deepEqual(
      [await offered(id), await may(id)],
      [
        [0, false, 'full'],
        [0, 'REGISTRATION_FULL', 'yes'],
      ],
    )
  })

  test('an event of an invitation-only round has seats, and none for somebody who comes now', async () => {
    const race = await sessionOf()
    assert.deepEqual(await offered(race), [20, true, 'open'])
    const add = async () => (await owner.as.done(roundsContract.AddRound, {}, { leagueId: apex })).aggregateId as RoundId
    const [, final] = [await add(), await add()]
    const v = async () => (await owner.as.ask(roundsContract.round, { id: final })).body.v
    await owner.as.done(roundsContract.AddRoundSession, { id: final, v: await v() }, { sessionId: race })
    await owner.as.done(roundsContract.PublishRound, { id: final, v: await v() }, {})
    assert.deepEqual(
      [await offered(race), await may(race)],
      [
        [20, false, 'invited'],
        [20, 'ROUND_NOT_ELIGIBLE', 'ROUND_NOT_ELIGIBLE'],
      ],
    )
    await owner.as.done(roundsContract.AddDriverEntries, { id: final, v: await v() }, { driverIds: [carla.id], fromRound: null })
    assert.deepEqual((await may(race)).slice(0, 2), [20, 'yes'], 'who was brought in')
    assert.equal((await enter(anna, race)).code, 'ROUND_NOT_ELIGIBLE')
  })

  test('a full grid with its waiting list', async () => {
    const id = await sessionOf({ maxEntries: 2 })
    await enter(anna, id)
    await enter(bert, id)
    assert.equal((await enter(owner, id, CARS.gt3, true)).status, 'WAITING_LIST')
    assert.deepEqual(
      [await offered(id), await may(id)],
      [
        [0, false, 'full'],
        [0, 'REGISTRATION_FULL', 'yes'],
      ],
    )
    await anna.as.done(contract.Leave, { id }, {})
    assert.deepEqual(await offered(id), [0, false, 'full'], 'the seat is that of who waited')
  })
})
