import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { until } from '#testing/time.ts'
import { familyOf, findIn, isAlive, markOf, signalAll, startDetached, type Process } from './process.ts'

// Starter scripts as operators have them, around a program that runs until it is ended.
describe('a server behind a script', { skip: process.platform !== 'linux' && 'only Linux tells of all processes' }, () => {
  let base: string
  const started: { first: Process; folder: string }[] = []
  before(() => (base = realpathSync(mkdtempSync(path.join(tmpdir(), 'paddock-process-')))))
  after(() => {
    for (const { first, folder } of started) signalAll(familyOf(first, folder, true), 'SIGKILL')
    rmSync(base, { recursive: true, force: true })
  })

  const GAME = (heeds: string): string =>
    `exec ${process.execPath} -e '${heeds} require("fs").writeFileSync("game.pid", String(process.pid)); setInterval(() => {}, 1000)'`

  async function start(name: string, lines: readonly string[], heeds = ''): Promise<{ first: Process; folder: string; game: number }> {
    const folder = mkdtempSync(path.join(base, `${name}-`))
    for (const [file, text] of Object.entries({ 'game.sh': [GAME(heeds)], 'start.sh': lines })) {
      writeFileSync(path.join(folder, file), ['#!/bin/sh', ...text].join('\n'))
      chmodSync(path.join(folder, file), 0o755)
    }
    const { pid } = await startDetached({ program: path.join(folder, 'start.sh'), args: [] }, folder, path.join(folder, 'console.log'))
    const first = { pid, mark: markOf(pid) }
    started.push({ first, folder })
    const file = path.join(folder, 'game.pid')
    await until('the game is up', () => existsSync(file) && readFileSync(file, 'utf8') !== '')
    return { first, folder, game: Number(readFileSync(file, 'utf8')) }
  }

  const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
    'that becomes it': ['exec ./game.sh'],
    'that waits for it': ['./game.sh', 'echo over'],
    'that leaves it behind': ['./game.sh &', 'sleep 0.2'],
    'that gives it a job of its own': ['set -m', './game.sh &', 'wait'],
    'that sends it away': ['setsid ./game.sh &', 'sleep 0.2'],
  }
  for (const [name, lines] of Object.entries(SCRIPTS))
    test(name, async () => {
      const { first, folder, game } = await start('wait', lines)
      const all = (): readonly Process[] => familyOf(first, folder, true)
      assert.ok(
        all().some(({ pid }) => pid === game),
        'the game is one of them',
      )
      signalAll(all(), 'SIGTERM')
      await until('nobody is left', () => all().length === 0)
      // its files are closed by now; the system may take a moment more to let it go
      await until('the game has gone', () => !isAlive(game, null))
    })

  test('that ignores a wish, and a game that does: both end by force', async () => {
    const { first, folder, game } = await start(
      'stubborn',
      ["trap '' TERM", './game.sh', 'sleep 60'],
      'process.on("SIGTERM", () => require("fs").writeFileSync("heard", ""));',
    )
    const all = (): readonly Process[] => familyOf(first, folder, true)
    signalAll(all(), 'SIGTERM')
    await until('the game has heard it', () => existsSync(path.join(folder, 'heard')))
    assert.ok(all().some(({ pid }) => pid === game))
    signalAll(all(), 'SIGKILL')
    await until('nobody is left', () => all().length === 0)
  })

  test('a new start of the host finds the game though its script has ended', async () => {
    const { first, folder, game } = await start('left', ['./game.sh &', 'sleep 0.2'])
    await until('the script has ended', () => !isAlive(first.pid, first.mark))
    assert.deepEqual(
      familyOf(first, folder, false).map(({ pid }) => pid),
      [game],
    )
    assert.equal(findIn(folder)?.pid, first.pid, 'its session tells who started it')
  })

  test('a number that came back to somebody else is not ours', async () => {
    const { first, folder } = await start('other', ['exec ./game.sh'])
    const foreign = path.join(base, 'another-folder')
    assert.deepEqual(familyOf({ pid: first.pid, mark: '1' }, foreign, true), [])
    assert.deepEqual(familyOf({ pid: 2 ** 22 + 1, mark: '1' }, foreign, false), [])
    assert.equal(familyOf(first, folder, false).length, 1)
  })

  test('what a script ends with is known, a crash too', async () => {
    const folder = mkdtempSync(path.join(base, 'code-'))
    for (const [script, code] of [
      ['exit 3', 3],
      ['kill -SEGV $$', 139],
    ] as const) {
      const one = await startDetached({ program: '/bin/sh', args: ['-c', script] }, folder, path.join(folder, 'console.log'))
      await until('it has ended', () => one.code() !== null)
      assert.equal(one.code(), code)
    }
  })
})
