import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { pointsRulesOf } from '#modules/points/rules.ts'
import type { Correction, RawRow } from '../rules/standing.ts'
import { corrected, type Race } from './corrected.ts'

/** `A 0 10 0`: name, seconds behind an hour, laps, and what the file says of the row. */
const row = (
  name: string,
  seconds: number | null,
  lapCount = 10,
  status: RawRow['status'] = 'FINISHED',
  classId: string | null = null,
): Omit<RawRow, 'position'> => ({
  id: name,
  status,
  retired: status === 'FINISHED' ? { type: 'TIMEDIFF', value: null } : { type: 'DNF', value: null },
  lapCount,
  totalTimeMs: seconds === null ? null : 3_600_000 + seconds * 1000,
  bestLapMs: null,
  classId,
  keys: [`key:${name}`],
})
const field = (...rows: readonly Omit<RawRow, 'position'>[]): readonly RawRow[] => rows.map((one, at) => ({ ...one, position: at + 1 }))
const race = (points: object = {}, poles: Race['poles'] = new Set()): Race => ({
  isRace: true,
  isByHand: false,
  points: pointsRulesOf(points),
  poles,
})
const on = (name: string, kind: Correction['kind'], value: number | null = null): Correction => ({ kind, value, keys: [`key:${name}`] })
const time = (name: string, seconds: number) => on(name, 'TIME', seconds * 1000)
const places = (name: string, count: number) => on(name, 'POSITIONS', count)
const out = (name: string) => on(name, 'DISQUALIFICATION')
const back = (name: string) => on(name, 'REINSTATEMENT')

const FIVE = field(row('A', 0), row('B', 2), row('C', 4), row('D', 6), row('E', 8))
const LAPPED = field(row('A', 0), row('B', 5), row('C', 1, 9), row('D', 3, 9), row('E', null, 7, 'DNF'), row('F', null, 0, 'DNS'))

const RETIRED = field(row('A', 0), row('X', null, 10, 'DNF'), row('B', 2), row('C', 4), row('D', 1, 9))
const MIXED = field(row('A', 0), row('L', 1, 9), row('B', 2))
const STRUCK = field(row('A', 0), row('X', 2, 10, 'DSQ'), row('C', 4), row('D', 6), row('N', null, 0, 'DNS'))
const LAST = field(row('A', 0), row('B', 2), row('X', 1, 10, 'DSQ'), row('N', null, 0, 'DNS'))
const DROVE_ON = field(row('A', 0), row('B', 2), row('C', 1, 9), row('E', null, 7, 'DNF'), row('X', 3, 9, 'DSQ'), row('N', null, 0, 'DNS'))
const STOPPED = field(
  row('A', 0),
  row('X', null, 4, 'DSQ'),
  row('B', 2),
  row('E', null, 7, 'DNF'),
  row('F', null, 2, 'DNF'),
  row('N', null, 0, 'DNS'),
)
const LISTED = field(row('A', 0), row('N', null, 0, 'DNS'), row('B', 2))

// decisions.md §3 "Penalties": points, time, positions, disqualification of a session. Worked out by hand.
const WORKED: readonly (readonly [what: string, rows: readonly RawRow[], corrections: readonly Correction[], order: string, gaps: string])[] = [
  ['nothing: as the file has it', FIVE, [], 'A B C D E', 'TIMEDIFF TIMEDIFF TIMEDIFF TIMEDIFF TIMEDIFF'],
  ['one second is not enough to lose a place', FIVE, [time('A', 1)], 'A B C D E', '3601000 +1000 +3000 +5000 +7000'],
  ['two seconds: the same time, and who was ahead stays there', FIVE, [time('A', 2)], 'A B C D E', '3602000 +0 +2000 +4000 +6000'],
  ['three seconds cost one place', FIVE, [time('A', 3)], 'B A C D E', '3602000 +1000 +2000 +4000 +6000'],
  ['thirty seconds cost all of them', FIVE, [time('A', 30)], 'B C D E A', '3602000 +2000 +4000 +6000 +28000'],
  ['several of one driver add up', FIVE, [time('A', 1), time('A', 2)], 'B A C D E', '3602000 +1000 +2000 +4000 +6000'],
  ['two drivers at once', FIVE, [time('A', 5), time('C', 5)], 'B A D E C', '3602000 +3000 +4000 +6000 +7000'],
  ['seconds that are given back', FIVE, [time('E', -5)], 'A B E C D', '3600000 +2000 +3000 +4000 +6000'],
  ['no penalty reaches over a lap', LAPPED, [time('B', 3000)], 'A B C D E F', '3600000 +3005000 1L 1L DNF DNF'],
  ['lapped cars among themselves', LAPPED, [time('C', 5)], 'A B D C E F', '3600000 +5000 1L 1L DNF DNF'],
  ['one place', FIVE, [places('A', 1)], 'B A C D E', '3602000 3600000 +2000 +4000 +6000'],
  ['two places, from the middle', FIVE, [places('B', 2)], 'A C D B E', '3600000 +4000 +6000 +2000 +8000'],
  ['more places than there are', FIVE, [places('C', 9)], 'A B D E C', '3600000 +2000 +6000 +8000 +4000'],
  ['places are lost to finishers alone', LAPPED, [places('D', 3)], 'A B C D E F', '3600000 +5000 1L 1L DNF DNF'],
  ['places given back', FIVE, [places('D', -2)], 'A D B C E', '3600000 +6000 +2000 +4000 +8000'],
  ['seconds first, then places', FIVE, [time('A', 3), places('A', 1)], 'B C A D E', '3602000 +2000 +1000 +4000 +6000'],
  ['two who lose one place each, side by side', FIVE, [places('A', 1), places('B', 1)], 'A C B D E', '3600000 +4000 +2000 +6000 +8000'],
  ['out: behind all who drove, before who did not start', LAPPED, [out('A')], 'B C D E A F', '3605000 1L 1L DNF TIMEDIFF DNF'],
  ['the winner and the second out', FIVE, [out('A'), out('B')], 'C D E A B', '3604000 +2000 +4000 TIMEDIFF TIMEDIFF'],
  ['seconds of somebody who is out move nobody', FIVE, [out('A'), time('A', 60)], 'B C D E A', '3602000 +2000 +4000 +6000 TIMEDIFF'],
  ['seconds of somebody who retired', LAPPED, [time('E', 60)], 'A B C D E F', '3600000 +5000 1L 1L DNF DNF'],
  ['who retired keeps the place the file gives them', RETIRED, [time('A', 3)], 'B X A C D', '3602000 DNF +1000 +2000 1L'],
  ['and so where places are lost, beside who is a lap down', RETIRED, [places('A', 2)], 'B X C A D', '3602000 DNF +2000 3600000 1L'],
  ['who is a lap down keeps the place the file gives them', MIXED, [time('A', 3)], 'B L A', '3602000 1L +1000'],
  ['disqualified by the file: behind all who drove, with nothing given', STRUCK, [], 'A C D X N', '3600000 +4000 +6000 DNF DNF'],
  ['the winner by the file, disqualified by it', field(row('X', 0, 10, 'DSQ'), row('A', 2), row('B', 4)), [], 'A B X', '3602000 +2000 DNF'],
  ['disqualified by the file and last there: nothing moves', LAST, [], 'A B X N', 'TIMEDIFF TIMEDIFF DNF DNF'],
  ['who did not start stays where a file without disqualifications has them', LISTED, [], 'A N B', 'TIMEDIFF DNF TIMEDIFF'],
  ['by the file and by stewards, one behind the other', STRUCK, [out('A')], 'C D A X N', '3604000 +2000 TIMEDIFF DNF DNF'],
  ['by the file and taken back: where the file has them', STRUCK, [back('X')], 'A X C D N', '3600000 +2000 +4000 +6000 DNF'],
  ['taken back from the end of the file: the place of laps and time', LAST, [back('X')], 'A X B N', '3600000 +1000 +2000 DNF'],
  ['taken back a lap down: among those, before who retired', DROVE_ON, [back('X')], 'A B C X E N', '3600000 +2000 1L 1L DNF DNF'],
  ['taken back of who drove less than half: retired, by laps', STOPPED, [back('X')], 'A B E X F N', '3600000 +2000 DNF DNF DNF DNF'],
  ['taken back, and seconds for it', STRUCK, [back('X'), time('X', 3)], 'A C X D N', '3600000 +4000 +5000 +6000 DNF'],
  ['what stewards say stands against what is taken back', STRUCK, [back('X'), out('X')], 'A C D X N', '3600000 +4000 +6000 DNF DNF'],
  ['nothing to take back', FIVE, [back('B')], 'A B C D E', 'TIMEDIFF TIMEDIFF TIMEDIFF TIMEDIFF TIMEDIFF'],
  [
    'points alone change no order',
    FIVE,
    [on('A', 'POINTS', 5), on('B', 'ADJUSTMENT', 5)],
    'A B C D E',
    'TIMEDIFF TIMEDIFF TIMEDIFF TIMEDIFF TIMEDIFF',
  ],
]

const told = ({ retired: { type, value } }: { readonly retired: RawRow['retired'] }): string =>
  value === null ? type : type === 'TIMEDIFF' ? `+${value}` : type === 'LAPS' ? `${value}L` : `${value}`

describe('a race as it counts', () => {
  for (const [what, rows, corrections, order, gaps] of WORKED)
    test(what, () => {
      const counts = corrected(rows, corrections, race())
      assert.equal(counts.map(({ id }) => id).join(' '), order)
      assert.equal(counts.map(told).join(' '), gaps)
      assert.deepEqual(
        counts.map(({ position }) => position),
        rows.map(({ position }) => position),
      )
    })

  // points by table 25-18-15-12-10 (decisions.md §3)
  test('points follow the place; adjustments and penalties stand beside them', () => {
    const rows = corrected(FIVE, [time('A', 3), on('A', 'POINTS', 4), on('C', 'ADJUSTMENT', -1.5)], race())
    assert.deepEqual(
      rows.map(({ id, points, adjustment }) => [id, points, adjustment]),
      [
        ['B', 25, 0],
        ['A', 18, -4],
        ['C', 15, -1.5],
        ['D', 12, 0],
        ['E', 10, 0],
      ],
    )
  })

  test('fractions of points are hundredths, as they are kept and shown', () => {
    const points = { table: [3], gridSize: { base: 5, multiplier: 0 }, multiplier: 0.35, bonus: { fastestLap: 0.1 } }
    const laps = FIVE.map((one, at) => ({ ...one, bestLapMs: 90_000 + at }))
    const [first] = corrected(laps, [on('A', 'ADJUSTMENT', 0.1), on('A', 'ADJUSTMENT', 0.2)], race(points))
    assert.deepEqual([first!.points, first!.parts, first!.adjustment], [1.15, { place: 1.05, pole: 0, fastestLap: 0.1 }, 0.3])
  })

  test('bonus for pole and fastest lap; who is out loses the place’s points and both', () => {
    const laps = FIVE.map((one, at) => ({ ...one, bestLapMs: 90_000 - at * 100 }))
    const bonus = { bonus: { pole: 2, fastestLap: 1 } }
    const parts = (corrections: readonly Correction[]) =>
      corrected(laps, corrections, race(bonus, new Set(['A']))).map(({ id, points, parts: of }) => [
        id,
        points,
        of && [of.place, of.pole, of.fastestLap],
      ])
    assert.deepEqual(parts([]), [
      ['A', 27, [25, 2, 0]],
      ['B', 18, [18, 0, 0]],
      ['C', 15, [15, 0, 0]],
      ['D', 12, [12, 0, 0]],
      ['E', 11, [10, 0, 1]],
    ])
    assert.deepEqual(parts([out('A'), out('E')]), [
      ['B', 25, [25, 0, 0]],
      ['C', 18, [18, 0, 0]],
      ['D', 16, [15, 0, 1]],
      ['A', 0, null],
      ['E', 0, null],
    ])
  })

  test('disqualified by the file: the place, the class place and the points go to who is behind', () => {
    const counts = corrected(STRUCK, [], race())
    assert.deepEqual(
      counts.map(({ id, position, classPosition, points }) => [id, position, classPosition, points]),
      [
        ['A', 1, 1, 25],
        ['C', 2, 2, 18],
        ['D', 3, 3, 15],
        ['X', 4, 4, 0],
        ['N', 5, 5, 0],
      ],
    )
  })

  test('disqualified by the file and taken back: place, points and fastest lap as if the file had not', () => {
    const bonus = race({ bonus: { fastestLap: 1 } })
    const laps = (rows: readonly RawRow[]) => rows.map((one) => ({ ...one, bestLapMs: one.id === 'X' ? 89_000 : 90_000 }))
    const never = STRUCK.map((one) => (one.id === 'X' ? { ...one, status: 'FINISHED' as const } : one))
    const told = (rows: readonly RawRow[], given: readonly Correction[]) =>
      corrected(laps(rows), given, bonus).map(({ id, position, classPosition, status, points }) => [id, position, classPosition, status, points])
    assert.deepEqual(told(STRUCK, [back('X')]), told(never, []))
    assert.deepEqual(told(STRUCK, [back('X')])[1], ['X', 2, 2, 'FINISHED', 19])
  })

  test('what stands against a row stays with it whoever it was said to be: the key its file had for it comes first', () => {
    const [a, b, c] = FIVE
    const given: Correction = { kind: 'TIME', value: 3000, keys: ['user:wrong', 'key:A'] }
    const named = [{ ...a!, keys: ['user:right', 'key:A'] }, { ...b!, keys: ['user:wrong', 'key:B'] }, c!]
    const penalties = (rows: readonly RawRow[]) =>
      corrected(rows, [given], race())
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ penaltyMs }) => penaltyMs)
    assert.deepEqual(penalties(named), [3000, 0, 0])
    // the file is read anew, and knows them by the account that was linked meanwhile
    assert.deepEqual(penalties([a!, { ...b!, keys: ['user:wrong'] }, c!].toSpliced(0, 1, { ...a!, keys: ['key:other'] })), [0, 3000, 0])
  })

  test('a class counts for itself: places, points and fastest lap', () => {
    const rows = field(
      ...['A', 'B', 'C', 'D'].map((name, at) => ({ ...row(name, at * 2, 10, 'FINISHED', at % 2 ? 'GT4' : 'GT3'), bestLapMs: 90_000 + at })),
    )
    const counts = corrected(rows, [time('A', 5)], race({ scope: 'CLASS', bonus: { fastestLap: 1 } }))
    assert.deepEqual(
      counts.map(({ id, position, classPosition, points }) => [id, position, classPosition, points]),
      [
        ['B', 1, 1, 26],
        ['C', 2, 1, 25],
        ['A', 3, 2, 19],
        ['D', 4, 2, 18],
      ],
    )
  })

  test('a qualifying is never otherwise than it was', () => {
    const counts = corrected(FIVE, [time('A', 3)], { ...race(), isRace: false })
    assert.equal(counts.map(({ id }) => id).join(''), 'ABCDE')
  })

  const someRows = fc
    .array(
      fc.record({
        laps: fc.integer({ min: 1, max: 3 }),
        gap: fc.integer({ min: 0, max: 9 }),
        status: fc.constantFrom('FINISHED', 'FINISHED', 'FINISHED', 'DNF', 'DNS', 'DSQ'),
      }),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    .map((all) => field(...all.map(({ laps, gap, status }, at) => row(String(at), at + gap, laps, status as RawRow['status']))))
  const some = fc.array(
    fc.record({
      name: fc.integer({ min: 0, max: 11 }).map(String),
      kind: fc.constantFrom('TIME', 'POSITIONS', 'POINTS', 'ADJUSTMENT', 'DISQUALIFICATION', 'REINSTATEMENT'),
      value: fc.integer({ min: 1, max: 9000 }),
    }),
    { maxLength: 8 },
  )
  const corrections = some.map((all) =>
    all.map(({ name, kind, value }) => on(name, kind as Correction['kind'], kind === 'POSITIONS' ? value % 9 || 1 : value)),
  )

  test('whatever stands against a field: nobody is lost, the order of rows and of corrections does not matter, adding and revoking commute', () => {
    fc.assert(
      fc.property(someRows, corrections, corrections, fc.nat(), (rows, first, second, turn) => {
        const of = (all: readonly Correction[], given = rows) => corrected(given, all, race({ bonus: { fastestLap: 1 } }))
        const counts = of([...first, ...second])
        assert.deepEqual(counts.map(({ id }) => id).toSorted(), rows.map(({ id }) => id).toSorted())
        const at = turn % rows.length
        assert.deepEqual(of([...second, ...first], [...rows.slice(at), ...rows.slice(0, at)]), counts)
        // no trace of what is revoked
        assert.deepEqual(of([...first, ...second].slice(0, first.length)), of(first))
        assert.equal(
          counts.reduce((sum, { adjustment }) => sum + adjustment, 0),
          sumOf([...first, ...second], rows),
        )
      }),
    )
  })
})

const sumOf = (all: readonly Correction[], rows: readonly RawRow[]): number =>
  all
    .filter(({ keys }) => rows.some((one) => one.keys.includes(keys[0]!)))
    .reduce((sum, { kind, value }) => sum + (kind === 'ADJUSTMENT' ? value! : kind === 'POINTS' ? -value! : 0), 0)
