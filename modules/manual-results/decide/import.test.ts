import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { EntryId, UserId } from '#core/ids.ts'
import type { SegmentResults } from '#games/game.ts'
import { found, row } from '#modules/results/decide/rows.fixture.ts'
import type { FieldEntry } from '#modules/results/rules/participant.ts'
import { checkChosen, participantsOf, proposalsFor } from './import.ts'
import { draftSegments } from './segments.ts'

test('where the sessions of a file come in a night of two races', () => {
  const plan = [{ type: 'QUALIFY' }, { type: 'RACE' }, { type: 'RACE' }]
  const of = (first: number, ...types: readonly SegmentResults['type'][]) =>
    draftSegments(
      types.map((type) => found(type)),
      plan,
      first,
    ).map((place) => place && [place.index, place.no])
  assert.deepEqual(of(1, 'QUALIFY', 'RACE', 'RACE'), [
    [0, 1],
    [1, 1],
    [2, 2],
  ])
  assert.deepEqual(of(2, 'RACE', 'RACE'), [[2, 2], null])
  // the qualifying of the second file stands behind the plan
  assert.deepEqual(of(2, 'PRACTICE', 'QUALIFY', 'RACE'), [
    [7, 2],
    [4, 2],
    [2, 2],
  ])
  assert.deepEqual(draftSegments([found('RACE', { results: [] })], plan, 1), [null])
})

const entrant = (id: string, raceNumber: number, platformId: string | null = null): FieldEntry => ({
  id: id as EntryId,
  raceNumber,
  carId: 'x',
  classId: null,
  teamName: null,
  drivers: [{ userId: `user-${id}` as UserId, platformId, name: id }],
})

test('whoever is proposed: nobody shares an entry in one session, and what was said is kept', () => {
  const anySessions = fc.array(
    fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 4 })), { maxLength: 6, selector: ([account]) => account }),
    { minLength: 1, maxLength: 3 },
  )
  const entries = [1, 2, 3, 4].map((number) => entrant(`driver ${number}`, number, number < 3 ? String(number) : null))
  const anySaid = fc.array(fc.record({ participant: fc.nat(8), entryId: fc.option(fc.constantFrom(...entries.map(({ id }) => id))) }), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(anySessions, anySaid, (drawn, said) => {
      const sessions = drawn.map((rows) => {
        const results = rows.map(([account, raceNumber]) => ({
          ...row(`driver ${account % 5}`, [], { raceNumber }),
          drivers: [{ name: `driver ${account % 5}`, platformId: String(account), drivingTimeMs: null }],
        }))
        return found('RACE', { results })
      })
      const participants = [...participantsOf(sessions).values()]
      const fits = checkChosen(participants, entries, said).ok
      const proposals = proposalsFor(participants, entries, fits ? said : [])
      for (const { results } of sessions) {
        const got = results.flatMap((one) => proposals.get(`account:${one.drivers[0]!.platformId}`)?.entryId ?? [])
        assert.equal(new Set(got).size, got.length)
      }
      if (fits) for (const one of said) assert.equal(proposals.get(participants[one.participant]!.key)?.entryId ?? null, one.entryId)
    }),
  )
})
