import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gridRows } from './grid-rows.ts'

const entry = (name: string, currentRank: number | null) => ({ name, participant: { currentRank } })
const FIELD = [
  entry('new', null),
  entry('third', 1800),
  entry('first', 2100),
  entry('fifth', 1500),
  entry('also new', null),
  entry('second', 1900),
  entry('fourth', 1600),
]
const told = (mine: string | null, field = FIELD) =>
  gridRows(field, ({ name }) => name === mine).map(({ place, entry: { name } }) => `${place} ${name}`)

test('the five best of a grid, and the reader’s own place wherever it is', () => {
  const five = ['1 first', '2 second', '3 third', '4 fourth', '5 fifth']
  assert.deepEqual(told(null), five)
  assert.deepEqual(told('second'), five)
  assert.deepEqual(told('fifth'), five)
  // without a rank the order of registration stands
  assert.deepEqual(told('new'), [...five.slice(0, 4), '6 new'])
  assert.deepEqual(told('also new'), [...five.slice(0, 4), '7 also new'])
  assert.deepEqual(told('first', [entry('first', 1700)]), ['1 first'])
  assert.deepEqual(told('nobody', []), [])
})
