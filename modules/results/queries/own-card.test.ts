import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserId } from '#core/ids.ts'
import type { OwnResult } from '../rules/own-result.ts'
import { ownCard } from './own-card.ts'

test('a place is among those who started, as a list of a driver’s results has it', () => {
  const row = (status: string, position: number) => ({
    status,
    position,
    drivers: [],
    participant: { type: 'DRIVER' },
    raceNumber: null,
    totalTime: null,
    bestLapTime: null,
    timeRetired: { type: 'TIME', value: null },
    rankingChange: null,
    positionsGained: null,
  })
  const results = [row('FINISHED', 1), row('DNF', 2), row('DSQ', 3), row('DNS', 4)]
  const own = { segment: { type: 'RACE', manualSession: false, carClasses: [], results }, row: results[0] } as unknown as OwnResult
  const card = { site: '', title: '', plainTitle: '', above: '', logo: null, seats: null, podium: [], facts: [], picture: null, drawing: null }
  const drawn = ownCard({ ...card, place: { country: null, words: '' } }, own, 'somebody' as UserId)
  assert.deepEqual([drawn.own?.place, drawn.own?.of], ['P1', 3])
})
