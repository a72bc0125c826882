import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emulatedTruth, grid, heardOf, seeded, signalsOf } from '#games/emulate.fixture.ts'
import type { ServerOrder } from '#games/game.ts'
import { gaveUp } from '#games/race.ts'
import { emulate, rulesOf } from './emulate.ts'
import { writeFiles } from './files.ts'
import { r3e } from './r3e.ts'

/** R3E's own account numbers are short. */
const event = ((): ServerOrder => {
  const made = grid(r3e, 12, { trackId: '1670', layoutId: '1671', carIds: ['5818', '8698'] })
  return {
    ...made,
    entries: made.entries.map((entry, i) => ({ ...entry, drivers: entry.drivers.map((driver) => ({ ...driver, platformId: String(500_000 + i) })) })),
    segments: [
      { type: 'PRACTICE', durationMin: 10, options: { timeOfDay: 3 } },
      { type: 'QUALIFY', durationMin: 15, options: { timeOfDay: 3 } },
      { type: 'RACE', durationMin: 20, options: { timeOfDay: 4 } },
      { type: 'RACE', durationMin: 0, laps: 8, options: { timeOfDay: 5 } },
    ],
  }
})()
const truth = (seed: number) =>
  emulatedTruth(r3e, rulesOf, event, seed, {
    totalMs: (row, { segment, rows }) => (segment.type === 'RACE' && !gaveUp(rows, row) ? row.totalMs : null),
  })

test('one result file tells exactly what was driven in all sessions', () => {
  for (let seed = 1; seed <= 15; seed++) {
    const { sessions, written } = truth(seed)
    assert.deepEqual(
      written.map(({ name }) => name),
      ['2026_01_02_03_04_05.json'],
    )
    assert.deepEqual(
      sessions.map(({ nativeType, trackId, layoutId }) => [nativeType, trackId, layoutId]),
      ['Practice', 'Qualify', 'Race', 'Race2'].map((type) => [type, 'Monza Circuit', 'Grand Prix']),
    )
    assert.equal(sessions[2]?.results[0]?.drivers[0]?.platformId?.length, 6)
  }
})

test('its answers tell the phases', () => {
  const kinds = signalsOf(r3e, heardOf(r3e, truth(1).steps)).filter(({ kind }) => kind !== 'drivers')
  const session = (type: string) => [{ kind: 'segment', type, index: null }, { kind: 'segmentOver' }]
  const told = [{ kind: 'started' }, ...['PRACTICE', 'QUALIFY', 'RACE', 'RACE'].flatMap(session).slice(0, -1)]
  assert.deepEqual(kinds, [...told, { kind: 'restarted' }, { kind: 'segment', type: 'PRACTICE', index: null }])
})

test('answers of the web interface become the same lines', () => {
  const linesOf = r3e.server?.launch.status?.linesOf ?? assert.fail()
  const body = (CurrentSession: number, players: number) =>
    JSON.stringify({ ProcessState: { CurrentSession, Players: Array.from({ length: players }) } })
  assert.deepEqual(linesOf(body(0, 0), null), ['server up', 'session 0', 'players 0'])
  assert.deepEqual(linesOf(body(0, 2), body(0, 0)), ['players 2'])
  assert.deepEqual(linesOf(body(256, 2), body(0, 2)), ['session over', 'session 256'])
  assert.deepEqual(linesOf(body(0, 1), body(769, 2)), ['begun anew', 'session 0', 'players 1'])
  for (const broken of ['', '{', 'null', '[]', '{"ProcessState":7}']) assert.equal(linesOf(broken, broken), null)
})

test('nobody there: the server waits, then ends without results', () => {
  const { steps } = emulate(writeFiles({ ...event, entries: [] }), seeded(1))
  assert.ok(steps.every((step) => !('nameAt' in step)))
  assert.deepEqual(steps.at(-1), { atMs: 45 * 60_000, exit: 0 })
})
