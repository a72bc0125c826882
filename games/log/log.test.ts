import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { GameId, SegmentResults } from '../game.ts'
import { gameOf } from '../index.ts'
import { logged, LOG_TELLS, logOf, type LogEntry, type LogKind } from './log.ts'

const FOLDER = new URL('../../../shared/data/results/', import.meta.url)
const GAMES = { assetto_corsa: 'ac', acc: 'acc', r3e: 'r3e', ams2: 'ams2', lmu: 'lmu', iracing: 'iracing' } as const

function segmentsOf(game: keyof typeof GAMES): readonly (SegmentResults & { readonly file: string })[] {
  const folder = new URL(`${GAMES[game]}/`, FOLDER)
  return readdirSync(folder)
    .filter((name) => !name.startsWith('expectations') && /\.(json|xml)$/.test(name))
    .flatMap((file) => {
      const read = gameOf(game)!.readResults!({ name: file, bytes: readFileSync(new URL(file, folder)) })
      return read.ok ? read.segments.map((segment) => ({ ...segment, file })) : []
    })
}

const count = (log: readonly LogEntry[], kind: LogKind, row?: number): number =>
  log.filter((entry) => entry.kind === kind && (row === undefined || entry.row === row)).length

describe('the log of real files', { skip: !existsSync(FOLDER) }, () => {
  for (const game of Object.keys(GAMES) as (keyof typeof GAMES)[])
    test(`${game}: as many of each as the rows count, in laps that were driven, of kinds the game tells`, () => {
      let told = 0
      for (const segment of segmentsOf(game)) {
        const log = segment.log ?? []
        told += logOf(segment).length
        const where = `${segment.file} ${segment.nativeType}`
        for (const [row, { incidents, laps, lapCount }] of segment.results.entries()) {
          if (incidents && game !== 'assetto_corsa') assert.equal(count(log, 'OFF_TRACK', row), incidents.offTracks ?? 0, where)
          if (incidents?.collisionsWithCar !== undefined) assert.equal(count(log, 'CONTACT_CAR', row), incidents.collisionsWithCar, where)
          if (incidents?.collisionsWithEnv !== undefined) assert.equal(count(log, 'CONTACT_ENV', row), incidents.collisionsWithEnv, where)
          if (incidents?.spins !== undefined) assert.equal(count(log, 'SPIN', row), incidents.spins, where)
          const last = Math.max(laps.length, lapCount) + 1
          for (const { lap } of log.filter((entry) => entry.row === row)) assert.ok(lap === null || (lap >= 1 && lap <= last), `${where} lap ${lap}`)
        }
        for (const entry of logOf(segment)) {
          assert.ok(LOG_TELLS[game].includes(entry.kind), `${where}: ${entry.kind}`)
          assert.ok(segment.results[entry.row] && entry.other !== entry.row)
        }
      }
      assert.equal(told > 0, LOG_TELLS[game as GameId].length > 0)
    })

  test('lmu: a stop and go, its time, the lap it was in by the session’s clock, and that it was served', () => {
    const race = segmentsOf('lmu').find(({ file }) => file === 'rf2.race_with_penalties.xml')!
    const penalties = logOf(race).filter(({ kind }) => kind.startsWith('PENALTY'))
    const of = (driver: string) => penalties.filter(({ row }) => race.results[row]!.name === driver)
    assert.ok(penalties.length >= 3 && penalties.every(({ atMs, lap }) => atMs !== null && lap !== null))
    const served = penalties.find(({ kind }) => kind === 'PENALTY_SERVED')!
    const [given] = of(race.results[served.row]!.name)
    assert.ok(given!.kind === 'PENALTY' && given!.atMs! < served.atMs! && given!.lap! <= served.lap!)
  })

  test('acc: laps that do not count, and a car that changed its driver', () => {
    const race = segmentsOf('acc').find(({ file }) => file === 'race.modified.with.swaps.json')!
    const swap = logOf(race).find(({ kind }) => kind === 'DRIVER_SWAP')
    const { laps } = race.results[swap!.row]!
    assert.notEqual(laps[swap!.lap! - 2]!.driverIndex, laps[swap!.lap! - 1]!.driverIndex)
    assert.equal(swap!.driver, laps[swap!.lap! - 1]!.driverIndex)
  })
})

test('what two cars report of one contact is one entry; a later one is another', () => {
  const contact = (row: number, other: number | null, atMs: number | null) => logged('CONTACT_CAR', row, { other, atMs, lap: 1 })
  const log = [contact(0, 1, 1000), contact(1, 0, 1100), contact(0, 1, 5000), contact(1, 2, 1100), contact(3, null, 1200), contact(0, 1, null)]
  const found = logOf({ results: [], log })
  assert.deepEqual(
    found.map(({ row, other, atMs }) => [row, other, atMs]),
    [
      [0, 1, 1000],
      [1, 2, 1100],
      [3, null, 1200],
      [0, 1, 5000],
      [0, 1, null],
    ],
  )
})
