import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EntryId, LeagueId, SessionId } from '#core/ids.ts'
import { event, type WrittenEvent } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { entriesContract as contract } from '../contract.ts'
import { AC, CARS } from '../entries.fixture.ts'
import { freeNumber, ownNumber } from './numbers.ts'

/** An event in which numbers may be chosen, by who has the plan for it. */
const ACC = { game: 'acc', cars: ['2', '34'] } as const
const MERC = { car: { model: '2' } } as const

describe('race numbers', () => {
  let server: TestServer
  let [owner, anna, bert, carla, premium]: Person[] = []
  let apex: LeagueId
  before(async () => {
    server = await testServer({ role: 'web' })
    const plans = { 'Olga Owner': 'FREE', 'Anna Berg': 'SPORT', 'Bert Cox': 'SPORT', 'Carla Dos': 'FREE', 'Petra Premium': 'PREMIUM' }
    ;[owner, anna, bert, carla, premium] = await Promise.all(Object.entries(plans).map(([name, plan]) => person(server, name, { plan })))
    apex = await league(server, owner!, { members: [anna!, bert!, carla!, premium!] })
  })
  after(() => server.stop())

  const sessionOf = (more: Partial<WrittenEvent> = {}): Promise<SessionId> => event(server, owner!, apex, { ...AC, ...more })
  const add = (entry: object) => ({ listType: 'SingleEvent', entry: { car: { model: CARS.gt3 }, ...entry } }) as const
  const listOf = async (who: Person, refId: SessionId) => (await who.as.ask(contract.entryList, { refId })).body

  test('without a wish everybody gets the number that is theirs, where it is free', async () => {
    const id = await sessionOf(ACC)
    const wanted = ownNumber(anna!.id)
    const next = (wanted % 998) + 1
    await bert!.as.done(contract.AddEntry, { id }, add({ ...MERC, raceNumber: wanted }))
    assert.equal((await listOf(anna!, id)).suggestedNumber, next)
    assert.equal((await anna!.as.done(contract.AddEntry, { id }, add(MERC))).raceNumber, next)
    // two people in five hundred have one of the two for their own
    const herOwn = freeNumber(ownNumber(carla!.id), new Set([wanted, next]))
    assert.equal((await carla!.as.done(contract.AddEntry, { id }, add(MERC))).raceNumber, herOwn)
  })

  test('a number of one’s own is for who has the plan, another one later for Sport; the list says so', async () => {
    const id = await sessionOf(ACC)
    const mayOf = async (who: Person) => {
      const { may } = await listOf(who, id)
      return [may.pickRaceNumber, may.changeRaceNumber]
    }
    const pick = async (who: Person, raceNumber: number) => (await who.as.send(contract.AddEntry, { id }, add({ ...MERC, raceNumber }))).body
    assert.deepEqual(
      [await mayOf(carla!), await mayOf(premium!), await mayOf(anna!), await mayOf(owner!)],
      [
        [false, false],
        [true, false],
        [true, false],
        [true, false],
      ],
    )
    const [first, second, third, other, another, last] = Array.from({ length: 7 }, (_, step) => 21 + step).filter(
      (number) => number !== ownNumber(carla!.id),
    ) as [number, number, number, number, number, number]
    const refused = await pick(carla!, first)
    assert.deepEqual(
      [refused.code, refused.message],
      ['FEATURE_NOT_IN_PLAN', 'Picking a number is part of Drive and Sport. Choose a larger plan for it.'],
    )
    await carla!.as.done(contract.AddEntry, { id }, add(MERC))
    for (const [who, number] of [
      [premium!, first],
      [anna!, second],
      [owner!, third],
    ] as const)
      assert.equal((await pick(who, number)).raceNumber, number)
    assert.deepEqual(
      [await mayOf(carla!), await mayOf(premium!), await mayOf(anna!), await mayOf(owner!)],
      [
        [false, false],
        [true, false],
        [true, true],
        [true, true],
      ],
    )
    const change = async (who: Person, by: Person, raceNumber: number): Promise<string> => {
      const { id: entryId } = (await listOf(who, id)).mine!
      return (await by.as.send(contract.ChangeRaceNumber, { id }, { entryId, raceNumber })).body.code ?? 'done'
    }
    assert.deepEqual(
      [
        await change(carla!, carla!, other),
        await change(premium!, premium!, other),
        await change(anna!, anna!, another),
        await change(carla!, owner!, last),
      ],
      ['FEATURE_NOT_IN_PLAN', 'FEATURE_NOT_IN_PLAN', 'done', 'done'],
    )
    // product.md §6 "Premium badges … SPORT get a special race-number chip"
    const { entries } = (await server.visitor.ask(contract.publicEntryList, { refId: id })).body
    assert.deepEqual(
      [carla!, premium!, anna!].map((who) => entries.find(({ driverId }) => driverId === who.id)?.participant.badge),
      [undefined, undefined, 'SPORT'],
    )
    const elsewhere = await sessionOf()
    assert.equal((await anna!.as.send(contract.AddEntry, { id: elsewhere }, add({ raceNumber: 7 }))).body.code, 'FORBIDDEN')
  })
  test('decisions.md §3 "a team’s manager … always": whatever the game, without a plan, when registering and later; its other drivers never', async () => {
    const id = await sessionOf({ driverSwap: true })
    const team = { name: 'Night Owls', pin: 'K7QP', car: { model: CARS.gt3 }, raceNumber: 7 }
    const entered = await carla!.as.done(contract.RegisterTeam, { id }, { team })
    assert.equal(entered.raceNumber, 7)
    const entryId = entered.aggregateId as EntryId
    await anna!.as.done(contract.JoinTeam, { id }, { entryId, password: 'K7QP' })
    const change = async (who: Person, raceNumber: number) => {
      const { v } = (await listOf(who, id)).mine!
      return (await who.as.send(contract.ChangeRaceNumber, { id, v }, { entryId, raceNumber })).body.code ?? 'done'
    }
    const mayOf = async (who: Person) => (await listOf(who, id)).may.changeRaceNumber
    assert.deepEqual([await mayOf(carla!), await mayOf(anna!)], [true, false])
    assert.deepEqual([await change(carla!, 8), await change(anna!, 9)], ['done', 'MANAGER_REQUIRED'])
    assert.equal((await listOf(anna!, id)).mine?.raceNumber, 8)
  })
})
