import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logged } from '#games/log/log.ts'
import { lap, row } from '#modules/results/decide/rows.fixture.ts'
import { keptLog, type StoredRow } from './decide.ts'

const [ann, ben, cem] = [row('ann', [lap(90_000), lap(91_000)]), row('ben', [lap(90_500), lap(92_000)]), row('cem', [])]
const stored = (id: string, of: typeof ann): StoredRow => ({
  id,
  carId: of.carModelId,
  totalMs: of.totalTime,
  times: of.laps.map(({ time }) => time),
})

test('each entry goes to the row with the same car, laps and time, whatever order a correction has put them in', () => {
  const log = [logged('CONTACT_CAR', 0, { other: 1, lap: 1 }), logged('PENALTY', 1, { lap: 2, detail: 'Drive\u0000 Thru' }), logged('LEAVE', 2)]
  const kept = keptLog({ results: [ann, ben, cem], log }, [stored('c', cem), stored('b', ben), stored('a', ann)])
  assert.deepEqual(
    kept.map(({ no, kind, row_id, other_row_id, lap: at, detail }) => [no, kind, row_id, other_row_id, at, detail]),
    [
      [1, 'CONTACT_CAR', 'a', 'b', 1, null],
      [2, 'PENALTY', 'b', null, 2, 'Drive Thru'],
      [3, 'LEAVE', 'c', null, null, null],
    ],
  )
})

test('of rows that are alike the first is the first; what has no row is left out', () => {
  const log = [logged('LEAVE', 0), logged('JOIN', 1), logged('CONTACT_CAR', 2, { other: 1 })]
  const kept = keptLog({ results: [row('x', []), row('y', []), ann], log }, [stored('one', row('x', [])), stored('two', row('y', []))])
  assert.deepEqual(
    kept.map(({ kind, row_id }) => [kind, row_id]),
    [
      ['LEAVE', 'one'],
      ['JOIN', 'two'],
    ],
  )
})
