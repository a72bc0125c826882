import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ac } from '#games/ac/ac.ts'
import { emulate as emulateAc } from '#games/ac/emulate.ts'
import { writeFiles as writeAc } from '#games/ac/files.ts'
import { acc } from '#games/acc/acc.ts'
import { emulate as emulateAcc } from '#games/acc/emulate.ts'
import { writeFiles as writeAcc } from '#games/acc/files.ts'
import { grid, logOf, seeded } from '#games/emulate.fixture.ts'
import type { Game, ServerOrder } from '#games/game.ts'
import { heardTiming, NO_TIMING, orderOf, type Timing, type TimingSignal } from './timing.ts'

const SAMPLES = new URL('../../../shared/data/server-config/', import.meta.url)
const timingOf = (game: Game, line: string): TimingSignal | null => game.server?.launch.timing?.(line) ?? null
const heard = (game: Game, lines: readonly string[], from: Timing = NO_TIMING): Timing =>
  lines.reduce((timing, line) => {
    const signal = timingOf(game, line)
    return signal ? heardTiming(timing, signal) : timing
  }, from)
const entriesOf = (...numbers: readonly number[]) => numbers.map((raceNumber) => ({ raceNumber })) as unknown as ServerOrder['entries']
const rows = (timing: Timing, type: 'QUALIFY' | 'RACE', entries: ServerOrder['entries']) =>
  orderOf(timing, type, entries).map(({ raceNumber, laps, bestMs, gapMs }) => [raceNumber, laps, bestMs, gapMs])

// Lines of games/acc/captures.md, first source: `Practice Server 1/log/server.log`.
test('ACC: minutes left, race numbers, laps that rank and laps that do not', () => {
  const lines: readonly [string, TimingSignal | null][] = [
    ['11875197: Detected sessionPhase <waiting for drivers> -> <pre session> (Qualifying)', { kind: 'begins' }],
    ['11875197: Updated leaderboard for 1 clients (Qualifying-<pre session> 60 min)', null],
    ['11969898: Updated leaderboard for 1 clients (Qualifying-<session> 58 min)', { kind: 'left', ms: 58 * 60_000, exact: 'MINUTE' }],
    ['11875197: Creating new car connection: carId 1001, carModel 33, raceNumber #369', { kind: 'car', car: '1001', raceNumber: 369 }],
    [
      '12122427: Lap carId 1001, driverId 0, lapTime 1:32:690, timestampMS 12122345.000000, flags: %d0, S1 0:33:742, S2 0:35:107, S3 0:23:840, fuel 55.000000',
      { kind: 'lap', car: '1001', timeMs: 92_690, isTimed: true, atMs: 12_122_345 },
    ],
    [
      '12214350: Lap carId 1001, driverId 0, lapTime 1:31:925, timestampMS 12214273.000000, flags: %d1, S1 0:33:445, S2 0:34:765, S3 0:23:715, fuel 53.000000, hasCut ',
      { kind: 'lap', car: '1001', timeMs: 91_925, isTimed: false, atMs: 12_214_273 },
    ],
    [
      '12029736: Lap carId 1001, driverId 0, lapTime 2:32:136, timestampMS 12029651.000000, flags: %d12, S1 1:32:333, fuel 57.000000, InLap , OutLap ',
      { kind: 'lap', car: '1001', timeMs: 152_136, isTimed: false, atMs: 12_029_651 },
    ],
    // sectors
    ['12063438: Lap carId 1001, driverId 0, lapTime 35791:23:647, timestampMS 12063402.000000, flags: %d0, S1 0:33:742, fuel 0.000000', null],
    ['12005554: Lap  carId 1001, driverId 0, lapTime 35791:23:647, timestampMS 12005517.000000, flags: %d12, S1 1:32:333, fuel 0.000000', null],
    // a piece of what somebody typed
    ['Updated leaderboard for 1 clients (Race-<session> 58 min)', null],
  ]
  for (const [line, signal] of lines) assert.deepEqual(timingOf(acc, line), signal, line)
})

// Lines of games/ac/captures.md, first source, version 1.1.
test('AC: the ranking the server prints behind every lap', () => {
  const lines: readonly [string, TimingSignal | null][] = [
    ['1) Dr Pain BEST: 3:02:582 TOTAL: 3:32:975 Laps:1 SesID:3', { kind: 'place', slot: 3, place: 1, laps: 1, bestMs: 182_582, totalMs: 212_975 }],
    ['2) KNAPPO BEST: 16666:39:999 TOTAL: 0:00:000 Laps:0 SesID:2', { kind: 'place', slot: 2, place: 2, laps: 0, bestMs: null, totalMs: 0 }],
    ['3)  BEST: 16666:39:999 TOTAL: 0:00:000 Laps:0 SesID:4', { kind: 'place', slot: 4, place: 3, laps: 0, bestMs: null, totalMs: 0 }],
    ['SENDING session type : 3', { kind: 'begins' }],
    ['LAP Dr Pain 3:02:582', null],
  ]
  for (const [line, signal] of lines) assert.deepEqual(timingOf(ac, line), signal, line)
})

test('AC: the seconds left of the session its answer names', () => {
  const left = (info: object) => ac.server?.launch.status?.left?.(JSON.stringify(info))
  const info = { track: 'x', session: 1, sessiontypes: [2, 3], timeleft: 379 }
  assert.deepEqual(left(info), { type: 'RACE', left: { ms: 379_000, exact: 'SECOND' } })
  for (const timeleft of [0, -5, 1.5, '379', 1e9, undefined]) assert.equal(left({ ...info, timeleft }), null)
  for (const session of [2, -1, '1', undefined]) assert.equal(left({ ...info, session }), null)
  assert.equal(ac.server?.launch.status?.left?.('<html>'), null)
})

test('a race is ordered by laps and the line, with gaps of the same lap; strangers have no number, and who has no lap no place', () => {
  const lap = (car: string, atMs: number): TimingSignal => ({ kind: 'lap', car, timeMs: 90_000, isTimed: true, atMs })
  const told: readonly TimingSignal[] = [
    ...['7', '8', '99'].map((car): TimingSignal => ({ kind: 'car', car, raceNumber: Number(car) })),
    lap('8', 100_000),
    lap('7', 101_500),
    lap('99', 102_000),
    lap('7', 190_000),
    lap('8', 190_400),
  ]
  const timing = told.reduce(heardTiming, NO_TIMING)
  assert.deepEqual(rows(timing, 'RACE', entriesOf(7, 8, 12)), [
    [7, 2, 90_000, null],
    [8, 2, 90_000, 400],
    [null, 1, 90_000, 2000],
  ])
  assert.deepEqual(rows(heardTiming(timing, { kind: 'begins' }), 'RACE', entriesOf(7, 8)), [])
  const again = [{ kind: 'begins' } as const, lap('8', 300_000)].reduce<Timing>(heardTiming, timing)
  assert.deepEqual(rows(again, 'RACE', entriesOf(7, 8)), [[8, 1, 90_000, null]])
})

test('what strangers send makes it no larger than a grid', () => {
  let timing = NO_TIMING
  for (let car = 0; car < 1000; car++) {
    timing = heardTiming(timing, { kind: 'car', car: String(car), raceNumber: car })
    timing = heardTiming(timing, { kind: 'lap', car: String(car), timeMs: 1, isTimed: true, atMs: car })
  }
  assert.deepEqual([Object.keys(timing.numbers).length, Object.keys(timing.cars).length], [150, 150])
})

test('emulated servers tell the order of the result they write', () => {
  const order = { trackId: 'monza', carIds: ['30'] }
  for (const [game, event, steps] of [
    (() => {
      const event = grid(acc, 8, order)
      return [acc, event, emulateAcc(writeAcc(event), seeded(3)).steps] as const
    })(),
    (() => {
      const event = grid(ac, 8, { trackId: 'ks_nurburgring', layoutId: 'layout_gp_a', carIds: ['bmw_z4_gt3'] })
      return [ac, event, emulateAc(writeAc(event), seeded(3)).steps] as const
    })(),
  ]) {
    const files = steps.flatMap((step) => ('bytes' in step ? [{ atMs: step.atMs, bytes: step.bytes }] : []))
    for (const [index, type] of (['QUALIFY', 'RACE'] as const).entries()) {
      const file = files[index]!
      const lines = logOf(steps.filter((step) => step.atMs < file.atMs)).flatMap((said) => said.split('\n'))
      const result = game.readResults!({ name: 'x.json', bytes: file.bytes })
      assert.ok(result.ok)
      const best = result.segments[0]!.results.filter(({ bestCleanLapTime, lapCount }) =>
        type === 'RACE' ? lapCount > 0 : bestCleanLapTime !== null,
      )
      const told = orderOf(heard(game, lines), type, event.entries)
      const numbers = best.map(({ drivers }) => event.entries.find((entry) => entry.drivers[0]!.platformId === drivers[0]!.platformId)?.raceNumber)
      assert.deepEqual(
        told.map(({ raceNumber }) => raceNumber),
        numbers,
        `${game.id} ${type}`,
      )
    }
  }
})

test('real logs tell the best laps and what is left', (t) => {
  const file = new URL('acc/log/practice1.first-9000-lines.server.log', SAMPLES)
  if (!existsSync(file)) return t.skip('skipped: no samples here')
  const lines = readFileSync(file, 'latin1').split('\n')
  const first = heard(acc, lines.slice(0, 180))
  assert.deepEqual(first.left, { ms: 52 * 60_000, exact: 'MINUTE' })
  assert.deepEqual(rows(first, 'QUALIFY', entriesOf(369)), [[369, 4, 92_175, null]])
  // the next driver begins anew
  assert.deepEqual(rows(heard(acc, lines.slice(0, 228)), 'QUALIFY', entriesOf(369, 46)), [])
})

test('real consoles of AC rank a whole race', (t) => {
  const file = new URL('ac/log/output.txt', SAMPLES)
  if (!existsSync(file)) return t.skip('skipped: no samples here')
  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  const at = lines.findLastIndex((line) => /^1\) .* Laps:[1-9]/.test(line))
  const timing = heard(ac, lines.slice(0, at + 12))
  assert.ok(orderOf(timing, 'RACE', entriesOf(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)).length > 0)
})
