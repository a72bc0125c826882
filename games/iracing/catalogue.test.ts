import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue } from './catalogue.ts'

test('cars stand in the classes that iRacing races them in, none alone', () => {
  const { cars, classes } = catalogue
  const inClass = (id: string): readonly string[] => cars.filter(({ classId }) => classId === id).map(({ name }) => name)
  const named = (name: string): readonly string[] => inClass(classes.find((one) => one.name === name)?.id ?? '')
  for (const { id, name } of classes) assert.ok(inClass(id).length > 1, `${name} has ${inClass(id).length} cars`)
  assert.equal(named('GT3 Class').length, 11)
  for (const car of ['BMW M4 GT3 EVO', 'Ferrari 296 GT3', 'Porsche 911 GT3 R (992)']) assert.ok(named('GT3 Class').includes(car), car)
  assert.deepEqual(named('GTP').toSorted(), ['Acura ARX-06 GTP', 'BMW M Hybrid V8', 'Cadillac V-Series.R GTP', 'Ferrari 499P', 'Porsche 963 GTP'])
  assert.ok(named('Sports cars').includes('Porsche 718 Cayman GT4 Clubsport MR') === false)
})
