import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Verdict } from '#core/result.ts'
import { NEW_STANDING } from '#modules/ranking/rules/licence.ts'
import {
  type EventFacts,
  mayCancel,
  mayChange,
  mayChangeCar,
  mayChangeNumber,
  mayChooseCar,
  mayDownload,
  mayEnterAs,
  mayPickNumber,
  mayRegister,
  mayRemove,
  maySetGrid,
  type PersonFacts,
} from './policy.ts'
import { mayJoinTeam, mayLeaveTeam, mayManageTeam } from './policy/teams.ts'
import { teamRulesOf } from './rules/teams.ts'

const START = Date.parse('2026-11-20T20:00:00Z')
const DAY = 86_400_000
const event: EventFacts = {
  status: 'WAITING',
  startsAt: new Date(START),
  hosting: 'AUTOMATIC',
  registrationOpensAt: null,
  isManual: false,
  hasGridPositions: true,
  ofSeason: false,
  invitedOnly: false,
  driverSwap: false,
  teamRules: teamRulesOf({}),
  game: 'acc',
  account: { provider: 'steam', needed: false },
  checkIn: { closesAt: null, closedAt: null },
  leagueClosed: false,
  openEvents: false,
  discordRequired: false,
  joinConditions: {},
}
const person: PersonFacts = {
  role: 'member',
  banned: false,
  applied: false,
  discordLinked: false,
  plan: 'FREE',
  accounts: [],
  entry: null,
  isManager: true,
  spectates: false,
  ofSeason: null,
  invited: false,
  record: { since: new Date(0), starts: 0, noShows: 0, rank: 1500, standing: NEW_STANDING },
}
const code = (verdict: Verdict): string => (verdict === true ? 'yes' : verdict.refusal.code)
const at = (ms: number): Date => new Date(ms)

test('registration opens exactly six days before the start, seven for early plans, or when the event says', () => {
  for (const [plan, opensAt, facts] of [
    ['FREE', START - 6 * DAY, event],
    ['PREMIUM', START - 7 * DAY, event],
    ['SPORT', START - 7 * DAY, event],
    ['SPORT', START - DAY, { ...event, registrationOpensAt: at(START - DAY) }],
  ] as const)
    for (const [offset, expected] of [
      [-1, 'REGISTRATION_NOT_OPEN'],
      [0, 'yes'],
      [1, 'yes'],
    ] as const)
      assert.equal(code(mayRegister(at(opensAt + offset), facts, { ...person, plan })), expected, `${plan} ${offset}`)
})

test('why cars are there to be looked at alone (product.md §5 "Car selection")', () => {
  const now = at(START - DAY)
  const seat = { isFull: false, carCount: 2 }
  const own = { entry: 'ACTIVE', isManager: true } as const
  const r3e: Partial<EventFacts> = { game: 'r3e', account: { provider: 'r3e', needed: true } }
  const table: readonly (readonly [Partial<EventFacts>, Partial<PersonFacts>, Partial<typeof seat>, string])[] = [
    [{}, {}, {}, 'yes'],
    [{}, { role: null }, {}, 'MEMBER_REQUIRED'],
    [{ openEvents: true }, { role: null }, {}, 'yes'],
    [{ openEvents: true, discordRequired: true }, { role: null }, {}, 'DISCORD_REQUIRED'],
    [{}, { banned: true, role: null }, {}, 'MEMBER_BANNED'],
    [{}, { entry: 'DISQUALIFIED' }, {}, 'REJOIN_NOT_ALLOWED'],
    [{}, { ofSeason: 'LEFT' }, {}, 'REJOIN_NOT_ALLOWED'],
    [{}, { ofSeason: 'DISQUALIFIED' }, {}, 'REJOIN_NOT_ALLOWED'],
    [{}, { spectates: true }, {}, 'SPECTATING'],
    [{ leagueClosed: true }, {}, {}, 'COMMUNITY_CLOSED'],
    [{ status: 'SCHEDULING' }, {}, {}, 'REGISTRATION_CLOSED'],
    [{ status: 'STARTED' }, own, {}, 'REGISTRATION_CLOSED'],
    [{ registrationOpensAt: at(START - 1) }, {}, {}, 'REGISTRATION_NOT_OPEN'],
    [{}, {}, { isFull: true }, 'REGISTRATION_FULL'],
    [{}, own, { isFull: true }, 'yes'],
    [r3e, {}, {}, 'no_association_for_r3e_alert_event'],
    [r3e, own, {}, 'no_association_for_r3e_alert_event'],
    [r3e, { accounts: ['r3e'] }, {}, 'yes'],
    [{ game: 'iracing', account: { provider: 'iracing', needed: true } }, {}, {}, 'no_association_for_iracing_alert_event'],
    [{ account: { provider: 'steam', needed: true } }, {}, {}, 'no_association_for_steam_alert_event'],
    [{ driverSwap: true }, {}, {}, 'TEAM_EVENT'],
    [{ driverSwap: true }, { entry: 'ACTIVE', isManager: false }, {}, 'MANAGER_REQUIRED'],
    [{ driverSwap: true }, own, {}, 'yes'],
    [{ driverSwap: true }, { entry: 'ACTIVE', isManager: false, role: 'admin' }, {}, 'yes'],
    [{}, own, { carCount: 1 }, 'CAR_CHANGE_NOT_ALLOWED'],
  ]
  for (const [facts, who, more, expected] of table)
    assert.equal(
      code(mayChooseCar(now, { ...event, ...facts }, { ...person, ...who }, { ...seat, ...more })),
      expected,
      JSON.stringify([facts, who, more]),
    )
})

test('who may register (product.md §5 "Apply/join shown only if user … not banned, … session WAITING, … not spectator, no registration")', () => {
  const table: readonly (readonly [Partial<EventFacts>, Partial<PersonFacts>, string])[] = [
    [{}, {}, 'yes'],
    [{}, { role: 'owner' }, 'yes'],
    [{ leagueClosed: true }, {}, 'COMMUNITY_CLOSED'],
    [{ status: 'DRAFT' }, {}, 'REGISTRATION_CLOSED'],
    [{ status: 'SCHEDULING' }, {}, 'REGISTRATION_CLOSED'],
    [{}, { role: null }, 'MEMBER_REQUIRED'],
    [{}, { role: null, applied: true }, 'APPLICATION_PENDING'],
    [{ openEvents: true }, { role: null, applied: true }, 'yes'],
    [{ openEvents: true }, { role: null }, 'yes'],
    [{ openEvents: true }, { role: null, banned: true }, 'MEMBER_BANNED'],
    [{}, { banned: true }, 'MEMBER_BANNED'],
    [{ openEvents: true, discordRequired: true }, { role: null }, 'DISCORD_REQUIRED'],
    [{ openEvents: true, discordRequired: true }, { role: null, discordLinked: true }, 'yes'],
    [{ discordRequired: true }, {}, 'yes'],
    [{}, { entry: 'ACTIVE' }, 'ALREADY_REGISTERED'],
    [{}, { entry: 'WAITING_LIST' }, 'ALREADY_REGISTERED'],
    [{}, { entry: 'LEFT' }, 'yes'],
    [{}, { entry: 'DISQUALIFIED' }, 'REJOIN_NOT_ALLOWED'],
    [{}, { entry: 'BANNED' }, 'REJOIN_NOT_ALLOWED'],
    [{ account: null }, {}, 'yes'],
    [{ account: { provider: 'steam', needed: true } }, {}, 'no_association_for_steam_alert_event'],
    [{ account: { provider: 'r3e', needed: true } }, { accounts: ['steam'] }, 'no_association_for_r3e_alert_event'],
    [{ account: { provider: 'iracing', needed: true } }, { accounts: ['r3e'] }, 'no_association_for_iracing_alert_event'],
    [{ account: { provider: 'iracing', needed: true } }, { accounts: ['steam', 'iracing'] }, 'yes'],
  ]
  for (const [facts, who, expected] of table)
    assert.equal(code(mayRegister(at(START - DAY), { ...event, ...facts }, { ...person, ...who })), expected, JSON.stringify([facts, who]))
})

test('whose car is changed without the account the event needs: an admin’s choice alone', () => {
  const needing: EventFacts = { ...event, account: { provider: 'r3e', needed: true } }
  for (const [role, accounts, part, expected] of [
    ['member', ['r3e'], 'MANAGER', 'yes'],
    ['member', [], 'MANAGER', 'no_association_for_r3e_alert_event'],
    ['member', ['r3e'], null, 'FORBIDDEN'],
    ['admin', [], 'MANAGER', 'yes'],
    ['admin', [], null, 'yes'],
  ] as const)
    assert.equal(code(mayChangeCar(needing, { role, accounts }, part)), expected, `${role} ${accounts.join()} ${part}`)
})

test('product.md §5 "Cancel registration: … WAITING sessions …; disabled last minute; teams only manager": cancelling ends exactly five minutes before the start, where no server of ours is set up one minute', () => {
  for (const [hosting, offset, expected] of [
    ['AUTOMATIC', -300_001, 'yes'],
    ['AUTOMATIC', -300_000, 'CANCEL_TOO_LATE 5'],
    ['AUTOMATIC', -60_001, 'CANCEL_TOO_LATE 5'],
    ['ELSEWHERE', -60_001, 'yes'],
    ['ELSEWHERE', -60_000, 'CANCEL_TOO_LATE 1'],
    ['ELSEWHERE', -59_999, 'CANCEL_TOO_LATE 1'],
  ] as const) {
    const verdict = mayCancel(at(START + offset), { ...event, hosting }, { ...person, entry: 'ACTIVE' })
    assert.equal(verdict === true ? 'yes' : `${verdict.refusal.code} ${verdict.refusal.params['minutes']}`, expected, `${hosting} ${offset}`)
  }
  assert.equal(code(mayCancel(at(START - DAY), event, person)), 'NOT_REGISTERED')
  assert.equal(code(mayCancel(at(START - DAY), { ...event, status: 'STARTED' }, { ...person, entry: 'ACTIVE' })), 'REGISTRATION_CLOSED')
})

test('roles: who changes, removes, orders the grid (product.md §5 "Grid edit disabled if not admin, not WAITING, no grid positions"), downloads', () => {
  const swap = { ...event, driverSwap: true }
  for (const [role, changesOther, removes, downloads] of [
    [null, 'FORBIDDEN', 'ADMIN_REQUIRED', 'ADMIN_REQUIRED'],
    ['member', 'FORBIDDEN', 'ADMIN_REQUIRED', 'ADMIN_REQUIRED'],
    ['steward', 'FORBIDDEN', 'ADMIN_REQUIRED', 'ADMIN_REQUIRED'],
    ['admin', 'yes', 'yes', 'yes'],
    ['owner', 'yes', 'yes', 'yes'],
  ] as const) {
    assert.deepEqual(
      [mayChange(event, role, null), mayRemove(event, role), maySetGrid(event, role), mayDownload(swap, role)].map(code),
      [changesOther, removes, removes, downloads],
      String(role),
    )
    assert.equal(code(mayChange(event, role, 'MANAGER')), 'yes')
  }
  assert.equal(code(mayDownload(event, 'owner')), 'FEATURE_NOT_IN_PLAN')
  assert.equal(code(mayDownload({ ...swap, game: 'assetto_corsa' }, 'owner')), 'FEATURE_NOT_IN_PLAN')
  assert.equal(code(maySetGrid({ ...event, hasGridPositions: false }, 'admin')), 'WRONG_STATE')
  assert.equal(code(mayRemove({ ...event, status: 'ENDED' }, 'admin')), 'EVENT_STARTED')
  assert.equal(code(mayChange({ ...event, status: 'SCHEDULING' }, 'admin', 'MANAGER')), 'REGISTRATION_CLOSED')
})

test('product.md §5 "Race number editing only on ACC when choosing a car; changing needs the pick-solo-driver-number permission or a team event; change only for SPORT subscribers": Supporter and Sport pick one, Sport changes it, a team’s manager and admins always, everybody else gets theirs', () => {
  for (const [game, plan, role, isTeam, picks, changes] of [
    ['acc', 'FREE', 'member', false, 'FEATURE_NOT_IN_PLAN', 'FEATURE_NOT_IN_PLAN'],
    ['acc', 'PREMIUM', 'member', false, 'yes', 'FEATURE_NOT_IN_PLAN'],
    ['acc', 'SPORT', 'member', false, 'yes', 'yes'],
    ['acc', 'SPORT', null, false, 'yes', 'yes'],
    ['acc', 'FREE', 'member', true, 'yes', 'yes'],
    ['acc', 'FREE', 'steward', false, 'FEATURE_NOT_IN_PLAN', 'FEATURE_NOT_IN_PLAN'],
    ['acc', 'FREE', 'admin', false, 'yes', 'yes'],
    ['acc', 'FREE', 'owner', false, 'yes', 'yes'],
    // product.md §5: editing only where the game's cars carry them; decisions.md §3: a team's manager always
    ['ams2', 'SPORT', 'member', false, 'FORBIDDEN', 'FORBIDDEN'],
    ['ams2', 'FREE', 'member', true, 'yes', 'yes'],
    ['assetto_corsa', 'FREE', 'member', true, 'yes', 'yes'],
    ['ams2', 'FREE', 'admin', false, 'yes', 'yes'],
  ] as const) {
    const facts = { ...event, game, driverSwap: isTeam }
    assert.deepEqual(
      [code(mayPickNumber(facts, { role, plan })), code(mayChangeNumber(facts, { role, plan }, 'MANAGER'))],
      [picks, changes],
      [game, plan, role, isTeam].join(' '),
    )
    // of somebody else's entry, or of a team one does not manage
    assert.equal(code(mayChangeNumber(facts, { role, plan }, null)), role === 'admin' || role === 'owner' ? 'yes' : 'FORBIDDEN')
  }
  assert.equal(code(mayChangeNumber({ ...event, status: 'SCHEDULING' }, { role: 'member', plan: 'SPORT' }, 'MANAGER')), 'REGISTRATION_CLOSED')
})

test('teams: who joins, leaves, manages, cancels and changes the car (product.md §5 "Join team: members, team races, WAITING, not tournament, not in a team", "Leave team: WAITING, more than one driver, not manager, a driver of that team", "Car change: admin or team manager … WAITING", §6 "Team manager")', () => {
  const teams = { ...event, driverSwap: true }
  const now = at(START - DAY)
  for (const [facts, who, expected] of [
    [teams, {}, 'yes'],
    [event, {}, 'TEAM_EVENT'],
    [teams, { entry: 'ACTIVE' }, 'ALREADY_IN_TEAM'],
    [teams, { entry: 'WAITING_LIST' }, 'ALREADY_IN_TEAM'],
    [teams, { entry: 'DISQUALIFIED' }, 'REJOIN_NOT_ALLOWED'],
    [teams, { entry: 'LEFT' }, 'yes'],
    [teams, { role: null }, 'MEMBER_REQUIRED'],
    [teams, { banned: true }, 'MEMBER_BANNED'],
    [{ ...teams, openEvents: true }, { role: null }, 'yes'],
    [{ ...teams, leagueClosed: true }, {}, 'COMMUNITY_CLOSED'],
    [{ ...teams, status: 'SCHEDULING' }, {}, 'REGISTRATION_CLOSED'],
  ] as const)
    assert.equal(code(mayJoinTeam(now, facts, { ...person, ...who })), expected, JSON.stringify(who))
  assert.equal(code(mayJoinTeam(at(START - 6 * DAY - 1), teams, person)), 'REGISTRATION_NOT_OPEN')
  const shut = { ...teams, status: 'SCHEDULING' } as const
  for (const [part, leaves, manages, changes] of [
    ['MANAGER', 'MANAGER_CANNOT_LEAVE', 'yes', 'yes'],
    ['DRIVER', 'yes', 'MANAGER_REQUIRED', 'MANAGER_REQUIRED'],
    [null, 'NOT_REGISTERED', 'MANAGER_REQUIRED', 'FORBIDDEN'],
  ] as const) {
    assert.deepEqual(
      [mayLeaveTeam(teams, part), mayManageTeam(teams, part), mayChangeCar(teams, { role: 'member', accounts: [] }, part)].map(code),
      [leaves, manages, changes],
      String(part),
    )
    assert.equal(code(mayLeaveTeam(shut, part)), part === 'DRIVER' ? 'REGISTRATION_CLOSED' : leaves)
    assert.equal(code(mayManageTeam(shut, part)), part === 'MANAGER' ? 'REGISTRATION_CLOSED' : manages)
  }
  const driver = { ...person, entry: 'ACTIVE', isManager: false } as const
  assert.equal(code(mayCancel(now, teams, driver)), 'MANAGER_REQUIRED')
  assert.equal(code(mayCancel(now, teams, { ...driver, isManager: true })), 'yes')
  assert.deepEqual([mayEnterAs(teams, false), mayEnterAs(event, true), mayEnterAs(teams, true), mayEnterAs(event, false)].map(code), [
    'TEAM_EVENT',
    'TEAM_EVENT',
    'yes',
    'yes',
  ])
})
