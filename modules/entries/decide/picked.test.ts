import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { refuse } from '#core/result.ts'
import type { EntryId, UserId } from '#core/ids.ts'
import { planPicked, type Candidate, type Field, type Plan, type Present } from './picked.ts'

const who = (name: string): UserId => name as UserId
const pick = (name: string, carId: string | null = 'a', may: Candidate['may'] = true): Candidate => ({ userId: who(name), carId, may })
const there = (name: string, more: Partial<Present> = {}): Present => ({
  id: `entry of ${name}` as EntryId,
  isIn: true,
  classId: null,
  drivers: [who(name)],
  ...more,
})
const field = (more: Partial<Field> = {}): Field => ({
  offer: { carIds: ['a', 'b'], classes: [], skinsOf: () => [] },
  seats: 2,
  present: [],
  isSwap: false,
  mayMoveUp: true,
  ...more,
})
const told = ({ comes, stays, misses, goes }: Plan) => ({
  comes: comes.map(({ userId }) => userId),
  stays,
  misses: misses.map(({ userId, refusal }) => [userId, refusal.code]),
  goes: goes.map(({ id }) => id),
})
const CLASSES = [
  { classId: 'A', carIds: ['a'], maxEntries: 1, taken: 1 },
  { classId: 'B', carIds: ['b'], maxEntries: 2, taken: 0 },
]

describe('who of the picked comes in', () => {
  const TABLE: readonly [string, readonly Candidate[], Partial<Field>, Partial<ReturnType<typeof told>>][] = [
    [
      'everybody while there are seats, then it is full',
      [pick('x'), pick('y'), pick('z')],
      {},
      { comes: [who('x'), who('y')], misses: [[who('z'), 'REGISTRATION_FULL']] },
    ],
    ['nobody twice, however often they are picked', [pick('x'), pick('x')], {}, { comes: [who('x')] }],
    ['nobody who is in already', [pick('x')], { present: [there('x')] }, { misses: [[who('x'), 'ALREADY_REGISTERED']] }],
    [
      'nobody who may not be, and they hold no seat',
      [pick('x', 'a', refuse('MEMBER_BANNED')), pick('y')],
      { seats: 1 },
      { comes: [who('y')], misses: [[who('x'), 'MEMBER_BANNED']] },
    ],
    ['a car that the event has not', [pick('x', 'c')], {}, { misses: [[who('x'), 'CAR_NOT_IN_EVENT']] }],
    ['no car where there are several', [pick('x', null)], {}, { misses: [[who('x'), 'CAR_NOT_IN_EVENT']] }],
    ['no car where there is one', [pick('x', null)], { offer: { carIds: ['a'], classes: [], skinsOf: () => [] } }, { comes: [who('x')] }],
    [
      'a class that is full',
      [pick('x'), pick('y', 'b')],
      { offer: { ...field().offer, classes: CLASSES } },
      { comes: [who('y')], misses: [[who('x'), 'CLASS_LIMIT_REACHED']] },
    ],
    ['who waits moves up', [pick('x')], { seats: 1, present: [there('x', { isIn: false })] }, { comes: [who('x')] }],
    [
      'whatever is asked of somebody who comes now, and as a guest',
      [pick('x', 'a', refuse('TERMS_NOT_ACCEPTED')), pick('y', 'a', refuse('MEMBER_REQUIRED'))],
      { seats: 2, present: [there('x', { isIn: false }), there('y', { isIn: false })] },
      { comes: [who('x'), who('y')] },
    ],
    [
      'not once the check-in has closed',
      [pick('x')],
      { present: [there('x', { isIn: false })], mayMoveUp: false },
      { misses: [[who('x'), 'ALREADY_REGISTERED']] },
    ],
    [
      'in a swap who is in goes for them, who is in and picked stays',
      [pick('x'), pick('y')],
      { isSwap: true, seats: 0, present: [there('y'), there('z')] },
      { comes: [who('x')], stays: [who('y')], goes: [there('z').id] },
    ],
    [
      'in a swap who waits is not sent out',
      [pick('x')],
      { isSwap: true, seats: 1, present: [there('z', { isIn: false })] },
      { comes: [who('x')], goes: [] },
    ],
    [
      'in a swap the class that is left has room again',
      [pick('x')],
      { isSwap: true, seats: 0, present: [there('z', { classId: 'A' })], offer: { ...field().offer, classes: CLASSES } },
      { comes: [who('x')], goes: [there('z').id] },
    ],
  ]
  for (const [name, candidates, more, expected] of TABLE)
    test(name, () => assert.deepEqual(told(planPicked(candidates, field(more))), { comes: [], stays: [], misses: [], goes: [], ...expected }))

  test('never more than there are seats, in no class more than it has, nobody twice, and everybody is told something', () => {
    const name = fc.constantFrom(...'abcdefghijkl')
    fc.assert(
      fc.property(
        fc.array(fc.record({ name, car: fc.constantFrom('a', 'b', 'c', null), may: fc.boolean() }), { maxLength: 30 }),
        fc.uniqueArray(fc.record({ name, isIn: fc.boolean(), classId: fc.constantFrom('A', 'B') }), { selector: (one) => one.name, maxLength: 8 }),
        fc.record({ free: fc.nat(6), roomA: fc.nat(3), roomB: fc.nat(3), isSwap: fc.boolean(), mayMoveUp: fc.boolean() }),
        (picked, inside, { free, roomA, roomB, isSwap, mayMoveUp }) => {
          const present = inside.map((one) => there(one.name, { isIn: one.isIn, classId: one.classId }))
          const countIn = (classId: string): number => present.filter((one) => one.isIn && one.classId === classId).length
          const limits = { A: countIn('A') + roomA, B: countIn('B') + roomB }
          const classes = [
            { classId: 'A', carIds: ['a'], maxEntries: limits.A, taken: countIn('A') },
            { classId: 'B', carIds: ['b'], maxEntries: limits.B, taken: countIn('B') },
          ]
          const candidates = picked.map((one) => pick(one.name, one.car, one.may || refuse('MEMBER_BANNED')))
          const plan = planPicked(candidates, field({ seats: free, present, isSwap, mayMoveUp, offer: { ...field().offer, classes } }))
          const left = present.filter((one) => one.isIn && !plan.goes.includes(one))
          const came = plan.comes.map((one) => ('car' in one ? one.car.classId : one.waits.classId))
          assert.ok(left.length + came.length <= present.filter(({ isIn }) => isIn).length + free)
          for (const id of ['A', 'B'] as const)
            assert.ok(left.filter(({ classId }) => classId === id).length + came.filter((classId) => classId === id).length <= limits[id])
          const answered = [...plan.comes, ...plan.misses].map(({ userId }) => userId).concat(plan.stays)
          assert.equal(new Set(answered).size, answered.length)
          assert.deepEqual(new Set(answered), new Set(candidates.map(({ userId }) => userId)))
          for (const { userId } of plan.comes) assert.ok(!left.some(({ drivers }) => drivers.includes(userId)))
        },
      ),
    )
  })
})
