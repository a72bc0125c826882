import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PhaseSignal, SegmentType } from '#games/game.ts'
import { advance, AT_START, endOf, isDue, type Course } from './follow.ts'

const WEEKEND = ['PRACTICE', 'QUALIFY', 'RACE'] as const
const run = (plan: readonly SegmentType[], ...signals: readonly PhaseSignal[]): Course =>
  signals.reduce((course, signal) => advance(course, signal, plan), AT_START)
const at = (type: SegmentType, index: number | null = null): PhaseSignal => ({ kind: 'segment', type, index })
const [P, Q, R] = WEEKEND.map((type) => at(type)) as [PhaseSignal, PhaseSignal, PhaseSignal]
const [pOver, qOver, rOver] = WEEKEND.map((type) => ({ kind: 'segmentOver', type })) as [PhaseSignal, PhaseSignal, PhaseSignal]
const started: PhaseSignal = { kind: 'started' }
const over: PhaseSignal = { kind: 'over' }
const unnamed: PhaseSignal = { kind: 'segmentOver' }
const restarted: PhaseSignal = { kind: 'restarted' }

test('what it says of its end in its last segment waits for its files; before, anybody may have said it', () => {
  assert.equal(run(['QUALIFY', 'RACE'], started, Q, R, over, Q, R).saidOver, true)
  assert.equal(run(['QUALIFY', 'RACE'], started, Q, over, R).saidOver, false)
})

test('a return to the beginning ends the event only after the last segment was over', () => {
  const rows: readonly [string, readonly SegmentType[], readonly PhaseSignal[], boolean][] = [
    ['an empty server resets', WEEKEND, [started, P, restarted], false],
    ['everybody left in qualifying', WEEKEND, [started, P, pOver, Q, restarted], false],
    ['qualifying is over, the race never came', WEEKEND, [started, P, pOver, Q, qOver, restarted], false],
    ['the race is still on', WEEKEND, [started, P, pOver, Q, qOver, R, restarted], false],
    ['the race is over, its results are shown', WEEKEND, [started, P, pOver, Q, qOver, R, rOver], false],
    ['the race is over and the weekend reset', WEEKEND, [started, P, pOver, Q, qOver, R, rOver, restarted], true],
    ['the race is over and the first segment is back', WEEKEND, [started, P, pOver, Q, qOver, R, rOver, P], true],
    ['restarted in mid-race, and not over yet', WEEKEND, [started, P, pOver, Q, qOver, R, restarted, P, pOver, Q, qOver, restarted], false],
    ['restarted in mid-race, driven again', WEEKEND, [started, Q, qOver, R, restarted, P, pOver, Q, qOver, R, rOver, restarted], true],
    ['the first of two races', ['QUALIFY', 'RACE', 'RACE'], [started, Q, qOver, R, rOver, restarted], false],
    ['both races', ['QUALIFY', 'RACE', 'RACE'], [started, Q, qOver, R, rOver, R, rOver, restarted], true],
    ['the first of two races driven again', ['QUALIFY', 'RACE', 'RACE'], [started, Q, qOver, R, R, rOver, restarted], false],
    ['two qualifyings', ['QUALIFY', 'QUALIFY', 'RACE'], [started, Q, qOver, Q, qOver, R, rOver, restarted], true],
    ['reset in the first of two qualifyings', ['QUALIFY', 'QUALIFY', 'RACE'], [started, Q, restarted, qOver, Q, qOver, R, rOver, restarted], true],
    ['a race alone, and again', ['RACE'], [started, R, rOver, R], true],
    ['something else is over', WEEKEND, [started, P, pOver, Q, qOver, R, qOver, restarted], false],
    ['it says that it is over before it is', WEEKEND, [started, P, over], false],
    ['it says so before its files do', ['QUALIFY', 'RACE'], [started, Q, R, over], false],
    ['it says that it is over', WEEKEND, [started, at('RACE', 2), unnamed, over], true],
    ['by index, back to the first', WEEKEND, [started, at('PRACTICE', 0), at('RACE', 2), unnamed, at('PRACTICE', 0)], true],
  ]
  for (const [name, plan, signals, ends] of rows) assert.equal(run(plan, ...signals).over, ends, name)
})

test('types tell where the server is', () => {
  assert.equal(run(['QUALIFY', 'RACE'], Q, Q).segment, 0, 'told twice')
  assert.equal(run(['QUALIFY', 'RACE'], Q, R).segment, 1)
  assert.equal(run(['RACE', 'QUALIFY', 'RACE'], R, rOver, Q, qOver, R).segment, 2, 'the second of its type')
  assert.equal(run(WEEKEND, P, R, Q).segment, 1, 'back to qualifying')
})

test('nobody is counted before somebody tells', () => {
  assert.equal(run(WEEKEND, started).drivers, null)
  assert.equal(run(WEEKEND, { kind: 'started', drivers: 0 }).drivers, 0)
  assert.equal(run(WEEKEND, started, { kind: 'drivers', count: 3 }, { kind: 'drivers', count: null }).drivers, null)
})

test('what the end of a process means', () => {
  const up = run(['QUALIFY', 'RACE'], started)
  const rows: readonly [string, Course, Parameters<typeof endOf>[1], string][] = [
    ['ended by itself', up, { code: 0, stopped: false, isRaced: true }, 'OVER'],
    ['nobody came', up, { code: 0, stopped: false, isRaced: false }, 'OVER'],
    ['somebody came, a script tells another code', { ...up, hadDrivers: true }, { code: 0, stopped: false, isRaced: false }, 'FAILED'],
    ['never was up', AT_START, { code: 0, stopped: false, isRaced: false }, 'FAILED'],
    ['was never asked in time', AT_START, { code: 0, stopped: false, isRaced: true }, 'OVER'],
    ['crashed', up, { code: 3, stopped: false, isRaced: false }, 'FAILED'],
    ['crashed behind its race', up, { code: 3, stopped: false, isRaced: true }, 'OVER'],
    ['ended by us', up, { code: null, stopped: true, isRaced: false }, 'OVER'],
    ['ended while the host was away, raced', up, { code: null, stopped: false, isRaced: true }, 'OVER'],
    ['ended while the host was away, no race written', up, { code: null, stopped: false, isRaced: false }, 'FAILED'],
    ['its log said why', { ...up, failed: 'listen tcp: in use' }, { code: 0, stopped: false, isRaced: false }, 'FAILED'],
    ['a driver is called so', { ...up, lastSegmentOver: true, failed: 'panic: Bob' }, { code: 0, stopped: false, isRaced: false }, 'OVER'],
  ]
  for (const [name, course, facts, phase] of rows) assert.equal(endOf(course, facts).phase, phase, name)
})

test('when a running server is ended', () => {
  const on = run(['RACE'], started, at('RACE', 0))
  const done: Course = { ...on, over: true }
  const facts = { wanted: 'run', overMs: 0, lateMs: 60_000, isMissing: false, isPending: false } as const
  const rows: readonly [string, Course, Partial<Parameters<typeof isDue>[1]>, boolean][] = [
    ['it runs', on, {}, false],
    ['it is wanted no longer', on, { wanted: 'stop' }, true],
    ['it has failed', { ...AT_START, failed: 'x' }, { isMissing: true, isPending: true }, true],
    ['a driver is called so', { ...on, failed: 'x' }, {}, false],
    ['over a moment ago', done, { overMs: 999 }, false],
    ['over, all files here', done, { overMs: 1000 }, true],
    ['a file is still growing', done, { overMs: 90_000, isPending: true }, false],
    ['the last race is missing', done, { overMs: 59_999, isMissing: true }, false],
    ['missing, and everybody has left', done, { overMs: 59_999, isMissing: true, wanted: 'stop' }, false],
    ['missing for too long', done, { overMs: 60_000, isMissing: true }, true],
  ]
  for (const [name, course, some, due] of rows) assert.equal(isDue(course, { ...facts, ...some }), due, name)
})
