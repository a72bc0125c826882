import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isUnavailable } from '../unavailable.ts'
import { lineOf } from './line.ts'

const LONG_MS = 60_000

/** Something that is under way until the test ends it. */
function work(order: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const act = async (): Promise<string> => {
    order.push(name)
    await promise
    return name
  }
  return { act, end: resolve, fail: reject }
}

describe('a line', () => {
  test('lets so many in at once, those behind them in the order in which they came', async () => {
    const line = lineOf(2, LONG_MS)
    const order: string[] = []
    const works = ['a', 'b', 'c', 'd'].map((name) => work(order, name))
    const all = works.map(({ act }) => line('event', act))
    assert.deepEqual(order, ['a', 'b'])
    works[1]!.end()
    await all[1]
    assert.deepEqual(order, ['a', 'b', 'c'])
    for (const { end } of works) end()
    assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd'])
  })

  test('for one thing keeps nobody from another', async () => {
    const line = lineOf(1, LONG_MS)
    const order: string[] = []
    const [first, second, other] = [work(order, 'first'), work(order, 'second'), work(order, 'other')]
    const crowd = [line('event', first.act), line('event', second.act)]
    other.end()
    assert.equal(await line('another', other.act), 'other')
    assert.deepEqual(order, ['first', 'other'])
    first.end()
    second.end()
    await Promise.all(crowd)
  })

  test('goes on behind one that fails', async () => {
    const line = lineOf(1, LONG_MS)
    const order: string[] = []
    const [first, second] = [work(order, 'first'), work(order, 'second')]
    const failing = line('event', first.act)
    const next = line('event', second.act)
    first.fail(new Error('no'))
    await assert.rejects(failing, /no/)
    second.end()
    assert.equal(await next, 'second')
  })

  test('tells who has waited too long to come back, and lets those behind them in', async () => {
    const line = lineOf(1, 1)
    const order: string[] = []
    const [first, late, next] = [work(order, 'first'), work(order, 'late'), work(order, 'next')]
    const inside = line('event', first.act)
    await assert.rejects(line('event', late.act), (fault) => isUnavailable(fault))
    first.end()
    await inside
    next.end()
    assert.equal(await line('event', next.act), 'next')
    assert.deepEqual(order, ['first', 'next'])
  })
})
