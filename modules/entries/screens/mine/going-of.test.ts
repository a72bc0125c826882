import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionStatus } from '#modules/sessions/rules.ts'
import type { EntryList, EntryView } from '../../contract.ts'
import { goingOf } from './going-of.ts'

const HOSTED = { cancelUntil: '2026-11-20T19:55:00.000Z', closesAt: '2026-11-20T19:55:00.000Z' }
const ELSEWHERE = { cancelUntil: '2026-11-20T19:59:00.000Z', closesAt: '2026-11-20T20:00:00.000Z' }
type Who = 'driver' | 'waiter' | 'manager' | 'teammate'

const told = (who: Who, status: SessionStatus, cancel: 'yes' | 'tooLate' | 'closed', times = HOSTED) => {
  const type = who === 'manager' || who === 'teammate' ? 'TEAM' : 'SOLO'
  const entry = { status: who === 'waiter' ? 'WAITING_LIST' : 'ACTIVE', participant: { type } } as unknown as EntryView
  const list = { status, ...times, mine: { ...entry, isManager: who !== 'teammate' } } as unknown as EntryList
  return goingOf({ entry, cancel, list }).map((one) => ('at' in one ? [one.key, one.at] : one.key))
}

test('until when one can go is said while one can, or beside the button that it holds back', () => {
  const { cancelUntil, closesAt } = ELSEWHERE
  assert.deepEqual(told('driver', 'WAITING', 'yes'), [['state.cancelUntil', HOSTED.cancelUntil]])
  assert.deepEqual(told('driver', 'WAITING', 'tooLate', ELSEWHERE), [['next.tooLate', cancelUntil]])
  assert.deepEqual(told('waiter', 'WAITING', 'yes'), [['state.leaveQueueUntil', HOSTED.cancelUntil]])
  assert.deepEqual(told('waiter', 'WAITING', 'tooLate', ELSEWHERE), [['next.tooLateToLeave', cancelUntil]])
  assert.deepEqual(told('manager', 'WAITING', 'yes'), [['state.cancelUntil', HOSTED.cancelUntil]])
  assert.deepEqual(told('teammate', 'WAITING', 'yes'), [['team.until.both', HOSTED.closesAt]])
  assert.deepEqual(told('teammate', 'WAITING', 'tooLate'), ['state.over'], 'nobody can, whatever the status says yet')
  assert.deepEqual(told('teammate', 'WAITING', 'yes', ELSEWHERE), [
    ['team.until.cancel', cancelUntil],
    ['team.until.leave', closesAt],
  ])
  assert.deepEqual(told('teammate', 'WAITING', 'tooLate', ELSEWHERE), [['team.until.leave', closesAt]])
})

test('once registration is over a moment that has passed is no longer named, and nothing is said while it races or has failed', () => {
  for (const who of ['driver', 'waiter', 'manager', 'teammate'] as const) {
    for (const status of ['SCHEDULING', 'STARTING', 'STARTED'] as const)
      assert.deepEqual(told(who, status, 'closed'), ['state.over'], `${who} ${status}`)
    for (const status of ['IN_PROGRESS', 'FAILED'] as const) assert.deepEqual(told(who, status, 'closed'), [], `${who} ${status}`)
  }
})
