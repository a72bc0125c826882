import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkReason } from '#core/reason.ts'
import type { Verdict } from '#core/result.ts'
import type { Role } from '#modules/leagues/rules.ts'
import { agree, changeRole, handOver, type AdminSeats, type RoleChange } from './decide.ts'
import { mayAdminister, mayEnter, mayOwn, mayTakeOut, type MembershipFacts } from './policy.ts'
import { actionsOn, BAN_REASON, banEnd, banHolds, REMOVAL_REASON } from './rules.ts'

const codeOf = (verdict: Verdict | { readonly ok: boolean; readonly refusal?: { readonly code: string }; readonly value?: unknown }): unknown =>
  verdict === true ? 'ok' : 'refusal' in verdict && verdict.refusal ? verdict.refusal.code : (verdict as { value: unknown }).value

test('a ban reason has 20 to 160 characters, a removal reason at most 160, counted as people count', () => {
  for (const [length, ban, removal] of [
    [0, 'REASON_LENGTH', 'ok'],
    [19, 'REASON_LENGTH', 'ok'],
    [20, 'ok', 'ok'],
    [160, 'ok', 'ok'],
    [161, 'REASON_LENGTH', 'REASON_LENGTH'],
  ] as const) {
    for (const letter of ['x', '🏁'])
      assert.deepEqual(
        [codeOf(checkReason(letter.repeat(length), BAN_REASON)), codeOf(checkReason(letter.repeat(length), REMOVAL_REASON))],
        [ban, removal],
      )
  }
  assert.equal(codeOf(checkReason(' '.repeat(40), BAN_REASON)), 'REASON_LENGTH')
})

test('a ban counts up to its end, not at it', () => {
  const now = new Date('2026-11-21T20:00:00Z')
  const end = banEnd(7, now)!
  assert.equal(end.toISOString(), '2026-11-28T20:00:00.000Z')
  for (const [ms, holds] of [
    [-1, true],
    [0, false],
    [1, false],
  ] as const)
    assert.equal(banHolds(end, new Date(end.getTime() + ms)), holds)
  assert.equal(banHolds(banEnd(null, now), new Date('2126-01-01')), true)
})

test('the way in asks in the order of the specification', () => {
  const open: MembershipFacts = {
    closed: false,
    hidden: false,
    role: null,
    ban: null,
    pending: false,
    directJoin: true,
    openEvents: false,
    discordRequired: false,
    discordLinked: false,
  }
  const all: Partial<MembershipFacts> = { closed: true, ban: { endsAt: null }, role: 'member', directJoin: false, discordRequired: true }
  const steps: readonly (readonly [Partial<MembershipFacts>, string])[] = [
    [{ ...all, role: null, hidden: true }, 'NOT_FOUND'],
    [all, 'COMMUNITY_CLOSED'],
    [{ ...all, closed: false }, 'MEMBER_BANNED'],
    [{ ...all, closed: false, ban: null }, 'ALREADY_MEMBER'],
    [{ ...all, closed: false, ban: null, role: null }, 'APPLICATION_REQUIRED'],
    [{ discordRequired: true }, 'DISCORD_REQUIRED'],
    [{ discordRequired: true, discordLinked: true }, 'ok'],
    [{}, 'ok'],
  ]
  for (const [changes, code] of steps) assert.equal(codeOf(mayEnter('join', { ...open, ...changes })), code)
  assert.equal(codeOf(mayEnter('apply', open)), 'WRONG_STATE')
  assert.equal(codeOf(mayEnter('apply', { ...open, directJoin: false, pending: true })), 'APPLICATION_PENDING')
  assert.equal(codeOf(mayEnter('apply', { ...open, directJoin: false })), 'ok')
})

test('terms are ticked when there are any', () => {
  assert.equal(codeOf(agree({ exist: false, version: 3 }, {})), null)
  assert.equal(codeOf(agree({ exist: true, version: 3 }, {})), 'TERMS_NOT_ACCEPTED')
  assert.equal(codeOf(agree({ exist: true, version: 3 }, { tos: false, tosVersion: 3 })), 'TERMS_NOT_ACCEPTED')
  assert.equal(codeOf(agree({ exist: true, version: 3 }, { tos: true })), 3)
  assert.equal(codeOf(agree({ exist: true, version: 3 }, { tos: true, tosVersion: 3 })), 3)
  // ticked were those that stood there before
  assert.equal(codeOf(agree({ exist: true, version: 3 }, { tos: true, tosVersion: 2 })), 'TERMS_NOT_ACCEPTED')
})

test('every role change of every role', () => {
  const table: Readonly<Record<RoleChange, readonly string[]>> = {
    //              none            member         steward        admin          owner
    AddAdmin: ['NOT_A_MEMBER', 'admin', 'admin', 'WRONG_STATE', 'WRONG_STATE'],
    RemoveAdmin: ['NOT_A_MEMBER', 'WRONG_STATE', 'WRONG_STATE', 'member', 'WRONG_STATE'],
    AddSteward: ['NOT_A_MEMBER', 'steward', 'WRONG_STATE', 'WRONG_STATE', 'WRONG_STATE'],
    RemoveSteward: ['NOT_A_MEMBER', 'WRONG_STATE', 'member', 'WRONG_STATE', 'WRONG_STATE'],
  }
  const targets: readonly (Role | null)[] = [null, 'member', 'steward', 'admin', 'owner']
  for (const [change, expected] of Object.entries(table))
    assert.deepEqual(
      targets.map((target) => codeOf(changeRole(change as RoleChange, target, { count: 1, max: 2 }))),
      expected,
      change,
    )
})

test('the plan’s admins are counted without the owner', () => {
  for (const [count, max, code] of [
    [1, 2, 'admin'],
    [2, 2, 'LIMIT_ADMINS'],
    [3, 2, 'LIMIT_ADMINS'],
    [50, null, 'admin'],
  ] as const)
    assert.equal(codeOf(changeRole('AddAdmin', 'member', { count, max })), code)
  assert.equal(codeOf(handOver('member', { count: 1, max: 2 })), 'admin')
  assert.equal(codeOf(handOver('member', { count: 2, max: 2 })), 'member')
  assert.equal(codeOf(handOver('admin', { count: 2, max: 2 })), 'admin')
  assert.equal(codeOf(handOver(null, { count: 0, max: 2 })), 'NOT_A_MEMBER')
  assert.equal(codeOf(handOver('owner', { count: 0, max: 2 })), 'WRONG_STATE')
})

test('a menu offers only what the commands allow', () => {
  const roles: readonly Role[] = ['member', 'steward', 'admin', 'owner']
  const open: AdminSeats = { count: 0, max: null }
  for (const actor of roles)
    for (const target of roles)
      for (const action of actionsOn(actor, target)) {
        const place = { closed: false, hidden: false, role: actor }
        const may = action === 'RemoveAdmin' ? mayOwn(place) : mayAdminister(place)
        const isTakenOut = action === 'RemoveMember' || action === 'BanMember'
        const then = isTakenOut ? mayTakeOut(actor, target) : action === 'CorrectAccount' || changeRole(action, target, open).ok
        assert.deepEqual([may, then], [true, true], `${actor} ${action} ${target}`)
      }
  assert.deepEqual(actionsOn('steward', 'member'), [])
})
