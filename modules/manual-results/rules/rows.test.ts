import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { EntryId } from '#core/ids.ts'
import { blankRows, draftOf, resultsOf, saveRace, type DraftRow } from '../decide/drafts.ts'
import { matchRows } from '#modules/result-files/rules/match.ts'
import { publish } from '#modules/results/decide/rows.ts'
import { pointsRulesOf } from '#modules/points/rules.ts'
import { moved, orderFault, renumbered, type HandRow } from './rows.ts'
import { found, lap, row } from '#modules/results/decide/rows.fixture.ts'

type Named = HandRow & { readonly id: string }
const hand = (id: string, more: Partial<HandRow> = {}): Named => ({ id, position: 0, isDNF: false, isSkip: false, timeMs: null, ...more })
const shown = (rows: readonly Named[]) => rows.map(({ id, position, timeMs }) => `${position} ${id} ${timeMs ?? '-'}`)

test('a DNF loses its time and falls below the finishers, the skipped go last', () => {
  const rows = [hand('a', { isSkip: true, isDNF: true, timeMs: 5 }), hand('b', { isDNF: true, timeMs: 6 }), hand('c', { timeMs: 7 }), hand('d')]
  assert.deepEqual(shown(renumbered(rows)), ['1 c 7', '2 d -', '3 b -', '4 a -'])
  assert.deepEqual(shown(moved(renumbered(rows), 1, 0)), ['1 d -', '2 c 7', '3 b -', '4 a -'])
  // nobody is dragged out of their group
  assert.deepEqual(shown(moved(renumbered(rows), 3, 0)), ['1 c 7', '2 d -', '3 b -', '4 a -'])
  assert.deepEqual(shown(moved(renumbered(rows), 9, 0)), shown(renumbered(rows)))
})

test('what is wrong with an order', () => {
  const at = (position: number, more: Partial<HandRow> = {}) => hand(String(position), { position, ...more })
  const cases: readonly [readonly Named[], { index: number; field: string } | null][] = [
    [[], null],
    [[at(2), at(1)], null],
    [[at(1), at(1)], { index: 1, field: 'position' }],
    [[at(1), at(3)], { index: 1, field: 'position' }],
    [[at(0)], { index: 0, field: 'position' }],
    [[at(1, { isDNF: true }), at(2)], { index: 1, field: 'position' }],
    [[at(2, { isDNF: true }), at(1, { isSkip: true })], { index: 0, field: 'position' }],
    [[at(1), at(2, { isDNF: true }), at(3, { isSkip: true })], null],
    [[at(1, { timeMs: 100 }), at(2), at(3, { timeMs: 99 })], { index: 2, field: 'timeMs' }],
    [[at(1, { timeMs: 100 }), at(2, { timeMs: 100 })], null],
    [[at(3, { timeMs: 100 }), at(2, { timeMs: 101 }), at(1, { timeMs: 99 })], { index: 0, field: 'timeMs' }],
  ]
  for (const [rows, fault] of cases) assert.deepEqual(orderFault(rows), fault, JSON.stringify(rows))
  // a lap down, somebody may have needed less
  const laps = (one: Named): number => (one.position === 1 ? 10 : 9)
  assert.equal(orderFault([at(1, { timeMs: 100 }), at(2, { timeMs: 95 })], laps), null)
})

const anyRow = fc.record({ id: fc.uuid(), position: fc.integer(), isDNF: fc.boolean(), isSkip: fc.boolean(), timeMs: fc.constant(null) })

test('whatever is renumbered or dragged is in order, whole and stays as it is', () => {
  const rows = fc.uniqueArray(anyRow, { selector: ({ id }) => id, maxLength: 30 })
  fc.assert(
    fc.property(rows, fc.nat(40), fc.nat(40), (given, from, to) => {
      for (const ordered of [renumbered(given), moved(renumbered(given), from, to)]) {
        assert.equal(orderFault(ordered), null)
        assert.deepEqual(renumbered(ordered), ordered)
        assert.deepEqual(new Set(ordered.map(({ id }) => id)), new Set(given.map(({ id }) => id)))
      }
    }),
  )
})

const entry = (id: string, teamName: string | null = null) => ({
  id: id as EntryId,
  raceNumber: 1,
  carId: 'x',
  classId: null,
  teamName,
  drivers: [{ userId: `user-${id}` as never, platformId: id }],
})
const sent = (entryId: string, position: number, more: Partial<HandRow> = {}) => ({
  entryId,
  position,
  isDNF: false,
  isSkip: false,
  timeMs: null,
  ...more,
})

test('a race is saved whole or not at all', () => {
  const entries = ['a', 'b'].map((id) => entry(id))
  const guest: DraftRow = {
    ...blankRows(entries)[0]!,
    id: 'g',
    guest: { type: 'DRIVER', name: 'Guest', userId: null, drivers: [], raceNumber: 5, carId: null, carName: null },
  }
  const code = (rows: Parameters<typeof saveRace>[0]) => {
    const saved = saveRace(rows, [guest], entries)
    return saved.ok ? saved.value.map(({ id, timeMs }) => `${id} ${timeMs}`).join(', ') : [saved.refusal.code, saved.refusal.params]
  }
  const incomplete = (entryId: string) => ['MANUAL_RESULT_INCOMPLETE', { field: 'entryResults', entryId }]
  assert.deepEqual(code([sent('a', 1)]), incomplete('b'))
  assert.deepEqual(code([sent('a', 1), sent('b', 2), sent('z', 3)]), incomplete('z'))
  assert.deepEqual(code([sent('a', 1), sent('b', 2), sent('a', 3)]), incomplete('a'))
  assert.deepEqual(code([sent('a', 1), sent('b', 3)]), ['MANUAL_RESULT_ORDER', { field: 'entryResults.1.position' }])
  // a guest may go
  assert.equal(code([sent('b', 2, { isDNF: true, timeMs: 7 }), sent('a', 1, { timeMs: 5 })]), 'a 5, b null')
  assert.equal(code([sent('b', 3, { isSkip: true }), sent('g', 2), sent('a', 1)]), 'a null, g null, b null')
})

test('two guests of one name are two in what is published', () => {
  const guest = (id: string, position: number): DraftRow => ({
    ...blankRows([entry(id)])[0]!,
    position,
    guest: { type: 'DRIVER', name: 'Guest', userId: null, drivers: [], raceNumber: null, carId: null, carName: null },
  })
  const { matches } = resultsOf({ type: 'RACE', rows: [guest('g', 1), guest('h', 2)], sources: {} }, [])
  assert.deepEqual(
    matches.map(({ key }) => key),
    ['guest:DRIVER:Guest', 'guest:DRIVER:Guest 2'],
  )
})

test('a file fills a draft, and the draft becomes results with points', () => {
  const entries = [entry('a'), entry('b', 'Team B'), entry('c')]
  const field = { entries, users: new Map(entries.map(({ id, drivers }) => [id as string, drivers[0]!.userId])) }
  const laps = [lap(100_000), lap(100_000)]
  const session = found('RACE', {
    results: [
      row('a', laps, { position: 1, totalTime: 200_000 }),
      row('lost', [lap(90_000)], { position: 2, status: 'DSQ', timeRetired: { type: 'DNF', value: null } }),
      row('stranger', laps, { position: 3, totalTime: 201_500 }),
      row('b', [lap(120_000)], { position: 4, totalTime: 120_000 }),
    ],
  })
  let next = 0
  const { rows, sources } = draftOf(session, matchRows(session.results, field), [], entries, () => `guest-${next++}`)
  assert.deepEqual(
    rows.map(({ id, position, isDNF, isSkip, timeMs }) => [id, position, isDNF, isSkip, timeMs]),
    [
      ['a', 1, false, false, 200_000],
      ['guest-1', 2, false, false, 201_500],
      ['b', 3, false, false, 120_000],
      ['guest-0', 4, true, false, null],
      ['c', 5, false, true, null],
    ],
  )
  assert.ok(!JSON.stringify(sources['a']).includes('"platformId":"a"'))
  const publishOf = (draft: readonly DraftRow[]) => {
    const { results, matches } = resultsOf({ type: 'RACE', rows: draft, sources }, entries)
    return publish({ type: 'RACE', results }, matches, {
      classes: [],
      points: pointsRulesOf({ table: [10, 6, 3], minimumDistancePercent: 75 }),
      byHand: true,
    })
  }
  assert.deepEqual(
    publishOf(rows).rows.map((one) => [
      one.entryId,
      one.name,
      one.participantType,
      one.file.status,
      one.file.timeRetired,
      one.points,
      one.laps.length,
    ]),
    [
      ['a', '', 'DRIVER', 'FINISHED', { type: 'TIME', value: 200_000 }, 10, 2],
      [null, 'stranger', 'DRIVER', 'FINISHED', { type: 'TIMEDIFF', value: 1500 }, 6, 2],
      // under the minimum distance
      ['b', 'Team B', 'TEAM', 'FINISHED', { type: 'LAPS', value: 1 }, 0, 1],
      [null, 'lost', 'DRIVER', 'DSQ', { type: 'DNF', value: null }, 0, 1],
      ['c', '', 'DRIVER', 'DNS', { type: 'SKIPPED', value: null }, 0, 0],
    ],
  )
  // put behind a car with fewer laps: no time to compare
  const [first, second, third, ...others] = rows
  const turned = publishOf([third!, second!, first!, ...others]).rows.map(({ file }) => file.timeRetired)
  assert.deepEqual(turned.slice(1, 3), [
    { type: 'TIMEDIFF', value: null },
    { type: 'TIMEDIFF', value: null },
  ])
  // typed by hand, nobody counts laps
  const typed = saveRace([sent('c', 1, { timeMs: 9 }), sent('a', 2), sent('b', 3, { isDNF: true })], [], entries)
  assert.ok(typed.ok)
  assert.deepEqual(
    publishOf(typed.value).rows.map(({ points, file }) => [points, file.timeRetired.type, file.timeRetired.value]),
    [
      [10, 'TIME', 9],
      [6, 'TIMEDIFF', null],
      [0, 'DNF', null],
    ],
  )
})
