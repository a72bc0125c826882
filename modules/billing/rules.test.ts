import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoWeek, utcMonth } from './rules.ts'

const at = (text: string): Date => new Date(text)

test('weeks are ISO weeks and months months, both UTC', () => {
  const week = (text: string) => Object.values(isoWeek(at(text))).map((one) => one.toISOString().slice(0, 10))
  assert.deepEqual(week('2026-11-16T00:00:00.000Z'), ['2026-11-16', '2026-11-23'])
  assert.deepEqual(week('2026-11-22T23:59:59.999Z'), ['2026-11-16', '2026-11-23'])
  assert.deepEqual(week('2026-11-23T00:00:00.000Z'), ['2026-11-23', '2026-11-30'])
  assert.deepEqual(
    Object.values(utcMonth(at('2026-12-31T23:59:59.999Z'))).map((one) => one.toISOString()),
    ['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  )
})
