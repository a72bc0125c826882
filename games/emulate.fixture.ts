import assert from 'node:assert/strict'
import { driveEvent } from './event.ts'
import type { DrivenSegment, EventRules } from './event.ts'
import { entry, order } from './order.fixture.ts'
import type { EmulatedStep } from './emulated.ts'
import type { Game, PhaseSignal, ServerOrder, SegmentResults } from './game.ts'
import type { Driven, DrivenLap } from './race.ts'
import { holds } from './results.fixture.ts'

/** A throw of dice that always falls the same. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A grid of people, one car of which is shared by two. */
export const grid = (
  game: Game,
  count: number,
  changes: Partial<ServerOrder> & { readonly trackId: string; readonly carIds: readonly string[] },
): ServerOrder => {
  const people = Array.from({ length: count }, (_, i) => ({ name: `Driver ${i} Łukasz`, platformId: `7656119800000${1000 + i}`, country: 'PL' }))
  const entries = people.map((person, i) => entry(changes.carIds[i % changes.carIds.length] ?? '', person, i + 1))
  const [shared, ...rest] = entries
  const second = { name: 'Second Driver', platformId: '76561198000009999', country: 'IT' }
  return order(game, { maxEntries: count, entries: shared ? [{ ...shared, drivers: [...shared.drivers, second] }, ...rest] : [], ...changes })
}

export const logOf = (steps: readonly EmulatedStep[]): readonly string[] => steps.flatMap((step) => ('log' in step ? [step.log] : []))

/** What a host hears of a server that is asked for its phase. */
export function heardOf(game: Game, steps: readonly EmulatedStep[]): readonly string[] {
  const { linesOf } = game.server?.launch.status ?? assert.fail()
  const bodies = steps.flatMap((step) => ('status' in step ? [step.status] : []))
  return bodies.flatMap((body, i) => linesOf(body, bodies[i - 1] ?? null) ?? assert.fail(body))
}

export const signalsOf = (game: Game, lines: readonly string[]): readonly PhaseSignal[] =>
  lines.flatMap((line) => game.server?.launch.signal(line) ?? [])

/** What a game's result files keep of the truth; all of it where nothing is said. */
export type FilePrecision = {
  /** One file, written again with all its sessions: its last state counts. */
  readonly oneFile?: true
  readonly totalMs?: (row: Driven, segment: DrivenSegment) => number | null
  readonly lap?: (lap: DrivenLap) => { readonly timeMs: number | null; readonly sectors: readonly number[] }
}

/**
 * Runs the emulator on the files of an order, reads its result files with the game's own reader and compares with what was driven.
 */
export function emulatedTruth(
  game: Game,
  rulesOf: (order: ServerOrder) => EventRules,
  asked: ServerOrder,
  seed: number,
  precision: FilePrecision = {},
) {
  const server = game.server ?? assert.fail()
  const read = game.readResults ?? assert.fail()
  const files = server.writeFiles(asked)
  const { steps } = server.emulate(files, seeded(seed))
  const held = server.readFiles(files)
  const truth = driveEvent(held, rulesOf(held), seeded(seed))
  const clock = new Date(2026, 0, 2, 3, 4, 5)
  const written = steps.flatMap((step) => ('nameAt' in step ? [{ name: step.nameAt(clock), bytes: step.bytes }] : []))
  const readBack = written.map((file): readonly SegmentResults[] => {
    assert.ok(server.launch.results.isResult(file.name), file.name)
    const answer = read(file)
    return answer.ok ? answer.segments : assert.fail(answer.reason)
  })
  const sessions = precision.oneFile ? (readBack.at(-1) ?? []) : readBack.flat()
  assert.equal(sessions.length, truth.length)
  for (const [i, session] of sessions.entries()) {
    const segment = truth[i] ?? assert.fail()
    holds(session)
    assert.equal(session.type, segment.segment.type)
    const driven = segment.rows.filter((row) => row.laps.length > 0)
    const rows = session.results.filter((row) => row.lapCount > 0)
    assert.deepEqual(
      rows.map((row) => [row.carModelId, row.lapCount, row.totalTime, row.bestCleanLapTime]),
      driven.map((row) => [
        held.entries[row.racer]?.carId,
        row.laps.length,
        precision.totalMs ? precision.totalMs(row, segment) : row.totalMs,
        row.bestMs,
      ]),
    )
    // Somebody who shares a car and did not drive may be missing.
    rows.forEach((row, j) => {
      const names = held.entries[driven[j]?.racer ?? -1]?.drivers.map(({ name }) => name) ?? []
      assert.ok(row.drivers.length > 0 && row.drivers.every(({ name }) => names.includes(name)))
    })
    const asWritten = precision.lap ?? ((lap: DrivenLap) => lap)
    assert.deepEqual(
      rows.map((row) => row.laps.map((lap) => [lap.time, lap.sectors, lap.valid, row.drivers[lap.driverIndex]?.name])),
      driven.map((row) =>
        row.laps.map((lap) => {
          const { timeMs, sectors } = asWritten(lap)
          return [timeMs, sectors, lap.valid, held.entries[row.racer]?.drivers[lap.driver]?.name]
        }),
      ),
    )
    assert.deepEqual(session.warnings, [])
  }
  assert.ok(
    steps.every((step, i) => i === 0 || step.atMs >= (steps[i - 1]?.atMs ?? 0)),
    'steps go forward in time',
  )
  assert.ok('exit' in (steps.at(-1) ?? {}))
  return { steps, sessions, written }
}
