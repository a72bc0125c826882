import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResultFileId, ResultId } from '#core/ids.ts'
import { found, lap, row } from '#modules/results/decide/rows.fixture.ts'
import type { ComparedRow, Version, VersionState } from '#modules/results/rules/version.ts'
import { compared, fateOf, insteadOf, isOther, mayUndo, segmentVersion, type Later, type Published } from './later.ts'

const version = (fileId: string, state: VersionState, more: Partial<Version> = {}): Version => ({
  id: `result of ${fileId}` as ResultId,
  splitNo: 1,
  segmentIndex: 2,
  type: 'RACE',
  no: 1,
  fileId: fileId as ResultFileId,
  state,
  digest: `digest of ${fileId}`,
  facts: { nativeType: 'race1', startedAt: '2026-01-24T20:00:00Z', historyIndex: 7 },
  hasRows: true,
  createdAt: new Date(0),
  ...more,
})
const session = (more: object = {}) => ({
  ...found('RACE', { results: [row('a', [lap(90_000), lap(91_000)], { lapCount: 2 }), row('b', [lap(95_000)], { lapCount: 1 })] }),
  nativeType: 'race1',
  startedAt: '2026-01-24T20:00:00Z',
  facts: { historyIndex: 7 },
  ...more,
})
const later = (more: Partial<Later> = {}): Later => ({
  fileId: 'new',
  digest: 'digest of new',
  session: session(),
  keys: [['a'], ['b']],
  olderIds: [],
  isRunning: true,
  ...more,
})
const stood = (more: Partial<Published> = {}): Published => ({
  versions: [version('old', 'STANDS')],
  rows: [{ keys: ['a'], lapCount: 1 }],
  isChosen: false,
  ...more,
})

test('what becomes of a file of a published place', () => {
  const grown = { olderIds: ['old'] }
  const cases: readonly [string, Later, Published, string][] = [
    ['another file', later(), stood(), 'WAITS'],
    ['the file that stands, read anew', later({ fileId: 'old' }), stood(), 'OWN'],
    ['a file that was left, read anew', later(), stood({ versions: [version('old', 'STANDS'), version('new', 'LEFT')] }), 'OWN'],
    ['nobody drove', later({ session: session({ results: [] }) }), stood(), 'NOTHING'],
    ['the same as what stands', later({ digest: 'digest of old' }), stood(), 'NOTHING'],
    [
      'the same as what was left',
      later({ digest: 'digest of mid' }),
      stood({ versions: [version('old', 'STANDS'), version('mid', 'LEFT')] }),
      'NOTHING',
    ],
    ['the same session, driven on', later(grown), stood(), 'GROWN'],
    ['driven on after its server had ended', later({ ...grown, isRunning: false }), stood(), 'WAITS'],
    ['driven on, but an admin has chosen', later(grown), stood({ isChosen: true }), 'WAITS'],
    ['driven on from a file that does not stand', later({ olderIds: ['mid'] }), stood(), 'WAITS'],
    ['a lap fewer', later(grown), stood({ rows: [{ keys: ['a'], lapCount: 3 }] }), 'WAITS'],
    ['somebody is gone', later(grown), stood({ rows: [{ keys: ['c'], lapCount: 1 }] }), 'WAITS'],
    ['the next weekend of its server', later({ ...grown, session: session({ facts: { historyIndex: 8 } }) }), stood(), 'WAITS'],
    ['the race begun anew', later({ ...grown, session: session({ startedAt: '2026-01-24T21:00:00Z' }) }), stood(), 'WAITS'],
    ['kept by hand', later(grown), stood({ versions: [version('old', 'STANDS', { fileId: null })] }), 'WAITS'],
  ]
  for (const [what, file, there, kind] of cases) assert.equal(fateOf(file, there).kind, kind, what)
})

test('what waits grows with its file, and does not wait twice', () => {
  const there = stood({ versions: [version('old', 'STANDS'), version('mid', 'WAITING')] })
  const fate = fateOf(later({ olderIds: ['mid'] }), there)
  assert.deepEqual(fate, { kind: 'WAITS', over: there.versions[1] })
})

const place = (key: string, position: number, more: Partial<ComparedRow> = {}): ComparedRow => ({
  id: `row of ${key}`,
  resultId: 'r' as ResultId,
  key,
  keys: [key],
  name: key,
  raceNumber: null,
  userIds: [],
  position,
  status: 'FINISHED',
  lapCount: 10,
  totalTimeMs: 1000 * position,
  bestLapMs: null,
  points: 10 - position,
  raw: { position, status: 'FINISHED', totalTimeMs: 1000 * position },
  ...more,
})

test('two results side by side: in the order of the later one, behind it who is missing there', () => {
  const rows = compared([place('a', 1), place('b', 2)], [place('c', 1), place('a', 2)])
  assert.deepEqual(
    rows.map(({ name, before, after }) => [name, before?.position ?? null, after?.position ?? null]),
    [
      ['c', null, 1],
      ['a', 1, 2],
      ['b', 2, null],
    ],
  )
})

test('a result is another one when anybody came elsewhere, and the same when only a name is new', () => {
  assert.equal(isOther([place('a', 1)], [place('a', 1, { name: 'new name' })]), false)
  assert.equal(isOther([place('a', 1)], [place('a', 1, { bestLapMs: 3 })]), true)
  assert.equal(isOther([place('a', 1)], [place('a', 2)]), true)
  // a penalty counts in the one that stands, and not yet in the one that was written over it
  const { raw: first } = place('a', 1)
  const { raw: second } = place('b', 2)
  const penalised = [place('b', 1, { raw: second }), place('a', 2, { totalTimeMs: 9000, points: 6, raw: first })]
  assert.equal(isOther(penalised, [place('a', 1), place('b', 2)]), false)
  assert.equal(isOther([place('a', 1)], [place('a', 1), place('b', 2)]), true)
})

test('a place counts what was chosen, what was undone and what was taken back', () => {
  assert.equal(segmentVersion([], []), 0)
  const versions = [{ state: 'STANDS' as const }, { state: 'DISCARDED' as const }]
  assert.equal(segmentVersion([{ undoneAt: null }, { undoneAt: new Date(0) }], versions), 4)
})

test('taken back, it gives way to what it had replaced, else to the newest that waits', () => {
  const one = (id: string, state: VersionState): Version => version(id, state, { id: id as ResultId })
  const [gone, replaced, old, young] = [one('gone', 'STANDS'), one('replaced', 'REPLACED'), one('old', 'WAITING'), one('young', 'WAITING')]
  const taken = { action: 'TAKEN' as const, resultId: gone.id, replacedId: replaced.id, undoneAt: null }
  const all = [gone, replaced, old, young]
  assert.equal(insteadOf(gone, all, [taken])?.id, 'replaced')
  assert.equal(insteadOf(gone, all, [{ ...taken, undoneAt: new Date(0) }])?.id, 'young')
  assert.equal(insteadOf(gone, all, [])?.id, 'young')
  assert.equal(insteadOf(gone, [gone, one('left', 'LEFT'), { ...young, segmentIndex: 7 }], []), null)
  assert.equal(mayUndo(taken, all), true)
  assert.equal(mayUndo(taken, [{ ...replaced, state: 'DISCARDED' }]), false)
})
