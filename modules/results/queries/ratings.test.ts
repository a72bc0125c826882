import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_EVENT_RATINGS, segmentRating } from './ratings.ts'
import type { StoredSegment } from './table.ts'

const race = (): StoredSegment => ({ type: 'RACE', type_no: 1, split_no: 1, rows: [] }) as unknown as StoredSegment

test('a ranked race is pending until its event is over and it is rated', () => {
  const status = (isRanked: boolean, isWaiting: boolean, of: 'IN_PROGRESS' | 'ENDED') =>
    segmentRating(race(), { status: of, ratings: { ...NO_EVENT_RATINGS, isRanked, isWaiting } }).rankingStatus
  assert.deepEqual(
    [status(true, false, 'IN_PROGRESS'), status(true, true, 'ENDED'), status(true, false, 'ENDED'), status(false, false, 'IN_PROGRESS')],
    ['PENDING', 'PENDING', 'UNRANKED', 'UNRANKED'],
  )
})
