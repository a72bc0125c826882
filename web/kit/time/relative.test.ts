import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#core/duration.ts'
import type { Locale } from '#core/locale.ts'
import { formatFor } from './formats.ts'

const AHEAD: readonly (readonly [Locale, string, string, string])[] = [
  ['en', 'in 3 h', '1 h ago', 'in 45 min'],
  ['de', 'in 3 h', 'vor 1 h', 'in 45 min'],
  ['fr', 'dans 3 h', 'il y a 1 h', 'dans 45 min'],
  ['es', 'dentro de 3 h', 'hace 1 h', 'dentro de 45 min'],
  ['it', 'tra 3 h', '1 h fa', 'tra 45 min'],
  ['pt', 'dentro de 3 h', 'há 1 h', 'dentro de 45 min'],
]

for (const [locale, hours, ago, minutes] of AHEAD)
  test(`how long ahead or ago is said one way in ${locale}`, () => {
    const { relative } = formatFor(locale, 'UTC', 'monday')
    // some of them are written with spaces that do not break
    const said = (aheadMs: number): string => relative(aheadMs, 0).replaceAll(/\s/g, ' ')
    assert.deepEqual([said(3 * HOUR_MS), said(-HOUR_MS), said(45 * MINUTE_MS)], [hours, ago, minutes])
  })

test('days ahead or ago are those of the reader’s calendar', () => {
  const { relative } = formatFor('en', 'Pacific/Tongatapu', 'monday')
  // there it is Tuesday, 1 in the morning
  const now = Date.parse('2026-11-23T12:00:00Z')
  const said = (hours: number): string => relative(now + hours * HOUR_MS, now)
  assert.deepEqual([said(46), said(47), said(-25), said(-26), said(-49)], ['tomorrow', 'in 2 days', 'yesterday', '2 days ago', '2 days ago'])
})
