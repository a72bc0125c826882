import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCsv } from '#core/csv.ts'
import type { RoundView } from '../contract/shapes.ts'
import type { StandingsRowView, StandingsView } from '../contract/standings.ts'
import { standingsRows } from './standings-csv.ts'

const cell = (points: number, more: object = {}) => ({ points, isDropped: false, isDisqualified: false, isMissed: false, races: [], ...more })
const ROW = {
  key: '1',
  driverId: null,
  country: 'de',
  teamName: null,
  carClassId: null,
  position: 1,
  change: null,
  isShared: false,
  points: 25,
  grossPoints: 43,
  gap: 0,
  interval: 0,
  wins: 1,
  podiums: 2,
  poles: 0,
  fastestLaps: 0,
  starts: 3,
  adjustment: 0,
  bestTimeMs: null,
  cells: [] as unknown[],
}
const row = (more: object) =>
  ({
    ...ROW,
    ...more,
  }) as unknown as StandingsRowView
const rounds = ['a', 'b', 'c', 'd'].map((sessionId, at) => ({ sessionId, no: at + 1, code: 'MON' }) as unknown as RoundView)
const season = { carClasses: [{ id: 'GT3', name: 'GT3 cars' }] as never, sessions: rounds }
const table = (rows: readonly StandingsRowView[], more: object = {}) =>
  ({ of: 'DRIVERS', rounds: rounds.map(({ sessionId }) => sessionId), onlyBestRaceTime: false, rows, ...more }) as unknown as StandingsView

test('drivers round by round: what is dropped, missed, disqualified and to come', () => {
  const cells = [cell(25), cell(18, { isDropped: true }), cell(0, { isDisqualified: true }), null]
  const [head, line] = standingsRows(season, table([row({ name: 'Ann', teamName: 'Apex', carClassId: 'GT3', cells })]))
  const names = 'pos change driver country class team points gap gross R1_MON R2_MON R3_MON R4_MON adjustment wins podiums poles fastestLaps starts'
  assert.deepEqual(
    head,
    names.split(' ').map((name) => name.replace('_', ' ')),
  )
  assert.deepEqual(line, [1, null, 'Ann', 'de', 'GT3 cars', 'Apex', 25, 0, 43, 25, '(18)', 'DSQ', null, 0, 1, 2, 0, 0, 3])
  const [, out] = standingsRows(season, table([row({ name: 'Ann', position: null, cells })]))
  assert.deepEqual(out!.slice(0, 8), [null, null, 'Ann', 'de', null, null, 25, null], 'no place, no gap')
})

test('teams, nations, best times; a name is never a formula', () => {
  const of = (what: string, more: object = {}) => standingsRows(season, table([row(more)], { of: what, rounds: [] }))[1]!.slice(0, 4)
  assert.deepEqual(of('TEAMS', { name: 'Apex' }), [1, null, 'Apex', 25])
  assert.deepEqual(of('NATIONS', { name: null, country: 'it' }), [1, null, 'it', 25])
  const times = standingsRows(season, table([row({ name: 'Ann', bestTimeMs: 62_004, gap: 3_904 })], { onlyBestRaceTime: true, rounds: [] }))
  assert.deepEqual(times[0]!.slice(6, 8), ['bestTime', 'gap'])
  assert.deepEqual(times[1]!.slice(6, 8), ['1:02.004', '3.904'])
  const cells = [
    cell(0, {
      races: [
        { places: [2], status: 'FINISHED' },
        { places: [], status: 'DNF' },
      ],
    }),
    cell(0, { isMissed: true }),
    null,
    null,
  ]
  const [head, timed] = standingsRows(season, table([row({ name: 'Ann', bestTimeMs: 62_004, adjustment: 5, cells })], { onlyBestRaceTime: true }))
  assert.deepEqual(head!.slice(7), ['gap', 'R1 MON', 'R2 MON', 'R3 MON', 'R4 MON', 'wins', 'podiums', 'poles', 'fastestLaps', 'starts'])
  assert.deepEqual(timed!.slice(8, 13), ['2 DNF', null, null, null, 1], 'places, where points are hidden')
  const [, line] = toCsv(standingsRows(season, table([row({ name: '=cmd|"/c calc"!A1', teamName: '@home' })], { rounds: [] } as never))).split('\r\n')
  assert.match(line!, /,"'=cmd\|""\/c calc""!A1",de,,'@home,/)
})
