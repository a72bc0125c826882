import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserId } from '#core/ids.ts'
import { profileSearch, resultsAsked } from './list-params.ts'

const ID = '019a0000-0000-7000-8000-000000000001' as UserId
/** As it is sent. */
const sent = (value: object): unknown => JSON.parse(JSON.stringify(value))
const left = (search: object) => sent(profileSearch(search as never))

test('an address asks for what a profile knows, whatever else stands in it', () => {
  const search = { type: 'qualify', game: 'acc', community: ID, from: '2026-01-01', to: '2026-02-01', zone: 'Europe/Berlin', page: '3' }
  assert.deepEqual(left({ ...search, more: 'x' }), search)
  const { game, community, type, page, ...days } = search
  assert.deepEqual(sent(resultsAsked(ID, search)), { id: ID, limit: 10, offset: 20, type: 'QUALIFY', game, leagueId: community, ...days })
  assert.ok(type && page)
})

test('what is no filter is left out: the first page of all races', () => {
  const none = { type: 'warmup', game: 'tetris', community: 'mine', from: '2026-02-30', to: 'now', zone: '+02:00', page: '-1' }
  assert.deepEqual(left(none), {})
  assert.deepEqual(left({ page: '1e9', type: 'race' }), {})
  assert.deepEqual(sent(resultsAsked(ID, none)), { id: ID, limit: 10, offset: 0 })
})
