import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { calendarLink } from './calendar-link.ts'
import { calendarText } from './calendar-text.ts'

test('product.md §2 "Deep links": the calendar entry has server name, start, duration, location and page, its times as YYYYMMDD[T]HHmmss[Z]', () => {
  const link = new URL(
    calendarLink({
      title: 'Friday & friends #1',
      startsAt: '2026-07-11T18:00:00.000Z',
      durationMin: 95,
      location: 'Nürburgring',
      url: 'https://x.test/events/1',
    }),
  )
  assert.equal(`${link.origin}${link.pathname}`, 'https://calendar.google.com/calendar/render')
  assert.deepEqual(Object.fromEntries(link.searchParams), {
    action: 'TEMPLATE',
    text: 'Friday & friends #1',
    dates: '20260711T180000Z/20260711T193500Z',
    location: 'Nürburgring',
    details: 'https://x.test/events/1',
  })
})

test('product.md §2 "ICS data": one entry, whatever its words hold; lines of at most 75 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 200 }), (title, location) => {
      const file = calendarText(
        { title, location, startsAt: '2026-07-11T18:00:00.000Z', durationMin: 95, url: 'https://x.test/events/1' },
        Date.parse('2026-07-01T00:00:00.000Z'),
      )
      const lines = file.split('\r\n')
      assert.ok(lines.every((line) => new TextEncoder().encode(line).length <= 75 && !/[\r\n]/.test(line)))
      const whole = file.replaceAll('\r\n ', '').split('\r\n')
      assert.deepEqual(
        whole.map((line) => /^[A-Z]+/.exec(line)?.[0] ?? ''),
        ['BEGIN', 'VERSION', 'PRODID', 'BEGIN', 'UID', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY', 'LOCATION', 'URL', 'END', 'END', ''],
      )
      assert.equal(whole[6], 'DTSTART:20260711T180000Z')
      assert.equal(whole[8]!.slice(8).replaceAll(/\\(.)/g, '$1'), title.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]/g, ' '))
    }),
  )
})
