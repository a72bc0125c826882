import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertGrowsWithInput } from '#testing/time.ts'
import type { ReadResults, SegmentResults } from '#games/game.ts'
import { agreesWithExpectations, holds, survivesDamage } from '#games/results.fixture.ts'
import { comparable, encodeUtf8 } from '#games/text.ts'
import { readResults, withoutComments } from './results.ts'

agreesWithExpectations(new URL('../../../shared/data/results/ams2/', import.meta.url), readResults, {
  expect: (expected) => ({
    ...expected,
    track: { id: String(expected.track.id), layout: null },
    order: expected.order.map((row) => ({
      ...row,
      // Laps of somebody whose name only the members know are counted by their number, which the expectations do not try.
      laps: row.nameResolvedFrom && row.lapEvents === 0 ? (undefined as never) : Number(row.lapEvents ?? row.lapAttribute),
      carModel: row.vehicleId as number,
    })),
  }),
  row: (row, expected) => {
    assert.equal(row.facts.participantId, expected.participantId)
    assert.equal(row.facts.isPlayer, expected.isPlayer)
    assert.equal(row.facts.lapAttribute, expected.lapAttribute)
    assert.equal(row.facts.state, expected.nativeStatus)
    if (expected.steamId !== null) assert.equal(row.drivers[0]?.platformId, expected.steamId)
  },
  session: (session, expected) => {
    assert.equal(session.startedAt, new Date(Number(expected.startTime) * 1000).toISOString())
    assert.equal(session.facts.historyIndex, expected.historyIndex)
    assert.equal(session.facts.historyFinished, expected.historyFinished)
    const left = session.facts.onlyInEvents as { name: string; participantId: number; laps: number }[]
    for (const one of expected.onlyInEvents as { name: string; participantId: number; laps: number }[])
      if (one.name !== '')
        assert.ok(
          left.some((other) => comparable(other.name) === comparable(one.name) && other.laps === one.laps),
          one.name,
        )
  },
})

const lap = (participantid: number, refid: number, name: string, LapTime: number, CountThisLapTimes = 1) => ({
  attributes: {
    CountThisLapTimes,
    Lap: 0,
    LapTime,
    RacePosition: participantid + 1,
    Sector1Time: 30_000,
    Sector2Time: 20_000,
    Sector3Time: LapTime - 50_000,
  },
  event_name: 'Lap',
  is_player: true,
  name,
  participantid,
  refid,
  time: 1_700_000_000,
})
const event = (participantid: number, refid: number, event_name: string, attributes: object) => ({
  attributes,
  event_name,
  name: '',
  participantid,
  refid,
})
const result = (participantid: number, refid: number, name: string, RacePosition: number, State: string, more: object = {}) => ({
  attributes: { FastestLapTime: 0, Lap: 2, RacePosition, State, TotalTime: 0, VehicleId: 1330326301, ...more },
  is_player: true,
  name,
  participantid,
  refid,
  time: 1_700_000_000,
})
const entry = {
  index: 7,
  start_time: 1_700_000_000,
  end_time: 1_700_003_600,
  finished: true,
  setup: { TrackId: 1910889511, Flags: -1593556550 },
  members: {
    500: { name: 'Bea', steamid: '76561198000000002', participantid: 1, setup: { LiveryId: 51 } },
    400: { name: 'Ann', steamid: '76561198000000001' },
  },
  participants: { 0: { Name: 'Ann', RefId: 400, LiveryId: 50, VehicleId: 1330326301 }, 1: { Name: 'Somebody else', RefId: 900 } },
  stages: {
    race1: {
      start_time: 1_700_001_000,
      end_time: 1_700_002_000,
      events: [
        lap(0, 400, 'Ann', 90_000),
        lap(1, 500, '', 91_000),
        lap(0, 400, 'Ann', 88_000, 0),
        lap(1, 500, '', 89_500),
        lap(2, 600, 'Gone', 99_000),
        event(1, 500, 'Impact', { OtherParticipantId: 0 }),
        event(1, 500, 'Impact', { OtherParticipantId: -1 }),
        event(1, 500, 'CutTrackStart', {}),
        event(1, 500, 'State', { NewState: 'EnteringPits' }),
      ],
      results: [
        result(0, 400, 'Ann', 2, 'Retired', { FastestLapTime: 90_000, TotalTime: 178_000 }),
        result(1, 500, '', 1, 'Finished', { FastestLapTime: 89_500, TotalTime: 180_500 }),
        result(3, 700, 'Bot', 3, 'Racing', { Lap: 0 }),
      ],
    },
    qualifying1: { start_time: 1_700_000_500, events: {}, results: [] },
    practice1: {
      start_time: 1_700_000_000,
      events: [],
      results: [result(0, 400, 'Ann', 1, 'InGarage'), result(1, 500, 'Bea', 2, 'Finished', { FastestLapTime: 95_000 })],
    },
  },
}
const content = (history: unknown = [entry]) => ({
  next_history_index: 8,
  stats: { history, players: { ['76561198000000009']: { name: 'Bot' } }, server: { name: 'Paddock //\\ "Cup"' }, session: {} },
})

test('stages by time, names by number, states, contacts and who left', () => {
  const [practice, race, ...none] = sessions(readResults(file(content())))
  assert.ok(practice && race && none.length === 0)
  ;[practice, race].forEach(holds)
  assert.deepEqual([practice.type, practice.segmentIndex, race.nativeType, race.segmentIndex], ['PRACTICE', 0, 'race1', 2])
  assert.deepEqual(
    practice.results.map((row) => [row.name, row.bestLapTime, row.lapCount]),
    [
      ['Bea', 95_000, 2],
      ['Ann', null, 2],
    ],
  )
  assert.deepEqual(
    race.results.map((row) => [row.name, row.drivers[0]?.platformId, row.lapCount, row.totalTime, row.bestLapTime, row.status, row.statusStated]),
    [
      ['Bea', '76561198000000002', 2, 180_500, 89_500, 'FINISHED', true],
      ['Ann', '76561198000000001', 2, 178_000, 90_000, 'DNF', true],
      ['Bot', '76561198000000009', 0, null, null, 'DNS', false],
    ],
  )
  assert.deepEqual(race.results[0]?.incidents, { collisionsWithCar: 1, collisionsWithEnv: 1, offTracks: 1 })
  assert.equal(race.results[0]?.pitStops, 1)
  assert.deepEqual(race.facts.onlyInEvents, [{ name: 'Gone', participantId: 2, laps: 1, bestLapMs: 99_000 }])
  assert.equal(race.serverName, 'Paddock //\\ "Cup"')
  assert.equal(race.facts.trackName, practice.facts.trackName)
})

test('a lap whose event got lost is a lap without a time', () => {
  const lap = (Lap: number, LapTime: number) => event(0, 400, 'Lap', { Lap, LapTime, CountThisLapTimes: 1 })
  const race = (events: readonly object[], Lap: number) => {
    const stages = {
      race1: {
        start_time: 1_700_000_900,
        events,
        results: [result(0, 400, 'Ann', 1, 'Finished', { Lap, FastestLapTime: 90_000, TotalTime: 400_000 })],
      },
    }
    const [row] = sessions(readResults(file(content([{ ...entry, stages }]))))[0]?.results ?? []
    return [row?.lapCount, row?.laps.map(({ lapNumber, time, valid }) => [lapNumber, time, valid])]
  }
  const [second, third] = [lap(1, 90_000), lap(2, 91_000)]
  const timed = [
    [2, 90_000, true],
    [3, 91_000, true],
  ]
  assert.deepEqual(race([second, third], 3), [3, [[1, null, false], ...timed]])
  // what the numbers do not tell is only counted
  const untold = [
    [1, 91_000, true],
    [2, 90_000, true],
  ]
  assert.deepEqual(race([third, second], 3), [3, untold])
  assert.equal(race([second, third], 50)[0], 50)
})

test('empty tables are lists or objects, and a file without driving has no session', () => {
  for (const nothing of [[], {}]) {
    assert.deepEqual(readResults(file(content(nothing))), { ok: true, segments: [] })
    assert.deepEqual(readResults(file(content([{ ...entry, stages: nothing }]))), { ok: true, segments: [] })
  }
  assert.equal(sessions(readResults(file(content({ 1: entry })))).length, 2)
})

test('notes on lines of their own are dropped, slashes in names stay', () => {
  assert.equal(withoutComments('// a\n  // b\n{"x": "//y"}\n//'), '\n\n{"x": "//y"}\n')
  assert.equal(withoutComments('{"x": "a // b // c"}'), '{"x": "a // b // c"}')
  const answer = readResults({ name: 'x', bytes: encodeUtf8(`// Persistent data for addon 'sms_stats'\n${JSON.stringify(content(), null, 1)}`) })
  assert.equal(sessions(answer).length, 2)
})

test('slashes without end cost what their number does', () => {
  for (const text of [(size: number) => `{"stats": "${'//'.repeat(size)}"}`, (size: number) => '//\n'.repeat(size)])
    assertGrowsWithInput((size) => assert.equal(readResults({ name: 'x', bytes: encodeUtf8(text(size)) }).ok, false), 250_000)
})

survivesDamage('AMS2', JSON.stringify(content(), null, 1), encodeUtf8, readResults)

const file = (value: object) => ({ name: 'sms_stats_data.json', bytes: encodeUtf8(JSON.stringify(value)) })
const sessions = (answer: ReadResults): readonly SegmentResults[] => (answer.ok ? answer.segments : [])
