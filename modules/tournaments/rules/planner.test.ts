import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wallTime } from '#core/time-zone.ts'
import { daysTo, movedTo, plannedDates, weeksLater, type RoundPlan } from './planner.ts'

const BERLIN: RoundPlan = { timeZone: 'Europe/Berlin', firstDay: '2026-10-16', time: '20:00', everyWeeks: 1, skipped: [] }
const starts = (plan: Partial<RoundPlan>, rounds: number) =>
  plannedDates({ ...BERLIN, ...plan }, rounds)
    .filter(({ isSkipped }) => !isSkipped)
    .map(({ startsAt }) => startsAt.toISOString())

// "same weekday and hour at local time across clock changes, exceptions = skipped dates"
const CASES: readonly [what: string, plan: Partial<RoundPlan>, rounds: number, starts: readonly string[]][] = [
  ['clocks go back on 25 October 2026', {}, 3, ['2026-10-16T18:00:00.000Z', '2026-10-23T18:00:00.000Z', '2026-10-30T19:00:00.000Z']],
  [
    'clocks go forward on 28 March 2027',
    { firstDay: '2027-03-19' },
    3,
    ['2027-03-19T19:00:00.000Z', '2027-03-26T19:00:00.000Z', '2027-04-02T18:00:00.000Z'],
  ],
  ['a time that comes twice is the first', { firstDay: '2026-10-18', time: '02:30' }, 2, ['2026-10-18T00:30:00.000Z', '2026-10-25T00:30:00.000Z']],
  [
    'a time that is left out counts on from before',
    { firstDay: '2027-03-21', time: '02:30' },
    3,
    ['2027-03-21T01:30:00.000Z', '2027-03-28T01:30:00.000Z', '2027-04-04T00:30:00.000Z'],
  ],
  [
    'America changes on other days',
    { timeZone: 'America/New_York', firstDay: '2026-10-28' },
    2,
    ['2026-10-29T00:00:00.000Z', '2026-11-05T01:00:00.000Z'],
  ],
  ['south of the equator', { timeZone: 'Australia/Sydney', firstDay: '2026-09-30' }, 2, ['2026-09-30T10:00:00.000Z', '2026-10-07T09:00:00.000Z']],
  ['a date left out', { skipped: ['2026-10-23'] }, 2, ['2026-10-16T18:00:00.000Z', '2026-10-30T19:00:00.000Z']],
  ['the first date left out', { skipped: ['2026-10-16'] }, 1, ['2026-10-23T18:00:00.000Z']],
  ['a date left out that is none of the plan', { skipped: ['2026-10-24'] }, 2, ['2026-10-16T18:00:00.000Z', '2026-10-23T18:00:00.000Z']],
  ['every other week, over the year', { firstDay: '2026-12-25', everyWeeks: 2 }, 2, ['2026-12-25T19:00:00.000Z', '2027-01-08T19:00:00.000Z']],
  ['over a leap day', { firstDay: '2028-02-25' }, 2, ['2028-02-25T19:00:00.000Z', '2028-03-03T19:00:00.000Z']],
  ['no rounds', {}, 0, []],
  ['half typed', { time: '' }, 3, []],
  ['half typed', { firstDay: '' }, 3, []],
]
for (const [what, plan, rounds, expected] of CASES) test(`dates: ${what}`, () => assert.deepEqual(starts(plan, rounds), expected))

test('what is left out stands between the rounds', () => {
  const dates = plannedDates({ ...BERLIN, skipped: ['2026-10-23'] }, 2)
  assert.deepEqual(
    dates.map(({ day, isSkipped }) => [day, isSkipped]),
    [
      ['2026-10-16', false],
      ['2026-10-23', true],
      ['2026-10-30', false],
    ],
  )
})

test('any plan has as many rounds as asked for, each on the weekday and at the time of the first', () => {
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe', 'UTC')
  const days = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }).map((at) => at.toISOString().slice(0, 10))
  fc.assert(
    fc.property(zones, days, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30 }), fc.array(days, { maxLength: 5 }), (...drawn) => {
      const [timeZone, firstDay, everyWeeks, rounds, skipped] = drawn
      const made = plannedDates({ timeZone, firstDay, time: '20:00', everyWeeks, skipped }, rounds).filter(({ isSkipped }) => !isSkipped)
      assert.equal(made.length, rounds)
      for (const { day, startsAt } of made) {
        assert.equal(wallTime(startsAt, timeZone), `${day}T20:00`)
        assert.equal(new Date(`${day}T00:00Z`).getUTCDay(), new Date(`${firstDay}T00:00Z`).getUTCDay())
        assert.ok(!skipped.includes(day))
      }
    }),
  )
})

const MOVES: readonly [at: string, weeks: number, timeZone: string, to: string][] = [
  ['2026-10-23T18:00:00.000Z', 1, 'Europe/Berlin', '2026-10-30T19:00:00.000Z'],
  ['2027-03-26T19:00:00.000Z', 1, 'Europe/Berlin', '2027-04-02T18:00:00.000Z'],
  ['2027-03-26T19:00:00.000Z', 1, 'UTC', '2027-04-02T19:00:00.000Z'],
  ['2026-10-30T19:00:00.000Z', 2, 'Europe/Berlin', '2026-11-13T19:00:00.000Z'],
  ['2026-10-30T19:00:00.000Z', -1, 'Europe/Berlin', '2026-10-23T18:00:00.000Z'],
]
for (const [at, weeks, zone, to] of MOVES)
  test(`${at} ${weeks} weeks later in ${zone}`, () => assert.equal(weeksLater(new Date(at), weeks, zone).toISOString(), to))

test('one of a list elsewhere', () => {
  const cases: readonly [from: number, to: number, list: string][] = [
    [0, 2, 'bcad'],
    [3, 0, 'dabc'],
    [1, 1, 'abcd'],
    [0, -1, 'abcd'],
    [3, 4, 'abcd'],
    [9, 0, 'abcd'],
  ]
  for (const [from, to, list] of cases) assert.equal(movedTo([...'abcd'], from, to).join(''), list)
})

test('days from a start to a day, by the clocks of the zone', () => {
  assert.equal(daysTo('2027-10-15', new Date('2026-10-16T18:00:00.000Z'), 'Europe/Berlin'), 364)
  assert.equal(daysTo('2026-10-17', new Date('2026-10-16T23:00:00.000Z'), 'Europe/Berlin'), 0)
  assert.equal(daysTo('2026-10-16', new Date('2026-10-16T23:00:00.000Z'), 'Europe/Berlin'), -1)
})
