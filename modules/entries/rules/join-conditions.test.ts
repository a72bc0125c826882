import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { DAY_MS } from '#core/duration.ts'
import { NEW_STANDING, type Licence } from '#modules/ranking/rules/licence.ts'
import { boundsOf, JOIN_CONDITIONS, type JoinConditions } from '#modules/sessions/rules/join-conditions.ts'
import { figuresOf, judge, meetsConditions, type DriverRecord } from './join-conditions.ts'

const NOW = new Date('2026-11-20T20:00:00Z')
const ago = (ms: number): Date => new Date(NOW.getTime() - ms)
const record = (more: Partial<DriverRecord> = {}): DriverRecord => ({
  since: ago(1000 * DAY_MS),
  starts: 0,
  noShows: 0,
  rank: 1500,
  standing: NEW_STANDING,
  ...more,
})
const said = (conditions: JoinConditions, more: Partial<DriverRecord>): unknown => {
  const verdict = meetsConditions(conditions, record(more), NOW)
  return verdict === true || verdict.refusal
}
const refusal = (params: object): object => ({ code: 'JOIN_CONDITIONS_NOT_MET', params })

test('each condition one below, at and above what is asked', () => {
  const table: readonly (readonly [JoinConditions, Partial<DriverRecord>, unknown])[] = [
    [{ accountAgeDays: 30 }, { since: ago(30 * DAY_MS - 1) }, refusal({ unmet: 'accountAgeDays', accountAgeDays: 29, accountAgeDaysAsked: 30 })],
    [{ accountAgeDays: 30 }, { since: ago(30 * DAY_MS) }, true],
    [{ accountAgeDays: 30 }, { since: ago(31 * DAY_MS) }, true],
    [{ racesDone: 3 }, { starts: 2 }, refusal({ unmet: 'racesDone', racesDone: 2, racesDoneAsked: 3 })],
    [{ racesDone: 3 }, { starts: 3 }, true],
    [{ racesDone: 3 }, { starts: 4, noShows: 40 }, true],
    [{ noShowPercent: 20 }, { starts: 12, noShows: 3 }, true],
    [{ noShowPercent: 20 }, { starts: 10, noShows: 3 }, refusal({ unmet: 'noShowPercent', noShowPercent: 24, noShowPercentAsked: 20 })],
    // 20.4 %: nobody is told "20, at most 20" beside a no
    [{ noShowPercent: 20 }, { starts: 43, noShows: 11 }, refusal({ unmet: 'noShowPercent', noShowPercent: 21, noShowPercentAsked: 20 })],
    [{ noShowPercent: 0 }, { starts: 5 }, true],
    [{ noShowPercent: 0 }, { starts: 199, noShows: 1 }, refusal({ unmet: 'noShowPercent', noShowPercent: 1, noShowPercentAsked: 0 })],
  ]
  const of = (licence: Licence, level: number) => ({ standing: { licence, level } })
  const ratings: typeof table = [
    [{ rank: 1500 }, { rank: 1499.4 }, refusal({ unmet: 'rank', rank: 1499, rankAsked: 1500 })],
    // it is shown as 1500
    [{ rank: 1500 }, { rank: 1499.5 }, true],
    [{ rank: 1500 }, {}, true],
    [{ license: 2 }, of('BRONZE', 499), refusal({ unmet: 'license', license: 'BRONZE', licenseAsked: 'SILVER' })],
    [{ license: 2 }, of('SILVER', 0), true],
    [{ license: 2 }, of('GOLD', 0), true],
    [{ safety: 2.6 }, {}, refusal({ unmet: 'safety', safety: 2.5, safetyAsked: 2.6 })],
    [{ safety: 2.6 }, of('ROOKIE', 259), refusal({ unmet: 'safety', safety: 2.59, safetyAsked: 2.6 })],
    [{ safety: 2.6 }, of('ROOKIE', 260), true],
    // "Silver licence 2.00 or better": a gold one is better at any level
    [{ license: 2, safety: 2 }, of('SILVER', 199), refusal({ unmet: 'safety', safety: 1.99, safetyAsked: 2 })],
    [{ license: 2, safety: 2 }, of('SILVER', 200), true],
    [{ license: 2, safety: 2 }, of('GOLD', 100), true],
    [{ license: 2, safety: 2 }, of('BRONZE', 450), refusal({ unmet: 'license', license: 'BRONZE', licenseAsked: 'SILVER' })],
  ]
  for (const [conditions, more, expected] of [...table, ...ratings])
    assert.deepEqual(said(conditions, more), expected, JSON.stringify([conditions, more]))
})

test('a no-show rate is of ten events at least, those still missing counted as driven', () => {
  for (const [starts, noShows, percent] of [
    [0, 0, 0],
    [0, 1, 10],
    [1, 1, 10],
    [0, 3, 30],
    [8, 1, 10],
    [9, 1, 10],
    [10, 1, 10],
    [19, 1, 5],
    [0, 11, 100],
  ] as const)
    assert.equal(figuresOf(record({ starts, noShows }), NOW).noShowPercent, percent, `${starts} starts, ${noShows} no-shows`)
})

test('of several all must be met, and each that is not is named with the own figure', () => {
  const conditions = { accountAgeDays: 30, racesDone: 3, noShowPercent: 20 }
  assert.equal(said(conditions, { starts: 9, noShows: 1 }), true)
  assert.deepEqual(
    said(conditions, { since: ago(12 * DAY_MS), starts: 2, noShows: 8 }),
    refusal({
      unmet: 'accountAgeDays racesDone noShowPercent',
      accountAgeDays: 12,
      accountAgeDaysAsked: 30,
      racesDone: 2,
      racesDoneAsked: 3,
      noShowPercent: 80,
      noShowPercentAsked: 20,
    }),
  )
  assert.equal(said({}, { since: NOW, noShows: 99 }), true, 'nothing asked')
})

test('the day on which an account is old enough is said, and it is then', () => {
  const since = ago(12 * DAY_MS + 5000)
  const [age, races] = judge({ accountAgeDays: 30, racesDone: 3 }, record({ since }), NOW)
  assert.deepEqual([age!.metAt, races!.metAt], [new Date(since.getTime() + 30 * DAY_MS), null])
  const at = (ms: number) => judge({ accountAgeDays: 30 }, record({ since }), new Date(age!.metAt!.getTime() + ms))[0]!
  assert.deepEqual([at(-1).isMet, at(0).isMet, at(0).metAt], [false, true, null])
})

test('whoever meets the stricter meets the milder, and a better record never closes a door', () => {
  const records = fc.record({ days: fc.nat(4000), starts: fc.nat(60), noShows: fc.nat(60) })
  fc.assert(
    fc.property(records, fc.constantFrom(...JOIN_CONDITIONS), fc.nat(4000), fc.nat(50), ({ days, starts, noShows }, name, asked, better) => {
      const mine = record({ since: ago(days * DAY_MS), starts, noShows })
      const milder = boundsOf(name).asks === 'atLeast' ? asked - 1 : asked + 1
      const meets = (what: number, who = mine): boolean => meetsConditions({ [name]: what }, who, NOW) === true
      if (meets(asked)) {
        assert.ok(meets(milder))
        assert.ok(meets(asked, { ...mine, since: ago((days + better) * DAY_MS), starts: starts + better }))
      }
      // what is shown decides: at exactly the own figure everybody is in
      assert.ok(meets(figuresOf(mine, NOW)[name]))
    }),
  )
})
