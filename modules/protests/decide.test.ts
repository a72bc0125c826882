import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Verdict } from '#core/result.ts'
import { answer, appeal, carryOver, forgive, PENALTY_STATES, reopen, serve, vote, withdraw, type PenaltyState, type ReportState } from './decide.ts'
import { maySubmit } from './policy.ts'
import { DEFAULT_CATALOGUE } from './rules/penalty.ts'
import { countedSince, DEFAULT_RULES, freeAgainAt, isLimitReached, PROTEST_STATUSES, type ProtestStatus } from './rules.ts'

const NOW = new Date('2026-03-29T01:30:00.000Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const codeOf = (verdict: Verdict | { readonly ok: boolean; readonly refusal?: { readonly code: string } }): string =>
  verdict === true || ('ok' in verdict && verdict.ok) ? 'may' : verdict.refusal!.code

/** A report as it is in a state. */
function reportIn(status: ProtestStatus): ReportState {
  const isAppealed = ['APPEALED', 'APPEAL_ACCEPTED', 'APPEAL_REJECTED'].includes(status)
  const isDecided = isAppealed || status === 'ACCEPTED' || status === 'REJECTED'
  return {
    status,
    requiredReviews: 3,
    appealUntil: isDecided ? new Date(NOW.getTime() + HOUR) : null,
    appealedAt: isAppealed ? NOW : null,
    answeredAt: null,
    verdict: isDecided ? (status === 'REJECTED' ? 'REJECT' : 'ACCEPT') : null,
  }
}
const VOTE = { decision: 'REJECT', penalties: [] } as const
const BY = { rules: DEFAULT_RULES, catalogue: DEFAULT_CATALOGUE, now: NOW }

describe('what may be done with a report in each of its states', () => {
  for (const [status, voting, appealing, answering, withdrawing] of [
    ['PENDING', 'may', 'WRONG_STATE', 'may', 'may'],
    ['IN_PROGRESS', 'may', 'WRONG_STATE', 'may', 'WITHDRAW_ONLY_PENDING'],
    ['ACCEPTED', 'WRONG_STATE', 'may', 'WRONG_STATE', 'WITHDRAW_ONLY_PENDING'],
    ['REJECTED', 'WRONG_STATE', 'may', 'WRONG_STATE', 'WITHDRAW_ONLY_PENDING'],
    ['APPEALED', 'may', 'APPEAL_ONCE', 'may', 'WITHDRAW_ONLY_PENDING'],
    ['APPEAL_ACCEPTED', 'WRONG_STATE', 'APPEAL_ONCE', 'WRONG_STATE', 'WITHDRAW_ONLY_PENDING'],
    ['APPEAL_REJECTED', 'WRONG_STATE', 'APPEAL_ONCE', 'WRONG_STATE', 'WITHDRAW_ONLY_PENDING'],
    ['WITHDRAWN', 'WRONG_STATE', 'WRONG_STATE', 'WRONG_STATE', 'WITHDRAW_ONLY_PENDING'],
  ] as const satisfies readonly (readonly [ProtestStatus, ...string[]])[])
    test(status, () => {
      const report = reportIn(status)
      assert.deepEqual([vote(report, [], VOTE, BY), appeal(report, NOW), answer(report), withdraw(report)].map(codeOf), [
        voting,
        appealing,
        answering,
        withdrawing,
      ])
    })
  test('which are all there are', () => assert.equal(PROTEST_STATUSES.length, 8))
  test('it is answered once', () => assert.equal(codeOf(answer({ ...reportIn('PENDING'), answeredAt: NOW })), 'WRONG_STATE'))
  test('and not appealed where the rules allowed none when it was decided', () =>
    assert.equal(codeOf(appeal({ ...reportIn('ACCEPTED'), appealUntil: null }, NOW)), 'APPEALS_DISABLED'))
})

describe('what may be done with a penalty in each of its states', () => {
  for (const [state, serving, forgiving, reopening, carrying] of [
    ['STANDS', 'WRONG_STATE', 'WRONG_STATE', 'WRONG_STATE', 'WRONG_STATE'],
    ['DUE', 'may', 'may', 'WRONG_STATE', 'may'],
    ['SERVED', 'WRONG_STATE', 'WRONG_STATE', 'may', 'WRONG_STATE'],
    ['FORGIVEN', 'WRONG_STATE', 'WRONG_STATE', 'WRONG_STATE', 'WRONG_STATE'],
    ['REVOKED', 'WRONG_STATE', 'WRONG_STATE', 'WRONG_STATE', 'WRONG_STATE'],
  ] as const)
    test(state, () => {
      const penalty: PenaltyState = { state, racesLeft: state === 'DUE' ? 1 : 0, carriedOver: 0, isTurned: false }
      assert.deepEqual([serve(penalty), forgive(penalty), reopen(penalty), carryOver(penalty)].map(codeOf), [serving, forgiving, reopening, carrying])
      assert.equal(codeOf(reopen({ ...penalty, isTurned: true })), 'WRONG_STATE')
    })
  test('which are all there are', () => assert.equal(PENALTY_STATES.length, 5))
  test('of a suspension one race is served at a time', () => {
    const due: PenaltyState = { state: 'DUE', racesLeft: 2, carriedOver: 0, isTurned: false }
    assert.deepEqual(serve(due), { ok: true, value: { state: 'DUE', racesLeft: 1 } })
    assert.deepEqual(serve({ ...due, racesLeft: 1 }), { ok: true, value: { state: 'SERVED', racesLeft: 0 } })
  })
})

describe('the time for an appeal, from the vote that decides', () => {
  const decided = vote({ ...reportIn('PENDING'), requiredReviews: 1 }, [], VOTE, BY)
  assert.ok(decided.ok)
  const until = decided.value.decided!.appealUntil!
  test('is as long as the rules say', () => assert.equal(until.getTime() - NOW.getTime(), DEFAULT_RULES.appealHrs * HOUR))
  for (const [ms, code] of [
    [-1, 'may'],
    [0, 'protest_window_ended'],
    [1, 'protest_window_ended'],
  ] as const)
    test(`${ms} ms after it: ${code}`, () =>
      assert.equal(codeOf(appeal({ ...reportIn('REJECTED'), appealUntil: until }, new Date(until.getTime() + ms))), code))
})

describe('the period in which rejected reports count', () => {
  const limit = { most: 1, days: 30 }
  const rules = { ...DEFAULT_RULES, rejections: limit }
  const second = NOW.getTime() - 30 * DAY
  test('begins so many days before, to the millisecond', () => assert.equal(countedSince(limit, NOW.getTime()), second))
  for (const [ms, isLimited] of [
    [-1, false],
    [0, false],
    [1, true],
  ] as const)
    test(`one that was rejected ${ms} ms after that ${isLimited ? 'counts' : 'does not'}`, () => {
      const counted = [NOW.getTime() - DAY, second + ms].filter((at) => at > countedSince(limit, NOW.getTime()))
      assert.equal(isLimitReached(rules, counted.length), isLimited)
      // whoever is kept off is told the moment at which it has left the period
      if (isLimited) assert.equal(freeAgainAt(limit, counted), NOW.getTime() + ms)
    })
  test('and its end is what the refusal names', () => {
    const rejectedAt = [new Date(NOW.getTime() - DAY), new Date(second + 1)]
    const event = { hidden: false, closed: false, role: 'member', status: 'ENDED', endedAt: new Date(NOW.getTime() - 2 * HOUR) } as const
    const may = maySubmit({ ...event, rules, tournamentFinished: false, splits: [1], rejectedAt }, NOW)
    assert.equal(may !== true && may.refusal.params['TIME'], new Date(NOW.getTime() + 1).toISOString())
  })
})
