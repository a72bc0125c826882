import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { entriesContract as contract } from '../contract.ts'
import { CARS, classOf, faultsOf } from '../entries.fixture.ts'
import { sessionsContract as sessions } from '#modules/sessions/contract.ts'
import { seatsFreeAt, stateWord } from '#modules/sessions/rules.ts'
import { entryBody } from '#testing/event.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { checkInWorld, doNow, minutesBefore } from './check-in.fixture.ts'

type World = Awaited<ReturnType<typeof checkInWorld>>

describe('check-in', () => {
  let server: TestServer
  let world: World
  before(async () => {
    server = await testServer({ at: '2026-11-20T12:00:00Z', role: 'web' })
    world = await checkInWorld(server)
  })
  after(() => server.stop())
  const who = (no: number) => world.drivers[no]!
  /** An event with so many who registered one after the other, long before. */
  const eventOf = async (count: number, more = {}) => {
    const id = await world.eventOf(more)
    for (const one of world.drivers.slice(0, count)) await world.add(one, id)
    return id
  }

  test('is open from 60 minutes before the start, to drivers of an entry and to admins, and everybody sees who is there', async () => {
    const id = await eventOf(2)
    world.at(61)
    const early = await who(0).as.send(contract.CheckIn, { id }, { entryId: (await world.listOf(who(0), id)).mine!.id })
    assert.deepEqual([early.body.code, early.body.params], ['CHECK_IN_NOT_OPEN', { opensAt: minutesBefore(60).toISOString() }])
    world.at(60)
    assert.equal(await world.checkIn(who(0), id), 'ACTIVE')
    assert.equal(await world.checkIn(who(0), id), 'ACTIVE', 'twice is once')
    assert.equal(await world.recorded('EntryCheckedIn', id), 1)
    assert.equal(await world.checkIn(who(1), id, who(0)), 'FORBIDDEN')
    assert.equal(await world.checkIn(who(1), id, world.admin), 'ACTIVE')
    const { checkIn, entries } = (await server.visitor.ask(contract.publicEntryList, { refId: id })).body
    assert.deepEqual(checkIn, {
      opensAt: minutesBefore(60).toISOString(),
      closesAt: minutesBefore(15).toISOString(),
      closedAt: null,
      offersEndAt: minutesBefore(10).toISOString(),
      offered: 0,
    })
    assert.deepEqual(
      entries.map(({ checkedIn }) => checkedIn),
      [true, true],
    )
  })

  test('everybody in it is told once when it opens, unless the start has moved; who registers then is there', async () => {
    const id = await eventOf(3)
    const order = { sessionId: id, closesAt: minutesBefore(15).toISOString() }
    await doNow(server, 'entries.open-check-in', { ...order, closesAt: minutesBefore(5).toISOString() })
    assert.deepEqual(await world.told('check-in-open', id), [])
    world.at(60)
    await doNow(server, 'entries.open-check-in', order)
    await doNow(server, 'entries.open-check-in', order)
    assert.deepEqual(await world.told('check-in-open', id), ['Driver 0', 'Driver 1', 'Driver 2'])
    assert.equal(await world.add(who(3), id), 'WAITING_LIST')
    assert.equal((await world.listOf(who(3), id)).mine?.checkedIn, true)
  })

  test('when it closes the seats of who is not there go to those who wait and are, and are offered to the others', async () => {
    const id = await eventOf(5, { maxEntries: 3 })
    world.at(30)
    for (const no of [1, 4]) await world.checkIn(who(no), id)
    await world.settle(id, 16)
    assert.equal((await world.listOf(who(0), id)).checkIn?.closedAt, null, 'not yet')
    await world.settle(id)
    await world.settle(id)
    // two seats were free: Driver 4 has one, the other is offered to Driver 3
    assert.deepEqual(await world.field(id), [
      ['Driver 1', 'Driver 4'],
      ['Driver 3', 'Driver 0', 'Driver 2'],
    ])
    assert.deepEqual(await world.told('check-in-missed', id), ['Driver 0', 'Driver 2'])
    assert.deepEqual(await world.told('promoted', id), ['Driver 4'])
    assert.deepEqual(await world.told('seat-offered', id), ['Driver 3'])
    assert.deepEqual([await world.recorded('CheckInMissed', id), await world.recorded('CheckInClosed', id)], [2, 1])
    assert.equal(await world.checkIn(who(2), id), 'WAITING_LIST', 'the seat is offered to somebody')
    assert.equal(await world.checkIn(who(3), id), 'ACTIVE')
    assert.equal(await world.checkIn(who(0), id), 'WAITING_LIST', 'none is left')
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('where only who was not there waits, cards tell whoever comes of the seat that is theirs', async () => {
    const id = await eventOf(2)
    world.at(30)
    await world.checkIn(who(0), id)
    await world.settle(id)
    const card = async () => {
      const seen = (await server.visitor.ask(sessions.publicEvent, { id })).body
      return [seen.waiting, seen.seatsFree, seen.seatsKept, stateWord(seen, server.clock.now().getTime())]
    }
    assert.deepEqual(await card(), [1, 1, 0, 'open'])
    assert.equal(await world.add(who(5), id, { waitingList: false }), 'ACTIVE')
    assert.deepEqual(await card(), [1, 0, 0, 'full'])
  })

  test('a seat that nobody takes up is for who came too late, after five minutes', async () => {
    const id = await eventOf(4)
    await world.settle(id)
    assert.deepEqual(await world.told('seat-offered', id), ['Driver 2', 'Driver 3'])
    assert.equal(await world.checkIn(who(1), id), 'WAITING_LIST')
    assert.equal(await world.add(who(5), id, { waitingList: false }), 'REGISTRATION_FULL', 'nor does somebody new go ahead')
    assert.equal(await world.add(who(6), id), 'WAITING_LIST')
    assert.equal(await world.checkIn(who(3), id), 'ACTIVE')
    await world.endOffers(id)
    assert.deepEqual(await world.field(id), [
      ['Driver 1', 'Driver 3'],
      ['Driver 2', 'Driver 0', 'Driver 6'],
    ])
    assert.equal(await world.checkIn(who(2), id), 'WAITING_LIST')
    // a seat that is freed goes to the first who is there
    const { mine } = await world.listOf(who(3), id)
    await who(3).as.done(contract.Leave, { id, v: mine!.v }, {})
    assert.deepEqual((await world.field(id))[0], ['Driver 1', 'Driver 2'])
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('seats that are kept for who waited are nobody’s to choose who comes then, and are told to be no others', async () => {
    const id = await world.eventOf()
    for (const no of [0, 1, 2]) await world.add(who(no), id)
    await world.settle(id)
    const seen = async () => {
      const { may, whyNot, seatsLeft, checkIn } = await world.listOf(who(6), id)
      return [may.register, whyNot.register ?? null, may.joinWaitingList, seatsLeft, checkIn!.offered]
    }
    const onCard = async () => {
      const card = (await server.visitor.ask(sessions.publicEvent, { id })).body
      return [seatsFreeAt(card, server.clock.now().getTime()), stateWord(card, server.clock.now().getTime())]
    }
    // one waited, the two others lost theirs
    assert.deepEqual(await seen(), [true, null, false, 2, 1])
    assert.equal(await world.add(who(3), id, { waitingList: false }), 'ACTIVE')
    assert.deepEqual(await seen(), [false, 'REGISTRATION_FULL', true, 1, 1])
    const { body } = await who(6).as.send(contract.AddEntry, { id }, entryBody(CARS.gt3))
    assert.deepEqual([body.code, body.params], ['REGISTRATION_FULL', { reason: 'offered' }])
    assert.deepEqual(await onCard(), [0, 'full'])
    world.at(10)
    assert.deepEqual(await seen(), [true, null, false, 1, 1])
    assert.deepEqual(await onCard(), [1, 'open'])
    assert.equal(await world.add(who(6), id, { waitingList: false }), 'ACTIVE')
    assert.deepEqual(await seen(), [false, 'ALREADY_REGISTERED', false, 0, 0])
  })

  test('who was not there has a free seat back with one tap where nobody waited', async () => {
    const id = await eventOf(2)
    await world.settle(id)
    assert.deepEqual(await world.field(id), [[], ['Driver 0', 'Driver 1']])
    assert.equal(await world.checkIn(who(1), id), 'ACTIVE')
    assert.equal(await world.add(who(2), id, { waitingList: false }), 'ACTIVE')
    assert.equal(await world.checkIn(who(0), id), 'WAITING_LIST')
    const { db } = server.running.machine
    await db.updateTable('sessions').set({ status: 'SCHEDULING' }).where('id', '=', id).execute()
    await db.updateTable('splits').set({ status: 'SCHEDULING' }).where('session_id', '=', id).execute()
    assert.equal(await world.checkIn(who(0), id), 'REGISTRATION_CLOSED', 'the server is set up')
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('classes, spectators and larger grids keep to who is there', async () => {
    const id = await eventOf(0, { cars: [], carClasses: [classOf('GT3', CARS.gt3, 1), classOf('CUP', CARS.other, 1)] })
    for (const [no, model] of [CARS.gt3, CARS.other, CARS.gt3, CARS.other].entries()) await world.add(who(no), id, { model })
    world.at(30)
    await world.checkIn(who(2), id)
    await world.settle(id)
    assert.deepEqual(await world.field(id), [['Driver 2'], ['Driver 3', 'Driver 0', 'Driver 1']])
    assert.equal(await world.checkIn(who(0), id), 'WAITING_LIST', 'the class is full')
    assert.equal(await world.checkIn(who(1), id), 'WAITING_LIST', 'the seat of the class is offered')
    const watch = await who(5).as.send(contract.AddSpectator, { id }, { driverId: who(5).id })
    assert.equal(watch.body.code, 'REGISTRATION_FULL', 'who wants to drive comes first')
    assert.equal(await world.checkIn(who(3), id), 'ACTIVE')
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('closes before splits are frozen, in the same change: nobody who is not there makes a split larger', async () => {
    const id = await eventOf(7, { maxEntries: 8, isMultiSplit: true, maxSplitEntries: 4 })
    world.at(30)
    for (const no of [0, 2, 4, 6]) await world.checkIn(who(no), id)
    await world.settle(id)
    const { splits, waitingList } = await world.listOf(who(0), id)
    assert.deepEqual([splits?.splits.map(({ entries }) => entries), waitingList.length], [[4], 3])
    assert.equal(await world.checkIn(who(1), id), 'WAITING_LIST')
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('a start that moves after it has closed forgets what was missed, and asks again', async () => {
    const id = await eventOf(3)
    world.at(30)
    await world.checkIn(who(2), id)
    await world.settle(id)
    assert.deepEqual(await world.field(id), [['Driver 2'], ['Driver 0', 'Driver 1']])
    await world.edit(id, { startsAt: '2026-11-20T22:00:00.000Z' })
    const list = await world.listOf(who(2), id)
    assert.deepEqual([list.checkIn?.closesAt, list.checkIn?.closedAt, list.mine?.checkedIn], ['2026-11-20T21:45:00.000Z', null, false])
    assert.deepEqual(await world.field(id), [['Driver 0', 'Driver 2'], ['Driver 1']])
    assert.equal(await world.checkIn(who(2), id), 'CHECK_IN_NOT_OPEN')
    assert.deepEqual(await faultsOf(server, id), [])
  })

  for (const [what, away] of [
    ['a start that moves away', { startsAt: '2026-11-20T22:00:00.000Z' }],
    ['one that is switched off', { checkIn: false }],
  ] as const)
    test(`${what} while it is open, and back, asks those again whose word is forgotten; another edit asks nobody`, async () => {
      const id = await eventOf(2)
      const tell = async () => {
        for (const order of await world.ordered('entries.open-check-in', id)) await doNow(server, 'entries.open-check-in', order)
        return await world.told('check-in-open', id)
      }
      world.at(60)
      assert.deepEqual(await tell(), ['Driver 0', 'Driver 1'])
      await world.checkIn(who(0), id)
      world.at(50)
      await world.edit(id, { description: 'Briefing at half past seven.' })
      assert.deepEqual(await tell(), ['Driver 0', 'Driver 1'])
      await world.edit(id, away)
      await world.edit(id, {})
      assert.equal((await world.listOf(who(0), id)).mine?.checkedIn, false)
      assert.deepEqual(await tell(), ['Driver 0', 'Driver 0', 'Driver 1', 'Driver 1'])
    })

  test('an edit while it is open keeps who is there; switched off nobody loses a seat, also who had lost it', async () => {
    const id = await eventOf(3)
    world.at(30)
    await world.checkIn(who(0), id)
    await world.edit(id, { description: 'Briefing at half past seven.' })
    assert.equal((await world.listOf(who(0), id)).mine?.checkedIn, true)
    await world.settle(id)
    assert.deepEqual(await world.field(id), [['Driver 0'], ['Driver 2', 'Driver 1']])
    await world.edit(id, { checkIn: false })
    const off = await world.listOf(who(0), id)
    assert.deepEqual([off.checkIn, off.mine?.checkedIn], [null, false])
    assert.deepEqual(await world.field(id), [['Driver 0', 'Driver 1'], ['Driver 2']])
    assert.equal(await world.checkIn(who(0), id), 'WRONG_STATE')
    await world.edit(id, { checkIn: true })
    assert.equal((await world.listOf(who(0), id)).checkIn, null, 'there is no time for another')
    await world.settle(id, 5)
    assert.deepEqual((await world.field(id))[0], ['Driver 0', 'Driver 1'])
  })

  test('any driver of a team checks it in; a team that is not there waits as one, and all are told', async () => {
    const rules = { 'rules.teamRules.maxDriversCount': 2 }
    const id = await world.eventOf({ game: 'acc', cars: ['2', '34'], driverSwap: true, options: rules })
    const team = (no: number) => ({ team: { name: `Team ${no}`, pin: 'K7QP', car: { model: '2' } } })
    const teams: string[] = []
    for (const no of [0, 2]) {
      const { aggregateId } = await who(no).as.done(contract.RegisterTeam, { id }, team(no))
      teams.push(aggregateId)
      await who(no + 1).as.done(contract.JoinTeam, { id }, { entryId: aggregateId, password: 'K7QP' })
    }
    world.at(20)
    assert.equal(await world.checkIn(who(1), id), 'ACTIVE')
    await world.settle(id)
    assert.deepEqual(await world.field(id), [['Team 0'], ['Team 2']])
    assert.deepEqual(await world.told('check-in-missed', id), ['Driver 2', 'Driver 3'])
    assert.equal(await world.checkIn(who(3), id), 'ACTIVE')
  })

  test('all drivers of a team tap at once, in an event of several splits: each is told that they are there, and it is noted once', async () => {
    const rules = { 'rules.teamRules.maxDriversCount': 2 }
    const id = await world.eventOf({ game: 'acc', cars: ['2', '34'], driverSwap: true, options: rules, isMultiSplit: true, maxSplitEntries: 8 })
    const team = { name: 'Both here', pin: 'K7QP', car: { model: '2' } }
    const { aggregateId: entryId } = await who(0).as.done(contract.RegisterTeam, { id }, { team })
    await who(1).as.done(contract.JoinTeam, { id }, { entryId, password: 'K7QP' })
    world.at(20)
    const { v } = (await world.listOf(who(0), id)).mine!
    const replies = await Promise.all([0, 1].map((no) => who(no).as.send(contract.CheckIn, { id, v }, { entryId })))
    assert.deepEqual(
      replies.map(({ status, body }) => [status, body.v, body.status]),
      [0, 1].map(() => [200, v + 1, 'ACTIVE']),
    )
    assert.equal(await world.recorded('EntryCheckedIn', id), 1)
    await world.settle(id)
    const { splits, mine } = await world.listOf(who(1), id)
    assert.deepEqual([splits?.splits.map(({ entries }) => entries), mine?.splitNo ?? 1], [[1], 1])
  })

  test('a draft, an event kept by hand and one that is called off hold none', async () => {
    const byHand = await eventOf(1, { manualSession: true })
    assert.equal((await world.listOf(who(0), byHand)).checkIn, null)
    const draft = await eventOf(0, { publish: false })
    assert.equal((await world.listOf(world.owner, draft)).checkIn, null)
    const id = await eventOf(2)
    const { v } = (await world.owner.as.ask(sessions.race, { id })).body
    await world.owner.as.done(sessions.DeleteSession, { id, v }, {})
    await world.settle(id)
    await doNow(server, 'entries.open-check-in', { sessionId: id, closesAt: minutesBefore(15).toISOString() })
    assert.deepEqual([await world.told('check-in-open', id), await world.told('check-in-missed', id)], [[], []])
  })
})
