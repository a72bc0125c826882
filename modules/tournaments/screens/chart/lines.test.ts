import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINE, type Curve } from '#web/ui/chart/curve.ts'
import type { StandingsRowView } from '../../contract/standings.ts'
import { apart, heldOf, linesOf } from './lines.ts'

const row = (key: string, progress: readonly number[], cells: readonly unknown[] = []) =>
  ({ key, name: `Ann ${key}`, progress, cells }) as unknown as StandingsRowView
const nameOf = ({ name }: StandingsRowView): string => name ?? '?'

test('the first six and the reader, whose line lies over the others; all begin at nothing', () => {
  const rows = Array.from({ length: 9 }, (_, at) => row(`D${at}`, [25 - at, 50 - at]))
  const lines = linesOf({ rows, mine: rows[8]! }, nameOf)
  assert.deepEqual(
    lines.map(({ short }) => short),
    ['D0', 'D1', 'D2', 'D3', 'D4', 'D5', 'D8'],
  )
  assert.deepEqual(lines.at(-1)!.values, [0, 17, 42])
  assert.equal(lines.at(-1)!.look, MINE)
  assert.equal(new Set(lines.map(({ look }) => `${look.color} ${look.dash}`)).size, 7)
  const leading = linesOf({ rows, mine: rows[0]! }, nameOf)
  assert.deepEqual([leading.length, leading.at(-1)!.id], [6, 'D0'])
})

test('rounds that are not held have no place in the picture', () => {
  assert.deepEqual(heldOf({ rows: [row('A', [1, 2], [{}, null, {}, null])] }), [0, 2])
  assert.deepEqual(heldOf({ rows: [] }), [])
})

test('names at the ends of level lines stand apart', () => {
  const line = (id: string, last: number) => ({ id, values: [0, last] }) as unknown as Curve
  const placed = apart([line('a', 85), line('b', 86), line('c', 85), line('d', 10)], { height: 200, most: 100, least: 14 })
  const ys = placed.map(({ values, nameShift }) => 200 - values[1]! * 2 + nameShift!).toSorted((a, b) => a - b)
  for (const [at, y] of ys.entries()) if (at > 0) assert.ok(y - ys[at - 1]! >= 14, String(ys))
  assert.equal(placed[3]!.nameShift, 0)
})
