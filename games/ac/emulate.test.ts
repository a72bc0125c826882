import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { emulatedTruth, grid, logOf, seeded, signalsOf } from '#games/emulate.fixture.ts'
import { ac } from './ac.ts'
import { emulate, rulesOf } from './emulate.ts'
import { writeFiles } from './files.ts'
import { launch } from './launch.ts'

const SAMPLES = new URL('../../../shared/data/server-config/ac/log/', import.meta.url)
const event = grid(ac, 12, { trackId: 'ks_nurburgring', layoutId: 'layout_gp_a', carIds: ['bmw_z4_gt3', 'abarth500'], maxEntries: 16 })

test('result files tell exactly what was driven', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { sessions } = emulatedTruth(ac, rulesOf, event, seed)
    assert.deepEqual(
      sessions.map(({ type, trackId, layoutId, tag }) => [type, trackId, layoutId, tag]),
      [
        ['QUALIFY', 'ks_nurburgring', 'layout_gp_a', null],
        ['RACE', 'ks_nurburgring', 'layout_gp_a', null],
      ],
    )
  }
})

test('a lap race has its laps, a second race its reversed grid', () => {
  const laps = { ...event, segments: [{ type: 'RACE' as const, durationMin: 0, laps: 7, options: {} }] }
  assert.equal(emulatedTruth(ac, rulesOf, laps, 1).sessions[0]?.results[0]?.lapCount, 7)
  const reversed = { ...laps, options: { ...event.options, reversePositions: -1 } }
  assert.deepEqual(
    emulatedTruth(ac, rulesOf, reversed, 1).sessions.map(({ type }) => type),
    ['RACE', 'RACE'],
  )
})

test('files are named by the clock without leading zeros', () => {
  assert.deepEqual(
    emulatedTruth(ac, rulesOf, event, 3).written.map(({ name }) => name),
    ['2026_1_2_3_4_QUALIFY.json', '2026_1_2_3_4_RACE.json'],
  )
})

test('the console tells the phases', () => {
  const { steps } = emulatedTruth(ac, rulesOf, event, 1)
  const Q = { kind: 'segment', type: 'QUALIFY', index: null } as const
  // the second one is the restart behind the registration
  assert.deepEqual(signalsOf(ac, logOf(steps)), [Q, { kind: 'started' }, Q, { kind: 'segment', type: 'RACE', index: null }])
})

test('who is there is answered, with server protection too, where no lobby is pinged', () => {
  for (const enableServerProtection of [false, true]) {
    const { steps } = emulate(writeFiles({ ...event, enableServerProtection }), seeded(1))
    assert.equal(
      logOf(steps).some((line) => line.includes('lobby')),
      !enableServerProtection,
    )
    const { beside, linesOf } = launch.status ?? assert.fail()
    let before: string | null = null
    const counts = steps.flatMap((step) => {
      if (!('status' in step)) return []
      const lines = linesOf(step.status, before) ?? assert.fail()
      before = step.status
      return lines.map((line) => beside?.(line))
    })
    assert.deepEqual(
      counts,
      Array.from({ length: 13 }, (_, count) => ({ kind: 'drivers', count })),
    )
  }
})

test('a lobby that does not reach the server ends it, but not one that keeps out of it', () => {
  const { steps } = emulate(writeFiles(event), seeded(1), ['lobbyRefused'])
  assert.deepEqual(signalsOf(ac, logOf(steps)).at(-1)?.kind, 'failed')
  assert.ok((steps.at(-1)?.atMs ?? 0) < 60_000)
  const apart = emulate(writeFiles({ ...event, enableServerProtection: true }), seeded(1), ['lobbyRefused'])
  assert.equal(apart.steps.filter((step) => 'bytes' in step).length, 2)
})

test('drivers who stay: the server loops, as in every capture, and whatever it prints the files decide', () => {
  const { steps, race } = emulate(writeFiles({ ...event, enableServerProtection: true }), seeded(1), ['stayers'])
  const [Q, R] = (['QUALIFY', 'RACE'] as const).map((type) => ({ kind: 'segment', type, index: null }))
  const again = [{ kind: 'over' }, Q, R]
  assert.deepEqual(signalsOf(ac, logOf(steps)), [Q, { kind: 'started' }, R, ...again, ...again])
  const written = steps.filter((step) => 'bytes' in step)
  assert.equal(written.length, 6)
  assert.ok(written[2]!.atMs > race!.endMs, 'the first race is the event’s')
})

test('an answer that is no answer counts nobody', () => {
  const { linesOf } = launch.status ?? assert.fail()
  for (const body of ['', '{}', '[]', '{"clients":3}', '{"clients":"3","track":"x","sessiontypes":[3]}', '<html>'])
    assert.equal(linesOf(body, null), null)
})

test('nobody there: the server waits, then ends without results', () => {
  const { steps } = emulate(writeFiles({ ...event, entries: [] }), seeded(1))
  assert.ok(steps.every((step) => !('nameAt' in step)))
  assert.deepEqual(steps.at(-1), { atMs: 35 * 60_000, exit: 0 })
})

test('real consoles speak the same language', (t) => {
  const file = new URL('new.format.txt', SAMPLES)
  if (!existsSync(file)) return t.skip('skipped: no samples here')
  const signals = signalsOf(ac, readFileSync(file, 'utf8').split(/\r?\n/))
  assert.deepEqual(signals.slice(0, 3), [
    { kind: 'segment', type: 'PRACTICE', index: null },
    { kind: 'started' },
    { kind: 'segment', type: 'PRACTICE', index: null },
  ])
  assert.ok(signals.some((signal) => signal.kind === 'segment' && signal.type === 'RACE'))
  assert.ok(signals.every(({ kind }) => kind !== 'failed'))
})

test('real answers are understood', (t) => {
  const file = new URL('../http/INFO.json', SAMPLES)
  if (!existsSync(file)) return t.skip('skipped: no samples here')
  assert.deepEqual(launch.status?.linesOf(readFileSync(file, 'utf8'), null), ['clients 0'])
})
