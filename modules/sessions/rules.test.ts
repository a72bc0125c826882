import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/duration.ts'
import {
  BOUNDS,
  hasSeatFor,
  addedStart,
  isRestartable,
  isServerName,
  isTooSoon,
  LAUNCH_LEAD_MS,
  nextStartStep,
  passwordFrom,
  plannedMinutes,
  registrationOpensAt,
  serverNameFor,
  typedServerName,
  stateWord,
  takesDrivers,
  weatherOf,
  seatsFreeAt,
} from './rules.ts'
import { BONUS_RANGE } from '#modules/points/rules.ts'
import { pointsOf } from './rules/points.ts'
import { freeSeats, seatsToOffer } from './rules/seats.ts'

const NOW = Date.parse('2026-11-20T19:02:00Z')
const at = (text: string): Date => new Date(text)

test('seats are spoken of while somebody may still come', () => {
  const startsAt = new Date(NOW + HOUR_MS).toISOString()
  for (const [status, nowMs, expected] of [
    ['WAITING', NOW, true],
    ['WAITING', NOW + HOUR_MS, false],
    ['SCHEDULING', NOW, false],
    ['IN_PROGRESS', NOW + HOUR_MS, false],
    ['ENDED', NOW + DAY_MS, false],
  ] as const)
    assert.equal(takesDrivers({ status, startsAt }, nowMs), expected, status)
})

test('what is full, for chosen drivers or about to be set up is nothing to offer to somebody who is too late', () => {
  for (const [status, seatsFree, inMs, driversChosen, expected] of [
    ['WAITING', 1, HOUR_MS, false, true],
    ['WAITING', 1, HOUR_MS, true, false],
    ['WAITING', 0, HOUR_MS, false, false],
    ['WAITING', 20, 5 * MINUTE_MS, false, true],
    ['WAITING', 20, 5 * MINUTE_MS - 1, false, false],
    ['WAITING', 20, -1, false, false],
    ['SCHEDULING', 20, HOUR_MS, false, false],
    ['DRAFT', 20, HOUR_MS, false, false],
    ['ENDED', 20, HOUR_MS, false, false],
  ] as const)
    assert.equal(
      hasSeatFor({ status, seatsFree, seatsKept: 0, driversChosen, startsAt: new Date(NOW + inMs).toISOString() }, NOW),
      expected,
      `${status} ${seatsFree} ${inMs} ${driversChosen}`,
    )
})

/** An hour long, and just begun. */
const planned = { startsAt: new Date(NOW).toISOString(), duration: 60, seatsKept: 0 }

test('the state in a word: full where nobody finds a seat any more', () => {
  for (const [status, seatsFree, opensInMs, expected] of [
    ['WAITING', 1, 0, 'open'],
    ['WAITING', 0, 0, 'full'],
    ['WAITING', 0, 1, 'opensLater'],
    ['IN_PROGRESS', 0, 0, 'racing'],
  ] as const) {
    const event = {
      ...planned,
      status,
      seatsFree,
      registrationOpensAt: new Date(NOW + opensInMs).toISOString(),
      driversChosen: false,
      tournamentType: null,
    }
    assert.equal(stateWord(event, NOW), expected, status)
    assert.equal(stateWord({ ...event, tournamentType: 'SERIES' }, NOW), expected, 'a series is registered for event by event')
  }
})

test('seats that are kept for who waited are everybody’s ten minutes before the start', () => {
  const event = { status: 'WAITING', seatsFree: 0, seatsKept: 2, driversChosen: false, duration: 60, tournamentType: null } as const
  const registrationOpensAt = new Date(NOW - HOUR_MS).toISOString()
  for (const [inMs, free, word] of [
    [10 * MINUTE_MS + 1, 0, 'full'],
    [10 * MINUTE_MS, 2, 'open'],
  ] as const) {
    const now = { ...event, registrationOpensAt, startsAt: new Date(NOW + inMs).toISOString() }
    assert.deepEqual([seatsFreeAt(now, NOW), stateWord(now, NOW), hasSeatFor(now, NOW)], [free, word, free > 0])
  }
})

test('the state in a word: no registration is open where the drivers come with their season, and in a round for its own alone', () => {
  for (const [tournamentType, seatsFree, opensInMs, expected] of [
    ['CHAMPIONSHIP', 1, 0, 'ofSeason'],
    ['CHAMPIONSHIP', 0, 0, 'ofSeason'],
    ['CHAMPIONSHIP', 1, 1, 'ofSeason'],
    // of a season that is not published yet nothing is said but that
    [null, 1, 0, 'ofSeason'],
    ['ROUND', 1, 0, 'invited'],
    ['ROUND', 0, 0, 'full'],
    ['ROUND', 1, 1, 'opensLater'],
  ] as const) {
    const registrationOpensAt = new Date(NOW + opensInMs).toISOString()
    assert.equal(stateWord({ ...planned, status: 'WAITING', seatsFree, registrationOpensAt, driversChosen: true, tournamentType }, NOW), expected)
  }
  const begun = {
    ...planned,
    status: 'IN_PROGRESS',
    seatsFree: 1,
    registrationOpensAt: '2026-01-01',
    driversChosen: true,
    tournamentType: 'CHAMPIONSHIP',
  } as const
  assert.equal(stateWord(begun, NOW), 'racing')
  assert.equal(stateWord(begun, NOW + 2 * HOUR_MS), 'racing')
  assert.equal(stateWord(begun, NOW + 2 * HOUR_MS + 1), 'resultsToCome', 'an hour after its planned end nobody is on track')
})

test('free seats: of the grid, and no more than its classes have room for', () => {
  type Told = readonly [taken: number, seats: number, classes: readonly (readonly [most: number | null, taken: number])[], expected: number]
  const table: readonly Told[] = [
    [7, 20, [], 13],
    [20, 20, [], 0],
    [25, 20, [], 0],
    // one class without a limit takes whoever the grid takes
    [
      7,
      20,
      [
        [2, 2],
        [null, 5],
      ],
      13,
    ],
    [
      4,
      20,
      [
        [2, 2],
        [2, 2],
      ],
      0,
    ],
    [
      3,
      20,
      [
        [2, 2],
        [2, 1],
      ],
      1,
    ],
    // over its limit, one class takes nothing away from another
    [
      5,
      20,
      [
        [2, 4],
        [2, 1],
      ],
      1,
    ],
    [
      19,
      20,
      [
        [16, 10],
        [16, 9],
      ],
      1,
    ],
  ]
  for (const [taken, seats, classes, expected] of table)
    assert.equal(
      freeSeats({ taken, seats, classes: classes.map(([maxEntries, inIt]) => ({ maxEntries, taken: inIt })) }),
      expected,
      JSON.stringify([taken, seats, classes]),
    )
})

test('seats that a check-in has left are for those who wait, before they are for somebody who comes', () => {
  const row = {
    game: 'acc',
    max_entries: 20,
    taken: 17,
    spectators: 0,
    split_count: 1,
    split_seats: null,
    split_least: null,
    splits_frozen_at: null,
  } as const
  const closed = new Date(NOW)
  for (const [waiting, check_in_closed_at, expected] of [
    [2, null, [3, 0]],
    [2, closed, [1, 2]],
    [3, closed, [0, 3]],
    [9, closed, [0, 3]],
  ] as const)
    assert.deepEqual(Object.values(seatsToOffer({ ...row, waiting, check_in_closed_at }, [])), expected, String(waiting))
})

test('a start is too soon below five minutes', () => {
  for (const [ms, soon] of [
    [LAUNCH_LEAD_MS - 1, true],
    [LAUNCH_LEAD_MS, false],
    [LAUNCH_LEAD_MS + 1, false],
  ] as const)
    assert.equal(isTooSoon(NOW + ms, NOW), soon)
})

test('a start about a second away or past moves on to a step', () => {
  assert.equal(addedStart(NOW + 1001, NOW), null)
  assert.equal(addedStart(NOW + 1000, NOW), Date.parse('2026-11-20T19:15:00Z'))
  assert.equal(addedStart(NOW - DAY_MS, NOW), Date.parse('2026-11-20T19:15:00Z'))
  // five or less becomes ten
  assert.equal(addedStart(NOW, NOW, 5), Date.parse('2026-11-20T19:15:00Z'))
  assert.equal(addedStart(NOW, NOW, 6), Date.parse('2026-11-20T19:10:00Z'))
  assert.equal(addedStart(NOW, NOW, 30), Date.parse('2026-11-20T19:35:00Z'))
  assert.equal(nextStartStep(Date.parse('2026-11-20T19:15:00Z')), Date.parse('2026-11-20T19:15:00Z'))
})

test('registration opens six days before, seven for Supporter and Sport, or when the admin said', () => {
  const startsAt = at('2026-11-20T20:00:00Z')
  const opens = (plan: string, chosen: Date | null = null) => registrationOpensAt({ startsAt, registrationOpensAt: chosen }, plan).toISOString()
  assert.equal(opens('FREE'), '2026-11-14T20:00:00.000Z')
  assert.equal(opens('PREMIUM'), '2026-11-13T20:00:00.000Z')
  assert.equal(opens('SPORT'), '2026-11-13T20:00:00.000Z')
  assert.equal(opens('SPORT', at('2026-11-01T00:00:00Z')), '2026-11-01T00:00:00.000Z')
})

test('a restart is possible for less than 24 hours', () => {
  for (const [ms, may] of [
    [24 * HOUR_MS - 1, true],
    [24 * HOUR_MS, false],
  ] as const)
    assert.equal(isRestartable('FAILED', NOW - ms, NOW), may)
  assert.equal(isRestartable('IN_PROGRESS', NOW - MINUTE_MS, NOW), false)
})

test('server names', () => {
  for (const [name, good] of [
    ['abc', true],
    ['ab', false],
    ['x'.repeat(60), true],
    ['x'.repeat(61), false],
    ['---', false],
    ['Rennen „Nürburgring“ #3', true],
    ['a;b]c', false],
    ['{"x":1}', false],
  ] as const)
    assert.equal(isServerName(name), good, name)
  assert.equal(serverNameFor('Cup [R1]; "final"'), 'Cup R1 final')
  assert.equal(serverNameFor('***'), 'Race server')
  assert.deepEqual([typedServerName('Cup [R1]', 'Cup R1'), typedServerName('Cup [R2]', 'Cup R1')], [null, 'Cup R1'])
  assert.ok(isServerName(serverNameFor('x '.repeat(64))))
})

test('the sky of every game in one word, none where it is not known beforehand', () => {
  for (const [sky, options, ofRace] of [
    ['clear', { 'weather.graphics': '3_clear' }, {}],
    ['rain', { 'trackCondition.weather.rain': 0.3, 'trackCondition.weather.cloudLevel': 0.9 }, {}],
    ['scattered', { 'weather.kind': 1 }, {}],
    [null, { 'weather.kind': 4 }, {}],
    ['heavyRain', {}, { WeatherSlots: 2, WeatherSlot1: 'storm', WeatherSlot2: 'clear' }],
    [null, {}, { WeatherSlots: 0, WeatherSlot1: 'storm' }],
    [null, {}, { WeatherSlots: 1, WeatherSlot1: 'random' }],
    [null, {}, {}],
  ] as const)
    assert.equal(weatherOf(options, ofRace).sky, sky, JSON.stringify([options, ofRace]))
})

test('an event has points of its own only where its row holds a table', () => {
  for (const stored of [{}, null, 'x']) assert.equal(pointsOf(stored), null)
  assert.deepEqual(pointsOf({ table: [3, 2, 1] }), { table: [3, 2, 1] })
  assert.equal(BOUNDS.bonusPoints, BONUS_RANGE[1])
})

test('generated passwords have their length and only fair bytes', () => {
  assert.equal(passwordFrom(new Uint8Array([255, 0, 224, 1, 2, 3, 4, 223, 5]), 6), 'abcdef'.replace('f', '9'))
  assert.equal(passwordFrom(new Uint8Array(24).fill(7), 12).length, 12)
})

test('a race by laps is estimated at 120 km/h', () => {
  assert.equal(plannedMinutes({ durationMin: 20 }, 5000), 20)
  assert.equal(plannedMinutes({ durationMin: 0, laps: 10 }, 5800), 29)
  assert.equal(plannedMinutes({ durationMin: 0, laps: 1 }, 1), 1)
})
