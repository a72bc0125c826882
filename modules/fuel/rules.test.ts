import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SegmentView } from '#modules/results/contract.ts'
import { FORMATION_LAPS, fuelFor, hasCalculator, lapOffer, racePartsOf, type FormationLap, type RacePart } from './rules.ts'

const byTime = (durationMin: number): RacePart => ({ durationMin, laps: null })
/** As it is kept: a race has minutes or laps. */
const byLaps = (laps: number): RacePart => ({ durationMin: 0, laps })

test('laps and litres of a race (calls-and-constants.md §9 "Fuel calculator")', () => {
  const cases: readonly [part: RacePart, timeMs: number, perLapL: number, formation: FormationLap, laps: number, litres: number][] = [
    // 3,600,000 ms are 26.3 laps of 2:17.000, the 27th is begun and driven to its end
    [byTime(60), 137_000, 2.9, 'none', 27, 79],
    [byTime(60), 137_000, 2.9, 'half', 27.5, 80],
    [byTime(60), 137_000, 2.9, 'full', 28, 82],
    // no lap is added where the last one ends with the clock
    [byTime(20), 120_000, 3, 'none', 10, 30],
    [byTime(20), 119_999, 3, 'none', 11, 33],
    // 0.1 × 30 is more than 3 in floating point
    [byTime(30), 60_000, 0.1, 'none', 30, 3],
    [byTime(0.5), 60_000, 0.01, 'none', 1, 1],
    // a race by laps has them whatever a lap takes
    [byLaps(12), 300_000, 2.5, 'none', 12, 30],
    [byLaps(12), 300_000, 2.5, 'half', 12.5, 32],
  ]
  for (const [part, timeMs, perLapL, formation, laps, litres] of cases)
    assert.deepEqual(fuelFor(part, { timeMs, perLapL }, formation), { laps, litres }, JSON.stringify([part, timeMs, perLapL, formation]))
})

test('it is never short, and never a whole litre too much', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1440 }),
      fc.integer({ min: 20_000, max: 900_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      fc.constantFrom<FormationLap>('none', 'half', 'full'),
      (durationMin, timeMs, hundredths, formation) => {
        const { laps, litres } = fuelFor(byTime(durationMin), { timeMs, perLapL: hundredths / 100 }, formation)
        const racing = laps - FORMATION_LAPS[formation]
        assert.ok(racing * timeMs >= durationMin * 60_000 && (racing - 1) * timeMs < durationMin * 60_000)
        assert.ok(litres * 200 >= laps * 2 * hundredths && (litres - 1) * 200 < laps * 2 * hundredths)
      },
    ),
  )
})

test('product.md §5 "Fuel calculator only when STARTED or IN_PROGRESS and a race part length > 0"', () => {
  const config = (...segments: readonly [type: string, part: RacePart][]) =>
    ({ segments: segments.map(([type, part]) => ({ type, ...part })) }) as never
  const race = config(['PRACTICE', byTime(10)], ['RACE', byTime(20)], ['RACE', byTime(0)], ['RACE', byLaps(12)])
  for (const [status, is] of [
    ['WAITING', false],
    ['STARTING', false],
    ['STARTED', true],
    ['IN_PROGRESS', true],
    ['ENDED', false],
  ] as const)
    assert.equal(hasCalculator({ status, config: race }), is, status)
  assert.equal(hasCalculator({ status: 'STARTED', config: config(['QUALIFY', byTime(20)], ['RACE', byTime(0)]) }), false)
  assert.equal(hasCalculator({ status: 'STARTED', config: config(['RACE', byLaps(12)]) }), true)
  assert.deepEqual(
    racePartsOf({ config: race }).map(({ durationMin, laps }) => [durationMin, laps]),
    [
      [20, null],
      [0, 12],
    ],
  )
})

test('the lap time comes from what was driven: the own average, the own best, the fastest', () => {
  const segment = (type: string, segmentIndex: number, fastest: number | null, rows: readonly object[]) =>
    ({ type, segmentIndex, bestStats: { fastestLap: fastest && { participantId: 'x', timeMs: fastest } }, results: rows }) as unknown as SegmentView
  const row = (userId: string, more: object) => ({
    drivers: [{ userId }],
    totalTime: null,
    lapCount: 0,
    bestLapTime: null,
    bestCleanLapTime: null,
    ...more,
  })
  const practice = segment('PRACTICE', 0, 99_000, [row('me', { bestLapTime: 100_500, bestCleanLapTime: 101_000, lapCount: 9, totalTime: 1_000_000 })])
  const qualify = segment('QUALIFY', 1, 98_000, [row('other', { bestLapTime: 98_000 })])
  const race = segment('RACE', 2, 97_000, [row('me', { totalTime: 2_000_001, lapCount: 20, bestLapTime: 97_000 })])
  assert.deepEqual(lapOffer([practice, race, qualify], 'me'), { timeMs: 100_000, of: 'OWN_AVERAGE', segment: 'RACE' })
  assert.deepEqual(lapOffer([practice, qualify], 'me'), { timeMs: 101_000, of: 'OWN_BEST', segment: 'PRACTICE' })
  assert.deepEqual(lapOffer([practice, qualify], 'nobody'), { timeMs: 98_000, of: 'FASTEST', segment: 'QUALIFY' })
  assert.deepEqual(lapOffer([practice, qualify], null), { timeMs: 98_000, of: 'FASTEST', segment: 'QUALIFY' })
  assert.equal(lapOffer([segment('QUALIFY', 0, null, [])], 'me'), null)
})
