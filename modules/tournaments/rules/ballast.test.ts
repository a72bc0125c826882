import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weightsOf, type SuccessBallast } from './ballast.ts'

const TABLE = [
  { ballastKg: 30, restrictor: 0 },
  { ballastKg: 20, restrictor: 2 },
]
const raceNo = (no: number, place: number | null) => ({ no, places: place === null ? [] : [place], status: place === null ? 'DNF' : 'FINISHED' })
const race = (place: number | null) => ({ races: [raceNo(1, place)] })
/** Place in the season, then in each round: null did not come in, `-` is still to be driven. */
const row = (id: string, position: number | null, places: readonly (number | null | '-')[], carClassId: string | null = null) => ({
  id,
  carClassId,
  position,
  cells: places.map((place) => (place === '-' ? null : race(place))),
})
const told = (by: SuccessBallast['by'], rows: Parameters<typeof weightsOf>[1]) =>
  weightsOf({ by, table: TABLE }, rows).map(({ id, ballastKg }) => `${id} ${ballastKg}`)

// issue: "success ballast from the last results (table per position, opt-in)"
test('by the last race, or by the standings', () => {
  const rows = [row('ann', 1, [1, 3, '-']), row('ben', 2, [2, null, '-']), row('cid', 3, [3, 1, '-']), row('dee', 4, [4, 2, '-'])]
  assert.deepEqual(told('LAST_ROUND', rows), ['cid 30', 'dee 20'])
  assert.deepEqual(told('STANDINGS', rows), ['ann 30', 'ben 20'])
  assert.deepEqual(told('STANDINGS', [row('ann', 1, ['-', '-'])]), [])
})

test('each class by itself; who is level carries the same, who is out of the season nothing', () => {
  const rows = [row('ann', 1, [1], 'PRO'), row('ben', 2, [2], 'AM'), row('cid', 3, [3], 'PRO'), row('dee', 3, [4], 'AM'), row('eva', 3, [5], 'AM')]
  assert.deepEqual(told('LAST_ROUND', rows), ['ann 30', 'cid 20', 'ben 30', 'dee 20'])
  assert.deepEqual(told('STANDINGS', [...rows, row('fay', null, [6], 'AM')]), ['ann 30', 'cid 20', 'ben 30', 'dee 20', 'eva 20'])
})

test('of a double header the last race alone, however somebody drove who came to the first one only', () => {
  const double = (id: string, ...races: (number | '-')[]) => ({
    ...row(id, 1, []),
    cells: [{ races: races.flatMap((place, at) => (place === '-' ? [] : raceNo(at + 1, place))) }],
  })
  assert.deepEqual(told('LAST_ROUND', [double('ann', 1, '-'), double('ben', 3, 1), double('cid', 2, 2)]), ['ben 30', 'cid 20'])
})

test('of a race in several splits each split by itself, and each class there; in the season all together', () => {
  const split = (id: string, splitNo: number, place: number, carClassId: string | null = null) => ({
    ...row(id, place, [], carClassId),
    cells: [{ races: [{ ...raceNo(1, place), ...(splitNo > 1 && { splitNo }) }] }],
  })
  const rows = [split('ann', 1, 1), split('ben', 1, 2), split('cid', 1, 3), split('dee', 2, 1), split('eva', 2, 2)]
  assert.deepEqual(told('LAST_ROUND', rows), ['ann 30', 'ben 20', 'dee 30', 'eva 20'])
  assert.deepEqual(told('STANDINGS', rows), ['ann 30', 'dee 30'])
  const classes = [
    split('ann', 1, 1, 'PRO'),
    split('ben', 1, 4, 'PRO'),
    split('cid', 2, 2, 'PRO'),
    split('dee', 2, 5, 'PRO'),
    split('eva', 2, 1, 'AM'),
  ]
  assert.deepEqual(told('LAST_ROUND', classes), ['ann 30', 'ben 20', 'cid 30', 'dee 20', 'eva 30'])
})
