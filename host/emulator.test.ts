import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { entry, order } from '#games/order.fixture.ts'
import { gameOf } from '#games/index.ts'
import type { GameId } from '#games/game.ts'
import { askStatus } from './hear/ask.ts'
import { advance, AT_START } from './hear/follow.ts'
import { freePorts } from './ports.ts'
import { commandOf, prepare, type Playable } from './prepare.ts'

const SPEED = 1500

for (const [id, track, cars, files] of [
  ['r3e', { trackId: '1670', layoutId: '1671' }, ['5818'], 1],
  ['ams2', { trackId: 'adelaide', layoutId: '827815091' }, ['1785300635'], 1],
  ['lmu', { trackId: 'fuji', layoutId: 'FUJIWEC' }, ['Ferrari 499P'], 2],
] as const)
  test(`${id}: the emulated server tells its phases over HTTP, as a host asks the real one`, async (t) => {
    const game = gameOf(id as GameId) as Playable
    const { launch } = game.server
    const ports = Object.fromEntries(await Promise.all(launch.ports.map(async ({ name }) => [name, await freePorts(1)] as const)))
    const people = ['Ann', 'Bo', 'server up'].map((name, i) =>
      entry(cars[0], { name, platformId: String(76561198000000001n + BigInt(i)), country: 'DE' }, i + 1),
    )
    const race = order(game, { ...track, carIds: cars, ports, entries: people, bop: [] })
    const folder = mkdtempSync(path.join(tmpdir(), 'paddock-emulator-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    prepare(path.join(folder, 'run'), game, 'emulator', race)
    const { program, args } = commandOf(path.join(folder, 'run'), game, 'emulator', { order: race, startsAt: '', fence: 1, speed: SPEED })
    const child = spawn(program, args, { cwd: path.join(folder, 'run'), stdio: 'ignore' })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const status = launch.status ?? assert.fail()
    const asking = askStatus(status, { port: ports[status.port] ?? 0, everyMs: 5, before: null }, () => undefined)
    let course = AT_START
    const plan = race.segments.map(({ type }) => type)
    const seen: (number | null)[] = []
    let ends = ''
    const drain = (): void => {
      for (const line of asking.take().flatMap(({ lines }) => lines)) {
        const told = launch.signal(line)
        if (told) course = advance(course, told, plan)
        if (told?.kind === 'drivers') seen.push(told.count)
        else ends = told?.kind === 'restarted' ? 'begun anew' : ends
      }
    }
    while (child.exitCode === null) {
      drain()
      await wait(20)
    }
    asking.end()
    drain()
    assert.equal(await ended, 0)
    assert.deepEqual([course.started, ends], [true, 'begun anew'])
    assert.ok(Math.max(...seen.map(Number)) === people.length, `drivers seen: ${seen}`)
    const results = path.join(folder, 'run', launch.results.folder)
    const written = readdirSync(results).filter(launch.results.isResult)
    assert.equal(written.length, files)
    for (const name of written) assert.equal(game.readResults?.({ name, bytes: readFileSync(path.join(results, name)) }).ok, true)
  })

test('an emulated server whose folder was taken away ends', async () => {
  const game = gameOf('r3e') as Playable
  const ports = Object.fromEntries(await Promise.all(game.server.launch.ports.map(async ({ name }) => [name, await freePorts(1)] as const)))
  const entries = [entry('5818', { name: 'Ann', platformId: '76561198000000001', country: 'DE' }, 1)]
  const race = order(game, { trackId: '1670', layoutId: '1671', carIds: ['5818'], ports, entries, bop: [] })
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-emulator-'))
  const run = path.join(folder, 'run')
  prepare(run, game, 'emulator', race)
  const { program, args } = commandOf(run, game, 'emulator', { order: race, startsAt: '', fence: 1, speed: 60 })
  const child = spawn(program, args, { cwd: run, stdio: 'ignore' })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const status = game.server.launch.status ?? assert.fail()
  const asking = askStatus(status, { port: ports[status.port] ?? 0, everyMs: 5, before: null }, () => undefined)
  while (asking.take().length === 0) await wait(10)
  asking.end()
  rmSync(folder, { recursive: true, force: true })
  assert.equal(await ended, 4)
})
