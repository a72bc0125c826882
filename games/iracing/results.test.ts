import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadResults, SegmentResults } from '#games/game.ts'
import { agreesWithExpectations, holds, survivesDamage } from '#games/results.fixture.ts'
import { encodeUtf8 } from '#games/text.ts'
import { iracing } from './iracing.ts'
import { readResults } from './results.ts'

/** Averages are exact to the tenth of a millisecond a lap. */
const APPROXIMATE_MS = 25
/** Half a millisecond is rounded the other way by who wrote the expectations. */
const close = (actual: unknown, expected: unknown): void =>
  assert.ok(actual === expected || (typeof expected === 'number' && Math.abs(Number(actual) - expected) <= 1), `${actual} is not ${expected}`)

agreesWithExpectations(new URL('../../../shared/data/results/iracing/', import.meta.url), readResults, {
  withinMs: 1,
  expect: ({ lapsTotal: _, ...expected }) => ({
    ...expected,
    trackName: (expected.track as unknown as { name: string }).name,
    track: { id: String(expected.track.id), layout: expected.track.layout },
    order: expected.order.map(({ totalTimeMs: __, ...row }) => ({ ...row, carModel: row.carId as number })),
  }),
  row: (row, expected) => {
    const [drivers, custId] = [
      expected.drivers as { name: string; custId: number; laps: number; bestLapMs: number | null }[] | undefined,
      expected.custId,
    ]
    if (custId !== null) assert.deepEqual([row.participant.type, row.drivers[0]?.platformId], ['DRIVER', String(custId)])
    if (drivers) {
      assert.equal(row.participant.type, 'TEAM')
      assert.deepEqual(
        row.drivers.map((driver) => [driver.name, driver.platformId]),
        drivers.map((driver) => [driver.name, String(driver.custId)]),
      )
      assert.deepEqual(
        row.facts.driverLaps,
        drivers.map((driver) => driver.laps),
      )
      ;(row.facts.driverBestLaps as (number | null)[]).forEach((best, i) => close(best, drivers[i]?.bestLapMs))
    }
    assert.equal(row.startPosition, expected.startPos)
    assert.equal(row.carClassId, String(expected.carClassId))
    const { facts } = row
    assert.deepEqual(
      [facts.teamId, facts.carName, facts.carNumber, facts.bestLapNumber, facts.incidentPoints, facts.positionInClass],
      [expected.teamId, expected.carName, expected.carNumber, expected.bestLapNumber, expected.incidents, expected.classPos],
    )
    close(facts.averageLapMs, expected.averageLapMs)
    close(facts.intervalMs, expected.intervalMs)
    assert.deepEqual([facts.reasonOut, facts.isAi], [expected.nativeStatus, expected.isAI])
    const approximate = expected.approxTotalTimeMs as number | null
    // Old files give intervals that the averages do not follow; the interval counts.
    if (row.totalTime === null || approximate === null) assert.equal(row.totalTime, approximate)
    else if (expected.carName !== null)
      assert.ok(Math.abs(row.totalTime - approximate) <= APPROXIMATE_MS, `${row.name}: ${row.totalTime} ${approximate}`)
  },
  session: (session, expected) => {
    const { name, simsessionNumber, simsessionType, trackName } = session.facts
    assert.deepEqual(
      [name, simsessionNumber, simsessionType, trackName],
      [expected.name, expected.simsessionNumber, expected.simsessionType, expected.trackName],
    )
    assert.ok(iracing.catalogue.tracks.some((track) => track.aliases?.includes(session.trackId)))
  },
})

const row = (place: number, more: object) => ({
  cust_id: 100 + place,
  display_name: `Driver ${place}`,
  finish_position: place,
  finish_position_in_class: place,
  starting_position: place,
  laps_complete: 10,
  average_lap: 900_000,
  best_lap_time: 890_000,
  best_lap_num: 3,
  interval: place * 12_340,
  reason_out: 'Running',
  incidents: 4,
  car_id: 128,
  car_class_id: 2523,
  livery: { car_number: '007' },
  ...more,
})
const session = (simsession_number: number, simsession_type: number, simsession_name: string, results: readonly object[]) => ({
  simsession_number,
  simsession_type,
  simsession_name,
  simsession_type_name: 'x',
  results,
})
const event = {
  type: 'event_result',
  data: {
    subsession_id: 5,
    start_time: '2026-01-24T15:00:04Z',
    session_name: 'Paddock',
    track: { track_id: 47, track_name: 'Laguna', config_name: 'Full Course' },
    session_results: [
      session(0, 6, 'FEATURE', [
        row(2, { interval: -1, laps_complete: 9, average_lap: 950_000 }),
        row(1, {
          driver_results: [{ cust_id: 7, display_name: 'Ann', laps_complete: 4, average_lap: 900_000, best_lap_time: -1 }],
          team_id: -5,
          cust_id: undefined,
        }),
        row(0, {}),
        row(3, { reason_out: 'Disqualified' }),
        row(4, { reason_out: 'Disconnected', laps_complete: 0, average_lap: 0, best_lap_time: -1, interval: -1, starting_position: -1 }),
      ]),
      session(-2, 6, 'HEAT 1', [row(0, {})]),
      session(-1, 3, 'WARMUP', []),
    ],
  },
}

test('heats before the feature, times from averages and intervals, status from the reason', () => {
  const [heat, warmup, feature] = sessions(readResults(file(event)))
  assert.ok(heat && warmup && feature)
  ;[heat, warmup, feature].forEach(holds)
  assert.deepEqual([heat.type, warmup.type, feature.type, feature.segmentIndex], ['RACE', 'WARMUP', 'RACE', 2])
  assert.deepEqual(
    feature.results.map((row) => [
      row.name,
      row.participant.type,
      row.totalTime,
      row.bestLapTime,
      row.status,
      row.startPosition,
      row.timeRetired.type,
    ]),
    [
      ['Driver 0', 'DRIVER', 900_000, 89_000, 'FINISHED', 1, 'TIME'],
      ['Driver 1', 'TEAM', 901_234, 89_000, 'FINISHED', 2, 'TIMEDIFF'],
      ['Driver 2', 'DRIVER', 855_000, 89_000, 'FINISHED', 3, 'LAPS'],
      ['Driver 3', 'DRIVER', 903_702, 89_000, 'DSQ', 4, 'DNF'],
      ['Driver 4', 'DRIVER', null, null, 'DNF', null, 'DNF'],
    ],
  )
  assert.deepEqual(feature.results[1]?.drivers, [{ name: 'Ann', platformId: '7', drivingTimeMs: 360_000 }])
  assert.deepEqual([feature.results[0]?.raceNumber, feature.results[0]?.facts.carNumber], [7, '007'])
})

test('the body of the data API is the same without the wrapper', () => {
  assert.deepEqual(readResults(file(event.data)), readResults(file(event)))
  assert.deepEqual(code(readResults(file({ subsession_id: 5 }))), 'FILE_UNRECOGNIZED')
})

test('a file without data is refused as the import says it', () => {
  const { subsession_id: _, ...unnumbered } = event.data
  for (const content of [{ type: 'event_result' }, unnumbered, { ...event, data: null }, { ...event, data: 'x' }])
    assert.deepEqual(code(readResults(file(content))), 'IMPORT_NO_DATA')
  assert.deepEqual(code(readResults({ name: 'x', bytes: encodeUtf8('{"type":') })), 'IMPORT_UNREADABLE')
  assert.deepEqual(code(readResults(file({ ...event, data: { session_results: [{}] } }))), 'FILE_UNRECOGNIZED')
})

survivesDamage('iRacing', JSON.stringify(event, null, 1), encodeUtf8, readResults, {
  value: /: ?("(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null)/g,
  nasty: ['-1', '1e308', 'null', '"x"', '[]', '{}', '{"__proto__":{"a":1}}', '0', '2147483647', 'true', '0.5', '[[[[]]]]', '99999999999999999999'],
  deep: `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  foreign: '{"data":{"constructor":1,"__proto__":{"session_results":[]}}}',
})

const file = (content: object) => ({ name: 'eventresult-5.json', bytes: encodeUtf8(JSON.stringify(content)) })
const sessions = (answer: ReadResults): readonly SegmentResults[] => (answer.ok ? answer.segments : [])
const code = (answer: ReadResults): string | null => (answer.ok ? null : answer.code)
