import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { UnwritableText } from '#games/game.ts'
import type { ServerFile, ServerOrder } from '#games/game.ts'
import { writesBack } from '#games/files.fixture.ts'
import { order } from '#games/order.fixture.ts'
import { decodeText } from '#games/text.ts'
import { readFiles, writeFiles } from './files.ts'
import { withPreset } from './options.ts'
import { r3e } from './r3e.ts'

const SAMPLE = new URL('../../../shared/data/server-config/r3e/server-backup.json', import.meta.url)
type Json = Record<string, unknown>
type Backup = { GameSettings: (Json & { TrackLayouts: (Json & { Sessions: Record<string, Json> })[] })[] } & Json

const plain = order(r3e, { trackId: '1670', layoutId: '1671', carIds: ['5818', '8698'] })
const settings = (files: readonly ServerFile[]): Backup =>
  JSON.parse(decodeText((files.find(({ path }) => path === 'server-backup.json') ?? assert.fail()).bytes)) as Backup
/** The order as R3E can hold it: see `writeFiles`. */
const held = (order: ServerOrder): ServerOrder => ({
  ...order,
  options: withPreset(order.options),
  passwords: { server: order.passwords.server, admin: '', spectator: '' },
  entries: order.entries.map((entry) => ({ ...entry, drivers: entry.drivers.slice(0, 1) })),
})

test('three races, one by laps; a fourth, a car or a layout of another game is refused', () => {
  const race = (more: object) => ({ type: 'RACE' as const, durationMin: 10, options: { timeOfDay: 2 }, ...more })
  const segments = [race({}), race({ durationMin: 0, laps: 12 }), race({})]
  assert.deepEqual(readFiles(writeFiles({ ...plain, segments })).segments, segments)
  for (const bad of [{ segments: [...segments, race({})] }, { carIds: ['ks_x'] }, { layoutId: '1671x' }, { trackId: 'monza', layoutId: null }])
    assert.throws(() => writeFiles({ ...plain, ...bad }), UnwritableText)
  assert.equal(readFiles(writeFiles({ ...plain, layoutId: null })).layoutId, '1671')
})

test('all liveries of the cars are allowed, the default one first', () => {
  const [game] = settings(writeFiles({ ...plain, carIds: ['8698'] })).GameSettings
  const liveries = game?.Liveries as number[] | undefined
  assert.ok(liveries?.includes(8713) && liveries.length > 5)
})

test('a preset sets all aids', () => {
  const [game] = settings(writeFiles({ ...plain, options: { ...plain.options, 'assists.preset': 'getreal' } })).GameSettings
  assert.deepEqual([game?.DriveAssistEsp, game?.DriveAssistAutopit], [0, 0])
})

test('ballast, restrictor and grid go to the drivers', () => {
  const entries = plain.entries.map((entry, i) => ({
    ...entry,
    gridPosition: 2 - i,
    drivers: [{ name: 'x', platformId: String(7 + i), country: null }],
  }))
  const written = settings(writeFiles({ ...plain, entries, hasGridPositions: true }))
  const heavier = settings(writeFiles({ ...plain, entries: entries.map((entry, i) => ({ ...entry, ballastKg: i * 95 })) }))
  assert.deepEqual((heavier.Weights as { Users: object[] }[])[0]!.Users, [
    { UserId: 7, Weight: 10 },
    { UserId: 8, Weight: 100 },
  ])
  assert.deepEqual(written.Weights, [{ ProcessId: 1, Users: [7, 8].map((UserId) => ({ UserId, Weight: 10 })) }])
  assert.deepEqual(written.PowerRestrictions, [{ ProcessId: 1, Users: [7, 8].map((UserId) => ({ UserId, PowerRestriction: 2 })) }])
  assert.deepEqual(written.Positions, [
    {
      ProcessId: 1,
      Users: [
        { UserId: 7, Position: 2 },
        { UserId: 8, Position: 1 },
      ],
    },
  ])
})

test('the settings hold the keys of the sample, of the same type and in its order', (t) => {
  if (!existsSync(SAMPLE)) return t.skip('skipped: no sample here')
  const theirs = JSON.parse(readFileSync(SAMPLE, 'utf8')) as Backup
  const ours = settings(writeFiles(plain))
  assert.deepEqual(Object.keys(ours), Object.keys(theirs))
  sameShape(ours.GameSettings[0] ?? {}, theirs.GameSettings[0] ?? {}, NEWER)
  const [our, their] = [ours, theirs].map((one) => one.GameSettings[0]?.TrackLayouts[0])
  assert.deepEqual(Object.keys(our?.Sessions ?? {}), Object.keys(their?.Sessions ?? {}))
  for (const [name, session] of Object.entries(their?.Sessions ?? {})) sameShape(our?.Sessions[name] ?? {}, session, new Set())
  assert.equal(readFiles([{ path: 'server-backup.json', bytes: readFileSync(SAMPLE) }]).segments.length, 3)
})

/** Keys of builds after the sample's. */
const NEWER = new Set(['WarmupDuration', 'MinRating', 'MinReputation', 'MaxIncidentPoints'])

function sameShape(ours: Json, theirs: Json, newer: ReadonlySet<string>): void {
  for (const [key, value] of Object.entries(theirs)) assert.equal(typeof ours[key], typeof value, key)
  assert.deepEqual(
    Object.keys(ours)
      .filter((key) => !(key in theirs))
      .filter((key) => !newer.has(key)),
    [],
  )
}

const keysOf = (files: readonly ServerFile[]): readonly string[] => {
  const { GameSettings } = settings(files)
  return [...files.map(({ path }) => path), ...Object.keys(settings(files)), ...Object.keys(GameSettings[0] ?? {})]
}

writesBack(r3e, { plain, held }, keysOf)
