import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cornersDriven } from './corners.ts'
import { standingAfter, type Standing } from './licence.ts'
import type { Change } from './race.ts'
import { toldLicence, toldRank, toldRating } from './told.ts'

const rookie: Standing = { licence: 'ROOKIE', level: 350, races: 4 }
const change: Change = {
  sessionId: 's',
  raceNo: 1,
  userId: 'u',
  carId: 'c',
  won: 23,
  expected: 11.46,
  starters: 24,
  before: { rank: 1500, races: 10 },
  after: { rank: 1571.875, races: 11 },
  licenceBefore: rookie,
  licenceAfter: rookie,
}

test('"+72: beat 23 cars, expected 11.5", provisional for ten ranked races', () => {
  assert.deepEqual(toldRank(change), { delta: 72, won: 23, expected: 11.5, isProvisional: false })
  assert.equal(toldRank({ ...change, before: { rank: 1500, races: 9 } }).isProvisional, true)
})

test('the difference is of the ranks as shown: 1500.4 to 1500.6 reads 1500 to 1501', () => {
  assert.equal(toldRank({ ...change, before: { rank: 1500.4, races: 10 }, after: { rank: 1500.6, races: 11 } }).delta, 1)
})

test('beside a result stands what somebody has after it: the rank with its change, the licence they have reached', () => {
  const risen: Standing = { licence: 'BRONZE', level: 225, races: 0 }
  const ten = { ...change, before: { rank: 1500, races: 9 }, after: { rank: 1571.875, races: 10 }, licenceAfter: risen }
  assert.deepEqual(toldRating(ten), { rank: 1500 + toldRank(ten).delta, isProvisional: false, license: 'BRONZE', safetyLevel: 2.25 })
})

test('who rises after a race that cost them points is upgraded all the same; who falls is downgraded', () => {
  const risen = standingAfter(rookie, { incidents: { offTracks: 10 }, corners: 100, isClassified: true })
  assert.deepEqual(toldLicence({ ...change, licenceAfter: risen }), {
    delta: 3.75,
    from: { license: 'ROOKIE', safetyLevel: 3.5 },
    to: { license: 'BRONZE', safetyLevel: 2.25 },
  })
  assert.equal(toldLicence({ ...change, licenceBefore: risen, licenceAfter: rookie }).delta, -3.75)
})

test('corners driven: those of the circuit, else by its length; nothing where neither is known', () => {
  assert.equal(cornersDriven(20, { corners: 11, lengthM: 5793 }), 220)
  assert.equal(cornersDriven(20, { lengthM: 3400 }), 200)
  assert.equal(cornersDriven(20, { lengthM: null }), 0)
})
