import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarLink } from './calendar-link.ts'

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
