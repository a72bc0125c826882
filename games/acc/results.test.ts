import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadResults, SegmentResults } from '#games/game.ts'
import { agreesWithExpectations, holds, survivesDamage } from '#games/results.fixture.ts'
import { comparable, encodeUtf16 } from '#games/text.ts'
import { readResults } from './results.ts'

agreesWithExpectations(new URL('../../../shared/data/results/acc/', import.meta.url), readResults, {
  row: (row, expected) => {
    assert.equal(row.raceNumber, expected.raceNumber)
    assert.equal(row.facts.cupCategory, expected.cupCategory)
    assert.equal(row.facts.missingMandatoryPitstop, expected.missingMandatoryPitstop)
    assert.equal(row.facts.carId, expected.carId)
    assert.equal(row.facts.team, expected.teamName)
    assert.equal(row.laps.filter((lap) => lap.valid).length, expected.validLaps)
    const drivers = expected.drivers as { name: string; playerId: string }[]
    assert.deepEqual(
      row.drivers.map((driver) => [comparable(driver.name), driver.platformId ?? '']),
      drivers.map((driver) => [comparable(driver.name), driver.playerId.replace(/^S/, '')]),
    )
    for (const [index, laps] of Object.entries((expected.lapsPerDriverIndex ?? {}) as Record<string, number>))
      assert.equal(row.laps.filter((lap) => lap.driverIndex === Number(index)).length, laps)
  },
  session: (session, expected) => {
    assert.equal(session.serverName, expected.serverName)
    assert.equal(session.isWet, expected.isWet === 1)
  },
})

const person = (firstName: string, lastName: string, playerId: string) => ({ firstName, lastName, shortName: 'XXX', playerId })
const line = (carId: number, drivers: readonly object[], timing: object, team = '') => ({
  car: { carId, raceNumber: carId - 1000, carModel: 30, cupCategory: 0, teamName: team, nationality: 1, carGuid: -1, teamGuid: -1, drivers },
  currentDriver: drivers[0],
  currentDriverIndex: 0,
  timing: { lastLap: 100_000, lastSplits: [1, 2, 3], bestSplits: [1, 2, 3], lastSplitId: 0, ...timing },
  missingMandatoryPitstop: 0,
  driverTotalTimes: drivers.map(() => 100_000.5),
})
const lap = (carId: number, laptime: number, isValidForBest = true, driverIndex = 0) => ({
  carId,
  driverIndex,
  laptime,
  isValidForBest,
  splits: [30_000, 30_000, laptime - 60_000],
})

const race = {
  sessionType: 'R',
  trackName: 'monza',
  sessionIndex: 2,
  raceWeekendIndex: 0,
  metaData: 'tag-1',
  serverName: 'Paddock Cüp',
  sessionResult: {
    bestlap: 99_000,
    bestSplits: [1, 2, 3],
    isWetSession: 1,
    type: 1,
    leaderBoardLines: [
      line(1001, [person('Ann', 'Übel\nRacing', 'S76561190000000001')], { bestLap: 99_000, totalTime: 310_000, lapCount: 3 }),
      line(
        1002,
        [person('Bea', 'B', 'S76561190000000002'), person('Cid', 'C', 'M5')],
        { bestLap: 100_000, totalTime: 312_500, lapCount: 3 },
        'Team Two',
      ),
      line(1003, [person('', 'Dan', 'S76561190000000004')], { bestLap: 2_147_483_647, totalTime: 101_000, lapCount: 1 }),
      line(1004, [person('Eve', 'E', 'S76561190000000005')], { bestLap: 2_147_483_647, totalTime: 4_294_635_180, lapCount: 0 }),
    ],
  },
  laps: [
    lap(1001, 110_000),
    lap(1002, 110_500),
    lap(1003, 101_000, false),
    lap(1001, 99_000),
    lap(1002, 98_000, false, 1),
    lap(1001, 101_000),
    lap(1002, 100_000, true, 1),
    lap(1999, 90_000),
  ],
  penalties: [{ carId: 1003, driverIndex: 0, reason: 'PitSpeeding', penalty: 'Disqualified', penaltyValue: 0, violationInLap: 1, clearedInLap: 0 }],
  post_race_penalties: [
    { carId: 1002, driverIndex: 0, reason: 'Cutting', penalty: 'PostRaceTime', penaltyValue: 15, violationInLap: 3, clearedInLap: 3 },
  ],
}

test('teams, penalties, status and the tag of a race', () => {
  const [session] = sessions(readResults(file(race)))
  assert.ok(session)
  holds(session)
  assert.deepEqual([session.tag, session.isWet, session.serverName, session.segmentIndex], ['tag-1', true, 'Paddock Cüp', 2])
  const seen = session.results.map((row) => [row.participant, row.lapCount, row.totalTime, row.bestLapTime, row.status, row.statusStated])
  assert.deepEqual(seen, [
    [{ type: 'DRIVER', name: 'Ann Übel' }, 3, 310_000, 99_000, 'FINISHED', false],
    [{ type: 'TEAM', name: 'Team Two' }, 3, 312_500, 100_000, 'FINISHED', false],
    [{ type: 'DRIVER', name: 'Dan' }, 1, 101_000, null, 'DSQ', true],
    [{ type: 'DRIVER', name: 'Eve E' }, 0, null, null, 'DNS', false],
  ])
  assert.deepEqual(
    session.results[1]?.drivers.map((driver) => driver.platformId),
    ['76561190000000002', 'M5'],
  )
  assert.deepEqual(session.results[1]?.penalties, [{ penalty: 'PostRaceTime', reason: 'Cutting', value: 15, lap: 3 }])
  assert.equal(session.facts.lapsWithoutRow, 1)
})

test('a disqualification that was cleared disqualifies nobody; one that counts is pointed out where it cost no place', () => {
  const note = (carId: number, clearedInLap: number) => ({ ...race.penalties[0], carId, clearedInLap })
  const read = (penalties: readonly object[]) => sessions(readResults(file({ ...race, penalties })))[0]
  const statuses = (penalties: readonly object[]) => read(penalties)?.results.map((row) => row.status)
  assert.deepEqual(statuses([note(1001, 2)]), ['FINISHED', 'FINISHED', 'DNF', 'DNS'])
  assert.deepEqual(statuses([note(1001, 0)]), ['DSQ', 'FINISHED', 'DNF', 'DNS'])
  assert.deepEqual(statuses([note(1001, 2), note(1001, 0)]), ['DSQ', 'FINISHED', 'DNF', 'DNS'], 'a second one that counts')
  assert.equal(read([note(1001, 2)])?.results[0]?.penalties.length, 1, 'it is still told')
  assert.deepEqual(read([note(1001, 0)])?.warnings.slice(0, 1), [
    'Ann Übel was disqualified, though the file has them in place 1: they count behind all who drove.',
  ])
  assert.ok(!read([note(1002, 0)])?.warnings.some((warning) => warning.includes('disqualified')), 'behind all who finished')
})

test('numbers of the game stand for its session types', () => {
  assert.deepEqual(
    [0, 4, 10].map((sessionType) => sessions(readResults(file({ ...race, sessionType })))[0]?.type),
    ['PRACTICE', 'QUALIFY', 'RACE'],
  )
})

test('a file of the game itself is not ours', () => {
  assert.deepEqual(readResults(file({ sessionDef: {}, snapShot: {} })), {
    ok: false,
    code: 'FILE_UNRECOGNIZED',
    reason: 'a file of the game, not of a server',
  })
})

test('an order against laps or time is kept and flagged', () => {
  const [first, second, ...rest] = race.sessionResult.leaderBoardLines
  const [session] = sessions(
    readResults(file({ ...race, laps: [], sessionResult: { ...race.sessionResult, leaderBoardLines: [second, first, ...rest] } })),
  )
  assert.equal(session?.results[0]?.name, 'Bea B')
  assert.equal(session?.warnings.length, 1)
})

test('a session type of another kind is refused', () => {
  for (const type of ['BOOK', 'constructor', '__proto__', '', null]) assert.equal(readResults(file({ ...race, sessionType: type })).ok, false)
})

survivesDamage('ACC', JSON.stringify(race, null, 1), encodeUtf16, readResults)

const file = (content: object) => ({ name: '260102_203000_R.json', bytes: encodeUtf16(JSON.stringify(content)) })
const sessions = (answer: ReadResults): readonly SegmentResults[] => (answer.ok ? answer.segments : [])
