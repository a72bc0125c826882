import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { protestConfigTyped } from './contract/config.ts'
import { mayName, maySubmit, type EventFacts } from './policy.ts'
import { conflictOf, type Relation } from './rules/conflict.ts'
import { penaltiesOf, PENALTY_KINDS, type Penalty } from './rules/penalty.ts'
import {
  DEFAULT_RULES,
  decisionOf,
  freeAgainAt,
  isLimitReached,
  majorityOf,
  reportableSegments,
  statusAfter,
  windowOf,
  windowState,
  type Decision,
} from './rules.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ENDED = Date.parse('2026-10-24T20:00:00.000Z')

describe('the window: “opens at session end plus startDelayHrs hours and lasts durationDays days” (product.md §4)', () => {
  const event: EventFacts = {
    hidden: false,
    closed: false,
    role: 'member',
    status: 'ENDED',
    endedAt: new Date(ENDED),
    rules: DEFAULT_RULES,
    tournamentFinished: false,
    splits: [1],
    rejectedAt: [],
  }
  // over the night of 25 October, on which clocks in Europe are set back: a day is 24 hours all the same
  const opens = ENDED + HOUR
  const closes = opens + 2 * DAY
  for (const [atMs, state, code] of [
    [opens - 1, 'not_started', 'protest_window_not_started'],
    [opens, 'open', null],
    [opens + 1, 'open', null],
    [closes - 1, 'open', null],
    [closes, 'ended', 'protest_window_ended'],
    [closes + 1, 'ended', 'protest_window_ended'],
  ] as const)
    test(`${atMs - opens} ms after it opens it is ${state}`, () => {
      assert.equal(windowState(windowOf(DEFAULT_RULES, ENDED), atMs), state)
      const may = maySubmit(event, new Date(atMs))
      assert.equal(may === true ? null : may.refusal.code, code)
      if (code === 'protest_window_not_started') assert.equal(may !== true && may.refusal.params['TIME'], new Date(opens).toISOString())
    })

  test('what else keeps somebody from reporting, in the order in which it is said', () => {
    const now = new Date(opens)
    const rejectedAt = [1, 2, 3, 4].map((hours) => new Date(opens - hours * HOUR))
    for (const [facts, code] of [
      [{ hidden: true, role: null }, 'NOT_FOUND'],
      [{ status: 'DRAFT' }, 'NOT_FOUND'],
      [{ closed: true }, 'COMMUNITY_CLOSED'],
      [{ rules: { ...DEFAULT_RULES, isEnabled: false } }, 'PROTESTS_DISABLED'],
      [{ splits: [] }, 'PROTEST_NOT_ALLOWED'],
      [{ splits: [], role: 'steward' }, null],
      [{ splits: [], role: 'owner' }, null],
      [{ tournamentFinished: true }, 'protest_reports_not_allowed_ended_tournament'],
      [{ status: 'IN_PROGRESS', endedAt: null }, 'WRONG_STATE'],
      [{ status: 'DECLINED' }, 'WRONG_STATE'],
      [{ rejectedAt }, 'protest_rejection_limit'],
      [{ rejectedAt: rejectedAt.slice(1) }, null],
      [{ rejectedAt, rules: { ...DEFAULT_RULES, rejections: null } }, null],
      // product.md §5: missing rules count as limit reached
      [{ rules: null }, 'protest_rejection_limit'],
    ] as const) {
      const may = maySubmit({ ...event, ...facts } as EventFacts, now)
      assert.equal(may === true ? null : may.refusal.code, code, JSON.stringify(facts))
    }
    const may = maySubmit({ ...event, rejectedAt }, now)
    assert.equal(may !== true && may.refusal.params['TIME'], new Date(opens - 4 * HOUR + 30 * DAY).toISOString())
  })
})

describe('the twelve relations of a conflict of interest (security.md C6)', () => {
  const steward: Relation = {
    role: 'steward',
    isReporter: false,
    isReportee: false,
    isTeamMate: false,
    hasReviewed: false,
    decidedFirst: false,
  }
  const named = { isSelf: false, isTeamMate: false, drovesThere: true, isReportable: true }
  const reviews = (relation: Partial<Relation>, others = 5) => conflictOf({ ...steward, ...relation }, others, 3)
  const reports = (facts: Partial<typeof named>) => {
    const may = mayName({ ...named, ...facts })
    return may === true ? null : may.refusal.code
  }
  const fromSplit = (splits: readonly number[], splitNo: number) => {
    const event = {
      hidden: false,
      closed: false,
      role: null,
      status: 'ENDED',
      endedAt: new Date(ENDED),
      rules: DEFAULT_RULES,
      rejectedAt: [],
    } as const
    const may = maySubmit({ ...event, tournamentFinished: false, splits }, new Date(ENDED + 2 * HOUR), splitNo)
    return may === true ? null : may.refusal.code
  }
  const TABLE: readonly (readonly [relation: string, found: string | null, wanted: string | null])[] = [
    ['reviews what they reported', reviews({ isReporter: true }), 'PROTEST_OWN_CASE'],
    ['reviews what names them', reviews({ isReportee: true }), 'PROTEST_OWN_CASE'],
    ['reviews a case of a team-mate', reviews({ isTeamMate: true }), 'PROTEST_OWN_CASE'],
    ['reviews a case of their own as the owner', reviews({ role: 'owner', isReportee: true }), 'PROTEST_OWN_CASE'],
    ['has reviewed it', reviews({ hasReviewed: true }), 'PROTEST_ALREADY_REVIEWED'],
    ['decided first, and others are enough for the appeal', reviews({ decidedFirst: true }, 3), 'PROTEST_ALREADY_REVIEWED'],
    ['decided first, and others are too few', reviews({ decidedFirst: true }, 2), null],
    ['holds no office', reviews({ role: 'member' }), 'STEWARD_REQUIRED'],
    ['judges in another community alone', reviews({ role: null }), 'STEWARD_REQUIRED'],
    ['drove the race and is not named', reviews({}), null],
    ['reports somebody who was not in the race', reports({ drovesThere: false }), 'PROTEST_NOT_ALLOWED'],
    ['reports from another split', fromSplit([2], 1), 'PROTEST_NOT_ALLOWED'],
  ]
  for (const [relation, found, wanted] of TABLE) test(`${relation}: ${wanted ?? 'may'}`, () => assert.equal(found, wanted))
  test('and nobody reports themselves or their team', () => {
    assert.equal(TABLE.length, 12)
    assert.equal(reports({ isSelf: true }), 'PROTEST_NOT_ALLOWED')
    assert.equal(reports({ isTeamMate: true }), 'PROTEST_NOT_ALLOWED')
    assert.equal(reports({ isReportable: false }), 'PROTEST_SEGMENT_INVALID')
    assert.equal(fromSplit([2], 2), null)
  })
})

describe('votes', () => {
  test('one side has it with (n+1)/2 of them', () => {
    assert.deepEqual([1, 3, 5, 7, 9].map(majorityOf), [1, 2, 3, 4, 5])
  })
  const A = 'ACCEPT'
  const R = 'REJECT'
  for (const [stage, votes, required, status] of [
    [1, [], 3, 'PENDING'],
    [1, [A], 3, 'IN_PROGRESS'],
    [1, [A, R], 3, 'IN_PROGRESS'],
    [1, [A, A], 3, 'ACCEPTED'],
    [1, [R, A, R], 3, 'REJECTED'],
    [1, [A], 1, 'ACCEPTED'],
    [1, [R], 1, 'REJECTED'],
    [2, [], 3, 'APPEALED'],
    [2, [A, R], 3, 'APPEALED'],
    [2, [A, A], 3, 'APPEAL_ACCEPTED'],
    [2, [R, R], 3, 'APPEAL_REJECTED'],
  ] as const)
    test(`${stage === 1 ? 'report' : 'appeal'}: ${votes.join(' ') || 'none'} of ${required} make ${status}`, () =>
      assert.equal(statusAfter(stage, votes, required), status))

  test('whatever the votes, one that is odd in number is decided by its last vote at the latest, and never twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4 }), fc.infiniteStream(fc.constantFrom<Decision>('ACCEPT', 'REJECT')), (half, stream) => {
        const required = 2 * half + 1
        const votes: Decision[] = []
        for (const one of stream) {
          votes.push(one)
          const decision = decisionOf(votes, required)
          if (decision !== null) {
            assert.equal(decision, one)
            assert.equal(votes.filter((vote) => vote === decision).length, majorityOf(required))
            return
          }
          assert.ok(votes.length < required)
        }
      }),
    )
  })
})

describe('what a verdict gives', () => {
  const five: Penalty = { kind: 'TIME', amount: 5 }
  const ten: Penalty = { kind: 'TIME', amount: 10 }
  const ban: Penalty = { kind: 'QUALIFYING_BAN', amount: null }
  const warning: Penalty = { kind: 'WARNING', amount: null }
  for (const [votes, given] of [
    [[[five], [five]], [five]],
    [[[ten], [five], [ten]], [ten]],
    [[[ten], [five]], [five]],
    [[[ten], []], []],
    [[[{ kind: 'NO_ACTION', amount: null }], []], []],
    [
      [
        [ban, five],
        [five, ban],
      ],
      [five, ban],
    ],
    [[[five, ban], [five]], [five]],
    [[[warning], [ban]], [warning]],
    [[], []],
  ] as readonly (readonly [readonly (readonly Penalty[])[], readonly Penalty[]])[])
    test(`${JSON.stringify(votes.map((one) => one.map(({ kind, amount }) => `${kind} ${amount ?? ''}`.trim())))}`, () =>
      assert.deepEqual(penaltiesOf(votes), given))

  test('does not hang on the order of the votes', () => {
    const penalty = fc.record({ kind: fc.constantFrom(...PENALTY_KINDS), amount: fc.constantFrom(5, 10) }, { noNullPrototype: true })
    fc.assert(
      fc.property(fc.array(fc.array(penalty, { maxLength: 2 }), { maxLength: 5 }), (votes) =>
        assert.deepEqual(penaltiesOf(votes), penaltiesOf(votes.toReversed())),
      ),
    )
  })
})

describe('the rejection limit: “rejected count above maxRejectionCountPerPeriod blocks” (product.md §5)', () => {
  test('at and above it', () => {
    assert.deepEqual(
      [2, 3, 4].map((rejected) => isLimitReached(DEFAULT_RULES, rejected)),
      [false, false, true],
    )
    assert.equal(isLimitReached(null, 0), true)
  })
  test('it ends when so many have left the period that the rest is within', () =>
    assert.equal(freeAgainAt({ most: 1, days: 1 }, [3000, 2000, 1000]), 2000 + DAY))
})

test('every segment but practice may be reported, with its number among its type', () =>
  assert.deepEqual(reportableSegments([{ type: 'PRACTICE' }, { type: 'QUALIFY' }, { type: 'RACE' }, { type: 'RACE' }]), [
    { segmentIndex: 1, type: 'QUALIFY', no: 1 },
    { segmentIndex: 2, type: 'RACE', no: 1 },
    { segmentIndex: 3, type: 'RACE', no: 2 },
  ]))

describe('rules as they are sent, in both spellings', () => {
  const read = (config: unknown) => protestConfigTyped(DEFAULT_RULES).safeParse(config)
  test('what is left out is as decided, and both spellings come back', () => {
    const both = read({ duration_days: 5, rejectionLimit: { maxRejectionCountPerPeriod: 7 }, allowAppeals: false }).data!
    assert.deepEqual(both.protestWindow, { startDelayHrs: 1, durationDays: 5 })
    assert.deepEqual([both.max_rejection_count_per_period, both.rejectionLimit.maxRejectionCountPerPeriod, both.allow_appeals], [7, 7, false])
    assert.deepEqual([both.reviewer_count, both.enable_protest_rules, both.appeal_duration_hrs], [3, true, 24])
    assert.deepEqual(read(both).data, both)
    const off = read({ enable_rejection_limits: false, max_rejection_count_per_period: 9 }).data!
    assert.deepEqual([off.enable_rejection_limits, off.max_rejection_count_per_period], [false, 9])
  })
  for (const wrong of [
    { duration_days: 0 },
    { duration_days: 15 },
    { start_delay_hrs: 73 },
    { reviewer_count: 10 },
    { max_rejection_count_per_period: 21 },
    { max_rejection_count_period_days: 366 },
    { duration_days: 2.5 },
    { another: 1 },
    { duration_days: 3, protestWindow: { startDelayHrs: 1, durationDays: 4 } },
  ])
    test(`not ${JSON.stringify(wrong)}`, () => assert.equal(read(wrong).success, false))
})
