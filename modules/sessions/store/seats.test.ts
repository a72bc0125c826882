import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { GAME_IDS } from '#games/game.ts'
import type { SessionId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { hasPlaceToWatch, seatsOf } from '../rules/seats.ts'
import { seatsLeft, takeClassSeat, takeSeat, takeSpectatorSeat } from './seats.ts'

const some = (max: number) => fc.integer({ min: 0, max })
const moment = fc.constantFrom(null, new Date('2026-11-20T19:45:00Z'))
const splits = fc.oneof(
  fc.constant({ split_count: 1, split_seats: null, split_least: null, splits_frozen_at: null }),
  fc
    .record({
      split_count: fc.integer({ min: 1, max: 4 }),
      split_seats: fc.integer({ min: 1, max: 12 }),
      split_least: fc.integer({ min: 1, max: 12 }),
      splits_frozen_at: moment,
    })
    .map((row) => ({ ...row, split_least: Math.min(row.split_least, row.split_seats) })),
)
/** An event as full as chance has it: drivers or teams, those who wait behind them, and those who watch. */
const anyEvent = fc
  .record({
    game: fc.constantFrom(...GAME_IDS),
    max_entries: fc.integer({ min: 1, max: 30 }),
    taken: some(32),
    waiting: some(6),
    spectators: some(14),
    check_in_closed_at: moment,
    splits,
  })
  .map(({ splits: own, ...row }) => ({
    ...row,
    ...own,
    taken: Math.min(row.taken, row.max_entries),
    check_in: true,
    check_in_closes_at: row.check_in_closed_at,
  }))
const anyClass = fc
  .record({ taken: some(6), max_entries: fc.option(fc.integer({ min: 1, max: 6 })) })
  .map((row) => ({ ...row, taken: Math.min(row.taken, row.max_entries ?? row.taken) }))

describe('seats: what pages and policies are told and what the statements give is the same', () => {
  let server: TestServer
  let id: SessionId
  before(async () => {
    server = await testServer({ role: 'web' })
    const owner = await person(server, 'Olga Owner')
    const one = (name: string, car: string) => ({ id: name, name, color: '#4aa8ff', cars: [car] })
    const apex = await league(server, owner)
    id = await event(server, owner, apex, { cars: [], carClasses: [one('GT3', '2'), one('GT4', '34')] })
  })
  after(() => server.stop())

  const UNDONE = Symbol('undone')
  /** Tries something on a row and puts it back. */
  const onRow = async <T>(row: object, act: (tx: Tx) => Promise<T>): Promise<T> => {
    let result: T | undefined
    const transaction = server.running.machine.db.transaction().execute(async (tx) => {
      await tx.updateTable('sessions').set(row).where('id', '=', id).execute()
      result = await act(tx)
      throw UNDONE
    })
    await transaction.catch((fault: unknown) => {
      if (fault !== UNDONE) throw fault
    })
    return result as T
  }

  test('for random events, with and without splits, check-in and spectators, full, overfull and empty', { timeout: 120_000 }, async () => {
    const met = { free: 0, full: 0, watched: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(anyEvent, async (row) => {
        const seats = seatsOf(row)
        const left = await onRow(row, (tx) => seatsLeft(tx, id))
        assert.equal(left, seats - row.taken, 'seats')
        const driver = await onRow(row, (tx) => takeSeat(tx, id))
        assert.equal(driver, row.taken < seats, 'a driver')
        const watcher = await onRow(row, (tx) => takeSpectatorSeat(tx, id, 1))
        assert.equal(watcher, hasPlaceToWatch(row), 'who watches')
        met[driver ? 'free' : 'full'] += 1
        met[watcher ? 'watched' : 'refused'] += 1
      }),
      { numRuns: 300 },
    )
    for (const [what, times] of Object.entries(met)) assert.ok(times > 20, `${what}: ${times}`)
  })

  test('for random classes: a seat is given below the limit alone, of each class by itself', async () => {
    await fc.assert(
      fc.asyncProperty(anyClass, anyClass, async (gt3, gt4) => {
        const taken = await onRow({ v: 1 }, async (tx) => {
          for (const [classId, row] of [['GT3', gt3] as const, ['GT4', gt4] as const])
            await tx.updateTable('session_classes').set(row).where('session_id', '=', id).where('class_id', '=', classId).execute()
          return [await takeClassSeat(tx, id, 'GT3'), await takeClassSeat(tx, id, 'GT4'), await takeClassSeat(tx, id, 'none')]
        })
        const hasRoom = ({ taken: seats, max_entries: most }: typeof gt3): boolean => most === null || seats < most
        assert.deepEqual(taken, [hasRoom(gt3), hasRoom(gt4), false])
      }),
      { numRuns: 100 },
    )
  })
})
