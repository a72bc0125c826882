import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lapsContract } from '../contract.ts'
import { lapsAsked, lapsSearch, placesAsked } from './list-params.ts'

const ID = '018f4f2e-0000-7000-8000-000000000000'

test('an address names a list by game, track and filters', () => {
  const search = { game: 'acc', track: 'monza', segment: 'race', cars: '16,34', community: ID, drivers: ID, from: '2026-11-02', to: '2026-11-01' }
  assert.deepEqual(lapsAsked(search), {
    gameId: 'acc',
    trackIds: ['monza'],
    layoutId: '',
    segmentType: 'RACE',
    carModelIds: ['16', '34'],
    communityIds: [ID],
    driverIds: [ID],
    dateFrom: '2026-11-02',
    dateTo: '2026-11-01',
  })
  assert.deepEqual(lapsSearch({ ...search, utm: 'x' }), { ...search, layout: undefined, tracks: undefined, season: undefined })
  // of several tracks all layouts, of several communities each
  const several = lapsAsked({ game: 'acc', track: 'monza', layout: 'gp', tracks: 'spa,zolder', community: `${ID},${ID}`, season: ID })
  assert.deepEqual(several, { gameId: 'acc', trackIds: ['monza', 'spa', 'zolder'], communityIds: [ID, ID], tournamentId: ID })
})

test('whatever is no filter is left out, and never refused', () => {
  for (const [name, ...said] of [
    ['game', 'chess', ''],
    ['track', '', 'x'.repeat(101)],
    ['segment', 'RACE 1', '!'],
    ['cars', ',', 'a,,b', Array.from({ length: 61 }, (_, i) => i).join(',')],
    ['tracks', ',', 'a,,b', Array.from({ length: 10 }, (_, i) => i).join(',')],
    ['community', 'me', `${ID}0`, `${ID},`],
    ['season', 'this', `${ID},${ID}`],
    ['drivers', 'me', `${ID},me`],
    ['from', 'yesterday', '2026-13-01', '2026-00-10', '2026-02-31', '2026-1-1', '2026-11-02T10:00:00Z'],
    ['to', '0', '2026-12-32'],
  ] as const)
    for (const word of said) {
      const asked = lapsAsked({ game: 'acc', track: 'monza', [name]: word })
      if (asked !== null) assert.deepEqual(asked, { gameId: 'acc', trackIds: ['monza'], layoutId: '' }, `${name}=${word}`)
      for (const { params } of asked === null ? [] : [lapsContract.bestLaps, lapsContract.publicBestLaps]) assert.ok(params.safeParse(asked).success)
    }
})

test('without a track it asks for places', () => {
  assert.equal(lapsAsked({ game: 'acc' }), null)
  assert.equal(lapsAsked({ track: 'monza' }), null)
  assert.deepEqual([placesAsked({ game: 'acc' }), placesAsked({ game: 'chess' })], [{ gameId: 'acc' }, {}])
  assert.deepEqual(placesAsked({ game: 'acc', season: ID }), { gameId: 'acc', tournamentId: ID })
})
