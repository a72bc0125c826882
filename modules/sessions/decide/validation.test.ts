import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MINUTE_MS } from '#core/duration.ts'
import { formatLapTime, parseLapTime } from '#core/lap-time.ts'
import type { GameId, GameOption } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { isOptionValue } from '#games/options.ts'
import { PLANS, planFacts } from '#modules/billing/rules.ts'
import { sessionBody } from '../contract/shapes.ts'
import { checkStart } from '../decide.ts'
import { hasBop } from '../policy.ts'
import { addedStart, durationFault, isOnStartStep, isTooSoon, SESSION_STATUSES } from '../rules.ts'
import { checkSchedule } from './schedule.ts'
import { configOf } from './config.ts'
import { fields } from './fields.fixture.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const acc = gameOf('acc')!

/** Where a body that is sent is wrong; nothing where it is taken. */
function faultsIn(more: object, config: object = {}): readonly string[] {
  const body = {
    leagueId: '01890a5d-ac96-774b-bcce-b302099a8057',
    game: 'acc',
    sessionName: 'Friday GT',
    trackId: 'monza',
    cars: [{ id: '2' }],
    startsAt: '2026-11-20T20:00:00.000Z',
    ...more,
    config: { segments: [{ type: 'RACE', durationMin: 20 }], maxEntries: 20, ...config },
  }
  const read = sessionBody.safeParse(body)
  return read.success ? [] : read.error.issues.map(({ path }) => path.join('.'))
}

const refusedOf = (more: Parameters<typeof fields>[0]): string | null => {
  const config = configOf(acc, fields(more))
  return config.ok ? null : `${config.refusal.code} ${config.refusal.params['reason'] ?? ''}`.trim()
}

/** product.md §5, sentence by sentence, as far as events are concerned; those of entries and teams stand with entries. */
describe('product.md §5', () => {
  for (const [typed, most, expected] of [
    ['', 120, 'sessionDurationError'],
    ['1:30', 120, 'sessionDurationError'],
    ['01:60', 120, 'sessionDurationError'],
    ['0130', 120, 'sessionDurationError'],
    ['001:30', 120, 'sessionDurationError'],
    ['ab:cd', 120, 'sessionDurationError'],
    ['00:00', 120, 'durationNotZero'],
    ['00:00', null, 'durationNotZero'],
    ['00:01', 120, null],
    ['02:00', 120, null],
    ['02:01', 120, 'sessionDurationLengthError'],
    ['23:59', 120, 'sessionDurationLengthError'],
    ['23:59', null, null],
  ] as const)
    test(`"Session duration: 5 chars hh:mm else sessionDurationError; 00:00 gives durationNotZero; above max event duration (120 minutes) gives sessionDurationLengthError unless UNLIMITED": "${typed}" of ${most ?? 'UNLIMITED'}`, () =>
      assert.equal(durationFault(typed, most), expected))

  test('"Start minutes in 5-minute steps, 24h": at the door, and in the form’s choice', () => {
    for (const [at, expected] of [
      ['2026-11-20T20:05:00.000Z', []],
      ['2026-11-20T23:55:00+01:00', []],
      ['2026-11-20T20:06:00.000Z', ['startsAt']],
      ['2026-11-20T20:05:01.000Z', ['startsAt']],
      ['2026-11-20', ['startsAt']],
    ] as const)
      assert.deepEqual(faultsIn({ startsAt: at }), expected, at)
    assert.deepEqual([isOnStartStep(NOW), isOnStartStep(NOW + MINUTE_MS)], [true, false])
  })

  test('"date picker min today; past date-time becomes now plus minutes to add": and never begins before its server can', () => {
    for (const [startsInMs, minutesToAdd, expected] of [
      [-1, 10, 10],
      [0, 5, 10],
      [1000, 15, 15],
      [1001, 10, null],
    ] as const) {
      const moved = addedStart(NOW + startsInMs, NOW, minutesToAdd)
      assert.equal(moved === null ? null : (moved - NOW) / MINUTE_MS, expected, `${startsInMs} ms, ${minutesToAdd} min`)
    }
    assert.deepEqual([isTooSoon(NOW + 5 * MINUTE_MS - 1, NOW), isTooSoon(NOW + 5 * MINUTE_MS, NOW)], [true, false])
    const said = checkStart(new Date(NOW), new Date(NOW))
    assert.equal(said === true || said.refusal.code, 'EVENT_TOO_SOON')
  })

  test("\"Car classes: short name letters, digits, '-' and '_', unique; name max 30; multiclass needs at least 2 classes, each with at least 1 car; max 10 classes\"", () => {
    const one = (id: string, more: object = {}) => ({ id, name: id, color: '#ff0000', cars: ['2'], ...more })
    const other = one('GT4', { cars: ['34'] })
    for (const [classes, at] of [
      [[one('GT_3-a'), other], null],
      [[one('GT 3'), other], 'carClasses.0.id'],
      [[one('GT.3'), other], 'carClasses.0.id'],
      [[one('Gté'), other], 'carClasses.0.id'],
      [[one('', { name: 'GT3' }), other], 'carClasses.0.id'],
      [[one('GT3', { name: 'N'.repeat(30) }), other], null],
      [[one('GT3', { name: 'N'.repeat(31) }), other], 'carClasses.0.name'],
      [[one('GT3', { cars: [] }), other], 'carClasses.0.cars'],
      [Array.from({ length: 10 }, (_, no) => one(`C${no}`)), null],
      [Array.from({ length: 11 }, (_, no) => one(`C${no}`)), 'carClasses'],
    ] as const)
      assert.deepEqual(faultsIn({ cars: [], carClasses: classes }), at === null ? [] : [at], JSON.stringify(classes).slice(0, 120))
    const kept = (id: string, ...carIds: string[]) => ({ id, name: id, color: '#ff0000', carIds })
    assert.equal(refusedOf({ carIds: [], carClasses: [kept('A', '2')] }), 'CONFIG_INVALID classes')
    assert.equal(refusedOf({ carIds: [], carClasses: [kept('A', '2'), kept('a', '34')] }), 'CONFIG_INVALID shortName')
    assert.equal(refusedOf({ carIds: [], carClasses: [kept('A', '2'), kept('B', '34')] }), null)
  })

  test('"Duration HHMM 4 digits, at least 1 min" and "Practice duration at least 3 min", of each segment', () => {
    const qualify = { type: 'QUALIFY' as const, durationMin: 10, options: {} }
    const race = { type: 'RACE' as const, durationMin: 20, options: {} }
    assert.equal(refusedOf({ segments: [{ ...qualify, durationMin: 0 }, race] }), 'EVENT_DURATION_TOO_SHORT')
    assert.equal(refusedOf({ segments: [{ ...qualify, durationMin: 1 }, race] }), null)
    for (const [minutes, expected] of [
      [2, 'EVENT_DURATION_TOO_SHORT'],
      [3, null],
    ] as const)
      assert.equal(refusedOf({ segments: [{ type: 'PRACTICE', durationMin: minutes, options: {} }, qualify, race] }), expected, `${minutes} min`)
  })

  test('"Daily schedule at most 28 days"', () => {
    const schedule = (until: string) => ({ timeZone: 'Europe/Berlin', days: [1, 2, 3, 4, 5, 6, 7], times: ['20:00'], until })
    const said = (until: string) => {
      const verdict = checkSchedule(schedule(until), 'LEAGUE_PLUS', new Date(NOW))
      return verdict === true ? null : verdict.refusal.params['reason']
    }
    assert.deepEqual(
      ['2026-11-19', '2026-11-21', '2026-12-18', '2026-12-19'].map((until) => said(until)),
      ['noStart', null, null, 'daysAhead'],
    )
  })

  test('"passwords must differ", and may be left out to be generated', () => {
    assert.deepEqual(faultsIn({}, { passwords: {} }), [])
    for (const [password, isOne] of [
      ['abcd', true],
      ['a_b-C1234567890x', true],
      ['abc', false],
      ['a'.repeat(17), false],
      ['with space', false],
    ] as const)
      assert.deepEqual(faultsIn({}, { passwords: { server: password } }), isOne ? [] : ['config.passwords.server'], password)
  })

  test('"Set BOP button: game not ams2, not manual, WAITING or DRAFT"', () => {
    for (const status of SESSION_STATUSES) {
      const isBefore = status === 'WAITING' || status === 'DRAFT'
      assert.equal(hasBop({ manual: false, gameHasBop: true, status }), isBefore, status)
      assert.equal(hasBop({ manual: true, gameHasBop: true, status }), false, `${status}, by hand`)
      assert.equal(hasBop({ manual: false, gameHasBop: false, status }), false, `${status}, of a game without`)
    }
    assert.deepEqual(
      (['acc', 'assetto_corsa', 'r3e', 'ams2'] as const).map((game) => gameOf(game)!.bop != null),
      [true, true, true, false],
    )
  })

  test('"Time formats: mm:ss, hh:mm, HH:MM:SS.sss, MM:SS.sss": read as they are written', () => {
    for (const [typed, ms] of [
      ['01:42', 102_000],
      ['01:42.317', 102_317],
      ['01:00:41.318', 3_641_318],
      ['42.317', 42_317],
      ['1:60.000', null],
      ['60:00.000', null],
      ['1.42.317', null],
    ] as const)
      assert.equal(parseLapTime(typed), ms, typed)
    for (const ms of [42_317, 102_317, 3_641_318]) assert.equal(parseLapTime(formatLapTime(ms)), ms)
  })
})

/** What §5 says of a server's settings, and the option of each game that is it: the bounds are taken, what is past them and between steps is not. */
const RANGES: readonly (readonly [
  sentence: string,
  options: readonly (readonly [GameId, string])[],
  taken: readonly number[],
  refused: readonly number[],
])[] = [
  ['tyre sets 1-50', [['acc', 'eventRules.tyreSetCount']], [1, 50], [0, 51, 1.5]],
  [
    'wind max 40 m/s',
    [
      ['assetto_corsa', 'weather.windBaseSpeedMin'],
      ['assetto_corsa', 'weather.windBaseSpeedMax'],
    ],
    [0, 40],
    [-1, 41],
  ],
  ['max ping 0-450 (default 500)', [['r3e', 'limits.MaxPing']], [0, 450, 500], [-10, 455, 460, 490, 499, 501, 510]],
  ['min rating 0-2100 step 50', [['r3e', 'limits.MinRating']], [0, 50, 2100], [-50, 25, 2150]],
  ['min reputation 0-100', [['r3e', 'limits.MinReputation']], [0, 1, 100], [-1, 101]],
  ['max incident points 0-1000 step 10', [['r3e', 'limits.MaxIncidentPoints']], [0, 10, 1000], [-10, 5, 1010]],
  [
    'race finish duration 30-600',
    [
      ['r3e', 'rules.RaceFinishDuration'],
      ['assetto_corsa', 'raceOverTime'],
    ],
    [30, 600],
    [0, 20, 610],
  ],
  ['sun angle 8-18', [['assetto_corsa', 'sunAngle']], [8, 18], [7, 19]],
  [
    'weather cloud and rain 0-1 step 0.05',
    [
      ['acc', 'trackCondition.weather.cloudLevel'],
      ['acc', 'trackCondition.weather.rain'],
    ],
    [0, 0.05, 0.15, 1],
    [-0.05, 0.12, 1.05],
  ],
  ['randomness 0-7', [['acc', 'trackCondition.weather.weatherRandomness']], [0, 7], [-1, 8, 0.5]],
  ['cuts before penalty 0-50', [['ams2', 'rules.AllowedCutsBeforePenalty']], [0, 50], [-1, 51]],
  ['damage scale 25-200', [['ams2', 'realism.DamageScale']], [25, 200], [0, 24, 225]],
  [
    'progression multipliers up to 60',
    [
      ['ams2', 'DateProgression'],
      ['ams2', 'WeatherProgression'],
    ],
    [1, 60],
    [0, 61, 120],
  ],
  [
    'progression multipliers up to 60',
    [
      ['assetto_corsa', 'timeOfDayMult'],
      ['r3e', 'track.TimeOfDayMultiplier'],
    ],
    [0, 60],
    [-1, 61],
  ],
]

describe('product.md §5 "Server settings ranges"', () => {
  const optionOf = (id: GameId, key: string): GameOption => {
    const { options, segmentOptions } = gameOf(id)!
    const option = [...options, ...segmentOptions].find((one) => one.key === key)
    assert.ok(option, `${id} has ${key}`)
    return option
  }
  for (const [sentence, options, taken, refused] of RANGES)
    for (const [game, key] of options)
      test(`"${sentence}": ${key} of ${game}`, () => {
        const option = optionOf(game, key)
        for (const value of taken) assert.equal(isOptionValue(option, value), true, `${value} is taken`)
        for (const value of refused) assert.equal(isOptionValue(option, value), false, `${value} is refused`)
      })

  test('"max ping (default 500)": without a wish there is no limit', () => assert.equal(optionOf('r3e', 'limits.MaxPing').default, 500))

  test('"Road temperature max 75 °C": the hottest air with the most that the road has above it', () => {
    const [air, road] = ['weather.baseTemperatureAmbient', 'weather.baseTemperatureRoad'].map((key) => optionOf('assetto_corsa', key))
    assert.ok(air?.type === 'number' && road?.type === 'number')
    assert.ok(air.max + road.max <= 75, `${air.max} + ${road.max}`)
  })

  test('"max players 1-100", and with automated splits of each split', () => {
    for (const [count, isOne] of [
      [0, false],
      [1, true],
      [100, true],
      [101, false],
    ] as const) {
      const fault = (field: string) => (isOne ? [] : [field])
      assert.deepEqual(faultsIn({}, { maxEntries: 900, isMultiSplit: true, maxSplitEntries: count }), fault('config.maxSplitEntries'), `${count}`)
      if (count < 101) assert.deepEqual(faultsIn({}, { maxEntries: count }), fault('config.maxEntries'), `${count}`)
    }
    // on one server the plan and the track say how many
    for (const plan of PLANS) assert.ok(planFacts(plan).maxGrid <= 100, plan)
    assert.equal(refusedOf({ maxEntries: 101 }), 'LIMIT_GRID_SIZE track')
  })

  test('"laps min 0": none is a race by time, a race by laps has one at least', () => {
    const at = (laps: number | undefined) => faultsIn({}, { segments: [{ type: 'RACE', ...(laps === undefined ? { durationMin: 20 } : { laps }) }] })
    assert.deepEqual([at(undefined), at(1), at(999)], [[], [], []])
    assert.deepEqual([at(0), at(-1), at(1.5)], [['config.segments.0.laps'], ['config.segments.0.laps'], ['config.segments.0.laps']])
  })
})
