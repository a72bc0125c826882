import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/duration.ts'
import { wallTime } from '#core/time-zone.ts'
import { DAILY, dateIn, lastUntil, startsOf, WEEKDAYS, type Schedule } from './daily.ts'

const EVERY_DAY = [...WEEKDAYS]

describe('the starts of a daily schedule', () => {
  test('on its weekdays, at its times, until its last day', () => {
    const evenings: Schedule = { timeZone: 'Europe/Berlin', days: [1, 2, 3, 4, 5], times: ['19:00', '21:30'], until: '2026-11-24' }
    // a Friday afternoon, then a Friday night at the minute of the second start
    assert.deepEqual(isoOf(startsOf(evenings, Date.parse('2026-11-20T12:00Z'))), [
      '2026-11-20T18:00',
      '2026-11-20T20:30',
      '2026-11-23T18:00',
      '2026-11-23T20:30',
      '2026-11-24T18:00',
      '2026-11-24T20:30',
    ])
    assert.equal(isoOf(startsOf(evenings, Date.parse('2026-11-20T20:30Z')))[0], '2026-11-23T18:00')
    assert.deepEqual(startsOf({ ...evenings, until: '2026-11-19' }, Date.parse('2026-11-20T12:00Z')), [])
    assert.deepEqual(startsOf({ ...evenings, days: [6], until: '2026-11-20' }, Date.parse('2026-11-20T12:00Z')), [])
  })

  test('the day is that of the zone: it is tomorrow in Auckland already', () => {
    const auckland: Schedule = { timeZone: 'Pacific/Auckland', days: EVERY_DAY, times: ['08:00'], until: '2026-11-22' }
    assert.deepEqual(isoOf(startsOf(auckland, Date.parse('2026-11-20T12:00Z'))), ['2026-11-20T19:00', '2026-11-21T19:00'])
    assert.equal(lastUntil('Pacific/Auckland', Date.parse('2026-11-20T12:00Z')), '2026-12-19')
    assert.equal(lastUntil('America/Los_Angeles', Date.parse('2026-11-20T03:00Z')), '2026-12-17')
  })

  for (const { what, zone, day, times, starts } of [
    {
      what: 'a time that is left out counts on from before it, and is one with the start it meets',
      zone: 'Europe/Berlin',
      day: '2027-03-28',
      times: ['01:30', '02:30', '03:30'],
      starts: ['2027-03-28T00:30', '2027-03-28T01:30'],
    },
    {
      what: 'a time that comes twice is the first of the two',
      zone: 'Europe/Berlin',
      day: '2026-10-25',
      times: ['02:30', '03:30'],
      starts: ['2026-10-25T00:30', '2026-10-25T02:30'],
    },
    {
      what: 'half an hour is left out on Lord Howe',
      zone: 'Australia/Lord_Howe',
      day: '2026-10-04',
      times: ['01:45', '02:15', '02:45'],
      starts: ['2026-10-03T15:15', '2026-10-03T15:45'],
    },
    {
      what: 'half an hour comes twice on Lord Howe',
      zone: 'Australia/Lord_Howe',
      day: '2027-04-04',
      times: ['01:45', '02:00'],
      starts: ['2027-04-03T14:45', '2027-04-03T15:30'],
    },
    {
      what: 'midnight is left out in Beirut',
      zone: 'Asia/Beirut',
      day: '2027-03-28',
      times: ['00:00', '00:30'],
      starts: ['2027-03-27T22:00', '2027-03-27T22:30'],
    },
    {
      what: 'nothing changes in Kolkata',
      zone: 'Asia/Kolkata',
      day: '2027-03-28',
      times: ['02:30'],
      starts: ['2027-03-27T21:00'],
    },
  ])
    test(what, () => {
      const before = Date.parse(`${day}T00:00Z`) - 26 * HOUR_MS
      const all = startsOf({ timeZone: zone, days: EVERY_DAY, times, until: day }, before)
      assert.deepEqual(
        isoOf(all).filter((at) => dateIn(zone, Date.parse(`${at}Z`)) === day),
        starts,
      )
    })

  const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Africa/Cairo', 'Pacific/Auckland', 'America/St_Johns']
  /** Clock changes of these zones, and a day without one. */
  const CHANGES = '2026-09-27 2026-10-04 2026-10-25 2026-10-30 2026-11-01 2026-12-24 2027-03-14 2027-03-28 2027-04-04 2027-04-30'.split(' ')
  const moment = fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -40 * 60, max: 20 * 60 }))
    .map(([day, minutes]) => Date.parse(`${day}T00:00Z`) + minutes * MINUTE_MS)
  const time = fc.integer({ min: 0, max: 287 }).map((step) => new Date(step * 5 * MINUTE_MS).toISOString().slice(11, 16))
  const schedulesOf = (most: number) =>
    fc
      .record({
        zone: fc.constantFrom(...ZONES),
        afterMs: moment,
        length: fc.integer({ min: 0, max: most }),
        days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
        times: fc.uniqueArray(time, { minLength: 1, maxLength: DAILY.startsPerDay }),
      })
      .map(({ zone, afterMs, length, days, times }) => ({
        afterMs,
        schedule: { timeZone: zone, days, times, until: dateIn(zone, Date.parse(`${dateIn(zone, afterMs)}T12:00Z`) + length * DAY_MS) },
      }))

  test('each once, in order, after the moment, and of a day no more than there are times', () => {
    fc.assert(
      fc.property(schedulesOf(DAILY.daysAhead), ({ schedule, afterMs }) => {
        const starts = startsOf(schedule, afterMs).map((at) => at.getTime())
        assert.deepEqual(
          starts,
          [...new Set(starts)].toSorted((a, b) => a - b),
        )
        assert.ok(starts.every((at) => at > afterMs && dateIn(schedule.timeZone, at) <= schedule.until))
        const perDay = Map.groupBy(starts, (at) => dateIn(schedule.timeZone, at))
        for (const ofDay of perDay.values()) assert.ok(ofDay.length <= Math.min(schedule.times.length, DAILY.startsPerDay))
      }),
      { numRuns: 60 },
    )
  })

  test('every day of the schedule has each of its times by the clocks of the zone, but for those left out that day', () => {
    fc.assert(
      fc.property(schedulesOf(2), ({ schedule, afterMs }) => {
        const { timeZone, days, times, until } = schedule
        const starts = new Set(startsOf(schedule, afterMs).map((at) => at.getTime()))
        const shown = new Set([...starts].map((at) => wallTime(at, timeZone)))
        // every minute in which a start can be, read from the clocks: nothing is worked out from a time of the schedule
        const seen = new Set<string>()
        for (let at = Math.floor(afterMs / STEP_MS) * STEP_MS + STEP_MS; dateIn(timeZone, at) <= until; at += STEP_MS) {
          const wall = wallTime(at, timeZone)
          const isAsked = times.includes(wall.slice(11)) && days.includes(new Date(`${wall.slice(0, 10)}T00:00Z`).getUTCDay() || 7)
          // the second of two has been seen, or was before the moment
          if (isAsked && !seen.has(wall) && !cameBefore(at, timeZone)) assert.ok(starts.has(at), `no start at ${wall} in ${timeZone}`)
          if (!isAsked && starts.has(at)) assert.ok(isAfterGap(at, timeZone), `a start at ${wall} in ${timeZone}`)
          seen.add(wall)
        }
        assert.ok([...shown].every((wall) => seen.has(wall)))
      }),
      { numRuns: 40 },
    )
  })
})

const STEP_MS = 5 * MINUTE_MS
const isoOf = (starts: readonly Date[]): readonly string[] => starts.map((at) => at.toISOString().slice(0, 16))

/** Whether the clocks have shown this a little earlier. */
const cameBefore = (at: number, zone: string): boolean => [30 * MINUTE_MS, HOUR_MS].some((back) => wallTime(at - back, zone) === wallTime(at, zone))
/** Whether clocks were put on within the last hour. */
const isAfterGap = (at: number, zone: string): boolean =>
  Date.parse(`${wallTime(at, zone)}Z`) - Date.parse(`${wallTime(at - HOUR_MS, zone)}Z`) > HOUR_MS
