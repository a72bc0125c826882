import assert from 'node:assert/strict'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { acc } from '#games/acc/acc.ts'
import { gameOf } from '#games/index.ts'
import { order } from '#games/order.fixture.ts'
import { UnwritableText } from '#games/game.ts'
import { commandOf, prepare, type Playable } from './prepare.ts'
import { readSettings } from './settings.ts'

const game = acc as Playable
const race = order(acc, { trackId: 'monza', carIds: ['34'] })
let base: string
let install: string
before(() => {
  base = mkdtempSync(path.join(tmpdir(), 'paddock-prepare-'))
  install = path.join(base, 'install')
  for (const folder of ['content', 'cfg', 'results', 'log']) mkdirSync(path.join(install, folder), { recursive: true })
  writeFileSync(path.join(install, 'accServer.exe'), 'MZ')
  writeFileSync(path.join(install, 'content', 'big.kn5'), 'big')
  writeFileSync(path.join(install, 'cfg', 'settings.json'), 'of the last race')
  writeFileSync(path.join(install, 'results', '261120_200000_R.json'), 'of the last race')
})
after(() => rmSync(base, { recursive: true, force: true }))

test('a real server gets its program, links to what it reads, and the files of this race alone', () => {
  const folder = path.join(base, 'run')
  prepare(folder, game, { install }, race)
  assert.equal(readFileSync(path.join(folder, 'accServer.exe'), 'utf8'), 'MZ')
  assert.equal(lstatSync(path.join(folder, 'content')).isSymbolicLink(), true)
  assert.equal(existsSync(path.join(folder, 'results', '261120_200000_R.json')), false)
  // behind Wine the server gets what it needs there
  const options = { ...race.options, ...(process.platform === 'win32' ? {} : game.server.launch.underWine) }
  for (const file of game.server.writeFiles({ ...race, options })) {
    assert.deepEqual(readFileSync(path.join(folder, file.path)), Buffer.from(file.bytes), file.path)
    if (process.platform !== 'win32') assert.equal(statSync(path.join(folder, file.path)).mode & 0o777, 0o600, file.path)
  }
  assert.equal(readFileSync(path.join(install, 'cfg', 'settings.json'), 'utf8'), 'of the last race')
})

test('a folder the race writes to comes with what the operator has in it, but for earlier races; his own keys stay', () => {
  const theirs = path.join(base, 'lmu')
  for (const folder of ['UserData/player', 'UserData/Log/Results', 'Installed']) mkdirSync(path.join(theirs, folder), { recursive: true })
  writeFileSync(path.join(theirs, 'UserData/ServerKeys.bin'), 'keys')
  writeFileSync(path.join(theirs, 'UserData/Log/Results/2026_01_02_03_04_05-05R1.xml'), 'of the last race')
  writeFileSync(path.join(theirs, 'UserData/player/Multiplayer.JSON'), '{"Multiplayer Server Options":{"Nagle Algorithm":true,"Max MP Players":3}}')
  const folder = path.join(base, 'run-lmu')
  const lmu = gameOf('lmu') as Playable
  const ports = { sim: 1, files: 2, web: 3 }
  prepare(folder, lmu, { install: theirs }, order(lmu, { trackId: 'fuji', layoutId: 'FUJIWEC', carIds: ['Oreca 07'], ports }))
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8')
  assert.equal(read('UserData/ServerKeys.bin'), 'keys')
  assert.equal(existsSync(path.join(folder, 'UserData/Log/Results/2026_01_02_03_04_05-05R1.xml')), false)
  const options = (JSON.parse(read('UserData/player/Multiplayer.JSON')) as Record<string, Record<string, unknown>>)['Multiplayer Server Options']
  assert.deepEqual([options?.['Nagle Algorithm'], options?.['Max MP Players']], [true, 8])
  assert.equal(lstatSync(path.join(folder, 'Installed')).isSymbolicLink(), true)
})

test('swapping the emulator for a real program is configuration alone', () => {
  const facts = { order: race, startsAt: '2026-11-20T20:00:00Z', fence: 7, speed: 60 }
  assert.equal(commandOf('/run/7', game, 'emulator', facts).program, process.execPath)
  const program = path.join('/run/7', 'accServer.exe')
  assert.deepEqual(commandOf('/run/7', game, { install }, facts), { program, args: [] })
  assert.deepEqual(commandOf('/run/7', game, { install, before: ['wine'], args: ['-x; rm -rf /'] }, facts), {
    program: 'wine',
    args: [program, '-x; rm -rf /'],
  })
})

test('a text the format cannot hold is refused before anything starts', () => {
  assert.throws(() => prepare(path.join(base, 'bad'), game, 'emulator', { ...race, serverName: 'a\nadminPassword=1' }), UnwritableText)
})

test('settings say what is wrong', () => {
  const env = { PADDOCK_URL: 'https://paddock.example/', HOST_TOKEN: 'x', HOST_FOLDER: base }
  assert.equal(readSettings(env).platformUrl, 'https://paddock.example')
  assert.throws(() => readSettings({}), /PADDOCK_URL/)
  assert.throws(() => readSettings({ ...env, HOST_TOKEN: undefined }), /HOST_TOKEN/)
  assert.throws(() => readSettings({ ...env, EMULATOR_SPEED: '0' }), /EMULATOR_SPEED/)
  writeFileSync(path.join(base, 'games.json'), '{"gran_turismo": "emulator"}')
  assert.throws(() => readSettings(env), /gran_turismo is not a game/)
  writeFileSync(path.join(base, 'games.json'), '{"acc": {"install": "/srv/acc", "before": ["wine"]}}')
  assert.deepEqual(readSettings(env).games, { acc: { install: '/srv/acc', before: ['wine'] } })
})
