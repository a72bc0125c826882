import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LONGEST_RACE_MS } from '../rules.ts'
import { raceTimeText, readRaceTime } from './race-time.ts'

const LEADER_MS = 3_723_456

for (const [typed, expected] of [
  ['01:02:03.456', LEADER_MS],
  ['1:02:03,456', LEADER_MS],
  ['1:02:03:456', LEADER_MS],
  ['1.02.03.456', LEADER_MS],
  ['62:03.456', LEADER_MS],
  ['3723.456', LEADER_MS],
  ['1h 2m 3.456s', LEADER_MS],
  ["62'03.456", LEADER_MS],
  [' 1 : 02 : 03.456 ', LEADER_MS],
  ['1:30', 90_000],
  ['42.3', 42_300],
  ['42.31', 42_310],
  ['42.3178', 42_318],
  ['25:00:00', 25 * 3_600_000],
  ['+3.904', LEADER_MS + 3904],
  ['+ 1:02.5', LEADER_MS + 62_500],
  ['', null],
  ['  ', null],
  ['0', 'unreadable'],
  ['-1', 'unreadable'],
  ['1:60', 'unreadable'],
  ['1:60:00', 'unreadable'],
  ['1:02:03:04:05', 'unreadable'],
  ['DNF', 'unreadable'],
  ['1e5', 'unreadable'],
  ['+1 LAP', 'unreadable'],
  ['168:00:00', LONGEST_RACE_MS],
  ['168:00:00.001', 'tooLong'],
] as const)
  test(`“${typed}”`, () => {
    const read = readRaceTime(typed, LEADER_MS)
    assert.equal(read.ok ? read.timeMs : read.fault, expected)
    if (read.ok) assert.deepEqual(readRaceTime(raceTimeText(read.timeMs), null), read)
  })

test('a gap needs a leader', () => assert.equal(readRaceTime('+1.0', null).ok, false))
test('as it is shown', () => assert.deepEqual([raceTimeText(LEADER_MS), raceTimeText(null), raceTimeText(5)], ['01:02:03.456', '', '00:00:00.005']))
