import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { UnwritableText } from '#games/game.ts'
import type { ServerFile, ServerOrder } from '#games/game.ts'
import { writesBack } from '#games/files.fixture.ts'
import { order } from '#games/order.fixture.ts'
import { decodeText } from '#games/text.ts'
import { acc } from './acc.ts'
import { readFiles, writeFiles } from './files.ts'
import { joinName, shortNameOf, splitName } from './names.ts'

const SAMPLES = new URL('../../../shared/data/server-config/acc/', import.meta.url)

const plain = order(acc, { trackId: 'monza', carIds: ['30', '32'] })

test('writes UTF-16LE with a byte order mark', () => {
  for (const { bytes } of writeFiles(plain)) assert.deepEqual(bytes.slice(0, 6), new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x0a, 0]))
})

test('a category of their own is overridden only by a chosen one', () => {
  const entryOf = (driverCategory: number) => {
    const list = json(writeFiles({ ...plain, options: { ...plain.options, driverCategory } }), 'entrylist')
    const [entry] = list.entries as { overrideDriverInfo: number; drivers: { driverCategory?: number }[] }[]
    return [entry?.overrideDriverInfo, entry?.drivers[0]?.driverCategory]
  }
  assert.deepEqual(entryOf(-1), [0, undefined])
  assert.deepEqual(
    [entryOf(0), entryOf(3)],
    [
      [1, 0],
      [1, 3],
    ],
  )
})

test('the overtime is a lap of the track, unless somebody chose one', () => {
  const overtime = (trackId: string, sec: number) =>
    json(writeFiles({ ...plain, trackId, options: { ...plain.options, 'rules.eventConfig.sessionOverTimeSeconds': sec } }), 'event')
      .sessionOverTimeSeconds
  const [monza, nordschleife] = [overtime('monza', 0), overtime('nurburgring_24h', 0)].map(Number)
  assert.ok(monza! >= 107 * 1.07 && monza! <= 180, `${monza}`)
  assert.ok(nordschleife! >= 510 * 1.07, `${nordschleife}`)
  assert.deepEqual([overtime('monza', 200), overtime('monza', 5), overtime('not_known', 0)], [200, 30, 120])
})

test('a server name with brackets stays one name', () => {
  const serverName = '[EU] Cup [GT3] = "1"; {x}'
  assert.equal(readFiles(writeFiles({ ...plain, serverName })).serverName, serverName)
})

test('the tag stands in metaData, the password in settings', () => {
  assert.equal(json(writeFiles(plain), 'event').metaData, plain.tag)
  assert.equal(json(writeFiles(plain), 'settings').password, plain.passwords.server)
})

test('the car group follows the cars', () => {
  assert.equal(json(writeFiles(plain), 'settings').carGroup, 'GT3')
  assert.equal(json(writeFiles({ ...plain, carIds: ['30', '50'] }), 'settings').carGroup, 'FreeForAll')
  assert.equal(json(writeFiles({ ...plain, carIds: ['9', '29'] }), 'settings').carGroup, 'GTC')
})

test('negative ballast goes into bop.json as it is', () => {
  const bop = json(writeFiles({ ...plain, bop: [{ carId: '30', ballastKg: -25, restrictor: 0 }] }), 'bop')
  assert.deepEqual(bop.entries, [{ track: 'monza', carModel: 30, ballastKg: -25, restrictor: 0 }])
})

test('what a driver carries stands with the entry', () => {
  const [first, second] = plain.entries
  const entries = [{ ...first!, ballastKg: 15, restrictor: 2 }, second!]
  const files = writeFiles({ ...plain, entries })
  const list = json(files, 'entrylist').entries as Record<string, unknown>[]
  assert.deepEqual(
    list.map(({ ballastKg, restrictor }) => [ballastKg, restrictor]),
    [
      [15, 2],
      [0, 0],
    ],
  )
  assert.deepEqual([readFiles(files).entries[0]!.ballastKg, readFiles(files).entries[1]!.ballastKg], [15, undefined])
})

test('a race by laps is refused', () => {
  assert.throws(() => writeFiles({ ...plain, segments: [{ type: 'RACE', durationMin: 0, laps: 10, options: {} }] }), UnwritableText)
})

test('a name is the same after parting and joining', () => {
  assert.deepEqual(splitName('Ignacio De La Rosa'), { firstName: 'Ignacio', lastName: 'De La Rosa' })
  assert.equal(shortNameOf('Sébastien Ögier'), 'OGI')
  assert.equal(shortNameOf('Å'), 'AXX')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const { firstName, lastName } = splitName(name)
      return joinName(firstName, lastName) === name
    }),
  )
})

/** Files the sample servers were never given. */
const NEVER_GIVEN = new Set(['monza/eventRules', 'practice3/eventRules', 'monza/assistRules', 'practice3/assistRules', 'monza/current/assistRules'])
for (const name of ['configuration', 'settings', 'event', 'eventRules', 'assistRules'])
  for (const folder of ['monza', 'practice3', 'rasern', 'monza/current'].filter((one) => !NEVER_GIVEN.has(`${one}/${name}`)))
    test(`${name} holds the keys of the sample ${folder}, of the same type`, (t) => {
      const sample = ['json', 'txt'].map((end) => new URL(`${folder}/${name}.${end}`, SAMPLES)).find((url) => existsSync(url))
      if (!sample) return t.skip('skipped: no such sample here')
      const theirs = JSON.parse(decodeText(readFileSync(sample)).replace(/^\ufeff/, '')) as Record<string, unknown>
      const ours = json(writeFiles(plain), name)
      for (const [key, value] of Object.entries(theirs)) if (!GONE.has(key)) assert.equal(typeof ours[key], typeof value, key)
    })

/** Keys of older servers, and keys of the game's own menus; the handbook 1.9.3 has none of them. */
const GONE = new Set(['trackTemp', 'eventType', 'region', 'latencyStrategy'])

/** The order as ACC can hold it: see `writeFiles`. */
const held = (order: ServerOrder): ServerOrder => ({
  ...order,
  layoutId: null,
  carIds: [...new Set(order.entries.map((entry) => entry.carId))],
  options: {
    ...order.options,
    'rules.teamRules.minDriversCount': 1,
    'rules.eventConfig.sessionOverTimeSeconds': json(writeFiles(order), 'event').sessionOverTimeSeconds as number,
  },
  hasGridPositions: order.hasGridPositions && order.entries.some((entry) => entry.gridPosition !== null),
  entries: order.entries.map((entry) => ({
    ...entry,
    teamName: null,
    skin: entry.skin || null,
    gridPosition: order.hasGridPositions ? entry.gridPosition : null,
  })),
  ports: { udp: order.ports.udp ?? 0, tcp: order.ports.tcp ?? 0 },
})

function json(files: readonly ServerFile[], name: string): Record<string, unknown> {
  const file = files.find(({ path }) => path === `cfg/${name}.json`)
  return JSON.parse(decodeText(file?.bytes ?? new Uint8Array())) as Record<string, unknown>
}

/** Every key of every file with `[]` for the place in a list, each once. */
const keysOf = (files: readonly ServerFile[]): readonly string[] =>
  [...new Set(files.flatMap(({ path, bytes }) => paths(JSON.parse(decodeText(bytes)), path)))]
    .filter((key) => !key.endsWith('driverCategory'))
    .toSorted()

const paths = (value: unknown, path: string): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap((item) => paths(item, `${path}[]`))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, item]) => paths(item, `${path}.${key}`))
      : [path]

writesBack(acc, { plain, held }, keysOf)
