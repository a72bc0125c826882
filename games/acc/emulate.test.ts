import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { emulatedTruth, grid, logOf, seeded, signalsOf } from '#games/emulate.fixture.ts'
import { decodeText } from '#games/text.ts'
import { acc } from './acc.ts'
import { emulate, rulesOf } from './emulate.ts'
import { writeFiles } from './files.ts'

const SAMPLES = new URL('../../../shared/data/server-config/acc/log/', import.meta.url)
const event = grid(acc, 12, { trackId: 'spa', carIds: ['30', '32', '50'], driverSwap: true })

test('result files tell exactly what was driven, and carry the tag', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { sessions } = emulatedTruth(acc, rulesOf, event, seed)
    assert.deepEqual(
      sessions.map(({ type, tag, segmentIndex, trackId }) => [type, tag, segmentIndex, trackId]),
      [
        ['QUALIFY', event.tag, 0, 'spa'],
        ['RACE', event.tag, 1, 'spa'],
      ],
    )
  }
})

test('names, encoding and the doubled key are those of the server', () => {
  const { written } = emulatedTruth(acc, rulesOf, event, 3)
  assert.deepEqual(
    written.map(({ name }) => name),
    ['260102_030405_Q.json', '260102_030405_R.json'],
  )
  const [bytes] = written.map((file) => file.bytes)
  assert.deepEqual(bytes?.slice(0, 2), new Uint8Array([0x7b, 0]))
  assert.equal(decodeText(bytes ?? new Uint8Array()).match(/^ {4}"sessionType"/gm)?.length, 2)
})

test('the log tells the phases', () => {
  const { steps } = emulatedTruth(acc, rulesOf, event, 1)
  const kinds = signalsOf(acc, logOf(steps)).filter(({ kind }) => kind !== 'drivers')
  const [Q, R] = [
    { kind: 'segment', type: 'QUALIFY', index: null },
    { kind: 'segment', type: 'RACE', index: null },
  ] as const
  const [qOver, rOver] = [{ kind: 'segmentOver', type: 'QUALIFY' } as const, { kind: 'segmentOver', type: 'RACE' } as const]
  assert.deepEqual(kinds, [{ kind: 'started', drivers: 0 }, Q, qOver, R, rOver, { kind: 'restarted' }, Q])
  const changes = logOf(steps).filter((line) => line.includes('Session changed'))
  assert.ok(changes.length > 2 && changes.every((line) => line.endsWith(' 0')), 'real servers name no index')
})

test('the race takes its time, and the same people are fast again', () => {
  const [, first] = emulatedTruth(acc, rulesOf, event, 1).sessions
  const [, second] = emulatedTruth(acc, rulesOf, event, 2).sessions
  const winner = first?.results[0]
  assert.ok(winner?.totalTime && winner.totalTime > 20 * 60_000 && winner.totalTime < 24 * 60_000)
  const top = (names: readonly string[] = []) => names.slice(0, 5)
  const before = top(first?.results.map((row) => row.name))
  const again = top(second?.results.map((row) => row.name)).filter((name) => before.includes(name))
  assert.ok(again.length >= 3, again.join())
})

test('nobody there: the server waits for ever, without results', () => {
  const { steps } = emulate(writeFiles({ ...event, entries: [] }), seeded(1))
  assert.ok(steps.every((step) => !('nameAt' in step)))
  assert.ok((steps.at(-1)?.atMs ?? 0) > 86_400_000)
})

test('what a person types ends no race', () => {
  for (const text of ['Resetting race weekend', 'Session completed: Race/<session completed> with 1 cars and 1 connections'])
    assert.equal(acc.server?.launch.signal(text), null)
})

test('who stays drives other weekends, each with its own number and files', () => {
  const { steps } = emulate(writeFiles(event), seeded(1), ['stayers'])
  const weekends = steps.flatMap((step) => ('bytes' in step ? JSON.parse(decodeText(step.bytes)).raceWeekendIndex : []))
  assert.deepEqual(weekends, [0, 0, 1, 1, 2, 2])
})

test('real logs speak the same language', (t) => {
  const file = new URL('practice1.first-9000-lines.server.log', SAMPLES)
  if (!existsSync(file)) return t.skip('skipped: no samples here')
  const signals = signalsOf(acc, readFileSync(file, 'latin1').split('\n'))
  const count = (kind: string) => signals.filter((signal) => signal.kind === kind).length
  assert.deepEqual(signals.slice(0, 2), [
    { kind: 'started', drivers: 0 },
    { kind: 'segment', type: 'QUALIFY', index: null },
  ])
  assert.deepEqual([count('segmentOver'), count('restarted'), count('drivers'), count('failed')], [4, 8, 35, 0])
})
