import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionStatus } from '#modules/sessions/rules.ts'
import { featuredRace } from './featured.ts'

const NOW = Date.parse('2026-11-20T19:00:00Z')
const race = (name: string, status: SessionStatus, taken: number, maxEntries: number, startsAt = '2026-11-20T20:00:00Z') => ({
  name,
  status,
  taken,
  seatsFree: maxEntries - taken,
  seatsKept: 0,
  startsAt,
  duration: 60,
  config: { maxEntries, seats: maxEntries, location: 'DE-Frankfurt', isRanked: false },
})
const on = race('on', 'IN_PROGRESS', 20, 40, '2026-11-20T18:30:00Z')
const half = race('half', 'WAITING', 20, 40)
const nearly = race('nearly', 'WAITING', 27, 30)

for (const [what, races, expected] of [
  ['one that is on comes first', [half, nearly, on], 'on'],
  ['not one that waits for its results alone', [half, race('days ago', 'IN_PROGRESS', 30, 40, '2026-11-18T18:30:00Z')], 'half'],
  ['else the fullest', [half, nearly], 'nearly'],
  ['a full one only where no other has seats', [race('full', 'WAITING', 16, 16), half], 'half'],
  ['a full one where no other is worth it', [race('few', 'WAITING', 7, 20), race('full', 'WAITING', 16, 16)], 'full'],
  ['never one with few drivers, full as it may be', [race('duel', 'WAITING', 2, 2), race('few', 'IN_PROGRESS', 7, 8)], undefined],
  ['few drivers leave the place to the next', [race('duel', 'WAITING', 2, 2), half], 'half'],
  ['none that nobody can join any more before it is on', [race('set up', 'STARTING', 30, 30)], undefined],
  ['nothing to come', [], undefined],
] as const)
  test(`the first race a stranger sees: ${what}`, () => assert.equal(featuredRace(races, NOW)?.name, expected))
