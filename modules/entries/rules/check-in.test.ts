import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasOpened, offersEndAt, plannedCheckIn } from './check-in.ts'

const at = (time: string): Date => new Date(`2026-11-20T${time}:00.000Z`)

test('a check-in is held where drivers have a quarter of an hour for it', () => {
  const [off, none] = [{ closesAt: null, closedAt: null }, null]
  const held = { closesAt: at('19:45'), closedAt: null }
  const closed = { closesAt: at('19:45'), closedAt: at('19:45') }
  const rows: readonly [string, string, string, boolean, typeof off | typeof held, string | null, string | null][] = [
    ['asked for in time', '12:00', '20:00', true, off, '19:45', none],
    ['not asked for', '12:00', '20:00', false, off, none, none],
    ['asked for a quarter of an hour before it closes', '19:30', '20:00', true, off, '19:45', none],
    ['later', '19:31', '20:00', true, off, none, none],
    ['any edit leaves one that is held as it is', '19:44', '20:00', true, held, '19:45', none],
    ['also one that has closed', '19:50', '20:00', true, closed as never, '19:45', '19:45'],
    ['a start that moves takes it along', '19:40', '21:00', true, held, '20:45', none],
    ['one that has closed is held anew', '19:50', '21:00', true, closed as never, '20:45', none],
    ['but not without time for it', '19:50', '20:15', true, closed as never, '19:45', '19:45'],
    ['a start that comes too near has none', '19:00', '19:20', true, held, none, none],
    ['nor has an event that asks for it no longer', '19:50', '20:00', false, closed as never, none, none],
  ]
  for (const [name, now, start, isAsked, before, closes, since] of rows)
    assert.deepEqual(
      plannedCheckIn({ startsAt: at(start), checkIn: { isAsked, ...before } }, at(now)),
      { closesAt: closes && at(closes), closedAt: since && at(since) },
      name,
    )
})

test('it opens 60 minutes before the start, to the millisecond, and offers end ten before', () => {
  const held = { closesAt: at('19:45'), closedAt: null }
  const opens = at('19:00').getTime()
  assert.deepEqual(
    [opens - 1, opens, opens + 1].map((moment) => hasOpened(held, new Date(moment))),
    [false, true, true],
  )
  assert.equal(hasOpened({ closesAt: null, closedAt: null }, at('19:10')), false)
  assert.deepEqual(offersEndAt(at('20:00')), at('19:50'))
})
