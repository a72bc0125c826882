import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testServer, type TestServer } from '#testing/server.ts'
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
})
