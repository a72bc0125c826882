import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { ReadResults, ResultFile, ResultRow, SegmentResults } from './game.ts'
import { comparable } from './text.ts'

type Read = (file: ResultFile) => ReadResults
export type ExpectedRow = {
  readonly pos: number
  readonly name: string
  readonly laps?: number
  readonly totalTimeMs?: number | null
  readonly bestLapMs: number | null
  readonly status: string | null
  /** Absent where a game's expectations leave the car to the game's own test. */
  readonly carModel?: string | number | null
} & Readonly<Record<string, unknown>>
export type ExpectedSession = {
  readonly type: string
  readonly nativeType: string
  readonly track: { readonly id: string; readonly layout: string | null }
  readonly participants: number
  readonly winner: string | null
  readonly lapsTotal?: number | null
  readonly fastestLap?: { readonly ms: number; readonly name: string } | null
  readonly order: readonly ExpectedRow[]
} & Readonly<Record<string, unknown>>
type Expectations = { readonly files: Readonly<Record<string, Facts>> }

type Facts = { readonly parse: string; readonly sessions: readonly ExpectedSession[] } & Readonly<Record<string, unknown>>

/**
 * One test per real file of a game: every fact of `expectations.json` holds. `also` checks what only this game has; `told` puts facts that
 * a game's expectations name otherwise under the common names.
 */
export function agreesWithExpectations(
  folder: URL,
  read: Read,
  also: {
    readonly row: (row: ResultRow, expected: ExpectedRow) => void
    readonly session: (session: SegmentResults, expected: ExpectedSession) => void
    readonly expect?: (expected: ExpectedSession) => ExpectedSession
    /** Expectations of files in seconds round half a millisecond the other way. */
    readonly withinMs?: number
  },
): void {
  const url = new URL('expectations.json', folder)
  if (!existsSync(url)) {
    test('real files agree with their expectations', (t) => t.skip('skipped: no real files here'))
    return
  }
  const { files } = JSON.parse(readFileSync(url, 'utf8')) as Expectations
  for (const [name, expected] of Object.entries(files))
    test(`${name} agrees with its expectations`, () => {
      const bytes = readFileSync(new URL(name, folder))
      const answer = read({ name, bytes })
      if (expected.parse === 'error') return assert.equal(answer.ok, false)
      assert.ok(answer.ok, answer.ok ? '' : answer.reason)
      assert.equal(answer.segments.length, expected.sessions?.length ?? 0)
      if (expected.parse === 'no-session') return assert.equal(answer.segments.length, 0)
      answer.segments.forEach((session, i) => {
        const stated = expected.sessions[i]
        assert.ok(stated)
        const facts = also.expect?.(stated) ?? stated
        sameSession(session, facts, also.withinMs ?? 0)
        also.session(session, facts)
        session.results.forEach((row, j) => also.row(row, facts.order[j] ?? assert.fail()))
        holds(session)
      })
    })
}

function sameSession(session: SegmentResults, expected: ExpectedSession, withinMs: number): void {
  const sameTime = (actual: number | null, facts: number | null, of: string): void =>
    assert.ok(actual === facts || (actual !== null && facts !== null && Math.abs(actual - facts) <= withinMs), `${of}: ${actual} is not ${facts}`)
  assert.equal(session.type, expected.type)
  assert.equal(session.nativeType, expected.nativeType)
  assert.deepEqual({ id: session.trackId, layout: session.layoutId }, expected.track)
  assert.equal(session.results.length, expected.participants)
  if (expected.lapsTotal !== undefined) assert.equal(session.facts.lapsTotal, expected.lapsTotal)
  assert.equal(comparable(session.results[0]?.name ?? ''), comparable(expected.winner ?? ''))
  for (const [i, row] of session.results.entries()) {
    const facts = expected.order[i] ?? assert.fail()
    assert.equal(row.position, facts.pos)
    assert.equal(comparable(row.name), comparable(facts.name))
    if (facts.carModel !== undefined) assert.equal(row.carModelId, facts.carModel === null ? null : String(facts.carModel), row.name)
    if (facts.laps !== undefined) assert.equal(row.lapCount, facts.laps, row.name)
    if (facts.totalTimeMs !== undefined) sameTime(row.totalTime, facts.totalTimeMs, row.name)
    sameTime(row.bestLapTime, facts.bestLapMs, row.name)
    assert.equal(row.statusStated ? row.status : null, facts.status, row.name)
  }
  const fastest = Math.min(...session.results.map((row) => row.bestLapTime ?? Infinity))
  if (expected.fastestLap !== undefined) sameTime(Number.isFinite(fastest) ? fastest : null, expected.fastestLap?.ms ?? null, 'fastest')
}

/** What must be true of any session a reader gives, however broken its file. */
export function holds(session: SegmentResults): void {
  session.results.forEach((row, i) => {
    assert.equal(row.position, i + 1)
    assert.ok(row.lapCount >= row.laps.length && Number.isInteger(row.lapCount))
    for (const [j, lap] of row.laps.entries()) {
      assert.equal(lap.lapNumber, j + 1)
      assert.ok(lap.time === null || (lap.time > 0 && Number.isInteger(lap.time)))
      assert.ok(lap.driverIndex >= 0 && lap.driverIndex < Math.max(1, row.drivers.length))
      if (lap.valid) assert.ok(row.bestLapTime !== null && row.bestCleanLapTime !== null && lap.time !== null)
      if (lap.valid && lap.time !== null) assert.ok((row.bestLapTime ?? Infinity) <= lap.time && (row.bestCleanLapTime ?? Infinity) <= lap.time)
    }
    for (const time of [row.totalTime, row.bestLapTime, row.bestCleanLapTime]) assert.ok(time === null || (time > 0 && Number.isInteger(time)))
  })
}

/** How the files of a format break: what counts as a value, what may stand instead, and files that are refused for a reason of their own. */
export type Format = { readonly value: RegExp; readonly nasty: readonly string[]; readonly deep: string; readonly foreign: string }

const json: Format = {
  value: /: ?("(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null)/g,
  nasty: [
    '-1',
    '1e308',
    'null',
    '"x"',
    '[]',
    '{}',
    '{"__proto__":{"a":1}}',
    '0',
    '2147483647',
    'true',
    '0.5',
    '"\\ud800"',
    '[[[[]]]]',
    '99999999999999999999',
  ],
  deep: `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  foreign: '{"constructor":1,"__proto__":{"Type":"RACE"}}',
}

/** Damages a good file in many ways: values swapped, keys lost, bytes flipped, ends cut. The reader answers, and what it reads holds. */
export function survivesDamage(name: string, good: string, encode: (text: string) => Uint8Array, read: Read, format: Format = json): void {
  test(`${name}: a damaged file gives a reason or sound rows, never a fault`, () => {
    const values = [...good.matchAll(format.value)].map((match) => ({
      at: match.index + match[0].length - (match[1] ?? '').length,
      length: (match[1] ?? '').length,
    }))
    const swap = fc.tuple(fc.nat(values.length - 1), fc.constantFrom(...format.nasty)).map(([i, value]) => {
      const { at, length } = values[i] ?? { at: 0, length: 0 }
      return { at, length, value }
    })
    fc.assert(
      fc.property(
        fc.array(swap, { maxLength: 6 }),
        fc.option(fc.nat(good.length)),
        fc.option(fc.tuple(fc.nat(good.length * 2), fc.nat(255))),
        (swaps, cut, flip) => {
          const changed = swaps
            .toSorted((a, b) => b.at - a.at)
            .reduce((text, { at, length, value }) => text.slice(0, at) + value + text.slice(at + length), good)
          const bytes = encode(cut === null || cut % 3 ? changed : changed.slice(0, cut))
          if (flip && flip[0] < bytes.length) bytes[flip[0]] = flip[1]
          const answer = read({ name: 'x.json', bytes })
          if (answer.ok) answer.segments.forEach(holds)
          else assert.ok(answer.code && answer.reason)
        },
      ),
      { numRuns: 400 },
    )
    fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => !read({ name: 'x', bytes }).ok))
    assert.deepEqual(code(read({ name: 'x', bytes: encode(format.deep) })), 'IMPORT_UNREADABLE')
    assert.deepEqual(code(read({ name: 'x', bytes: new Uint8Array(8 * 1024 * 1024 + 1) })), 'FILE_TOO_LARGE')
    assert.deepEqual(code(read({ name: 'x', bytes: new Uint8Array() })), 'IMPORT_NO_DATA')
    assert.deepEqual(code(read({ name: 'x', bytes: encode(format.foreign) })), 'FILE_UNRECOGNIZED')
  })
}

const code = (answer: ReadResults): string | null => (answer.ok ? null : answer.code)
