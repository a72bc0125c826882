import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lateness } from './pressure.ts'
import { turns } from './turns.ts'

describe('turns', () => {
  test('so many at once, the others in their order, nobody twice', async () => {
    const { take } = turns({ most: 3, mostWaiting: 100, waitMs: 60_000 })
    let [working, most] = [0, 0]
    const done: number[] = []
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        take(async () => {
          most = Math.max(most, ++working)
          await new Promise(setImmediate)
          working--
          done.push(n)
          if (n % 7 === 0) throw new Error('a drawing that fails')
        }).catch(() => undefined),
      ),
    )
    assert.deepEqual([most, working, done], [3, 0, Array.from({ length: 50 }, (_, n) => n)])
  })

  test('whoever comes when the room is full, or waits too long, is told to come again', async () => {
    const { take } = turns({ most: 1, mostWaiting: 1, waitMs: 20 })
    const held = Promise.withResolvers<void>()
    const first = take(() => held.promise)
    const second = take(async () => 'never')
    const busy = { statusCode: 503 }
    await assert.rejects(
      take(async () => 'no room'),
      busy,
    )
    await assert.rejects(second, busy)
    held.resolve()
    await first
    assert.equal(await take(async () => 'free again'), 'free again')
  })
})

describe('pressure', () => {
  for (const [what, late, busyShare, lasting] of [
    ['nothing yet', [], 1, false],
    ['one long task', [6000], 1, false],
    ['long tasks with air between', [6000, 3, 6000, 0, 6000, 12, 6000], 1, false],
    ['a little late all the time', [400, 400, 400, 400, 400, 400], 1, false],
    ['late and late again', [1500, 1200, 1100, 2000], 0.9, true],
    ['late and late again by the work of other programs', [1500, 1200, 1100, 2000], 0.2, false],
    ['over', [1500, 1200, 1100, 2000, 5000, 20], 1, false],
  ] as const) {
    test(`${what}: ${lasting}`, () => {
      const looked = lateness()
      for (const ms of late) looked.note(ms, busyShare)
      assert.equal(looked.isLasting(), lasting)
    })
  }
})
