import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { gameOf } from '#games/index.ts'
import { standOut } from '../screens/analysis/curve.ts'
import { averageSectors, clockOf, gapsTo, leadersClock, lossBySector, paceIn, paceOf, secondDecimals } from './lap-charts.ts'

describe('gaps', () => {
  // worked by hand: a leads after lap 1 by 1.000, b after lap 2 by 0.500; b's third lap was not timed
  const [a, b] = [
    [100_000, 92_000, 95_000],
    [101_000, 90_500, null],
  ]
  test('the clock adds up until a lap has no time', () => {
    assert.deepEqual(clockOf(a), [100_000, 192_000, 287_000])
    assert.deepEqual(clockOf(b), [101_000, 191_500, null])
  })
  test('the leader is whoever has driven the least, lap by lap', () => {
    assert.deepEqual(leadersClock([clockOf(a), clockOf(b)]), [100_000, 191_500, 287_000])
    assert.deepEqual(leadersClock([]), [])
  })
  test('to the leader nobody is ahead; to a rival one may be', () => {
    const leader = leadersClock([clockOf(a), clockOf(b)])
    assert.deepEqual(gapsTo(leader, clockOf(a)), [0, 500, 0])
    assert.deepEqual(gapsTo(leader, clockOf(b)), [1000, 0, null])
    assert.deepEqual(gapsTo(clockOf(b), clockOf(a)), [-1000, 500, null])
  })
  test('a gap turned round is the same gap the other way', () => {
    const times = fc.array(fc.option(fc.integer({ min: 1, max: 300_000 })), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(times, times, (one, other) => {
        const [there, back] = [gapsTo(clockOf(one), clockOf(other)), gapsTo(clockOf(other), clockOf(one))]
        assert.deepEqual(
          there,
          back.map((gap) => (gap === null ? null : 0 - gap)),
        )
      }),
    )
  })
})

describe('pace', () => {
  test('the lap from the grid, pit laps and accidents are left out', () => {
    // of 98, 100, 101, 130 the middle one is 100.5; 107 % of it are 107.535: the 130 goes
    const times = [115_000, 98_000, 100_000, 125_000, 101_000, 130_000]
    assert.deepEqual(paceOf(times, [4], true), [null, 98_000, 100_000, null, 101_000, null])
    // of all but the pit lap, 98 100 101 115 130, the middle one is 101: up to 108.07
    assert.deepEqual(paceOf(times, [4], false), [null, 98_000, 100_000, null, 101_000, null])
    assert.deepEqual(paceOf([null, null], [], false), [null, null])
  })
  test('five numbers of it, between two laps where they fall there', () => {
    // 97 98 100 103: at 25 % between 97 and 98 (97.75), at 50 % between 98 and 100 (99), at 75 % between 100 and 103 (100.75)
    assert.deepEqual(paceIn([103_000, null, 97_000, 100_000, 98_000]), { laps: 4, best: 97_000, median: 99_000, from: 97_750, to: 100_750 })
    assert.equal(paceIn([null]), null)
  })
})

describe('sectors', () => {
  const lap = (time: number | null, ...sectors: readonly number[]) => ({ time, sectors })
  test('the average is of pace laps with all their sectors', () => {
    const laps = [
      lap(120_000, 60_000, 30_000, 30_000),
      lap(90_000, 30_000, 30_000, 30_000),
      lap(93_000, 31_000, 31_000, 31_000),
      // one sector is missing, in the other nothing adds up
      lap(91_000, 30_000, 61_000),
      lap(91_000, 1000, 1000, 1000),
      lap(null),
    ]
    assert.deepEqual(averageSectors(laps, [], true), [30_500, 30_500, 30_500])
    assert.deepEqual(averageSectors(laps, [3], true), [30_000, 30_000, 30_000])
    assert.deepEqual(averageSectors([], [], true), [])
  })
  test('who is fastest in a sector loses nothing there', () => {
    const all = [
      [30_000, 31_000, 32_000],
      [30_500, 30_800, 32_000],
      [31_000, 31_000],
    ]
    assert.deepEqual(lossBySector(all), [
      [0, 200, 0],
      [500, 0, 0],
      [1000, 200, null],
    ])
  })
})

/** Servers round each lap, and count the start by their own clock. */
const MOST_ROUNDING_MS = 25
const FOLDER = new URL('../../../../shared/data/results/', import.meta.url)

for (const [game, folder, name] of [
  ['assetto_corsa', 'ac', '2019_3_2_21_36_RACE.json'],
  ['assetto_corsa', 'ac', '2019_3_2_22_28_RACE.json'],
  ['lmu', 'lmu', 'ams1.BuenosAiresR1.xml'],
  ['lmu', 'lmu', 'rf2.race_with_tire_wear.xml'],
  ['r3e', 'r3e', 'log.with.incidents.json'],
  ['ams2', 'ams2', 'log.for.car.name.mismatch.with.pc2.json'],
] as const)
  test(`${folder}/${name}: the last gap by lap times is the one of the result`, { skip: !existsSync(FOLDER) }, () => {
    const read = gameOf(game)!.readResults!({ name, bytes: readFileSync(new URL(`${folder}/${name}`, FOLDER)) })
    assert.ok(read.ok)
    const race = read.segments.find(({ type }) => type === 'RACE')!
    const [winner, ...others] = race.results
    const clock = clockOf(winner!.laps.map(({ time }) => time))
    const told = others.flatMap((row) => {
      const isOnLap = row.status === 'FINISHED' && row.lapCount === winner!.lapCount && row.totalTime !== null
      const gap = gapsTo(clock, clockOf(row.laps.map(({ time }) => time))).at(-1) ?? null
      return isOnLap && gap !== null ? [gap - (row.totalTime! - winner!.totalTime!)] : []
    })
    assert.ok(told.length >= 4)
    assert.deepEqual(
      told.filter((difference) => Math.abs(difference) > MOST_ROUNDING_MS),
      [],
    )
  })

test('marks of an axis have as many decimals as tell them apart', () => {
  const rows = [
    [[0, 24], 3],
    [[0, 250, null], 2],
    [[-800, 2500], 1],
    [[0, 6000], 1],
    [[0, 60], 3],
    [[0, 90_000], 0],
    [[], 3],
  ] as const
  for (const [times, decimals] of rows) assert.equal(secondDecimals(times), decimals, times.join())
})

test('who was chosen stands out among the rows it was chosen in, and nobody where all were let go', () => {
  const [first, second] = [['a', 'b', 'c', 'd', 'e'], ['f', 'g']].map((ids) => ids.map((participantId) => ({ participantId }))) // prettier-ignore
  const out = (chosen: readonly string[] | null, rows = first!) => [...standOut(chosen && new Set(chosen), rows, (row) => row.participantId === 'e')]
  assert.deepEqual([out(null), out(['d']), out([])], [['a', 'b', 'c', 'e'], ['d'], []])
  assert.deepEqual(out(['d'], second), ['f', 'g'])
})
