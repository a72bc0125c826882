import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testServer, type TestServer } from '#testing/server.ts'
import { entriesContract } from '../contract.ts'
import { checkInWorld, START } from '../commands/check-in.fixture.ts'
import { faultsOf } from '../entries.fixture.ts'

describe('what those are told who wait for a seat', () => {
  let server: TestServer
  let world: Awaited<ReturnType<typeof checkInWorld>>
  before(async () => {
    server = await testServer({ at: '2026-11-20T12:00:00Z', role: 'web' })
    world = await checkInWorld(server, 14)
  })
  after(() => server.stop())
  const eventOf = async (count: number, more: object) => {
    const id = await world.eventOf(more)
    for (const one of world.drivers.slice(0, count)) await world.add(one, id)
    return id
  }

  test('who has no seat in a split once more, after a start that moved had given them one, is told once more', async () => {
    const splits = { checkIn: false, maxEntries: 12, isMultiSplit: true, maxSplitEntries: 4, minSplitEntries: 4 }
    const id = await eventOf(6, splits)
    await world.settle(id)
    assert.deepEqual(await world.told('no-seat-in-split', id), ['Driver 4', 'Driver 5'])
    const later = new Date(Date.parse(START) + 3_600_000)
    await world.edit(id, { ...splits, startsAt: later.toISOString() })
    assert.deepEqual([await world.told('promoted', id), (await world.field(id))[1]], [['Driver 4', 'Driver 5'], []])
    await world.settle(id, -45)
    assert.deepEqual((await world.field(id))[1], ['Driver 4', 'Driver 5'])
    assert.deepEqual(await world.told('no-seat-in-split', id), ['Driver 4', 'Driver 4', 'Driver 5', 'Driver 5'])
  })

  test('of splits no more seats are offered than those hold that are left when who is absent has gone', async () => {
    const id = await eventOf(14, { maxEntries: 8, isMultiSplit: true, maxSplitEntries: 4 })
    world.at(30)
    for (const one of world.drivers.slice(0, 2)) await world.checkIn(one, id)
    await world.settle(id)
    const { seats, taken } = await world.listOf(world.owner, id)
    assert.deepEqual([seats, taken, await world.told('seat-offered', id)], [4, 2, ['Driver 8', 'Driver 9']])
  })

  test('who is next in line is told of a seat that is given back while seats are offered, each once', async () => {
    const id = await eventOf(6, { maxEntries: 3 })
    world.at(30)
    for (const one of world.drivers.slice(0, 2)) await world.checkIn(one, id)
    await world.settle(id)
    assert.deepEqual(await world.told('seat-offered', id), ['Driver 3'])
    world.at(13)
    const leave = async (no: number): Promise<void> => {
      const { mine } = await world.listOf(world.drivers[no]!, id)
      await world.drivers[no]!.as.done(entriesContract.Leave, { id, v: mine!.v }, {})
    }
    await leave(0)
    assert.deepEqual(await world.told('seat-offered', id), ['Driver 3', 'Driver 4'])
    // what was offered to who waits no more is offered to the next
    await leave(3)
    assert.deepEqual(await world.told('seat-offered', id), ['Driver 3', 'Driver 4', 'Driver 5'])
    assert.deepEqual([await world.checkIn(world.drivers[2]!, id), await world.checkIn(world.drivers[4]!, id)], ['WAITING_LIST', 'ACTIVE'])
    assert.deepEqual(await faultsOf(server, id), [])
  })
})
