import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLapTime, parseLapTime } from '#core/lap-time.ts'
import { toCsv } from '#core/csv.ts'
import { asOwnTable, csvRows, gapText, seesAllLaps } from './rules.ts'

test('time or gap in words', () => {
  const text = (status: string, type: string, value: number | null) =>
    gapText({ status, totalTime: null, timeRetired: { type, value } }, (count) => `+${count} LAP${count > 1 ? 'S' : ''}`)
  assert.deepEqual(
    [
      text('FINISHED', 'TIME', 3_641_318),
      text('FINISHED', 'TIMEDIFF', 3904),
      text('FINISHED', 'TIMEDIFF', 0),
      text('FINISHED', 'LAPS', 1),
      text('FINISHED', 'LAPS', 3),
      text('FINISHED', 'TIMEDIFF', null),
      text('DNF', 'DNF', null),
      text('DSQ', 'DNF', null),
    ],
    ['1:00:41.318', '+3.904', '+0.000', '+1 LAP', '+3 LAPS', '', 'DNF', 'DSQ'],
  )
})

test('a CSV row reads back as the row of the table', () => {
  const row = {
    position: 2,
    startPosition: 5,
    name: '=1+1, "x"',
    carName: 'Ferrari 296 GT3',
    carClassId: 'gt3',
    status: 'FINISHED',
    timeRetired: { type: 'TIMEDIFF', value: 3904 },
    totalTime: 3_641_318,
    finalRaceTime: null,
    bestLapTime: 137_204,
    bestCleanLapTime: null,
    calculatedPoints: 18,
    finalPoints: 16.5,
    lapCount: 27,
  }
  assert.equal(csvRows([{ ...row, finalRaceTime: 3_644_318 }], [])[1]![5], '1:00:44.318', 'with its penalty')
  const [, written] = csvRows([row], [{ id: 'gt3', name: 'GT3' }])
  assert.deepEqual(written, [2, 5, '=1+1, "x"', 'Ferrari 296 GT3', 'GT3', '1:00:41.318', '2:17.204', '', 18, 16.5, 27])
  assert.equal(parseLapTime(String(written?.[5])), row.totalTime)
  assert.equal(toCsv([written!]), `2,5,"'=1+1, ""x""",Ferrari 296 GT3,GT3,1:00:41.318,2:17.204,,18,16.5,27\r\n`)
  // product.md §5: a DNF shows no position in manual events
  const out = { ...row, status: 'DNF' as const }
  assert.deepEqual(
    [false, true].map((isManual) => csvRows([out], [], isManual)[1]![0]),
    [row.position, null],
  )
  assert.equal(csvRows([row], [], true)[1]![0], row.position)
  // kept by hand nobody may have counted laps, and none is not 0
  const uncounted = { ...row, lapCount: 0 }
  assert.deepEqual(
    [csvRows([uncounted], [], true), csvRows([uncounted, row], [], true), csvRows([uncounted], [])].map((all) => all[1]!.at(-1)),
    [null, 0, 0],
  )
  // product.md §4: who was skipped shows that, whatever else is known of them
  const skipped = { ...row, status: 'DNS' as const, timeRetired: { type: 'SKIPPED' as const, value: null } }
  assert.deepEqual([gapText(skipped, String, 'ausgelassen'), csvRows([skipped], [])[1]![5]], ['ausgelassen', 'SKIPPED'])
  assert.equal(formatLapTime(null), '')
})

test('who sees everybody’s laps', () => {
  assert.deepEqual(['FREE', 'PREMIUM', 'SPORT', ''].map(seesAllLaps), [false, true, true, false])
})

test('the table of a class counts times with penalties, and places as that class came in', () => {
  type Own = Parameters<typeof asOwnTable>[0][number] & { readonly id: string }
  const row = (id: string, places: readonly [position: number, raw: number, ofClass: number], times: readonly [raw: number, final: number]): Own => ({
    id,
    position: places[0],
    classPosition: places[2],
    status: 'FINISHED',
    lapCount: 4,
    totalTime: times[0],
    finalRaceTime: times[1],
    bestCleanLapTime: null,
    timeRetired: { type: 'TIMEDIFF', value: 0 },
    raw: places[0] === places[1] ? null : { position: places[1], status: 'FINISHED' },
  })
  // the class came in 2nd, 4th and 5th of the field; its first was given 3 s, its last lost no place for being slower than who was put back
  const rows = [row('b', [2, 4, 1], [102_000, 102_000]), row('a', [3, 2, 2], [100_000, 103_000]), row('c', [5, 5, 3], [101_500, 101_500])]
  assert.deepEqual(
    asOwnTable(rows, true).map(({ id, position, timeRetired, raw }) => [id, position, timeRetired.type, timeRetired.value, raw?.position ?? null]),
    [
      ['b', 1, 'TIME', 102_000, 2],
      ['a', 2, 'TIMEDIFF', 1000, 1],
      ['c', 3, 'TIME', 101_500, null],
    ],
  )
  // whom the file has before them, retired: gaps are to who won
  const out = { ...row('x', [1, 1, 1], [90_000, 90_000]), status: 'DNF', timeRetired: { type: 'DNF', value: null } }
  const behind = [row('b', [2, 2, 2], [100_000, 100_000]), row('c', [3, 3, 3], [101_000, 101_000])]
  assert.deepEqual(
    asOwnTable([out, ...behind], true).map(({ timeRetired }) => Object.values(timeRetired).join(' ')),
    ['DNF ', 'TIME 100000', 'TIMEDIFF 1000'],
  )
})
