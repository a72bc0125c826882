import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editPath } from './edit-path.ts'

test('product.md §2 "Event edit": of a series, a championship, with its round of a special event, otherwise of the community', () => {
  for (const [tournamentId, tournamentType, path] of [
    ['t1', 'SERIES', '/series/t1/acc/event-edit/e1'],
    ['t1', 'CHAMPIONSHIP', '/championships/t1/acc/event-edit/e1'],
    ['t1', 'ROUND', '/special-events/l1/acc/t1/event-edit/e1'],
    [null, null, '/communities/l1/acc/event-edit/e1'],
  ] as const)
    assert.equal(editPath({ id: 'e1', leagueId: 'l1', game: 'acc', tournamentId, tournamentType }), path)
})
