import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { droppedOf } from './counted.ts'
import { season } from './season.fixture.ts'
import type { Season } from './season.ts'
import { standingsOf } from './table.ts'

const rowsOf = (of: Season, id: string) => standingsOf(of).rows.find((one) => one.id === id)!

describe('dropped rounds', () => {
  const rules = { parts: [{ from: 1, to: 9, best: 2 }], mayDropDisqualified: false, mayDropMissed: true }
  const score = (points: number, more: { isDisqualified?: boolean; isMissed?: boolean } = {}) => ({
    points,
    isDisqualified: false,
    isMissed: false,
    ...more,
  })
  test('the least go, a missed one first, a disqualified one never', () => {
    assert.deepEqual(droppedOf([score(5), score(1), score(3)], rules), [false, true, false])
    assert.deepEqual(droppedOf([score(0), score(0, { isMissed: true }), score(3)], rules), [false, true, false])
    assert.deepEqual(droppedOf([score(5), score(0, { isDisqualified: true }), score(3)], rules), [false, false, true])
    assert.deepEqual(droppedOf([score(5), null, score(3)], rules), [false, false, false], 'what is not held takes nobody’s place')
    assert.deepEqual(droppedOf([score(5), score(0, { isMissed: true }), score(3)], { ...rules, mayDropMissed: false }), [false, false, true])
  })
  test('halves drop by themselves', () => {
    const halves = [
      { from: 1, to: 2, best: 1 },
      { from: 3, to: 4, best: 1 },
    ]
    const of = season([{ a: 1 }, { a: 1 }, { a: 2 }, { a: 3 }], { parts: halves })
    assert.deepEqual([rowsOf(of, 'a').points, rowsOf(of, 'a').grossPoints], [16, 30])
    assert.deepEqual(
      rowsOf(of, 'a').cells.map((cell) => cell?.isDropped),
      [true, false, false, true],
    )
  })
  test('none of those that are excepted, which take nobody’s place either', () => {
    const parts = [{ from: 1, to: 4, best: 2, except: [2] }]
    assert.deepEqual(droppedOf([score(3), score(0), score(4), score(5)], { ...rules, parts }), [true, false, false, false])
    const of = season([{ a: 1 }, { a: 4 }, { a: 1 }, { a: 2 }, null], { parts })
    assert.deepEqual([rowsOf(of, 'a').points, rowsOf(of, 'a').grossPoints, rowsOf(of, 'a').possiblePoints], [22, 28, 32])
  })
  test('after adjustments', () => {
    const of = season([{ a: { position: 1, adjustment: -9 } }, { a: 2 }], { parts: [{ from: 1, to: 2, best: 1 }] })
    assert.equal(rowsOf(of, 'a').points, 6)
  })
})
