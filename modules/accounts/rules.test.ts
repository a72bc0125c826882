import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageOn, deviceOf, nameChangeOf } from './rules.ts'
import { acceptTerms } from './decide.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const before = (ms: number): Date => new Date(NOW.getTime() - ms)
const PAUSE_MS = 30 * 86_400_000

for (const [born, age] of [
  ['2012-11-20', 14],
  ['2012-11-21', 13],
  ['2012-12-01', 13],
  ['2012-01-31', 14],
  ['2008-02-29', 18],
] as const) {
  test(`born ${born} is ${age} on 20 November 2026`, () => {
    assert.equal(ageOn(born, NOW), age)
    const decided = acceptTerms(null, born, NOW)
    assert.equal(decided.ok ? 'ok' : decided.refusal.code, age < 14 ? 'UNDER_AGE' : 'ok')
  })
}

for (const [born, code] of [
  ['1890-01-01', 'MALFORMED'],
  ['2027-01-01', 'MALFORMED'],
] as const) {
  test(`nobody is born on ${born}`, () => {
    const decided = acceptTerms(null, born, NOW)
    assert.equal(!decided.ok && decided.refusal.code, code)
  })
}

test('the first login is finished once', () => {
  const decided = acceptTerms(before(1), '1990-01-01', NOW)
  assert.equal(!decided.ok && decided.refusal.code, 'WRONG_STATE')
})

for (const [plan, nameChanges, changedAt, state, opens] of [
  ['FREE', 0, null, 'open', null],
  ['FREE', 1, before(PAUSE_MS * 12), 'spent', null],
  ['PREMIUM', 0, null, 'open', null],
  ['PREMIUM', 1, before(PAUSE_MS - 1), 'waits', new Date(NOW.getTime() + 1)],
  ['PREMIUM', 1, before(PAUSE_MS), 'open', null],
  ['SPORT', 7, before(PAUSE_MS + 1), 'open', null],
  ['SPORT', 7, before(0), 'waits', new Date(NOW.getTime() + PAUSE_MS)],
] as const) {
  test(`${plan} after ${nameChanges} changes, the last ${changedAt?.toISOString() ?? 'never'}: ${state}`, () => {
    const change = nameChangeOf({ plan, nameChanges, nameChangedAt: changedAt }, NOW)
    assert.deepEqual([change.state, change.opensAt], [state, opens])
  })
}

for (const [userAgent, browser, system] of [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', 'Chrome', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15', 'Safari', 'macOS'],
  ['curl/8.0', null, null],
  ['', null, null],
  [null, null, null],
] as const) {
  test(`${browser ?? 'no browser'} on ${system ?? 'no system'}: ${userAgent?.slice(-30)}`, () =>
    assert.deepEqual(deviceOf(userAgent), { browser, system }))
}
