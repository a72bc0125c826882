import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { UnwritableText } from '#games/game.ts'
import type { ServerFile, ServerOrder } from '#games/game.ts'
import { keepsForeign, writesBack } from '#games/files.fixture.ts'
import { order } from '#games/order.fixture.ts'
import { decodeText, encodeUtf8, UnreadableFile } from '#games/text.ts'
import { ams2 } from './ams2.ts'
import writable from './attributes.json' with { type: 'json' }
import { listedIds, mapOf, read, ROTATE_PATH, SERVER_PATH, STATS_PATH, writeFiles } from './files.ts'
import { digitsOf, readLoose, writeLoose } from './loose.ts'
import type { Loose } from './loose.ts'

const SAMPLES = new URL('../../../shared/data/server-config/ams2/', import.meta.url)
const ports = { steam: 8766, host: 27_015, query: 27_016, http: 9000 }
const plain = order(ams2, { trackId: 'adelaide', layoutId: '827815091', carIds: ['1785300635', '2144142462'], ports, bop: [] })
/** The order as AMS2 can hold it: see `writeFiles`. */
const held = (order: ServerOrder): ServerOrder => ({
  ...order,
  passwords: { ...order.passwords, spectator: '' },
  entries: order.entries.map((entry) => ({ ...entry, drivers: entry.drivers.slice(0, 1) })),
})
const attributes = (files: readonly ServerFile[]): ReadonlyMap<string, Loose> => mapOf(mapOf(read(files, ROTATE_PATH).get('config')).get('default'))

test('flags, lengths and codes are those of the game', () => {
  const flags = (given: Partial<ServerOrder>) => Number(attributes(writeFiles({ ...plain, ...given })).get('Flags'))
  assert.equal(flags({}) & 1_048_576, 1_048_576)
  assert.equal(flags({ segments: [{ type: 'RACE', durationMin: 0, laps: 12, options: {} }] }) & 1_048_576, 0)
  // which cars are forced is the addon's own business, but not what stands before it comes
  const early = (carIds: readonly string[]) =>
    Number(mapOf(read(writeFiles({ ...plain, carIds }), SERVER_PATH).get('sessionAttributes')).get('Flags')) & (2 | 512 | 1024)
  assert.equal(flags({}) & (2 | 512 | 1024), 0)
  assert.deepEqual([['1785300635'], ['2144142462', '-109705417'], plain.carIds].map(early), [2, 512, 1024])
  assert.equal(flags({ passwords: { ...plain.passwords, server: '' } }) & 4_194_304, 0)
  assert.ok(flags({ options: { ...plain.options, 'flags.COOLDOWNLAP': true } }) < 0)
  const written = attributes(
    writeFiles({ ...plain, options: { ...plain.options, 'realism.TireWearType': 'x5', 'realism.FuelUsageType': 'off', 'realism.DamageScale': 125 } }),
  )
  assert.deepEqual(
    [
      'TireWearType',
      'FuelUsageType',
      'DamageScale',
      'RaceLength',
      'QualifyLength',
      'PracticeLength',
      'TrackId',
      'PitSpeedLimit',
      'RaceWeatherSlot1',
    ].map((key) => written.get(key)),
    [2, 2, 2, 20, 15, 0, 827_815_091, 0, -934_211_870],
  )
})

test('one car is named, several only by their classes', () => {
  const one = attributes(writeFiles({ ...plain, carIds: ['1785300635'] }))
  assert.deepEqual([one.get('VehicleModelId'), one.has('VehicleClassId')], [1_785_300_635, false])
  const two = attributes(writeFiles(plain))
  assert.deepEqual(
    [two.has('VehicleModelId'), two.get('VehicleClassId'), two.get('MultiClassSlots'), two.get('MultiClassSlot1')],
    [false, -1_338_470_134, 1, 1_734_909_113],
  )
})

test('what the game cannot take is refused', () => {
  const race = { type: 'RACE' as const, durationMin: 10, options: {} }
  for (const bad of [
    { maxEntries: 33 },
    { segments: [race, race] },
    { carIds: ['nothing'] },
    { carIds: [] },
    { layoutId: '99999999999' },
    { layoutId: '1 }' },
    // Le Mans of 1971: not in the server's list
    { layoutId: '649302532' },
    { ports: {} },
  ])
    assert.throws(() => writeFiles({ ...plain, ...bad }), UnwritableText)
})

test('the white list closes the server, Steam ids keep all digits', () => {
  const files = writeFiles(plain)
  const ids = (from: readonly ServerFile[]) => listedIds(from, read(from, SERVER_PATH).get('whiteList'))
  assert.deepEqual(ids(files), ['0', '76561198000000001', '76561198000000002'])
  assert.deepEqual(ids(writeFiles({ ...plain, entries: [] })), ['0'])
  assert.deepEqual(ids(writeFiles({ ...plain, closedEntry: false })), [])
})

test('loose JSON: comments, commas, bare keys, long numbers', () => {
  const read = readLoose('// a\nname : "x // y\\"", // c\nlist [')
  assert.equal(read, null)
  const good = readLoose('name : "x // y\\"" // c\n"k": [1, 2,,] m : { a : true, b : 76561197994111033, }')
  assert.deepEqual(
    [...(good ?? [])],
    [
      ['name', 'x // y"'],
      ['k', [1, 2]],
      ['m', { a: true, b: 76561197994111033n }],
    ],
  )
  assert.equal(digitsOf(mapOf(good?.get('m')).get('b')), '76561197994111033')
  for (const bad of ['a', 'a :', 'a : {', 'a : [', '{', '}', 'a : "', `a : ${'['.repeat(100)}`]) assert.equal(readLoose(bad), null, bad)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string())))),
      (pairs) => {
        const map = new Map<string, Loose>(pairs)
        assert.deepEqual(readLoose(writeLoose([...map])), map)
      },
    ),
  )
})

for (const name of ['server_with_lists.cfg', 'server_rotate_events.cfg', 'server_game_controlled.cfg', 'server.docker-demo.cfg'])
  test(`server.cfg holds the keys of the sample ${name}, of the same type and in its order`, (t) => {
    const url = new URL(name, SAMPLES)
    if (!existsSync(url)) return t.skip('skipped: no such sample here')
    const theirs = readLoose(decodeText(readFileSync(url))) ?? assert.fail()
    const ours = read(writeFiles(plain), SERVER_PATH)
    const keys = [...theirs.keys()].filter((key) => key !== '//')
    for (const key of keys)
      if (key !== 'whiteList')
        assert.deepEqual([typeof ours.get(key), Array.isArray(ours.get(key))], [typeof theirs.get(key), Array.isArray(theirs.get(key))], key)
    assert.deepEqual(
      [...ours.keys()].filter((key) => keys.includes(key)),
      keys,
    )
  })

test('rotation and statistics hold the keys of the samples', (t) => {
  const [rotate, stats] = ['sms_rotate_default_config.json', 'sms_stats_default_config.json'].map((name) => new URL(name, SAMPLES))
  if (!rotate || !stats || !existsSync(rotate)) return t.skip('skipped: no samples here')
  const files = writeFiles(plain)
  for (const [url, path] of [
    [rotate, ROTATE_PATH],
    [stats, 'lua_config/sms_stats_config.json'],
  ] as const) {
    const theirs = readLoose(readFileSync(url, 'utf8')) ?? assert.fail()
    const ours = read(files, path)
    assert.equal(ours.get('version'), theirs.get('version'))
    assert.deepEqual([...mapOf(ours.get('config')).keys()].toSorted(), [...mapOf(theirs.get('config')).keys()].toSorted())
  }
  for (const key of mapOf(mapOf(readLoose(readFileSync(rotate, 'utf8'))?.get('config')).get('default')).keys())
    assert.ok(attributes(files).has(key), key)
})

test('the list of attributes and the tracks that cannot be hosted are those of the server', (t) => {
  const url = new URL('http/api-list-all.json', SAMPLES)
  if (!existsSync(url)) return t.skip('skipped: no list here')
  type Lists = { 'attributes/session': { list: { name: string; access: string }[] }; tracks: { list: { id: number }[] } }
  const { response } = JSON.parse(readFileSync(url, 'utf8')) as { response: Lists }
  assert.deepEqual(
    writable,
    response['attributes/session'].list.filter(({ access }) => access === 'ReadWrite').map(({ name }) => name),
  )
  const listed = new Set(response.tracks.list.map(({ id }) => String(id)))
  const layouts = ams2.catalogue.tracks.flatMap((track) => track.layouts)
  for (const layout of layouts) assert.equal(layout.unhosted === true, !listed.has(layout.id), layout.name)
  assert.equal(layouts.filter(({ unhosted }) => unhosted).length, 16)
})

test('every attribute we write is one the server lists', (t) => {
  const url = new URL('http/api-list-all.json', SAMPLES)
  if (!existsSync(url)) return t.skip('skipped: no list here')
  const { response } = JSON.parse(readFileSync(url, 'utf8')) as { response: Record<string, { list: { name: string; access: string }[] }> }
  const known = new Set(response['attributes/session']?.list.filter(({ access }) => access === 'ReadWrite').map(({ name }) => name))
  for (const key of attributes(writeFiles(plain)).keys()) assert.ok(known.has(key), key)
  for (const key of mapOf(read(writeFiles(plain), SERVER_PATH).get('sessionAttributes')).keys()) assert.ok(known.has(key), key)
})

const keysOf = (files: readonly ServerFile[]): readonly string[] => [
  ...files.map(({ path }) => path),
  ...files.filter(({ path }) => path !== 'paddock.json' && path !== 'whitelist.cfg').flatMap(({ path }) => [...read(files, path).keys()]),
  ...attributes(files).keys(),
]

writesBack(ams2, { plain, held }, keysOf)

const loose: fc.Arbitrary<Loose> = fc.letrec<{ value: Loose }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom<Loose>(76561197994111033n, 'admin', 'sms_stats'),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('admin', 'private', '__proto__')), tie('value')),
  ),
})).value
const SERVER_KEYS = [...read(writeFiles(plain), SERVER_PATH).keys()]
const operators = (path: string, keys: readonly string[]): fc.Arbitrary<ServerFile> =>
  fc
    .array(fc.tuple(fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('//', ...keys)), loose), { maxLength: 12 })
    .map((pairs) => ({ path, bytes: encodeUtf8(writeLoose([...new Map(pairs)])) }))

keepsForeign(
  ams2,
  { plain, held },
  {
    files: fc.tuple(operators(SERVER_PATH, SERVER_KEYS), operators(STATS_PATH, ['version', 'config'])),
    foreignOf: (files) => [
      [...read(files, SERVER_PATH)].filter(([key]) => !SERVER_KEYS.includes(key)),
      [...read(files, STATS_PATH)].filter(([key]) => key !== 'version' && key !== 'config'),
    ],
  },
)

test('what an operator knows better stays; his users and addons stand beside ours', () => {
  const theirs =
    'sleepActive : 25 bindIP : "203.0.113.7" blackList : ["mine.cfg"] luaApiAddons : ["mine", "sms_stats"] name : "x" enableHttpApi : false\n' +
    'httpApiUsers : { grafana : "secret", admin : "old" } httpApiGroups : { private : ["grafana", "admin"], mine : ["grafana"] }'
  const files = writeFiles(plain, [{ path: SERVER_PATH, bytes: encodeUtf8(theirs) }])
  const server = read(files, SERVER_PATH)
  const kept = ['sleepActive', 'bindIP', 'blackList', 'luaApiAddons', 'name', 'enableHttpApi', 'httpApiUsers', 'httpApiGroups'].map((key) =>
    server.get(key),
  )
  assert.deepEqual(kept, [
    25,
    '203.0.113.7',
    ['mine.cfg'],
    ['mine', 'sms_stats', 'sms_base', 'sms_rotate'],
    plain.serverName,
    true,
    { grafana: 'secret', admin: plain.passwords.admin },
    { private: ['grafana', 'admin'], mine: ['grafana'], admin: ['admin'] },
  ])
  const closed = writeFiles({ ...plain, passwords: { ...plain.passwords, admin: '' } }, [{ path: SERVER_PATH, bytes: encodeUtf8(theirs) }])
  assert.deepEqual(mapOf(read(closed, SERVER_PATH).get('httpApiUsers')), new Map([['grafana', 'secret']]))
  assert.throws(() => writeFiles(plain, [{ path: SERVER_PATH, bytes: encodeUtf8('name : {') }]), UnreadableFile)
})
