import assert from 'node:assert/strict'
import { test } from 'node:test'
import { winnersOf } from './winners.ts'

const cell = (...races: readonly (readonly number[])[]) => ({ races: races.map((places) => ({ places })) })
const row = (name: string, ...cells: readonly unknown[]) => ({ key: name, driverId: null, name, country: null, cells })

test('whoever won a race of a round, one that is coming has nobody', () => {
  const rows = [row('Ann', cell([1], [4]), cell([2]), null), row('Bea', cell([2], [1]), cell([3]), null), row('Cid', null, cell([1]), null)]
  const won = winnersOf({ rounds: ['a', 'b', 'c'], rows } as never)
  const names = (id: string) => won.get(id)!.map(({ name }) => name)
  assert.deepEqual([names('a'), names('b'), names('c')], [['Ann', 'Bea'], ['Cid'], []])
})
