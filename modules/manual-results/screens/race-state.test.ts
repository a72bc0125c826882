import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ManualRaceView } from '../contract.ts'
import { bodyOf, draftOf, moveTo, setOut, setTime, timeFaults, valuesOf, without, withoutGaps, withValues, type RaceDraft } from './race-state.ts'

const race = (names: string): ManualRaceView => ({
  raceNo: 1,
  saved: false,
  v: 3,
  savedAt: null,
  importedFrom: null,
  importedFileId: null,
  entryResults: [...names].map((entryId, i) => ({
    entryId,
    isGuest: entryId === 'g',
    driverId: null,
    participant: { type: 'DRIVER', name: entryId },
    drivers: [],
    country: null,
    rating: null,
    raceNumber: i,
    car: null,
    position: i + 1,
    isDNF: false,
    isSkip: false,
    timeMs: null,
    startPosition: null,
    lapCount: null,
    bestLapTime: null,
  })),
})
const order = ({ rows }: RaceDraft): string => rows.map((row) => `${row.entryId}${row.isDNF ? '!' : row.isSkip ? '-' : ''}`).join('')

test('moving renumbers; the retired and the skipped keep behind', () => {
  let draft = draftOf(race('abcd'))
  draft = moveTo(draft, 'd', 1)
  assert.deepEqual([order(draft), draft.rows.map(({ position }) => position)], ['dabc', [1, 2, 3, 4]])
  draft = setOut(draft, 'a', { isDNF: true })
  draft = setOut(draft, 'd', { isSkip: true })
  assert.equal(order(draft), 'bca!d-')
  assert.equal(order(moveTo(draft, 'd', 1)), 'bca!d-')
  assert.equal(order(moveTo(draft, 'c', 9)), 'bca!d-')
  assert.equal(order(moveTo(draft, 'c', 1)), 'cba!d-')
  assert.equal(order(setOut(draft, 'a', { isDNF: false })), 'bcad-')
  const before = draftOf(race('ab'))
  assert.equal(moveTo(before, 'a', 1), before)
})

test('times are read as they are typed and put into one form when their box is left', () => {
  let draft = setTime(draftOf(race('abc')), 'a', '20:00')
  draft = setTime(draft, 'b', '+3,5')
  assert.deepEqual(draft.rows.map(({ timeMs }) => timeMs), [1_200_000, 1_203_500, null]) // prettier-ignore
  assert.deepEqual(withoutGaps(withoutGaps(draft, 'a'), 'b').rows.map(({ typed }) => typed), ['00:20:00.000', '00:20:03.500', '']) // prettier-ignore
  assert.equal(timeFaults(draft).size, 0)
  assert.deepEqual([...timeFaults(setTime(draft, 'c', '20:01'))], [['c', 'faster']])
  assert.deepEqual([...timeFaults(setTime(draft, 'c', 'soon'))], [['c', 'unreadable']])
  // the first has nobody to be behind
  assert.deepEqual([...timeFaults(setTime(withoutGaps(draft, 'b'), 'a', '+1'))], [['a', 'unreadable']])
  const out = setOut(draft, 'a', { isDNF: true })
  assert.deepEqual([order(out), out.rows.at(-1)?.typed, out.rows.at(-1)?.timeMs], ['bca!', '', null])
})

test('what is sent, and a guest left out', () => {
  const draft = without(setTime(draftOf(race('agb')), 'a', '10'), 'g')
  assert.deepEqual(bodyOf(2, 3, draft), {
    raceNo: 2,
    v: 3,
    entryResults: [
      { entryId: 'a', position: 1, isDNF: false, isSkip: false, timeMs: 10_000 },
      { entryId: 'b', position: 2, isDNF: false, isSkip: false, timeMs: null },
    ],
  })
})

test('what is typed is laid over the race as it is by now', () => {
  const mine = valuesOf(setOut(moveTo(draftOf(race('abg')), 'b', 1), 'a', { isDNF: true }))
  assert.equal(order(withValues(race('abg'), mine)), 'bga!')
  // an entry came and one left; the guest that I left out stays out, theirs is in
  assert.equal(order(withValues(race('bnc'), mine)), 'bnc')
  const { g: _, ...withoutGuest } = mine.rows
  assert.equal(order(withValues(race('abg'), { ...mine, rows: withoutGuest })), 'ba!')
  const gap = valuesOf(setTime(setTime(draftOf(race('ab')), 'a', '20:00'), 'b', '+1'))
  assert.deepEqual(withValues(race('ab'), gap).rows.map(({ timeMs }) => timeMs), [1_200_000, 1_201_000]) // prettier-ignore
})
