import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after as afterAll, test } from 'node:test'
import { acc } from '#games/acc/acc.ts'
import { grid, seeded } from '#games/emulate.fixture.ts'
import { gameOf } from '#games/index.ts'
import { collector, type Collector, type Over } from './collect.ts'
import type { Playable } from './prepare.ts'

const base = mkdtempSync(path.join(tmpdir(), 'paddock-collect-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const game = acc as Playable
const event = grid(game, 3, { trackId: 'monza', carIds: ['30'] })
const weekends = game.server
  .emulate(game.server.writeFiles(event), seeded(1), ['stayers'])
  .steps.flatMap((step) => ('bytes' in step ? [step.bytes] : []))

const after = (races: number, noticedSec: number): Over => ({ races, noticedMs: noticedSec * 1000 })

const ams2 = gameOf('ams2') as Playable
const rounds = ((): readonly Uint8Array[] => {
  const order = grid(ams2, 3, { trackId: 'adelaide', layoutId: '827815091', carIds: ['1785300635'], ports: { steam: 1, host: 2, query: 3, http: 4 } })
  const { steps } = ams2.server.emulate(ams2.server.writeFiles(order), seeded(1), ['stayers'])
  return steps.flatMap((step) => ('bytes' in step ? [step.bytes] : []))
})()

function watched(): { folder: string; files: Collector; put: (name: string, nth: number, atSec: number) => void } {
  const folder = mkdtempSync(path.join(base, 'run-'))
  mkdirSync(path.join(folder, 'results'))
  return {
    folder,
    files: collector(folder, game),
    put: (name, nth, atSec) => {
      writeFileSync(path.join(folder, 'results', name), weekends[nth]!)
      utimesSync(path.join(folder, 'results', name), atSec, atSec)
    },
  }
}
/** Two looks: a file must stand still between them. */
function looked(files: Collector, over: Over | null = null): readonly string[] {
  files.look()
  return look(files, {}, over).map(({ name }) => name)
}
function look(files: Collector, ...known: Parameters<Collector['whole']>): ReturnType<Collector['whole']> {
  files.look()
  return files.whole(...known)
}

test('a torso is never sent, however long the server pauses inside it', () => {
  const { folder, files } = watched()
  const [file, bytes] = [path.join(folder, 'results', '260102_200000_Q.json'), weekends[0]!]
  writeFileSync(file, '')
  for (let i = 0; i < 4; i++) {
    assert.deepEqual(looked(files), [])
    assert.equal(files.pending(), true)
    for (let again = 0; again < 20; again++) assert.deepEqual(looked(files), [], 'standing still makes it no better')
    appendFileSync(file, bytes.slice((bytes.length * i) / 4, (bytes.length * (i + 1)) / 4))
  }
  assert.deepEqual(looked(files), ['260102_200000_Q.json'])
  assert.equal(files.pending(), false)
})

test('what is known by its hash is not sent again; written over with something else it is', () => {
  const { files, put } = watched()
  put('260102_200000_Q.json', 0, 1000)
  look(files, {}, null)
  const [found] = look(files, {}, null)
  const uploaded = { '260102_200000_Q.json': found!.sha256 }
  put('260102_200000_Q.json', 0, 1001)
  for (let i = 0; i < 3; i++) assert.deepEqual(look(files, uploaded, null), [])
  put('260102_200000_Q.json', 2, 1002)
  look(files, uploaded, null)
  for (let i = 0; i < 3; i++) assert.equal(look(files, uploaded, null).length, 1, 'again and again, until the platform has it')
})

test('what the server writes after the last race is not read', () => {
  const { folder, files, put } = watched()
  put('260102_200000_Q.json', 0, 1000)
  put('260102_203000_R.json', 1, 2000)
  put('260102_204000_Q.json', 2, 3000)
  put('260102_210000_R.json', 3, 4000)
  assert.deepEqual(looked(files, after(1, 2500)), ['260102_200000_Q.json', '260102_203000_R.json'])
  const again = collector(folder, game)
  assert.deepEqual(looked(again, after(2, 4500)), ['260102_200000_Q.json', '260102_203000_R.json', '260102_204000_Q.json', '260102_210000_R.json'])
})

test('a last race that comes late is read, a qualifying behind it is not', () => {
  const { files, put } = watched()
  put('260102_200000_Q.json', 0, 1000)
  assert.deepEqual(looked(files), ['260102_200000_Q.json'])
  const uploaded = Object.fromEntries(look(files, {}, null).map(({ name, sha256 }) => [name, sha256]))
  put('260102_204000_Q.json', 2, 3000)
  const over = after(1, 2500)
  look(files, uploaded, over)
  assert.deepEqual(look(files, uploaded, over), [])
  put('260102_203000_R.json', 1, 3500)
  look(files, uploaded, over)
  assert.deepEqual(
    look(files, uploaded, over).map(({ name }) => name),
    ['260102_203000_R.json'],
  )
  assert.equal(files.races(), 1)
})

test('a file that grows with every round is sent with its race, and not after it, whatever becomes of it', () => {
  const folder = mkdtempSync(path.join(base, 'grows-'))
  mkdirSync(path.join(folder, 'lua_config'))
  const [files, file] = [collector(folder, ams2), path.join(folder, 'lua_config', 'sms_stats_data.json')]
  const put = (bytes: Uint8Array, atSec: number): void => {
    writeFileSync(file, bytes)
    utimesSync(file, atSec, atSec)
  }
  const races = (bytes: Uint8Array): number => {
    const read = ams2.readResults?.({ name: 'x', bytes })
    return read?.ok ? read.segments.filter(({ type, results }) => type === 'RACE' && results.length > 0).length : 0
  }
  const [first, second] = [rounds.find((bytes) => races(bytes) === 1), rounds.find((bytes) => races(bytes) === 2)]
  put(first!, 1000)
  looked(files)
  // while the platform was away the file has grown: it gets what there is
  put(second!, 2000)
  assert.equal(looked(files, after(1, 1500)).length, 1)
  for (const found of look(files, {}, after(1, 1500))) files.taken(found)
  put(second!.slice(0, 5000), 3000)
  assert.deepEqual([looked(files, after(1, 1500)), files.pending(), files.races()], [[], false, 2])
})

test('a qualifying that is seen only when all is over is read, though the race comes late', () => {
  const { files, put } = watched()
  put('260102_200000_Q.json', 0, 1000)
  assert.deepEqual(looked(files, after(1, 2500)), ['260102_200000_Q.json'])
})
