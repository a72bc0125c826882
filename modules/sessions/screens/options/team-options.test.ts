import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gameOf } from '#games/index.ts'
import { isOfEvent } from './team-options.ts'

test('team rules (product.md §3) are those of events in which cars are shared; a limit that was set is told of any', () => {
  const { options } = gameOf('acc')!
  const told = (driverSwap: boolean, values: Readonly<Record<string, unknown>> = {}): readonly string[] =>
    options.filter((option) => option.group === 'team' && isOfEvent(option, values[option.key], driverSwap)).map(({ key }) => key.split('.').at(-1)!)
  const rules = ['minDriversCount', 'maxDriversCount', 'maxTotalDrivingTime', 'driverStintTimeSec', 'isMandatoryPitstopSwapDriverRequired']
  assert.deepEqual(told(true), rules)
  assert.deepEqual(told(false), [])
  // as the form leaves it where sharing was switched on and off again
  assert.deepEqual(told(false, { 'rules.teamRules.maxDriversCount': 4 }), [])
  assert.deepEqual(told(false, { 'rules.teamRules.driverStintTimeSec': 3600 }), ['driverStintTimeSec'])
  const tyres = options.find(({ key }) => key === 'eventRules.tyreSetCount')!
  assert.equal(isOfEvent(tyres, undefined, false), true)
})
