import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntryList, EntryView } from '../contract.ts'
import { atCar } from './cars/at-car.ts'
import { gridOrder } from '../rules/grid.ts'
import { byRank, isCarFull, mayAskToJoin, moved, placeByRank, placed } from './entry-list.ts'
import { claimOf, nextAction, visitorAction, type Driving } from './next-action.ts'
import { isToldClosing, isToldOpening } from './mine/told-closing.ts'

const START = Date.parse('2026-11-20T20:00:00Z')
const OPENS = START - 6 * 86_400_000
const entry = { id: 'e', status: 'ACTIVE', gridPosition: null, isManager: true } as unknown as EntryView & { isManager: boolean }
const list = {
  status: 'WAITING',
  startsAt: new Date(START).toISOString(),
  opensAt: new Date(OPENS).toISOString(),
  cancelUntil: new Date(START - 60_000).toISOString(),
  closesAt: new Date(START).toISOString(),
  seatsLeft: 3,
  taken: 17,
  seats: 20,
  mine: null,
  watching: { count: 0, isMine: false, isShown: false, takesSeats: true },
  may: { changeSkin: true },
  whyNot: {},
} as unknown as EntryList
const before = (minutes: number): string => new Date(START - minutes * 60_000).toISOString()
/** A check-in that has closed, and so many seats that are kept for who waited. */
const offering = (offered: number) => ({ opensAt: before(60), closesAt: before(15), closedAt: before(15), offersEndAt: before(10), offered })
const UNLINKED = { account: { provider: 'r3e', needed: true, alert: 'no_association_for_r3e_alert_event' } } as const
const watching = { ...list.watching, isMine: true }
const told = (change: Partial<EntryList>, nowMs = START - 3_600_000) => {
  const action = nextAction({ ...list, ...change }, nowMs)
  if ('leave' in action) return [action.kind, action.leave]
  return 'cancel' in action ? [action.kind, action.cancel] : 'code' in action ? [action.kind, action.code, action.wayOut] : action.kind
}

test('the one next action', () => {
  const table: readonly (readonly [Partial<EntryList>, number, unknown])[] = [
    [{}, START - 1, 'register'],
    [{ seatsLeft: 0, whyNot: { register: 'REGISTRATION_FULL' } }, START - 1, 'queue'],
    [{ checkIn: offering(3), whyNot: { register: 'REGISTRATION_FULL' } }, START - 600_001, 'queue'],
    [{ checkIn: offering(3), whyNot: { register: 'REGISTRATION_FULL' } }, START - 600_000, 'register'],
    [{ checkIn: offering(2) }, START - 600_001, 'register'],
    [{ whyNot: { register: 'REGISTRATION_NOT_OPEN' } }, OPENS - 1, 'opens'],
    [{ whyNot: { register: 'REGISTRATION_NOT_OPEN' } }, OPENS, 'register'],
    [{ whyNot: { register: 'REGISTRATION_NOT_OPEN' }, seatsLeft: 0 }, OPENS + 1, 'queue'],
    [{ whyNot: { register: 'MEMBER_REQUIRED' } }, START - 1, ['barred', 'MEMBER_REQUIRED', 'community']],
    [{ whyNot: { register: 'APPLICATION_PENDING' } }, START - 1, ['barred', 'APPLICATION_PENDING', null]],
    [{ whyNot: { register: 'DISCORD_REQUIRED' } }, START - 1, ['barred', 'DISCORD_REQUIRED', 'discord']],
    [{ ...UNLINKED, whyNot: { register: 'no_association_for_r3e_alert_event' } }, START - 1, 'register'],
    [{ ...UNLINKED, seatsLeft: 0, whyNot: { register: 'no_association_for_r3e_alert_event' } }, START - 1, 'queue'],
    [{ whyNot: { register: 'MEMBER_BANNED' } }, START - 1, ['barred', 'MEMBER_BANNED', null]],
    [{ whyNot: { register: 'JOIN_CONDITIONS_NOT_MET' } }, OPENS - 1, ['barred', 'JOIN_CONDITIONS_NOT_MET', 'conditions']],
    [{ status: 'ENDED', whyNot: { register: 'REGISTRATION_CLOSED' } }, START, 'closed'],
    [{ mine: entry }, START - 60_001, ['in', 'yes']],
    [{ mine: entry }, START - 60_000, ['in', 'tooLate']],
    [{ mine: entry, status: 'STARTED' }, START - 60_001, ['in', 'closed']],
    [{ mine: { ...entry, status: 'WAITING_LIST' } }, START - 60_001, ['waits', 'yes']],
    [{ watching, whyNot: { register: 'SPECTATING' } }, START - 60_001, ['watches', 'yes']],
    [{ watching, whyNot: { register: 'SPECTATING' } }, START - 60_000, ['watches', 'tooLate']],
    [{ watching, status: 'STARTED' }, START - 60_000, ['watches', 'closed']],
  ]
  for (const [change, nowMs, expected] of table) assert.deepEqual(told(change, nowMs), expected, JSON.stringify(change))
})

test('as many seats are told to be left as there are for who comes: none that is kept for who waited', () => {
  const seatsAt = (nowMs: number) => nextAction({ ...list, checkIn: offering(2) }, nowMs)
  assert.deepEqual(
    [seatsAt(START - 600_001), seatsAt(START - 600_000)],
    [
      { kind: 'register', seats: 1 },
      { kind: 'register', seats: 3 },
    ],
  )
})

test('until when one registers and cancels is told to whom it may concern', () => {
  const toldTo = (change: Partial<EntryList>) => isToldClosing(nextAction({ ...list, ...change }, OPENS + 1) as Driving)
  const barred = (register: string) => toldTo({ whyNot: { register } as EntryList['whyNot'] })
  const isTold = [toldTo({}), ...['MEMBER_REQUIRED', 'APPLICATION_PENDING', 'JOIN_CONDITIONS_NOT_MET', 'REGISTRATION_CLOSED'].map(barred)]
  assert.deepEqual(isTold, [true, true, true, true, true])
  assert.deepEqual(['MEMBER_BANNED', 'COMMUNITY_CLOSED', 'REJOIN_NOT_ALLOWED'].map(barred), [false, false, false])
  assert.equal(toldTo({ mine: entry }), false, 'who is in reads it with the entry')
})

test('when registration opens is told to whoever first has to do something else, until it has', () => {
  const toldTo = (register: string, nowMs = OPENS - 1) => {
    const action = nextAction({ ...list, whyNot: { register } as EntryList['whyNot'] }, nowMs) as Driving
    return isToldOpening(action, list.opensAt, nowMs)
  }
  const WITH_A_WAY = ['MEMBER_REQUIRED', 'APPLICATION_PENDING', 'DISCORD_REQUIRED', 'JOIN_CONDITIONS_NOT_MET']
  assert.deepEqual(
    WITH_A_WAY.map((code) => [toldTo(code), toldTo(code, OPENS)]),
    WITH_A_WAY.map(() => [true, false]),
  )
  for (const code of ['MEMBER_BANNED', 'COMMUNITY_CLOSED', 'register_to_tournament', 'ROUND_NOT_ELIGIBLE']) assert.equal(toldTo(code), false, code)
  assert.equal(toldTo('REGISTRATION_NOT_OPEN'), false, 'it is their next action')
})

test('at a car: to choose, one’s own, full, or why it is only shown', () => {
  const carClasses = [{ id: 'GT3', name: 'GT3', color: '', maxClassEntries: 2, currentEntries: 2 }]
  const cars = [
    { model: 'a', name: 'A', skins: [], carClassIds: ['GT3'], bop: null },
    { model: 'b', name: 'B', skins: [], carClassIds: [], bop: null },
  ]
  const at = (model: string, change: Partial<EntryList> = {}, nowMs = START - 1) => atCar({ ...list, cars, carClasses, ...change }, model, nowMs)
  const sitting = (model: string, carClassId: string | null) => ({ mine: { ...entry, car: { model, carClassId } } }) as Partial<EntryList>
  const later = { whyNot: { chooseCar: 'REGISTRATION_NOT_OPEN' } } as Partial<EntryList>
  assert.deepEqual(at('b'), { kind: 'choose' })
  assert.deepEqual(at('a'), { kind: 'classFull' })
  assert.deepEqual(at('a', sitting('b', 'GT3')), { kind: 'choose' })
  assert.deepEqual(at('b', sitting('b', null)), { kind: 'mine' })
  const full = { whyNot: { chooseCar: 'REGISTRATION_FULL' } } as Partial<EntryList>
  assert.deepEqual(at('b', { ...full, seatsLeft: 0 }), { kind: 'fixed', why: 'REGISTRATION_FULL' })
  assert.deepEqual(at('b', { ...full, checkIn: offering(3) }, START - 600_001), { kind: 'fixed', why: 'SEATS_KEPT' })
  assert.deepEqual(at('b', { ...full, checkIn: offering(3) }, START - 600_000), { kind: 'choose' })
  assert.deepEqual(at('b', { whyNot: { chooseCar: 'SPECTATING' } }), { kind: 'fixed', why: 'SPECTATING' })
  assert.deepEqual(at('b', { whyNot: { chooseCar: 'JOIN_CONDITIONS_NOT_MET' } }), { kind: 'fixed', why: 'JOIN_CONDITIONS_NOT_MET' })
  assert.deepEqual(at('b', { whyNot: { chooseCar: 'APPLICATION_PENDING' } }), { kind: 'fixed', why: 'APPLICATION_PENDING' })
  assert.deepEqual(at('b', later, OPENS - 1), { kind: 'fixed', why: 'REGISTRATION_NOT_OPEN' })
  assert.deepEqual(at('b', later, OPENS), { kind: 'choose' })
  for (const code of ['REGISTRATION_CLOSED', 'SOMETHING_NEW']) assert.deepEqual(at('b', { whyNot: { chooseCar: code } }), { kind: 'closed' })
})

test('a visitor logs in while registration stands', () => {
  assert.deepEqual(visitorAction(list, OPENS), { kind: 'login', opensAt: null })
  assert.deepEqual(visitorAction(list, OPENS - 1), { kind: 'login', opensAt: list.opensAt })
  assert.deepEqual(visitorAction({ ...list, seatsLeft: 0 }, OPENS), { kind: 'loginFull', opensAt: null })
  assert.deepEqual(visitorAction({ ...list, seatsLeft: 0 }, OPENS - 1), { kind: 'login', opensAt: list.opensAt })
  assert.deepEqual(visitorAction({ ...list, status: 'IN_PROGRESS', seatsLeft: 0 }, OPENS), { kind: 'closed' })
})

test('a visitor of a championship’s event is led to where one registers for it (calls-and-constants.md §8 "register_to_tournament")', () => {
  const toSeason = { kind: 'barred', code: 'register_to_tournament', wayOut: 'season' }
  for (const change of [{}, { seatsLeft: 0 }]) assert.deepEqual(visitorAction({ ...list, ...change }, OPENS - 1, true), toSeason)
  assert.deepEqual(visitorAction({ ...list, status: 'ENDED' }, OPENS, true), { kind: 'closed' })
})

test('a team is asked to take somebody in while it has room, also who has still to link an account', () => {
  const team = (count: number, type = 'TEAM') =>
    ({ ...entry, participant: { type, drivers: Object.fromEntries(Array.from({ length: count }, (_, no) => [no, {}])) } }) as unknown as EntryView
  const at = (change: object, of = team(1)) => mayAskToJoin({ ...list, teamRules: { maxDriversCount: 2 }, ...change } as unknown as EntryList, of)
  const UNLINKED_TEAM = { ...UNLINKED, whyNot: { joinTeam: 'no_association_for_r3e_alert_event' } }
  assert.equal(at({ may: { joinTeam: true } }), true)
  assert.equal(at({ may: { joinTeam: true } }, team(2)), false)
  assert.equal(at({ may: { joinTeam: true } }, team(1, 'DRIVER')), false)
  assert.equal(at(UNLINKED_TEAM), true)
  assert.equal(at({ ...UNLINKED_TEAM, whyNot: { joinTeam: 'REGISTRATION_CLOSED' } }), false)
  assert.equal(at({ account: null, whyNot: { joinTeam: 'MEMBER_REQUIRED' } }), false)
})

test('product.md §5 "Car unselectable when entry or class limit is reached": a car is full when all its classes are, but for the class one sits in', () => {
  const classes = [
    { id: 'GT3', name: 'GT3', color: '', maxClassEntries: 2, currentEntries: 2 },
    { id: 'GT4', name: 'GT4', color: '', maxClassEntries: null, currentEntries: 9 },
  ]
  const car = (carClassIds: string[]) => ({ model: 'a', name: 'A', skins: [], carClassIds, bop: null })
  assert.deepEqual(
    [[], ['GT3'], ['GT4'], ['GT3', 'GT4']].map((ids) => isCarFull(car(ids), classes)),
    [false, true, false, false],
  )
  assert.equal(isCarFull(car(['GT3']), classes, 'GT3'), false)
})

test('the grid: who has no position stands behind, moving stops at the ends', () => {
  const rows = [null, 2, null, 1].map((gridPosition, index) => ({ ...entry, id: `e${index}`, gridPosition }) as unknown as EntryView)
  assert.deepEqual(
    gridOrder(rows).map(({ id }) => id),
    ['e3', 'e1', 'e0', 'e2'],
  )
  assert.deepEqual(moved(['a', 'b', 'c'], 0, 1), ['b', 'a', 'c'])
  assert.deepEqual(moved(['a', 'b', 'c'], 0, -1), ['a', 'b', 'c'])
  assert.deepEqual(moved(['a', 'b', 'c'], 2, 1), ['a', 'b', 'c'])
})

test('an order made before holds for those who are still in; who came since stands last', () => {
  const ids = ['a', 'b', 'new'].map((id) => ({ ...entry, id })) as unknown as readonly EntryView[]
  assert.deepEqual(
    placed(ids, ['gone', 'b', 'a']).map(({ id }) => id),
    ['b', 'a', 'new'],
  )
})

test('entries stand by rank, and the reader is told where they stand among them, or would', () => {
  const ranked = (id: string, rank: number | null) => ({ ...entry, id, participant: { ...entry.participant, rank } }) as typeof entry
  const field = [ranked('a', 1500), ranked('b', null), ranked('c', 1700), ranked('d', null), ranked('e', 1600)]
  assert.deepEqual(
    byRank(field).map(({ id }) => id),
    ['c', 'e', 'a', 'b', 'd'],
  )
  for (const [mine, ownRank, expected] of [
    ['a', 1500, [true, 3, 5]],
    // who has no rank has no place by it
    ['b', null, null],
    // and who waits is not among them
    ['x', 1800, null],
    [null, 1800, [false, 1, 6]],
    [null, 1600, [false, 3, 6]],
    [null, 1400, [false, 4, 6]],
    [null, null, null],
  ] as const) {
    const place = placeByRank(field, { mine: mine === null ? null : (field.find(({ id }) => id === mine) ?? ranked(mine, 1800)), ownRank })
    assert.deepEqual(place && [place.isIn, place.place, place.of], expected, `${mine} ${ownRank}`)
  }
  assert.equal(placeByRank([ranked('a', null)], { mine: null, ownRank: 1500 }), null)
})

test('nobody is told to be in what has failed, nor in a split that has while the other runs', () => {
  for (const [kind, status, splitNo, failed, expected] of [
    ['in', 'WAITING', null, [], 'state.in'],
    ['in', 'STARTED', null, [], 'state.in'],
    ['waits', 'WAITING', null, [], 'state.waits'],
    ['in', 'FAILED', null, [1], 'state.failedIn'],
    ['waits', 'FAILED', null, [1], 'state.failedWaits'],
    ['in', 'IN_PROGRESS', 1, [2], 'state.in'],
    ['in', 'IN_PROGRESS', 2, [2], 'state.failedIn'],
    ['waits', 'IN_PROGRESS', null, [2], 'state.waits'],
  ] as const)
    assert.equal(claimOf(kind, status, splitNo, failed), expected)
})
