import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MINUTE_MS } from '#core/duration.ts'
import { refuse, type Verdict } from '#core/result.ts'
import type { SessionStatus } from '#modules/sessions/rules.ts'
import {
  checkEnd,
  checkJoin,
  checkPublish,
  checkSkip,
  fitsClasses,
  keepsCars,
  keepsDrivers,
  publishedAs,
  takes,
  type Joining,
  type Order,
} from './decide.ts'
import { TOURNAMENT_STATUSES } from './rules.ts'

const code = (verdict: Verdict): string => (verdict === true ? 'ok' : verdict.refusal.code)

test('which orders each state takes', () => {
  const orders: readonly Order[] = ['edit', 'publish', 'end', 'delete', 'duplicate']
  const table = TOURNAMENT_STATUSES.map((status) => [status, orders.filter((order) => takes(status, order) === true).join(' ')])
  assert.deepEqual(table, [
    ['UNPUBLISHED', 'edit publish delete duplicate'],
    ['REGISTRATION', 'edit end delete duplicate'],
    ['STARTED', 'edit end duplicate'],
    ['FINISHED', 'duplicate'],
  ])
})

test('"publish, at least 30 min before its first session"', () => {
  const now = new Date('2026-01-09T20:00:00Z')
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS)
  const cases: readonly [events: readonly (readonly [status: SessionStatus, minutes: number])[], code: string][] = [
    [[], 'ok'],
    [[['DRAFT', 31]], 'ok'],
    [[['DRAFT', 30]], 'ok'],
    [[['WAITING', 29]], 'PUBLISH_TOO_LATE'],
    [[['DRAFT', -60]], 'PUBLISH_TOO_LATE'],
    [[['IN_PROGRESS', -60]], 'PUBLISH_TOO_LATE'],
    [[['ENDED', -60]], 'ok'],
    [[['DECLINED', -60]], 'ok'],
    [[['FAILED', -60]], 'ok'],
    [
      [
        ['ENDED', -60],
        ['WAITING', 29],
      ],
      'PUBLISH_TOO_LATE',
    ],
  ]
  for (const [events, expected] of cases) {
    const at = events.map(([status, minutes]) => ({ status, startsAt: inMinutes(minutes) }))
    assert.equal(code(checkPublish('UNPUBLISHED', at, now)), expected, JSON.stringify(events))
  }
  assert.equal(code(checkPublish('STARTED', [], now)), 'WRONG_STATE')
})

test('an event that was driven before has begun the season that is published', () => {
  const as = (...statuses: readonly SessionStatus[]) => publishedAs(statuses.map((status) => ({ status })))
  assert.deepEqual([as(), as('WAITING', 'DRAFT'), as('DECLINED'), as('ENDED', 'DRAFT')], ['REGISTRATION', 'REGISTRATION', 'REGISTRATION', 'STARTED'])
})

test('a season does not end before its events', () => {
  const named = (statuses: readonly SessionStatus[]) => statuses.map((status) => ({ status, name: `It is ${status}` }))
  const end = (...statuses: readonly SessionStatus[]) => code(checkEnd(named(statuses), null))
  for (const open of ['WAITING', 'SCHEDULING', 'STARTING', 'STARTED'] as const) assert.equal(end('ENDED', open), 'WRONG_STATE', open)
  // results still to come count when they come; what was never published or never ran holds nothing up
  assert.equal(end('ENDED', 'IN_PROGRESS', 'DECLINED', 'FAILED', 'DRAFT'), 'ok')
  // unless it lets go of them, which it cannot of one whose server is being set up
  assert.equal(checkEnd(named(['ENDED', 'WAITING', 'DRAFT']), 'KEEP'), true)
  for (const up of ['SCHEDULING', 'STARTING', 'STARTED'] as const)
    assert.deepEqual(checkEnd(named(['WAITING', up]), 'DELETE'), refuse('WRONG_STATE', { status: up, reason: 'serverUp', event: `It is ${up}` }))
})

test('no form takes a car away that somebody drives', () => {
  const carClass = (id: string, ...cars: string[]) => ({ id, name: id, color: '#ff0000', cars, maxClassEntries: null })
  const cars = (...ids: string[]) => ids.map((id) => ({ id }))
  const alone = [{ classId: null, carId: '2' }]
  assert.equal(code(keepsCars(alone, { cars: cars('1', '2'), carClasses: [] })), 'ok')
  assert.equal(code(keepsCars(alone, { cars: cars('1'), carClasses: [] })), 'CONFIG_INVALID')
  assert.equal(code(keepsCars(alone, { cars: [], carClasses: [] })), 'ok', 'each event has its own then')
  const inClass = [{ classId: 'PRO', carId: '2' }]
  assert.equal(code(keepsCars(inClass, { cars: [], carClasses: [carClass('PRO', '1', '2'), carClass('AM', '3')] })), 'ok')
  assert.equal(code(keepsCars(inClass, { cars: [], carClasses: [carClass('PRO', '1'), carClass('AM', '2')] })), 'CONFIG_INVALID')
})

describe('who may come into a season', () => {
  const usual: Joining = { type: 'CHAMPIONSHIP', status: 'REGISTRATION', joinAfterStart: false, classIds: [], before: null }
  const cases: readonly [says: string, joining: Partial<Joining>, classId: string | null, code: string][] = [
    ['while registration is open', {}, null, 'ok'],
    ['not after the start', { status: 'STARTED' }, null, 'REGISTRATION_CLOSED'],
    ['after the start where the season lets them', { status: 'STARTED', joinAfterStart: true }, null, 'ok'],
    ['not once it is over', { status: 'FINISHED', joinAfterStart: true }, null, 'REGISTRATION_CLOSED'],
    ['"LEFT or DISQUALIFIED blocks registration"', { before: 'LEFT' }, null, 'REJOIN_NOT_ALLOWED'],
    ['"LEFT or DISQUALIFIED blocks registration"', { before: 'DISQUALIFIED' }, null, 'REJOIN_NOT_ALLOWED'],
    ['once', { before: 'ACTIVE' }, null, 'ALREADY_REGISTERED'],
    ['a series asks for each race', { type: 'SERIES' }, null, 'WRONG_STATE'],
    ['in one of the classes', { classIds: ['PRO', 'AM'] }, 'AM', 'ok'],
    ['in none of them', { classIds: ['PRO', 'AM'] }, null, 'CONFIG_INVALID'],
    ['in another', { classIds: ['PRO', 'AM'] }, 'GT4', 'CONFIG_INVALID'],
    ['in a class where there is none', {}, 'AM', 'CONFIG_INVALID'],
  ]
  for (const [says, joining, classId, expected] of cases) test(says, () => assert.equal(code(checkJoin({ ...usual, ...joining }, classId)), expected))
})

test('"Skip needs sessionSkipLimit > 0 and skips used below it"', () => {
  const skip = (limit: number, used: number, waits = true) => code(checkSkip({ limit, used, waits, status: 'STARTED' }))
  assert.deepEqual(
    [skip(0, 0), skip(1, 0), skip(1, 1), skip(2, 1), skip(2, 0, false)],
    ['SKIP_LIMIT_REACHED', 'ok', 'SKIP_LIMIT_REACHED', 'ok', 'WRONG_STATE'],
  )
})

test('no form puts a driver out', () => {
  const before = { maxEntries: 20, taken: 5, classes: [{ id: 'PRO', maxEntries: 10, taken: 5 }] }
  const carClass = (id: string, maxClassEntries: number | null) => ({ id, name: id, color: '#ff0000', cars: ['2'], maxClassEntries })
  const edited = (maxEntries: number, ...carClasses: ReturnType<typeof carClass>[]) => code(keepsDrivers(before, { maxEntries, carClasses }))
  assert.equal(edited(5, carClass('PRO', 5)), 'ok')
  assert.equal(edited(4, carClass('PRO', 5)), 'CONFIG_INVALID')
  assert.equal(edited(20, carClass('PRO', 4)), 'CONFIG_INVALID')
  assert.equal(edited(20, carClass('AM', null)), 'CONFIG_INVALID')
  const left = (isAwaited: boolean) =>
    code(keepsDrivers({ ...before, classes: [{ id: 'PRO', maxEntries: 10, taken: 0, isAwaited }] }, { maxEntries: 20, carClasses: [] }))
  assert.deepEqual([left(true), left(false)], ['CONFIG_INVALID', 'ok'], 'whoever is disqualified has a class to come back into')
})

test('classes for drivers who came before them: each in one, with a seat', () => {
  const fits = (...counts: readonly (readonly [id: string | null, taken: number, maxEntries: number | null])[]) =>
    code(fitsClasses(counts.map(([id, taken, maxEntries]) => ({ id, taken, maxEntries }))))
  assert.deepEqual([fits(), fits(['PRO', 9, null], ['AM', 2, 2])], ['ok', 'ok'])
  assert.deepEqual([fits(['PRO', 9, null], [null, 1, null]), fits(['AM', 3, 2])], ['CONFIG_INVALID', 'CONFIG_INVALID'])
})
