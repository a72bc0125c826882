import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { UnwritableText } from '#games/game.ts'
import type { ServerFile, ServerOrder } from '#games/game.ts'
import { writesBack } from '#games/files.fixture.ts'
import { order } from '#games/order.fixture.ts'
import { decodeText } from '#games/text.ts'
import { ac } from './ac.ts'
import { readFiles, writeFiles } from './files.ts'
import { readIni } from './ini.ts'

const SAMPLES = new URL('../../../shared/data/server-config/ac/', import.meta.url)

const plain = order(ac, { trackId: 'ks_barcelona', layoutId: 'layout_gp', carIds: ['bmw_m3_e30', 'abarth500'] })

test('writes the words of the order where the server looks for them', () => {
  const cfg = iniOf(writeFiles(plain), 'cfg/server_cfg.ini')
  assert.equal(cfg.get('SERVER')?.get('NAME'), plain.serverName)
  assert.equal(cfg.get('SERVER')?.get('TRACK'), 'ks_barcelona')
  assert.equal(cfg.get('SERVER')?.get('CONFIG_TRACK'), 'layout_gp')
  assert.equal(cfg.get('SERVER')?.get('SUN_ANGLE'), '16')
  assert.equal(cfg.get('RACE')?.get('TIME'), '20')
})

test('a lap race has laps and no minutes', () => {
  const race = iniOf(writeFiles({ ...plain, segments: [{ type: 'RACE', durationMin: 0, laps: 12, options: {} }] }), 'cfg/server_cfg.ini').get('RACE')
  assert.deepEqual([race?.get('LAPS'), race?.get('TIME')], ['12', '0'])
})

test('the largest ballast is allowed', () => {
  const cfg = iniOf(writeFiles({ ...plain, bop: [{ carId: 'abarth500', ballastKg: 130, restrictor: 7 }] }), 'cfg/server_cfg.ini')
  assert.equal(cfg.get('SERVER')?.get('MAX_BALLAST_KG'), '130')
})

test('what a driver carries comes on top of the balance of the car', () => {
  const bop = [{ carId: 'bmw_m3_e30', ballastKg: 40, restrictor: 90 }]
  const entries = plain.entries.map((entry, at) => (at === 0 ? { ...entry, carId: 'bmw_m3_e30', ballastKg: 30, restrictor: 20 } : entry))
  const files = writeFiles({ ...plain, bop, entries })
  const car = iniOf(files, 'cfg/entry_list.ini').get('CAR_0')
  assert.deepEqual([car?.get('BALLAST'), car?.get('RESTRICTOR')], ['70', '100'])
  assert.equal(iniOf(files, 'cfg/server_cfg.ini').get('SERVER')?.get('MAX_BALLAST_KG'), '70')
})

test('drivers of one car share its slot', () => {
  const [entry] = plain.entries
  const drivers = [
    { name: 'Ann [X]', platformId: '76561190000000001', country: null },
    { name: 'Bob', platformId: '76561190000000002', country: null },
  ]
  const files = writeFiles({ ...plain, entries: entry ? [{ ...entry, drivers }] : [] })
  assert.equal(iniOf(files, 'cfg/entry_list.ini').get('CAR_0')?.get('GUID'), '76561190000000001;76561190000000002')
  assert.deepEqual(readFiles(files).entries[0]?.drivers, drivers)
})

test('names with brackets stay names', () => {
  const [entry] = plain.entries
  const order = { ...plain, serverName: '[EU] Cup [GT3]', passwords: { ...plain.passwords, server: '[SERVER]' } }
  const files = writeFiles({ ...order, entries: entry ? [{ ...entry, teamName: '[RACE]' }] : [] })
  const read = readFiles(files)
  assert.deepEqual([read.serverName, read.passwords.server, read.entries[0]?.teamName], ['[EU] Cup [GT3]', '[SERVER]', '[RACE]'])
})

for (const text of ['x\nADMIN_PASSWORD=', 'x\rPASSWORD=', 'a\u0000', 'a\u2028b', 'half \ud800'])
  test(`refuses ${JSON.stringify(text)}`, () => {
    assert.throws(() => writeFiles({ ...plain, serverName: text }), UnwritableText)
    assert.throws(() => writeFiles({ ...plain, trackId: text }), UnwritableText)
    assert.throws(() => writeFiles({ ...plain, options: { ...plain.options, 'weather.graphics': text } }), UnwritableText)
  })

for (const text of ['../../cfg', 'a/b', 'a\\b', '..'])
  test(`no path leads out of the server's folders: ${text}`, () => {
    assert.throws(() => writeFiles({ ...plain, trackId: text }), UnwritableText)
    assert.throws(() => writeFiles({ ...plain, carIds: [text] }), UnwritableText)
    assert.throws(() => writeFiles({ ...plain, entries: plain.entries.map((entry) => ({ ...entry, skin: text })) }), UnwritableText)
  })

test('keys, types and encoding are those of the sample', (t) => {
  const sample = new URL('acswrap/server_cfg.ini', SAMPLES)
  if (!existsSync(sample)) return t.skip('skipped: no samples here')
  const theirs = readIni(decodeText(readFileSync(sample)))
  const ours = iniOf(writeFiles(plain), 'cfg/server_cfg.ini')
  const theirKeys = [...(theirs.get('SERVER')?.keys() ?? [])]
  assert.deepEqual(theirKeys.toSorted(), [...(ours.get('SERVER')?.keys() ?? [])].toSorted())
  for (const section of ['QUALIFY', 'RACE', 'DYNAMIC_TRACK', 'WEATHER_0'])
    assert.deepEqual([...(ours.get(section)?.keys() ?? [])].toSorted(), [...(theirs.get(section)?.keys() ?? [])].toSorted(), section)
  for (const [key, value] of theirs.get('SERVER') ?? []) if (/^-?\d+$/.test(value)) assert.match(ours.get('SERVER')?.get(key) ?? '', /^-?\d+$/, key)
})

/** The order as AC can hold it: see `writeFiles`. */
function held(order: ServerOrder): ServerOrder {
  const driven = new Set(order.entries.map((entry) => entry.carId).concat(order.entries.length < order.maxEntries ? order.carIds : []))
  const byGrid = order.hasGridPositions
    ? order.entries.toSorted((a, b) => (a.gridPosition ?? Infinity) - (b.gridPosition ?? Infinity) || 0)
    : order.entries
  return {
    ...order,
    tag: '',
    layoutId: order.layoutId || null,
    passwords: { ...order.passwords, spectator: '' },
    hasGridPositions: false,
    driverSwap: order.entries.some((entry) => entry.drivers.length > 1),
    entries: byGrid.map((entry) => ({
      ...entry,
      drivers: entry.drivers.map((driver) => ({ ...driver, country: null })),
      teamName: entry.teamName || null,
      skin: entry.skin || null,
      raceNumber: 0,
      gridPosition: null,
      isServerAdmin: false,
    })),
    bop: readFiles(writeFiles(order)).bop.filter(({ carId }) => driven.has(carId)),
  }
}

const iniOf = (files: readonly ServerFile[], path: string) => readIni(decodeText(files.find((file) => file.path === path)?.bytes ?? new Uint8Array()))

/** Keys of the server file, and of the first slot of the entry list. */
const keysOf = (files: readonly ServerFile[]) => ({
  server: [...iniOf(files, 'cfg/server_cfg.ini')].map(([section, values]) => [section, [...values.keys()]]),
  slot: [...(iniOf(files, 'cfg/entry_list.ini').get('CAR_0')?.keys() ?? [])],
})

writesBack(ac, { plain, held }, keysOf)
