import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pointsRulesOf } from '#modules/points/rules.ts'
import type { FieldEntry, NamedDrivers, StoredDriver } from '../rules/participant.ts'
import { nameDrivers, type Identity } from './named.ts'
import { forgotten, renamed, type IdentifiedRow } from './renamed.ts'

const stranger = (name: string, platformId: string | null = null): StoredDriver => ({ userId: null, name, platformId, drivingTimeMs: null })
const known = (userId: string): StoredDriver => ({ userId: userId as never, name: null, platformId: null, drivingTimeMs: null })
const row = (drivers: readonly StoredDriver[], more: Partial<Identity> = {}): Identity => ({
  participantType: 'DRIVER',
  name: drivers[0]?.name ?? '',
  userId: null,
  userIds: drivers.flatMap(({ userId }) => userId ?? []),
  entryId: null,
  matchKey: 'file',
  drivers,
  raceNumber: null,
  classId: 'own',
  startPosition: null,
  ...more,
})
const named = (...pairs: readonly (readonly [key: string, userId: string])[]): NamedDrivers =>
  new Map(pairs.map(([key, userId]) => [`steam ${key}`, { matchId: `m-${key}` as never, userId: userId as never }]))
const entry = (id: string, users: readonly string[], more: Partial<FieldEntry> = {}): FieldEntry => ({
  id: id as never,
  raceNumber: 7,
  carId: '34',
  classId: 'gt3',
  teamName: null,
  drivers: users.map((userId) => ({ userId: userId as never, platformId: null })),
  ...more,
})
const asked = (rows: readonly Identity[], who: NamedDrivers, entries: readonly FieldEntry[] = []) =>
  nameDrivers(rows, 'steam', who, entries).map(({ participantType, name, userId, entryId, matchKey, classId, raceNumber }) => [
    participantType,
    name,
    userId,
    entryId,
    matchKey,
    classId,
    raceNumber,
  ])

test('who a row is once a stranger in it is named', () => {
  const [ann, bo] = [stranger('Ann', '1'), stranger('Bo')]
  const team = { participantType: 'TEAM', name: 'Night Owls' } as const
  for (const [what, rows, who, entries, expected] of [
    ['nobody', [row([ann])], named(), [], [['DRIVER', 'Ann', null, null, 'file', 'own', null]]],
    ['by account', [row([ann])], named(['account:1', 'u1']), [], [['DRIVER', '', 'u1', null, 'user:u1', 'own', null]]],
    ['by name, however it is written', [row([stranger(' BO ')])], named(['name:bo', 'u2']), [], [['DRIVER', '', 'u2', null, 'user:u2', 'own', null]]],
    ['not by the name where there is an account', [row([ann])], named(['name:ann', 'u1']), [], [['DRIVER', 'Ann', null, null, 'file', 'own', null]]],
    ['into the own entry', [row([ann])], named(['account:1', 'u1']), [entry('e1', ['u1'])], [['DRIVER', '', 'u1', 'e1', 'entry:e1', 'gt3', 7]]],
    [
      'not into an entry that another car has',
      [row([known('u9')], { entryId: 'e1' as never, matchKey: 'entry:e1' }), row([ann])],
      named(['account:1', 'u1']),
      [entry('e1', ['u1', 'u9'])],
      [
        ['DRIVER', '', null, 'e1', 'entry:e1', 'own', null],
        ['DRIVER', '', 'u1', null, 'user:u1', 'own', null],
      ],
    ],
    [
      'not who drives another car',
      [row([known('u1')]), row([ann])],
      named(['account:1', 'u1']),
      [],
      [
        ['DRIVER', '', null, null, 'file', 'own', null],
        ['DRIVER', 'Ann', null, null, 'file', 'own', null],
      ],
    ],
    [
      'the same stranger in two cars',
      [row([ann]), row([ann])],
      named(['account:1', 'u1']),
      [],
      [
        ['DRIVER', '', 'u1', null, 'user:u1', 'own', null],
        ['DRIVER', '', 'u1', null, 'user:u1 2', 'own', null],
      ],
    ],
    [
      'a stranger in the second car of somebody who is known in both',
      [row([known('u1')], { matchKey: 'user:u1' }), row([known('u1'), ann], { matchKey: 'user:u1 2' })],
      named(['account:1', 'u2']),
      [],
      [
        ['DRIVER', '', null, null, 'user:u1', 'own', null],
        ['DRIVER', '', 'u1', null, 'user:u1 2', 'own', null],
      ],
    ],
    [
      'one of a team: it keeps its name',
      [row([ann, bo], team)],
      named(['name:bo', 'u2']),
      [],
      [['TEAM', 'Night Owls', null, null, 'user:u2', 'own', null]],
    ],
    [
      'one of a team that entered',
      [row([ann, bo], team)],
      named(['name:bo', 'u2']),
      [entry('e1', ['u1', 'u2'], { teamName: 'Owls' })],
      [['TEAM', 'Owls', null, 'e1', 'entry:e1', 'gt3', 7]],
    ],
    [
      'alone in a car that the game calls a team',
      [row([ann], { participantType: 'TEAM', name: 'Ann' })],
      named(['account:1', 'u1']),
      [entry('e1', ['u1'])],
      [['DRIVER', '', 'u1', 'e1', 'entry:e1', 'gt3', 7]],
    ],
  ] as const)
    assert.deepEqual(asked(rows, who, entries), expected, what)
})

const stored = (one: Identity & { readonly unmatched: Identity | null }): IdentifiedRow => ({
  ...one,
  id: 'r1',
  position: 1,
  status: 'FINISHED',
  lapCount: 3,
  carId: '34',
  carName: null,
  classPosition: 1,
  points: 25,
})
const POINTS = pointsRulesOf({ table: [25] })
const team = row([stranger('Ann', '1'), stranger('Bo', '2')], { participantType: 'TEAM', name: 'Night Owls' })
const both = named(['account:1', 'u1'], ['account:2', 'u2'])
const namedTeam = stored(nameDrivers([team], 'steam', both, [])[0]!)
const again = (one: IdentifiedRow, who: NamedDrivers) =>
  renamed({ type: 'RACE', isByHand: false, rows: [one] }, { source: 'steam', named: who, entries: [] }, POINTS)[0]!

test('the first of two who were named is taken back, and the second stays', () => {
  const left = again(namedTeam, named(['account:2', 'u2']))
  assert.deepEqual(
    left.drivers.map(({ userId, name }) => [userId, name]),
    [
      [null, 'Ann'],
      ['u2', null],
    ],
  )
  const none = again(left, named())
  assert.deepEqual({ ...none, unmatched: null }, stored({ ...team, unmatched: null }))
})

test('what is the same already is not saved anew', () => {
  assert.deepEqual(renamed({ type: 'RACE', isByHand: false, rows: [namedTeam] }, { source: 'steam', named: both, entries: [] }, POINTS), [])
})

test('of whoever erased the account nothing comes back with the others', () => {
  const [one] = forgotten([namedTeam], 'u1' as never)
  assert.ok(!JSON.stringify(one).includes('Ann') && !JSON.stringify(one).includes('"platformId":"1"'), JSON.stringify(one))
  const left = again(one!, named())
  assert.deepEqual(
    left.drivers.map(({ userId, name, matchId }) => [userId, name, matchId]),
    [
      ['u1', null, undefined],
      [null, 'Bo', undefined],
    ],
  )
  const [alone] = forgotten([one!], 'u2' as never)
  assert.deepEqual([alone!.unmatched, alone!.drivers.map(({ matchId }) => matchId)], [null, [undefined, undefined]])
})
