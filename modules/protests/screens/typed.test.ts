import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserId } from '#core/ids.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/duration.ts'
import type { Text } from '#web/kit/texts.tsx'
import type { IncidentView } from '../contract.ts'
import { filledBy, isGone } from './picked.ts'
import { amountsIn } from '../rules/penalty.ts'
import { leftWords, penaltyWords, readTime, waitsSince, writeTime } from './words.ts'

const text = ((key: string, params?: object) => [key, ...Object.values(params ?? {})].join(' ')) as unknown as Text<'protests'>

test('whatever moment of a race of a day the log fills in is read as it is written', () => {
  for (const ms of [0, 59 * SECOND_MS, 19 * MINUTE_MS + 19_400, 16 * HOUR_MS + 39 * MINUTE_MS, 17 * HOUR_MS + 5_300, 24 * HOUR_MS])
    assert.equal(readTime(writeTime(ms)), ms, writeTime(ms))
  assert.deepEqual(['12:30', '1:02:30.5', '12:61', '30', 'x'].map(readTime), [750_000, 3_750_500, null, null, null])
})

test('points, places and races are counted in words, seconds are not', () =>
  assert.deepEqual(
    (['TIME', 'POINTS', 'POSITIONS', 'GRID_DROP', 'SUSPENSION'] as const).map((kind) => penaltyWords(text, { kind, amount: 1 })),
    ['counted.TIME 1', 'counted.POINTS 1', 'counted.POSITIONS 1', 'counted.GRID_DROP 1', 'counted.SUSPENSION 1'],
  ))

test('of a suspension it is told how much is left until it is served', () => {
  const two = { kind: 'SUSPENSION', amount: 2, state: 'DUE', racesLeft: 2 } as const
  assert.deepEqual(
    [
      leftWords(text, two),
      leftWords(text, { ...two, racesLeft: 1 }),
      leftWords(text, { ...two, state: 'SERVED', racesLeft: 0 }),
      leftWords(text, { ...two, amount: 1, racesLeft: 1 }),
      leftWords(text, { ...two, kind: 'GRID_DROP', amount: 5, racesLeft: 1 }),
    ],
    ['pool.left 2', 'pool.left 1', null, null, null],
  )
})

test('an incident names who was in it, of several the one that was chosen', () => {
  const [anna, bela, cem] = ['a', 'b', 'c'] as unknown as readonly [UserId, UserId, UserId]
  const drivers = [{ id: anna }, { id: bela }, { id: cem }]
  const contact = {
    kind: 'CONTACT_CAR',
    lap: 3,
    atMs: null,
    who: { ids: [anna], name: 'A' },
    other: { ids: [bela], name: 'B' },
  } as unknown as IncidentView
  const typed = { reporteeId: null, category: 'OTHER', lap: null, time: '12:30' } as const
  const named = (reporteeId: UserId | null) => filledBy(contact, { ...typed, reporteeId }, drivers)
  assert.deepEqual(named(null), { reporteeId: anna, category: 'CONTACT', lap: 3, time: '12:30' })
  assert.deepEqual([named(bela).reporteeId, named(cem).reporteeId], [bela, anna])
})

test('amounts are whole numbers, each once; what is none is not read as two of them', () => {
  assert.deepEqual(['5, 10,5', '5s; 10 s', ''].map(amountsIn), [[5, 10], [5, 10], []])
  assert.deepEqual(['2.5', '-5', '5-10', '5, −3'].map(amountsIn), [null, null, null, null])
})

test('an appeal waits since it was made, a report since it was filed', () => {
  const [filed, made] = ['2026-05-01T10:00:00.000Z', '2026-05-03T10:00:00.000Z'] as const
  const appeal = { note: '', videoURL: '', timestamp: made }
  assert.deepEqual([waitsSince({ submitTimestamp: filed, appeal }), waitsSince({ submitTimestamp: filed, appeal: null })], [made, filed])
})

test('what was picked is gone where the whole log has it no more, or other results stand; not where a list was cut before it', () => {
  const [here, there] = ['here', 'there'] as unknown as IncidentView['resultId'][]
  const log = (resultId: IncidentView['resultId'] | undefined, total: number) => ({
    incidents: [1, 2].map((no) => ({ resultId: resultId!, no })),
    total,
  })
  assert.deepEqual(
    [null, `${here} 2`, `${here} 3`].map((key) => isGone(log(here, 2), key)),
    [false, false, true],
  )
  assert.equal(isGone(log(here, 3), `${here} 3`), false)
  assert.equal(isGone(log(there, 3), `${here} 1`), true)
  assert.equal(isGone({ incidents: [], total: 0 }, `${here} 1`), true)
})
