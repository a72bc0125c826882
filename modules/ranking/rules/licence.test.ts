import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { incidentPoints, type Incidents, type Licence, safetyChange, type Standing, standingAfter } from './licence.ts'

/** Off-tracks are one point each. */
const driven = (points: number, corners: number, isClassified = true) => ({ incidents: { offTracks: points }, corners, isClassified })

// decisions.md §4: "x = points · T / corners driven, T = 20/25/30/35/40 by licence. x ≤ 1: +0.30 · min(1, corners/150) · (1−x), and +0.10 when
// points ≤ 3 and classified; else −0.50 · min(1, (x−1)/2)."
describe('licence and safety, in hundredths, by hand', () => {
  const rows: readonly [says: string, licence: Licence, points: number, corners: number, isClassified: boolean, hand: number][] = [
    ['x 0: 30 · 1 · 1 + 10', 'ROOKIE', 0, 150, true, 40],
    ['half the corners: 30 · 75/150 + 10', 'ROOKIE', 0, 75, true, 25],
    ['more corners count as 150: 30 + 10', 'ROOKIE', 0, 900, true, 40],
    ['x = 4 · 20/160 = 0.5, over 3 points: 30 · 0.5', 'ROOKIE', 4, 160, true, 15],
    ['x = 3 · 20/120 = 0.5: 30 · 0.8 · 0.5 + 10', 'ROOKIE', 3, 120, true, 22],
    ['the same, not classified', 'ROOKIE', 3, 120, false, 12],
    ['x = 8 · 20/160 = 1: nothing', 'ROOKIE', 8, 160, true, 0],
    ['x = 10 · 20/100 = 2: −50 · 0.5', 'ROOKIE', 10, 100, true, -25],
    ['x = 40 · 20/100 = 8: −50 at most', 'ROOKIE', 40, 100, true, -50],
    ['x = 12 · 25/200 = 1.5: −50 · 0.25, half up', 'BRONZE', 12, 200, true, -13],
    ['x = 10 · 30/150 = 2: −50 · 0.5', 'SILVER', 10, 150, true, -25],
    ['x = 4 · 35/280 = 0.5: 30 · 0.5', 'GOLD', 4, 280, true, 15],
    ['x = 12 · 40/160 = 3: −50', 'PLATINUM', 12, 160, true, -50],
    ['x = 1 · 20/100 = 0.2: 30 · 100/150 · 0.8 + 10', 'ROOKIE', 1, 100, true, 26],
    ['x = 2 · 25/200 = 0.25: 30 · 0.75, half up, + 10', 'BRONZE', 2, 200, true, 33],
    ['x = 6 · 25/300 = 0.5: 30 · 0.5', 'BRONZE', 6, 300, true, 15],
    ['x = 3 · 30/180 = 0.5: 30 · 0.5 + 10', 'SILVER', 3, 180, true, 25],
    ['x = 5 · 30/300 = 0.5: 30 · 0.5', 'SILVER', 5, 300, true, 15],
    ['x 0, a fifth of the corners: 30 · 30/150 + 10', 'GOLD', 0, 30, true, 16],
    ['x = 20 · 35/280 = 2.5: −50 · 0.75, half up', 'GOLD', 20, 280, true, -38],
    ['x = 3 · 40/240 = 0.5: 30 · 0.5 + 10', 'PLATINUM', 3, 240, true, 25],
    ['x = 5 · 40/200 = 1: nothing', 'PLATINUM', 5, 200, true, 0],
  ]
  for (const [says, licence, points, corners, isClassified, hand] of rows)
    test(`${licence}, ${says}`, () => assert.equal(safetyChange(licence, driven(points, corners, isClassified)), hand))

  // "4·collisionsWithCar + 2·collisionsWithEnv + 2·collisionsUnclassified + 2·spins + 1·offTracks + 1·pitSpeeding, at most 40"
  const counted: readonly [incidents: Incidents, hand: number][] = [
    [{}, 0],
    [{ collisionsWithCar: 1 }, 4],
    [{ collisionsWithEnv: 1 }, 2],
    [{ collisionsUnclassified: 1 }, 2],
    [{ spins: 1 }, 2],
    [{ offTracks: 1 }, 1],
    [{ pitSpeeding: 1 }, 1],
    [{ collisionsWithCar: 2, collisionsWithEnv: 1, collisionsUnclassified: 1, spins: 1, offTracks: 2, pitSpeeding: 1 }, 8 + 2 + 2 + 2 + 2 + 1],
    [{ collisionsWithCar: 10 }, 40],
    [{ collisionsWithCar: 9, offTracks: 30 }, 40],
  ]
  test('incident points, at most 40', () => {
    for (const [incidents, hand] of counted) assert.equal(incidentPoints(incidents), hand, JSON.stringify(incidents))
  })

  // "Promotion at 4.00 (Rookie 3.00) after 5 ranked races in the licence: next licence, level −1.00. Demotion under 1.00: licence below, level +1.00."
  const steps: readonly [says: string, before: Standing, points: number, corners: number, after: Standing][] = [
    ['3.20 after the fifth race: a rookie rises', { licence: 'ROOKIE', level: 280, races: 4 }, 0, 150, { licence: 'BRONZE', level: 220, races: 0 }],
    ['not before the fifth', { licence: 'ROOKIE', level: 310, races: 3 }, 0, 150, { licence: 'ROOKIE', level: 350, races: 4 }],
    ['silver wants 4.00', { licence: 'SILVER', level: 355, races: 9 }, 0, 150, { licence: 'SILVER', level: 395, races: 10 }],
    ['4.00 is enough', { licence: 'SILVER', level: 360, races: 9 }, 0, 150, { licence: 'GOLD', level: 300, races: 0 }],
    ['3.00 is enough for a rookie', { licence: 'ROOKIE', level: 260, races: 4 }, 0, 150, { licence: 'BRONZE', level: 200, races: 0 }],
    ['bronze wants 4.00 as well', { licence: 'BRONZE', level: 390, races: 4 }, 0, 150, { licence: 'SILVER', level: 330, races: 0 }],
    ['from the top one falls too: 1.20 − 0.50', { licence: 'PLATINUM', level: 120, races: 3 }, 12, 160, { licence: 'GOLD', level: 170, races: 0 }],
    ['under 1.00: the licence below', { licence: 'SILVER', level: 120, races: 2 }, 10, 150, { licence: 'BRONZE', level: 195, races: 0 }],
    ['1.00 is not under', { licence: 'SILVER', level: 125, races: 2 }, 10, 150, { licence: 'SILVER', level: 100, races: 3 }],
    ['nothing is below a rookie, nor below 0', { licence: 'ROOKIE', level: 10, races: 2 }, 40, 100, { licence: 'ROOKIE', level: 0, races: 3 }],
    [
      'nothing is above platinum, nor above 4.99',
      { licence: 'PLATINUM', level: 490, races: 9 },
      0,
      150,
      { licence: 'PLATINUM', level: 499, races: 10 },
    ],
  ]
  for (const [says, before, points, corners, after] of steps)
    test(says, () => assert.deepEqual(standingAfter(before, driven(points, corners)), after))

  test('without contact data, or a corner driven, nothing moves', () => {
    const own: Standing = { licence: 'SILVER', level: 390, races: 9 }
    assert.equal(standingAfter(own, { incidents: null, corners: 300, isClassified: true }), own)
    assert.equal(standingAfter(own, driven(0, 0)), own)
  })
})
