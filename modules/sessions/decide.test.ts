import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ac } from '#games/ac/ac.ts'
import { acc } from '#games/acc/acc.ts'
import type { Game, GameId } from '#games/game.ts'
import { gameOf, PLAYABLE } from '#games/index.ts'
import { afterOrder, checkEditedStart, checkPlan, keepsEntries, maySplitMove, summaryOf, type SessionOrder } from './decide.ts'
import { configOf } from './decide/config.ts'
import { fields } from './decide/fields.fixture.ts'
import type { SessionFields } from './decide/fields.ts'
import { SESSION_STATUSES, SPLIT_STATUSES, type SessionStatus, type SplitStatus } from './rules.ts'

test('every order in every state', () => {
  const leads: Readonly<Record<SessionOrder, Partial<Record<SessionStatus, SessionStatus>>>> = {
    publish: { DRAFT: 'WAITING' },
    edit: { DRAFT: 'DRAFT', WAITING: 'WAITING', RECURRING: 'RECURRING' },
    delete: { DRAFT: 'DRAFT', WAITING: 'WAITING', RECURRING: 'RECURRING' },
    setBop: { DRAFT: 'DRAFT', WAITING: 'WAITING' },
    decline: { WAITING: 'DECLINED' },
    restart: { FAILED: 'SCHEDULING', STARTED: 'SCHEDULING' },
    keepByHand: { IN_PROGRESS: 'IN_PROGRESS' },
    schedule: { DRAFT: 'RECURRING', RECURRING: 'RECURRING' },
    endSchedule: { RECURRING: 'RECURRING' },
    end: { STARTED: 'ENDED', IN_PROGRESS: 'ENDED', FAILED: 'ENDED' },
  }
  for (const [order, moves] of Object.entries(leads))
    for (const status of SESSION_STATUSES) {
      const after = afterOrder(status, order as SessionOrder)
      assert.equal(after.ok ? after.value : undefined, moves[status], `${order} in ${status}`)
    }
})

test('every move of a split', () => {
  const path: readonly (readonly [SplitStatus, string])[] = [
    ['WAITING', 'SCHEDULING'],
    ['SCHEDULING', 'STARTING FAILED'],
    ['STARTING', 'STARTED FAILED'],
    ['STARTED', 'IN_PROGRESS ENDED FAILED SCHEDULING'],
    ['IN_PROGRESS', 'ENDED'],
    ['FAILED', 'SCHEDULING ENDED'],
    ['ENDED', ''],
  ]
  for (const [from, to] of path)
    for (const status of SPLIT_STATUSES)
      assert.equal(maySplitMove(from, status, 'AUTOMATIC') === true, to.split(' ').includes(status), `${from} to ${status}`)
  assert.equal(maySplitMove('WAITING', 'IN_PROGRESS', 'ELSEWHERE'), true)
  assert.notEqual(maySplitMove('WAITING', 'SCHEDULING', 'ELSEWHERE'), true)
})

test('the session is the summary of its splits', () => {
  for (const [splits, status] of [
    ['WAITING', 'WAITING'],
    ['WAITING SCHEDULING', 'SCHEDULING'],
    ['STARTING STARTED', 'STARTED'],
    ['FAILED STARTED', 'STARTED'],
    ['FAILED WAITING', 'WAITING'],
    ['FAILED FAILED', 'FAILED'],
    ['FAILED ENDED', 'ENDED'],
    ['ENDED STARTING', 'IN_PROGRESS'],
    ['ENDED IN_PROGRESS', 'IN_PROGRESS'],
    ['ENDED ENDED', 'ENDED'],
  ] as const)
    assert.equal(summaryOf(splits.split(' ') as SplitStatus[]), status, splits)
})

describe('configuration', () => {
  const said = (game: Game, more: Partial<SessionFields>): string => {
    const config = configOf(game, fields(more))
    if (config.ok) return 'ok'
    const { code, params } = config.refusal
    return [code, params['field'], params['reason']].filter(Boolean).join(' ')
  }
  const carClass = (id: string, carIds: string[], more: object = {}) => ({ id, name: id, color: '#ff0000', carIds, ...more })
  const race = (more: object) => [{ type: 'RACE' as const, durationMin: 0, options: {}, ...more }]
  const acFields = { game: 'assetto_corsa' as const, trackId: 'imola', carIds: ['abarth500'], segments: race({ durationMin: 20 }) }

  test('cases', () => {
    for (const [expected, more] of [
      ['ok', {}],
      ['TRACK_NOT_FOUND trackId', { trackId: 'nowhere' }],
      ['TRACK_NOT_FOUND layoutId', { layoutId: 'none' }],
      ['LIMIT_GRID_SIZE config.maxEntries track', { maxEntries: 61 }],
      ['SERVER_NAME_INVALID serverName', { serverName: 'x' }],
      ['CONFIG_INVALID cars none', { carIds: [] }],
      ['CONFIG_INVALID cars unknown', { carIds: ['999'] }],
      ['CONFIG_INVALID cars twice', { carIds: ['2', '2'] }],
      ['CONFIG_INVALID carClasses classes', { carClasses: [carClass('A', ['2'])] }],
      ['CONFIG_INVALID carClasses shortName', { carClasses: [carClass('A', ['2']), carClass('a', ['1'])] }],
      ['CONFIG_INVALID carClasses twice', { carClasses: [carClass('A', ['2']), carClass('B', ['2'])] }],
      ['CONFIG_INVALID carClasses classMax', { carClasses: [carClass('A', ['2'], { maxEntries: 21 }), carClass('B', ['1'])] }],
      ['ok', { carClasses: [carClass('A', ['2'], { maxEntries: 20 }), carClass('B', ['1'])] }],
      ['CONFIG_INVALID config.segments missing', { segments: race({ durationMin: 10 }) }],
      ['CONFIG_INVALID config.segments order', { segments: fields().segments.toReversed() }],
      ['EVENT_DURATION_TOO_SHORT config.segments.1.durationMin', { segments: [fields().segments[0]!, ...race({})] }],
      [
        'EVENT_DURATION_TOO_SHORT config.segments.0.durationMin',
        { segments: [{ type: 'PRACTICE' as const, durationMin: 2, options: {} }, ...fields().segments] },
      ],
      ['ok', { segments: [{ type: 'PRACTICE' as const, durationMin: 3, options: {} }, ...fields().segments] }],
      ['CONFIG_INVALID config.segments.1.laps laps', { segments: [fields().segments[0]!, ...race({ laps: 10 })] }],
      [
        'CONFIG_INVALID config.segments.1.options.hourOfDay hours',
        { segments: [fields().segments[0]!, ...race({ durationMin: 10, options: { hourOfDay: 13 } })] },
      ],
      [
        'CONFIG_INVALID config.segments.1.options.hour option',
        { segments: [fields().segments[0]!, ...race({ durationMin: 10, options: { hour: 13 } })] },
      ],
      ['CONFIG_INVALID config.options.unknown option', { options: { unknown: 1 } }],
      ['CONFIG_INVALID config.options.eventRules.tyreSetCount option', { options: { 'eventRules.tyreSetCount': 51 } }],
      ['CONFIG_INVALID config.options.trackCondition.weather.rain option', { options: { 'trackCondition.weather.rain': 0.12 } }],
      ['CONFIG_INVALID config.options.rules.teamRules.maxTotalDrivingTime both', { options: { 'rules.teamRules.driverStintTimeSec': 3600 } }],
      ['CONFIG_INVALID config.options.rules.teamRules.maxDriversCount range', { options: { 'rules.teamRules.minDriversCount': 2 } }],
    ] as const)
      assert.equal(said(acc, more as Partial<SessionFields>), expected, JSON.stringify(more))
  })

  test('cases of a game with laps and layouts', () => {
    for (const [expected, more] of [
      ['ok', {}],
      ['ok', { segments: race({ laps: 12 }) }],
      ['CONFIG_INVALID config.segments.0.laps lapsOrMinutes', { segments: race({ laps: 12, durationMin: 20 }) }],
      ['LIMIT_GRID_SIZE config.maxEntries track', { maxEntries: 25 }],
      ['PIT_WINDOW_INVALID config.options.racePitWindowEnd range', { options: { racePitWindowStart: 5, racePitWindowEnd: 4 } }],
      ['TRACK_NOT_FOUND layoutId', { trackId: 'ks_barcelona', layoutId: 'gp' }],
      ['ok', { trackId: 'ks_barcelona', layoutId: 'layout_moto' }],
    ] as const)
      assert.equal(said(ac, { ...acFields, ...(more as Partial<SessionFields>) }), expected, JSON.stringify(more))
  })

  test('every game is planned with its own tables, and only what its server can be told', () => {
    const timed = [
      { type: 'QUALIFY' as const, durationMin: 12, options: {} },
      { type: 'RACE' as const, durationMin: 40, options: {} },
    ]
    const of = (id: GameId, more: Partial<SessionFields>) => {
      const game = gameOf(id)!
      const [track] = game.catalogue.tracks
      const plan = {
        game: id,
        trackId: track?.id ?? 'Nordschleife',
        carIds: [game.catalogue.cars[0]?.id ?? 'Audi TT'],
        segments: timed,
        maxEntries: 8,
      }
      return configOf(game, fields({ ...plan, ...more }))
    }
    for (const { id } of PLAYABLE) {
      const config = of(id, { manual: id === 'iracing' || id === 'manual' })
      assert.ok(config.ok, `${id}: ${JSON.stringify(config)}`)
      // a server of LMU knows 10 and 15 minutes, none between
      assert.deepEqual([config.value.durationMin, config.value.segments[0]?.durationMin], id === 'lmu' ? [55, 15] : [52, 12])
    }
    const refused = (id: GameId, more: Partial<SessionFields>): string => {
      const config = of(id, more)
      return config.ok ? 'ok' : `${config.refusal.code} ${config.refusal.params['field']} ${config.refusal.params['reason']}`
    }
    assert.equal(refused('ams2', { segments: [...timed, timed[1]!] }), 'CONFIG_INVALID config.segments count')
    assert.equal(refused('r3e', { segments: [...timed, timed[1]!, timed[1]!] }), 'ok')
    assert.equal(refused('r3e', { segments: timed, driverSwap: true }), 'CONFIG_INVALID driverSwap oneDriver')
    assert.equal(refused('r3e', { segments: [...timed, timed[1]!, timed[1]!, timed[1]!] }), 'CONFIG_INVALID config.segments count')
    const classes = [...new Map(gameOf('ams2')!.catalogue.cars.map((car) => [car.classId, car.id])).values()]
    assert.equal(refused('ams2', { carIds: classes.slice(0, 10) }), 'ok')
    assert.equal(refused('ams2', { carIds: classes.slice(0, 11) }), 'CONFIG_INVALID cars server.carId')
    assert.equal(refused('lmu', { segments: [{ ...timed[0]!, durationMin: 166 }, timed[1]!] }), 'CONFIG_INVALID config.segments server.segments')
    assert.equal(refused('lmu', { segments: [{ ...timed[0]!, durationMin: 165 }, timed[1]!] }), 'ok')
  })

  test('a session that is kept by hand takes any car and track, and races of its own number', () => {
    const races = (count: number) => Array.from({ length: count }, () => race({ durationMin: 30 })[0]!)
    const by = { manual: true, segments: races(8) }
    for (const [expected, more] of [
      ['ok', {}],
      ['ok', { trackId: 'Nordschleife by night', carIds: ['Wartburg 353'] }],
      ['TRACK_NOT_FOUND layoutId', { layoutId: 'none' }],
      ['TRACK_NOT_FOUND trackId', { trackId: 'Nordschleife', layoutId: 'none' }],
      ['ok', { maxEntries: 100 }],
      ['LIMIT_GRID_SIZE config.maxEntries track', { maxEntries: 101 }],
      ['CONFIG_INVALID config.segments count', { segments: races(9) }],
      ['CONFIG_INVALID config.segments missing', { segments: [fields().segments[0]!] }],
      ['CONFIG_INVALID config.options.eventRules.tyreSetCount option', { options: { 'eventRules.tyreSetCount': 50 } }],
      ['CONFIG_INVALID cars none', { carIds: [] }],
    ] as const)
      assert.equal(said(acc, { ...by, ...(more as Partial<SessionFields>) }), expected, JSON.stringify(more))
  })

  test('defaults are filled in, the first layout taken, laps estimated', () => {
    const config = configOf(ac, fields({ ...acFields, trackId: 'ks_barcelona', segments: race({ laps: 20 }), options: { raceExtraLap: true } }))
    assert.ok(config.ok)
    assert.deepEqual(
      [config.value.layoutId, config.value.durationMin, config.value.options['raceExtraLap'], Object.keys(config.value.options).length],
      ['layout_gp', 47, true, ac.options.length],
    )
  })
})

test('the plan: one below, at and above each limit', () => {
  const none = { driverSwap: false, serverProtection: false, isMultiSplit: false, entryRules: false }
  const wish = { plan: 'FREE' as const, used: { events: 0, minutes: 0 }, durationMin: 60, maxEntries: 20, ...none }
  const said = (more: object): string => {
    const verdict = checkPlan({ ...wish, ...more })
    return verdict === true ? 'ok' : verdict.refusal.code
  }
  for (const [expected, more] of [
    ['ok', { maxEntries: 30 }],
    ['FEATURE_NOT_IN_PLAN', { isMultiSplit: true }],
    ['ok', { isMultiSplit: true, plan: 'LEAGUE_PLUS' }],
    ['LIMIT_GRID_SIZE', { maxEntries: 31 }],
    ['LIMIT_GRID_SIZE', { maxEntries: 1 }],
    ['ok', { maxEntries: 2 }],
    ['ok', { durationMin: 120 }],
    ['EVENT_DURATION_TOO_LONG', { durationMin: 121 }],
    ['ok', { used: { events: 9, minutes: 0 } }],
    ['LIMIT_EVENTS_PER_WEEK', { used: { events: 10, minutes: 0 } }],
    ['ok', { used: { events: 0, minutes: 1140 } }],
    ['LIMIT_DURATION_PER_MONTH', { used: { events: 0, minutes: 1141 } }],
    // a draft counts nowhere, yet must fit the plan by itself
    ['ok', { used: null }],
    ['EVENT_DURATION_TOO_LONG', { used: null, durationMin: 121 }],
    ['FEATURE_NOT_IN_PLAN', { driverSwap: true }],
    ['FEATURE_NOT_IN_PLAN', { serverProtection: true }],
    ['FEATURE_NOT_IN_PLAN', { entryRules: true }],
    ['ok', { plan: 'LEAGUE_PLUS', entryRules: true }],
    [
      'ok',
      { plan: 'LEAGUE_PLUS', driverSwap: true, serverProtection: true, used: { events: 99, minutes: 9999 }, durationMin: 1440, maxEntries: 100 },
    ],
    ['EVENT_DURATION_TOO_LONG', { plan: 'LEAGUE_PLUS', durationMin: 1441 }],
  ] as const)
    assert.equal(said(more), expected, JSON.stringify(more))
})

test('a save keeps what others entered', () => {
  const before = { carIds: ['1', '2'], maxEntries: 20, classes: [{ id: 'A', carIds: ['1', '2'], taken: 3 }] }
  const after = { carIds: ['1', '2'], maxEntries: 20, classes: [{ id: 'A', carIds: ['1', '2'] }], splits: null }
  const entered = { taken: 3, waiting: 0, held: 0 }
  const said = (more: object, who = entered): string => {
    const verdict = keepsEntries(before, { ...after, ...more }, who)
    return verdict === true ? 'ok' : `${verdict.refusal.code} ${verdict.refusal.params['field']}`
  }
  assert.equal(said({}), 'ok')
  assert.equal(said({ maxEntries: 3 }), 'ok')
  assert.equal(said({ maxEntries: 2 }), 'CONFIG_INVALID config.maxEntries')
  assert.equal(said({ maxEntries: 3 }, { ...entered, held: 1 }), 'CONFIG_INVALID config.maxEntries')
  const splits = { most: 6, least: 3 }
  assert.equal(said({ maxEntries: 3, splits }, { ...entered, held: 3 }), 'ok')
  assert.equal(said({ maxEntries: 3, splits }, { ...entered, held: 4 }), 'CONFIG_INVALID config.maxSplitEntries')
  assert.equal(said({ carIds: ['1'] }), 'CAR_CHANGE_NOT_ALLOWED cars')
  assert.equal(said({ carIds: ['1'] }, { taken: 0, waiting: 0, held: 0 }), 'ok')
  assert.equal(said({ carIds: ['1'] }, { taken: 0, waiting: 1, held: 0 }), 'CAR_CHANGE_NOT_ALLOWED cars')
  assert.equal(said({ carIds: ['1', '2', '3'] }), 'ok')
  assert.equal(said({ classes: [] }), 'CAR_CHANGE_NOT_ALLOWED carClasses')
  assert.equal(said({ classes: [{ id: 'A', carIds: ['1', '2'], maxEntries: 2 }] }), 'CONFIG_INVALID carClasses')
})

test('an edited event keeps its start, or gets one that can still be met', () => {
  const now = new Date('2026-06-01T18:00:00Z')
  const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)
  const cases: readonly [startsIn: number, moved: boolean, isPublished: boolean, refusal: string | null][] = [
    [1, false, true, null],
    [0, false, true, 'EVENT_TOO_SOON'],
    [1, true, true, 'EVENT_TOO_SOON'],
    [1, true, false, 'EVENT_TOO_SOON'],
    [-60, false, false, null],
    [60, true, true, null],
    [2 * 366 * 24 * 60, true, true, 'CONFIG_INVALID'],
  ]
  for (const [startsIn, moved, isPublished, refusal] of cases) {
    const verdict = checkEditedStart(inMinutes(startsIn), { moved, isPublished }, now)
    assert.equal(verdict === true ? null : verdict.refusal.code, refusal, `${startsIn} ${moved} ${isPublished}`)
  }
})
