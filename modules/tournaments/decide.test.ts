import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MINUTE_MS } from '#core/duration.ts'
import type { Verdict } from '#core/result.ts'
import { checkJoin, checkPublish, checkSkip, fitsClasses, keepsDrivers, takes, type Joining, type Order } from './decide.ts'
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
  const cases: readonly [first: Date | null, code: string][] = [
    [null, 'ok'],
    [inMinutes(31), 'ok'],
    [inMinutes(30), 'ok'],
    [inMinutes(29), 'PUBLISH_TOO_LATE'],
    [inMinutes(-60), 'PUBLISH_TOO_LATE'],
  ]
  for (const [first, expected] of cases) assert.equal(code(checkPublish('UNPUBLISHED', first, now)), expected)
  assert.equal(code(checkPublish('STARTED', null, now)), 'WRONG_STATE')
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
