import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PhaseSignal } from '#games/game.ts'
import { advance, AT_START, endOf, isDue, type Course } from './follow.ts'

const run = (segments: number, ...signals: readonly PhaseSignal[]): Course =>
  signals.reduce((course, signal) => advance(course, signal, segments), AT_START)
const at = (index: number | null): PhaseSignal => ({ kind: 'segment', type: 'RACE', index })
const [started, over, segmentOver]: readonly PhaseSignal[] = [{ kind: 'started' }, { kind: 'over' }, { kind: 'segmentOver' }]

test('a reset ends the event only after the last segment was over', () => {
  const rows: readonly [string, readonly PhaseSignal[], boolean][] = [
    ['an empty server resets', [started!, at(0), over!], false],
    ['everybody left in qualifying', [started!, at(0), segmentOver!, over!], false],
    ['the race is still on', [started!, at(0), at(1), over!], false],
    ['the race is over and the weekend reset', [started!, at(0), segmentOver!, at(1), segmentOver!, over!], true],
    ['the race is over and the first segment is back', [started!, at(0), at(1), segmentOver!, at(0)], true],
  ]
  for (const [name, signals, ends] of rows) assert.equal(run(2, ...signals).over, ends, name)
})

test('segments without an index are counted', () => {
  assert.equal(run(2, at(null), at(null)).segment, 1)
})

test('what the end of a process means', () => {
  const up = run(2, started!)
  const rows: readonly [string, Course, Parameters<typeof endOf>[1], string][] = [
    ['ended by itself', up, { code: 0, stopped: false, hasResults: true }, 'OVER'],
    ['nobody came', up, { code: 0, stopped: false, hasResults: false }, 'OVER'],
    ['never was up', AT_START, { code: 0, stopped: false, hasResults: false }, 'FAILED'],
    ['was never asked in time', AT_START, { code: 0, stopped: false, hasResults: true }, 'OVER'],
    ['crashed', up, { code: 3, stopped: false, hasResults: true }, 'FAILED'],
    ['ended by us', up, { code: null, stopped: true, hasResults: false }, 'OVER'],
    ['ended while the host was away, raced', up, { code: null, stopped: false, hasResults: true }, 'OVER'],
    ['ended while the host was away, nothing written', up, { code: null, stopped: false, hasResults: false }, 'FAILED'],
    ['its log said why', { ...up, failed: 'listen tcp: in use' }, { code: 0, stopped: false, hasResults: false }, 'FAILED'],
  ]
  for (const [name, course, facts, phase] of rows) assert.equal(endOf(course, facts).phase, phase, name)
})

test('when a running server is ended', () => {
  const on = run(1, started!, at(0))
  const done: Course = { ...on, over: true }
  const facts = { wanted: 'run', overMs: 0, lateMs: 60_000, isMissing: false, isPending: false } as const
  const rows: readonly [string, Course, Partial<Parameters<typeof isDue>[1]>, boolean][] = [
    ['it runs', on, {}, false],
    ['it is wanted no longer', on, { wanted: 'stop' }, true],
    ['it has failed', { ...done, failed: 'x' }, { isMissing: true, isPending: true }, true],
    ['over a moment ago', done, { overMs: 999 }, false],
    ['over, all files here', done, { overMs: 1000 }, true],
    ['a file is still growing', done, { overMs: 90_000, isPending: true }, false],
    ['the last race is missing', done, { overMs: 59_999, isMissing: true }, false],
    ['missing, and everybody has left', done, { overMs: 59_999, isMissing: true, wanted: 'stop' }, false],
    ['missing for too long', done, { overMs: 60_000, isMissing: true }, true],
  ]
  for (const [name, course, some, due] of rows) assert.equal(isDue(course, { ...facts, ...some }), due, name)
})
