import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gameOf } from '#games/index.ts'
import { readPaste } from './bop-paste.ts'

const acc = gameOf('acc')!
const bounds = { ballastkg: acc.bop!.ballastKg, restrictor: acc.bop!.restrictor }
const cars = acc.catalogue.cars.filter(({ classId }) => classId === acc.catalogue.cars.find(({ id }) => id === '34')!.classId)
const nameOf = (id: string): string => cars.find((car) => car.id === id)!.name

const BOTH = { ballastkg: 15, restrictor: 3 }
for (const [what, line, values] of [
  ['an id, tabs', '34\t15\t3', { 34: BOTH }],
  ['a name, tabs', `${nameOf('34')}\t15\t3`, { 34: BOTH }],
  ['a name in other letters, commas', `${nameOf('34').toUpperCase()}, 15, 3`, { 34: BOTH }],
  ['a spreadsheet’s quotes, semicolons', `"${nameOf('34')}";15;3`, { 34: BOTH }],
  ['blanks alone', `${nameOf('34')} 15 3`, { 34: BOTH }],
  ['units', `${nameOf('34')}  15 kg  3 %`, { 34: BOTH }],
  ['an id and blanks', '34 15 3', { 34: BOTH }],
  ['ballast alone', `${nameOf('34')}\t15`, { 34: { ballastkg: 15 } }],
  ['a name that ends with a number, ballast alone', `${nameOf('6')} 15`, { 6: { ballastkg: 15 } }],
  ['a name that ends with a number, both', `${nameOf('6')} 15 3`, { 6: BOTH }],
  ['below zero, as a text program writes it', `${nameOf('34')}\t−15\t0`, { 34: { ballastkg: -15, restrictor: 0 } }],
  ['some words of a name', `720S Evo\t15\t3`, { 35: BOTH }],
  ['a head, empty lines', `Car\tBallast\tRestrictor\r\n\r\n34\t15\t3\r\n`, { 34: BOTH }],
  ['an empty cell', '34\t15\t', { 34: { ballastkg: 15 } }],
  ['nothing', '\n  \n', {}],
] as const)
  test(`a list: ${what}`, () => assert.deepEqual(readPaste(line, cars, bounds), { values, faults: [] }))

test('what is wrong is told by its line, and the rest is taken', () => {
  const list = [
    '34\t15\t3',
    'Lada Niva\t10\t0',
    `${nameOf('35')}\t41\t0`,
    `${nameOf('32')}\t0\t21`,
    'GT3\t5',
    '34\t1\t1',
    'no number here',
    '30\t1,5\t0',
    '30\tx\t0',
  ]
  const { values, faults } = readPaste(list.join('\n'), cars, bounds)
  assert.deepEqual(values, { 34: BOTH })
  assert.deepEqual(
    faults.map(({ line, what }) => [line, what]),
    [
      [2, 'unknown'],
      [3, 'ballast'],
      [4, 'restrictor'],
      [5, 'several'],
      [6, 'twice'],
      [7, 'numbers'],
      [8, 'numbers'],
      [9, 'numbers'],
    ],
  )
  assert.equal(faults[0]!.text, 'Lada Niva')
})

test('every car of a list of 31 is read by its name, whatever parts the cells', () => {
  for (const sign of ['\t', ';', ',', ' '])
    for (const chosen of [cars.slice(0, 31), cars]) {
      const list = chosen.map(({ name }, index) => [name, index % 40, index % 20].join(sign)).join('\n')
      const { values, faults } = readPaste(list, cars, bounds)
      assert.deepEqual(faults, [])
      assert.deepEqual(values, Object.fromEntries(chosen.map(({ id }, index) => [id, { ballastkg: index % 40, restrictor: index % 20 }])))
    }
})
