import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gameOf } from '#games/index.ts'
import { NO_BOP } from '../rules.ts'
import { bopClassOf, bopsOf, withChosen } from './bop-state.ts'

const { bop } = gameOf('acc')!

test('nothing is sent while one value is wrong', () => {
  const bounds = { ballastkg: bop!.ballastKg, restrictor: bop!.restrictor }
  assert.deepEqual(bopsOf({ 2: NO_BOP, 34: { ballastkg: 15, restrictor: 3 } }, bounds), { 2: NO_BOP, 34: { ballastkg: 15, restrictor: 3 } })
  assert.equal(bopsOf({ 2: NO_BOP, 34: { ballastkg: 15, restrictor: 21 } }, bounds), null)
  assert.equal(bopsOf({ 2: { ballastkg: null, restrictor: 0 } }, bounds), null)
})

test('what is chosen for several cars leaves what was left empty', () => {
  const bop = { ballastkg: 15, restrictor: 3 }
  assert.deepEqual(withChosen(bop, { ballastkg: 20, restrictor: null }), { ballastkg: 20, restrictor: 3 })
  assert.deepEqual(withChosen(bop, { restrictor: 0 }), { ballastkg: 15, restrictor: 0 })
})

test('a car is filtered by the class of the event, else by that of its game', () => {
  const car = { id: '34', name: 'Porsche', className: 'GT3', year: null, dlc: null, bop: null }
  const carClasses = [{ id: 'pro', name: 'Pro', color: '#fff', cars: ['34'], maxClassEntries: null, currentEntries: 0 }]
  assert.deepEqual(bopClassOf({ carClasses }, { ...car, carClassId: 'pro' }), { name: 'Pro', color: '#fff' })
  assert.deepEqual(bopClassOf({ carClasses: [] }, { ...car, carClassId: null }), { name: 'GT3', color: undefined })
})
