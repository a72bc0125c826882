import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from './duration.ts'
import { weekOfDay, weekStartOf } from './week.ts'

test('a week starts as the country has it, on Monday where none is known', () => {
  for (const [country, start] of [
    ['US', 'sunday'],
    ['BR', 'sunday'],
    ['JP', 'sunday'],
    ['IN', 'sunday'],
    ['EG', 'saturday'],
    ['DZ', 'saturday'],
    ['QA', 'saturday'],
    ['DE', 'monday'],
    ['GB', 'monday'],
    ['XX', 'monday'],
    [null, 'monday'],
  ] as const)
    assert.equal(weekStartOf(country), start, String(country))
})

test('every day belongs to the week that began last', () => {
  const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY_MS
  const began = (text: string, start: 'monday' | 'sunday' | 'saturday'): string =>
    new Date(weekOfDay(day(text), start) * DAY_MS).toISOString().slice(0, 10)
  for (const [on, monday, sunday, saturday] of [
    ['2026-11-20', '2026-11-16', '2026-11-15', '2026-11-14'],
    ['2026-11-21', '2026-11-16', '2026-11-15', '2026-11-21'],
    ['2026-11-22', '2026-11-16', '2026-11-22', '2026-11-21'],
    ['2026-11-23', '2026-11-23', '2026-11-22', '2026-11-21'],
    ['1969-12-31', '1969-12-29', '1969-12-28', '1969-12-27'],
  ] as const)
    assert.deepEqual([began(on, 'monday'), began(on, 'sunday'), began(on, 'saturday')], [monday, sunday, saturday], on)
})
