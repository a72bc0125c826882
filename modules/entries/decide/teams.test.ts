import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserId } from '#core/ids.ts'
import type { Result, Verdict } from '#core/result.ts'
import { PIN, pinFrom, teamRulesOf } from '../rules/teams.ts'
import { choosePassword, handOver, hasRoomFor, heirOf, nameTeam, misfit, takeOut } from './teams.ts'

const code = (verdict: Verdict | Result<unknown>): unknown => (verdict === true ? 'yes' : verdict.ok ? verdict.value : verdict.refusal.code)
const [ann, bo, cy] = ['ann', 'bo', 'cy'] as unknown as [UserId, UserId, UserId]

test('Team name non-empty, max 60 (product.md §5)', () => {
  for (const [name, expected] of [
    ['Night Owls', 'Night Owls'],
    ['7', '7'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['👻'.repeat(60), '👻'.repeat(60)],
    ['x'.repeat(61), 'TEAM_NAME_INVALID'],
    ['', 'TEAM_NAME_INVALID'],
    ['\u200B', 'TEAM_NAME_INVALID'],
    ['A\uFEFFB', 'TEAM_NAME_INVALID'],
  ] as const)
    assert.equal(code(nameTeam(name)), expected, name)
})

test('Team password non-empty and max 8 when mandatory; max 8 when optional (product.md §5)', () => {
  for (const [password, isMandatory, expected] of [
    ['12345678', true, '12345678'],
    ['x', true, 'x'],
    ['', true, 'TEAM_PASSWORD_LENGTH'],
    ['123456789', true, 'TEAM_PASSWORD_LENGTH'],
    ['', false, null],
    ['12345678', false, '12345678'],
    ['123456789', false, 'TEAM_PASSWORD_LENGTH'],
  ] as const)
    assert.equal(code(choosePassword(password, isMandatory)), expected, `${password} ${isMandatory}`)
})

test('a PIN is four of A–Z 2–9 without 0 O 1 I (decisions.md §3)', () => {
  const all = Array.from({ length: 256 }, (_, byte) => pinFrom(new Uint8Array([byte, byte, byte, byte])))
  assert.ok(all.every((pin) => PIN.form.test(pin)))
  assert.equal(new Set(all).size, 32)
  for (const pin of ['ABC', 'ABCDE', 'AB0D', 'ABOD', 'AB1D', 'ABID', 'abcd', 'AB D']) assert.ok(!PIN.form.test(pin), pin)
})

test('what holds for teams is what the game’s options say; a game without them lets ten share a car', () => {
  assert.deepEqual(teamRulesOf({}), {
    minDriversCount: 1,
    maxDriversCount: 10,
    driverStintTimeSec: null,
    maxTotalDrivingTime: null,
    isMandatoryPitstopSwapDriverRequired: false,
  })
  const at = 'rules.teamRules.'
  const stated = { minDriversCount: 2, maxDriversCount: 3, driverStintTimeSec: 3300, maxTotalDrivingTime: 9000 }
  const options = Object.fromEntries(Object.entries(stated).map(([key, value]) => [`${at}${key}`, value]))
  assert.deepEqual(teamRulesOf({ ...options, [`${at}isMandatoryPitstopSwapDriverRequired`]: true, 'eventRules.tyreSetCount': 9 }), {
    ...stated,
    isMandatoryPitstopSwapDriverRequired: true,
  })
  assert.deepEqual(teamRulesOf({ [`${at}driverStintTimeSec`]: -1 }).driverStintTimeSec, null)
})

test('a team fills up, is handed over to one of its drivers, and never loses its manager', () => {
  const team = { drivers: [ann, bo], managerId: ann }
  const rules = (maxDriversCount: number) => teamRulesOf({ 'rules.teamRules.maxDriversCount': maxDriversCount })
  assert.deepEqual([hasRoomFor(team, rules(3)), hasRoomFor(team, rules(2)), hasRoomFor(team, rules(1))].map(code), ['yes', 'TEAM_FULL', 'TEAM_FULL'])
  assert.deepEqual([handOver(team, bo), handOver(team, ann), handOver(team, cy)].map(code), ['yes', 'WRONG_STATE', 'NOT_FOUND'])
  assert.deepEqual([takeOut(team, bo), takeOut(team, ann), takeOut(team, cy)].map(code), ['yes', 'MANAGER_CANNOT_LEAVE', 'NOT_FOUND'])
  for (const [drivers, managerId, gone, expected] of [
    [[ann, bo, cy], ann, bo, ann],
    [[ann, bo, cy], ann, ann, bo],
    [[ann], ann, ann, null],
    [[ann, bo], null, ann, bo],
  ] as const)
    assert.equal(heirOf({ drivers, managerId }, gone), expected)
})

test('an edit that registered teams would not fit is found by its field', () => {
  const rules = teamRulesOf({ 'rules.teamRules.maxDriversCount': 3 })
  for (const [sizes, driverSwap, expected] of [
    [{ most: 3, teams: 2, alone: 0 }, true, null],
    [{ most: 4, teams: 2, alone: 0 }, true, 'config.options.rules.teamRules.maxDriversCount'],
    [{ most: 1, teams: 1, alone: 0 }, false, 'driverSwap'],
    [{ most: 0, teams: 0, alone: 5 }, false, null],
    [{ most: 0, teams: 0, alone: 5 }, true, 'driverSwap'],
  ] as const)
    assert.equal(misfit(sizes, { driverSwap, teamRules: rules }), expected, JSON.stringify([sizes, driverSwap]))
})
