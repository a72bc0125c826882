import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { seeded } from '../emulate.fixture.ts'
import { fuzz } from './fuzz.fixture.ts'
import type { Game, ResultFile } from '../game.ts'
import { PLAYABLE } from '../index.ts'
import { order } from '../order.fixture.ts'

const REAL = new URL('../../../shared/data/results/', import.meta.url)
const FOLDERS: Readonly<Record<string, string>> = { assetto_corsa: 'ac' }
/** `FUZZ_RUNS=10000` runs all that the issue asks for; `FUZZ_SEED` repeats a run. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 300)
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000)

for (const game of PLAYABLE) {
  const read = game.readResults
  if (!read) continue
  test(`${game.shortName}: ${RUNS} damaged files give a reason or sound rows, in time (seed ${SEED})`, (t) => {
    const files = filesOf(game)
    if (files.length === 0) return t.skip('skipped: no files here')
    const found = fuzz(files, read, RUNS, SEED)
    t.diagnostic(`${game.shortName}: ${found.withRows} with rows, ${found.refused} refused, slowest ${Math.round(found.slowestMs)} ms`)
    assert.ok(RUNS < 100 || found.withRows > RUNS / 10, 'the damage is so great that nothing is tested')
  })
}

/** Real ones where they are at hand, else what the emulated server writes. */
function filesOf(game: Game): readonly ResultFile[] {
  const folder = new URL(`${FOLDERS[game.id] ?? game.id}/`, REAL)
  if (existsSync(folder))
    return readdirSync(folder)
      .filter((name) => /\.(json|xml)$/.test(name) && name !== 'expectations.json')
      .map((name) => ({ name, bytes: readFileSync(new URL(name, folder)) }))
  const [track] = game.catalogue.tracks
  const [car] = game.catalogue.cars
  const { server } = game
  if (!server || !track || !car) return []
  const ports = Object.fromEntries(server.launch.ports.map(({ name }, i) => [name, 9600 + i]))
  const made = order(game, { trackId: track.id, layoutId: track.layouts[0]?.id ?? null, carIds: [car.id], ports, bop: [] })
  return server
    .emulate(server.writeFiles(made), seeded(1))
    .steps.flatMap((step) => ('nameAt' in step ? [{ name: step.nameAt(new Date(0)), bytes: step.bytes }] : []))
}

test('a reader that throws or gives unsound rows is found, with the seed that shows it', () => {
  const game = PLAYABLE.find(({ id }) => id === 'acc') ?? assert.fail()
  const read = game.readResults ?? assert.fail()
  const files = filesOf(game)
  const careless = (name: string): never => assert.fail(name)
  assert.throws(() => fuzz(files, (file) => (read(file).ok ? read(file) : careless(file.name)), 300, 7), /a fault on .*, seed \d+/)
  const sloppy: typeof read = (file) => {
    const answer = read(file)
    return answer.ok ? { ...answer, segments: answer.segments.map((one) => ({ ...one, results: one.results.toReversed() })) } : answer
  }
  assert.throws(() => fuzz(files, sloppy, 300, 7), /unsound rows from .*, seed \d+/)
})
