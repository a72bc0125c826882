import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockText, isTimeZone, momentAt, readClock, wallTime } from './time-zone.ts'

for (const [wall, zone, utc] of [
  ['2026-11-20T20:00', 'Europe/Berlin', '2026-11-20T19:00:00.000Z'],
  ['2026-07-20T20:00', 'Europe/Berlin', '2026-07-20T18:00:00.000Z'],
  ['2026-11-20T20:00', 'America/New_York', '2026-11-21T01:00:00.000Z'],
  ['2026-11-20T20:00', 'Asia/Kathmandu', '2026-11-20T14:15:00.000Z'],
  ['2026-01-01T00:30', 'Pacific/Kiritimati', '2025-12-31T10:30:00.000Z'],
  ['2026-11-20T20:00', 'UTC', '2026-11-20T20:00:00.000Z'],
  // the hour that comes twice, and the one before and after it
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T01:59', 'Europe/Berlin', '2026-10-24T23:59:00.000Z'],
  ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  // the edge of the hour that is left out
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
] as const) {
  test(`${wall} in ${zone}`, () => {
    assert.equal(momentAt(wall, zone)?.toISOString(), utc)
    assert.equal(wallTime(utc, zone), wall)
  })
}

test('a time that the clocks leave out counts on from before', () => {
  assert.equal(momentAt('2026-03-29T02:30', 'Europe/Berlin')?.toISOString(), '2026-03-29T01:30:00.000Z')
})

test('what is no time, and what is no zone', () => {
  for (const wall of ['', '2026-11-20', '2026-13-20T20:00', 'today', '2026-11-20T20:00Z']) assert.equal(momentAt(wall, 'UTC'), null, wall)
  for (const [zone, known] of [
    ['Europe/Berlin', true],
    ['UTC', true],
    ['Europe/Atlantis', false],
    ['', false],
    ['+01:00', false],
    ['../etc', false],
  ] as const) {
    assert.equal(isTimeZone(zone), known, zone)
  }
})

test('a clock is read as it is written, and nothing else is one', () => {
  const clocks = [
    { zone: 'Europe/Berlin', hours: 24, country: 'DE' },
    { zone: 'America/Argentina/Buenos_Aires', hours: 12, country: null },
    { zone: 'Etc/GMT+5', hours: 24, country: 'US' },
  ] as const
  for (const clock of clocks) assert.deepEqual(readClock(clockText(clock)), clock)
  const others = [
    undefined,
    '',
    'Europe/Berlin',
    'Europe/Berlin.13.DE',
    'Mars/Base.24.DE',
    'Europe/Berlin.24.de',
    '<script>.24.DE',
    `${'x'.repeat(99)}.24.`,
  ]
  for (const text of others) assert.equal(readClock(text), null, String(text))
})
