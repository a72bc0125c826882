import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { pickListsContract as pickLists } from '#modules/pick-lists/contract.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { checkInWorld } from '../commands/check-in.fixture.ts'
import { entriesContract as contract } from '../contract.ts'
import { CARS, faultsOf } from '../entries.fixture.ts'

type World = Awaited<ReturnType<typeof checkInWorld>>

/** What becomes of a seat that is free once the check-in has closed, whatever has freed it (docs/decisions/0015). */
describe('a seat that comes free after the check-in', () => {
  let server: TestServer
  let world: World
  before(async () => {
    server = await testServer({ at: '2026-11-20T12:00:00Z', role: 'web' })
    world = await checkInWorld(server)
  })
  after(() => server.stop())
  const who = (no: number) => world.drivers[no]!
  /** Of two seats, after the check-in: so many have registered, one after the other, and so many of them are there. */
  const settled = async (count: number, there: number) => {
    const id = await world.eventOf()
    for (const one of world.drivers.slice(0, count)) await world.add(one, id)
    world.at(30)
    for (const one of world.drivers.slice(0, there)) await world.checkIn(one, id)
    await world.settle(id)
    return id
  }

  test('by a larger grid is offered to who waited, who is told', async () => {
    const id = await settled(4, 2)
    assert.deepEqual(await world.told('seat-offered', id), [])
    await world.edit(id, { maxEntries: 3 })
    assert.deepEqual(await world.told('seat-offered', id), ['Driver 2'])
    assert.equal(await world.checkIn(who(2), id), 'ACTIVE')
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('by somebody who stops watching, too', async () => {
    const id = await world.eventOf()
    await world.add(who(0), id)
    await who(5).as.done(contract.AddSpectator, { id }, { driverId: who(5).id })
    assert.equal(await world.add(who(1), id), 'WAITING_LIST')
    world.at(30)
    await world.checkIn(who(0), id)
    await world.settle(id)
    assert.deepEqual(await world.told('seat-offered', id), [])
    await who(5).as.done(contract.RemoveSpectator, { id }, { driverId: who(5).id })
    assert.deepEqual(await world.told('seat-offered', id), ['Driver 1'])
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('is an admin’s to give where it is kept for nobody', async () => {
    const pick = async (no: number, id: SessionId) => {
      const { v } = (await world.owner.as.ask(pickLists.pickList, { leagueId: world.apex })).body
      const body = { target: { type: 'EVENT' as const, id }, entries: [{ userId: who(no).id, carId: CARS.gt3 }] }
      const reply = await world.owner.as.send(pickLists.Apply, { leagueId: world.apex, v }, body)
      return reply.body.code ?? 'came'
    }
    const id = await settled(3, 1)
    assert.deepEqual(await world.told('seat-offered', id), ['Driver 2'])
    assert.equal(await pick(4, id), 'REGISTRATION_FULL')
    await world.endOffers(id)
    assert.equal(await pick(4, id), 'came')
    assert.deepEqual(await world.field(id), [
      ['Driver 0', 'Driver 4'],
      ['Driver 2', 'Driver 1'],
    ])
    const late = await settled(2, 1)
    assert.equal(await pick(4, late), 'came', 'only who was not there waits')
    assert.deepEqual(await faultsOf(server, id), [])
  })

  test('as nobody waits any more to whom it was offered, goes to who was late and is there', async () => {
    const id = await settled(3, 1)
    assert.deepEqual(await world.told('seat-offered', id), ['Driver 2'])
    assert.equal(await world.checkIn(who(1), id), 'WAITING_LIST')
    const { mine } = await world.listOf(who(2), id)
    await who(2).as.done(contract.Leave, { id, v: mine!.v }, {})
    assert.deepEqual(await world.field(id), [['Driver 0', 'Driver 1'], []])
    assert.deepEqual(await world.told('promoted', id), ['Driver 1'])
    assert.deepEqual(await faultsOf(server, id), [])
  })
})
