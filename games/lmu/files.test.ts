import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { UnwritableText } from '#games/game.ts'
import type { ServerFile, ServerOrder } from '#games/game.ts'
import { keepsForeign, writesBack } from '#games/files.fixture.ts'
import { order } from '#games/order.fixture.ts'
import { decodeText, encodeUtf8, UnreadableFile } from '#games/text.ts'
import { knownMinutes, MULTIPLAYER_PATH, PLAYER_PATH, readFiles, sectionsOf, TRACKS_PATH, writeFiles } from './files.ts'
import { lmu } from './lmu.ts'

const SAMPLES = new URL('../../../shared/data/server-config/lmu/', import.meta.url)
const ports = { sim: 54_297, files: 64_297, web: 5397 }
const plain = order(lmu, { trackId: 'fuji', layoutId: 'FUJIWEC', carIds: ['Ferrari 499P', 'Oreca 07'], ports, bop: [] })
/** The order as the server can hold it: see `writeFiles`. */
const held = (order: ServerOrder): ServerOrder => ({ ...order, passwords: { ...order.passwords, spectator: '' } })
const text = (files: readonly ServerFile[], path: string): string => decodeText((files.find((file) => file.path === path) ?? assert.fail()).bytes)

test('all letters are ASCII in the file', () => {
  const files = writeFiles({ ...plain, serverName: 'Café ✓ 👩‍🚀' })
  assert.match(text(files, MULTIPLAYER_PATH), /^[\x20-\x7e\n]+$/)
  assert.equal(readFiles(files).serverName, 'Café ✓ 👩‍🚀')
})

test('lengths are those the server knows', () => {
  assert.deepEqual([1, 10, 11, 15, 62, 90, 91, 165].map(knownMinutes), [1, 10, 15, 15, 65, 90, 105, 165])
  assert.throws(() => knownMinutes(166), UnwritableText)
})

test('a race by laps or by minutes', () => {
  const race = { type: 'RACE' as const, durationMin: 0, laps: 12, options: {} }
  const files = writeFiles({ ...plain, segments: [race] })
  assert.deepEqual(readFiles(files).segments, [race])
  assert.equal(sectionsOf(files, PLAYER_PATH)['Game Options']?.['MULTI Race Finish Criteria'], 1)
  for (const bad of [{ segments: [race, race] }, { carIds: ['Unknown'] }, { layoutId: 'X\n[SETTINGS]' }, { layoutId: '' }, { ports: {} }])
    assert.throws(() => writeFiles({ ...plain, ...bad }), UnwritableText)
})

test('keys that are not ours stay, comments too', () => {
  const existing = [
    {
      path: MULTIPLAYER_PATH,
      bytes: encodeUtf8('{"Multiplayer Server Options":{"Max MP Players":5,"Nagle Algorithm":true,"Nagle Algorithm#":"why"},"Other":{"a":1}}'),
    },
    { path: TRACKS_PATH, bytes: encodeUtf8('[SETTINGS]\r\nMaxClients=3\r\nName=x\r\n[OTHER]\r\ny=1\r\n[TRACKS]\r\nOLD\r\n') },
  ]
  const files = writeFiles(plain, existing)
  const server = sectionsOf(files, MULTIPLAYER_PATH)
  assert.deepEqual(
    [server['Multiplayer Server Options']?.['Nagle Algorithm#'], server['Multiplayer Server Options']?.['Max MP Players'], server.Other],
    ['why', 8, { a: 1 }],
  )
  assert.equal(text(files, TRACKS_PATH), '[SETTINGS]\nMaxClients=8\nName=x\n\n[OTHER]\ny=1\n[TRACKS]\nFUJIWEC\n')
  assert.deepEqual(readFiles(files), held(plain))
  assert.deepEqual(writeFiles(plain, files), files)
})

test('aids are what the game itself allows, and nobody is invulnerable unless somebody says so', () => {
  const server = sectionsOf(writeFiles({ ...plain, options: {} }), MULTIPLAYER_PATH)['Multiplayer Server Options']
  assert.deepEqual([server?.['Allowed Invulnerability'], server?.['Allowed Antilock Brakes'], server?.['Allowed Auto Shift']], [0, 2, 3])
})

for (const [name, path] of [
  ['rf2.Multiplayer.JSON', MULTIPLAYER_PATH],
  ['rf2.player.JSON', PLAYER_PATH],
] as const)
  test(`${name} has every key we write, of the same type, and keeps its own`, (t) => {
    const url = new URL(name, SAMPLES)
    if (!existsSync(url)) return t.skip('skipped: no such sample here')
    const sample = { path, bytes: readFileSync(url) }
    const theirs = sectionsOf([sample], path)
    const ours = sectionsOf(writeFiles(plain), path)
    for (const [section, keys] of Object.entries(ours))
      for (const [key, value] of Object.entries(keys)) assert.equal(typeof value, typeof theirs[section]?.[key], `${section}: ${key}`)
    const merged = sectionsOf(writeFiles(plain, [sample]), path)
    assert.deepEqual(
      Object.entries(merged).map(([section, keys]) => [section, Object.keys(keys)]),
      Object.entries(theirs).map(([section, keys]) => [section, Object.keys(keys)]),
    )
  })

const keysOf = (files: readonly ServerFile[]): readonly string[] => [
  ...files.map(({ path }) => path),
  ...[MULTIPLAYER_PATH, PLAYER_PATH].flatMap((path) =>
    Object.entries(sectionsOf(files, path)).flatMap(([section, keys]) => [section, ...Object.keys(keys)]),
  ),
  ...text(files, TRACKS_PATH).split('\n'),
]

writesBack(lmu, { plain, held }, keysOf)

const OURS = Object.fromEntries(
  [MULTIPLAYER_PATH, PLAYER_PATH].map((path) => [
    path,
    new Set(Object.entries(sectionsOf(writeFiles(plain), path)).flatMap(([section, keys]) => Object.keys(keys).map((key) => `${section}/${key}`))),
  ]),
)
/** Sections of ours and others, keys of ours with any value and keys of theirs. */
const sections = (path: string): fc.Arbitrary<ServerFile> => {
  const ours = [...(OURS[path] ?? [])].map((one) => one.split('/'))
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom('Nagle Algorithm', 'Nagle Algorithm#', '__proto__', 'constructor', ...ours.map(([, key]) => key ?? '')),
  )
  const section = fc.oneof(fc.string(), fc.constantFrom(...new Set(ours.map(([of]) => of ?? ''))))
  return fc.dictionary(section, fc.dictionary(name, fc.jsonValue())).map((content) => ({ path, bytes: encodeUtf8(JSON.stringify(content)) }))
}

keepsForeign(
  lmu,
  { plain, held },
  {
    files: fc.tuple(sections(MULTIPLAYER_PATH), sections(PLAYER_PATH)),
    foreignOf: (files) =>
      Object.entries(OURS).map(([path, ours]) =>
        Object.entries(sectionsOf(files, path))
          .map(([section, keys]) => [section, Object.entries(keys).filter(([key]) => !ours.has(`${section}/${key}`))] as const)
          .filter(([section, keys]) => keys.length > 0 || ![...ours].some((one) => one.startsWith(`${section}/`))),
      ),
  },
)

test('numbers of theirs stay as they stand; a broken file is refused', () => {
  const existing = (text_: string): readonly ServerFile[] => [{ path: PLAYER_PATH, bytes: encodeUtf8(text_) }]
  const files = writeFiles(plain, existing('{"Other":{"a":1.0,"b":12345678901234567890,"c":1e400},"Game Options":[7]}'))
  assert.match(text(files, PLAYER_PATH), /"a": 1\.0,\n +"b": 12345678901234567890,\n +"c": 1e400/)
  assert.deepEqual(readFiles(files), held(plain))
  for (const broken of ['{', '[]', '7', '{"a":1}x']) assert.throws(() => writeFiles(plain, existing(broken)), UnreadableFile)
})
