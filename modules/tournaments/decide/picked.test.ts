import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { UserId } from '#core/ids.ts'
import { planSeason, takesPicked, type SeasonCandidate, type SeasonField } from './picked.ts'

const field: SeasonField = { seats: 10, cars: { ofSeason: ['a', 'b'], ofEvents: [] }, classes: [], present: [], isSwap: false }
const classes = [
  { id: 'PRO', carIds: ['a', 'b'], maxEntries: 2, taken: 0 },
  { id: 'AM', carIds: ['a'], maxEntries: null, taken: 0 },
]
const one = (id: string, more: Partial<SeasonCandidate> = {}): SeasonCandidate => ({
  userId: id as UserId,
  carId: 'a',
  classId: null,
  isBanned: false,
  isMember: true,
  before: null,
  ...more,
})
const inside = (id: string, classId: string | null = null, isIn = true) => ({ userId: id as UserId, isIn, classId })
/** "who comes with what | who stays | who misses why | who goes" */
function plan(candidates: readonly SeasonCandidate[], more: Partial<SeasonField> = {}): string {
  const { comes, stays, misses, goes } = planSeason(candidates, { ...field, ...more })
  const parts = [
    comes.map(({ userId, carId, classId, waited }) => `${userId}:${[waited ? 'waited' : carId, classId].filter(Boolean).join('/')}`),
    stays,
    misses.map(({ userId, refusal: { code, params } }) => `${userId}:${code}${'reason' in params ? `.${params['reason']}` : ''}`),
    goes.map(({ userId }) => userId),
  ]
  return parts.map((part) => part.join(' ')).join(' | ')
}

describe('who of the picked gets into a season', () => {
  test('who may not, and why', () => {
    assert.equal(plan([one('x', { isBanned: true, isMember: false })]), ' |  | x:MEMBER_BANNED | ')
    assert.equal(plan([one('x', { isMember: false })]), ' |  | x:MEMBER_REQUIRED | ')
    assert.equal(plan([one('x', { before: 'ACTIVE' })]), ' |  | x:ALREADY_REGISTERED | ')
    assert.equal(plan([one('x', { before: 'LEFT' })]), ' |  | x:REJOIN_NOT_ALLOWED.left | ')
    assert.equal(plan([one('x', { before: 'DISQUALIFIED' })]), ' |  | x:REJOIN_NOT_ALLOWED.disqualified | ')
  })

  test('the car: of the season, else of its events, the only one there is, or none where there is nothing to choose', () => {
    assert.equal(plan([one('x', { carId: 'c' }), one('y', { carId: null })]), ' |  | x:CAR_NOT_IN_EVENT y:CAR_NOT_IN_EVENT | ')
    assert.equal(plan([one('x', { carId: null })], { cars: { ofSeason: ['b'], ofEvents: [] } }), 'x:b |  |  | ')
    assert.equal(plan([one('x', { carId: 'c' })], { cars: { ofSeason: [], ofEvents: ['c', 'd'] } }), 'x:c |  |  | ')
    assert.equal(plan([one('x', { carId: 'a' })], { cars: { ofSeason: [], ofEvents: ['c', 'd'] } }), ' |  | x:CAR_NOT_IN_EVENT | ')
    assert.equal(plan([one('x', { carId: null })], { cars: { ofSeason: [], ofEvents: ['c', 'd'] } }), 'x: |  |  | ')
    assert.equal(plan([one('x', { carId: 'a' })], { cars: { ofSeason: [], ofEvents: [] } }), 'x: |  |  | ')
  })

  test('the class: by the car where one alone has it, else it is asked for', () => {
    assert.equal(plan([one('x', { carId: 'b' })], { classes }), 'x:b/PRO |  |  | ')
    assert.equal(plan([one('x')], { classes }), ' |  | x:CAR_NOT_IN_EVENT | ')
    assert.equal(plan([one('x', { classId: 'AM' })], { classes }), 'x:a/AM |  |  | ')
    assert.equal(plan([one('x', { classId: 'AM', carId: null })], { classes }), 'x:a/AM |  |  | ')
    assert.equal(plan([one('x', { classId: 'PRO', carId: null })], { classes }), ' |  | x:CAR_NOT_IN_EVENT | ')
    assert.equal(plan([one('x', { classId: 'AM', carId: 'b' })], { classes }), ' |  | x:CAR_NOT_IN_EVENT | ')
    assert.equal(plan([one('x', { classId: 'AM' })]), ' |  | x:CAR_NOT_IN_EVENT | ')
  })

  test('seats go in the order of the list, of the season and of the class; who waits moves up where there is one', () => {
    assert.equal(plan([one('x'), one('x'), one('y')], { seats: 1 }), 'x:a |  | y:REGISTRATION_FULL | ')
    const three = ['x', 'y', 'z'].map((id) => one(id, { carId: 'b' }))
    assert.equal(plan(three, { classes }), 'x:b/PRO y:b/PRO |  | z:CLASS_LIMIT_REACHED | ')
    const waits = { classes, present: [inside('w', 'AM', false)] }
    assert.equal(plan([one('w', { before: 'WAITING_LIST', carId: 'nothing' })], waits), 'w:waited/AM |  |  | ')
    assert.equal(plan([one('w', { before: 'WAITING_LIST' })], { ...waits, seats: 0 }), ' |  | w:REGISTRATION_FULL | ')
  })

  test('in a swap whoever is not picked goes, and their seats are there for the picked', () => {
    const present = [inside('p', 'PRO'), inside('q', 'PRO'), inside('w', 'PRO', false)]
    const full = { seats: 0, isSwap: true, present, classes: classes.map((of) => ({ ...of, taken: of.id === 'PRO' ? 2 : 0 })) }
    assert.equal(
      plan([one('p', { before: 'ACTIVE' }), one('x', { carId: 'b' }), one('y', { carId: 'b' })], full),
      'x:b/PRO | p | y:REGISTRATION_FULL | q',
    )
    assert.equal(plan([one('w', { before: 'WAITING_LIST' })], full), 'w:waited/PRO |  |  | p q')
  })

  test('a season takes picked drivers as long as it takes any, and swaps until its first start', () => {
    const says = (status: Parameters<typeof takesPicked>[0]['status'], joinAfterStart: boolean, isSwap: boolean) => {
      const may = takesPicked({ status, joinAfterStart }, isSwap)
      return may === true || may.refusal.code
    }
    assert.deepEqual(
      [says('UNPUBLISHED', true, false), says('FINISHED', true, false), says('STARTED', false, false)],
      Array(3).fill('REGISTRATION_CLOSED'),
    )
    assert.deepEqual([says('REGISTRATION', false, false), says('REGISTRATION', false, true), says('STARTED', true, false)], Array(3).fill(true))
    assert.equal(says('STARTED', true, true), 'WRONG_STATE')
  })
})
