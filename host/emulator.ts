/**
 * A stand-in for a game's server: `node host/emulator.ts --game acc --speed 60`, run in the folder of one server. It knows only the
 * files that were written there, and writes the log and the result files the real server would, `--speed` times faster than life.
 * `--from` is when people come; `--seed` makes a race repeatable; `--trouble` is what goes wrong.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { gameOf } from '#games/index.ts'
import { isTrouble, troubled, type EmulatedStep, type Trouble } from '#games/emulated.ts'
import type { GameId, GameServer, ServerFile } from '#games/game.ts'
import type { HttpStatus } from '#games/status.ts'

/** A server is up within this, in race time, whether people come or not. */
const OPENING_MS = 1000
/** Under Wine a server needs its time before its first line, whatever the race's time. */
const SLOW_START_MS = 5000
/** How often a server that waits looks whether its folder is still there. */
const LOOK_MS = 5000
/** Whoever asks no more is not waited for. */
const GIVEN_MS = 2000
/** What is done to files, on the disk's own clock. */
const LATE_MS = 4000
const PIECES = { count: 3, pauseMs: 1600 } as const
const TWICE_MS = 700

const { values } = parseArgs({
  options: {
    game: { type: 'string' },
    speed: { type: 'string', default: '60' },
    from: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Date.now()) },
    trouble: { type: 'string', default: '' },
  },
})
const wrong: readonly Trouble[] = values.trouble.split(',').filter(isTrouble)
/** What is still being written, the newest of each file: a server does not end before. */
const disk = { busy: Promise.resolve(), names: new Set<string>(), due: new Map<string, Uint8Array>() }
const server = gameOf(values.game as GameId)?.server
if (!server) {
  process.stderr.write(`no server of ${values.game} can be emulated\n`)
  process.exit(2)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0))
process.on('SIGHUP', () => undefined)
await play(server, Number(values.speed), Date.parse(values.from) || 0)

async function play({ launch, emulate, readFiles }: GameServer, speed: number, from: number): Promise<void> {
  const files = readFolder('.', [launch.results.folder, launch.log.from === 'file' ? launch.log.path : ''])
  const steps = troubled(emulate(files, chanceOf(Number(values.seed)), wrong, new Date()), wrong)
  const answer = launch.status && answering(launch.status, readFiles(files).ports[launch.status.port] ?? 0)
  const here = process.cwd()
  if (wrong.includes('slowStart')) await until(Date.now() + SLOW_START_MS, here)
  const begun = Date.now()
  const dueAt = ({ atMs }: EmulatedStep): number =>
    atMs <= OPENING_MS ? begun + atMs / speed : Math.max(begun + OPENING_MS / speed, from) + (atMs - OPENING_MS) / speed
  for (const step of steps) {
    await until(dueAt(step), here)
    if ('exit' in step || 'status' in step) await answer?.given()
    if ('exit' in step) {
      await disk.busy
      process.exit(step.exit)
    }
    if ('log' in step) writeLog(launch, step.log)
    else if ('status' in step) answer?.set(step.status)
    else writeResult(launch, step)
  }
}

/** A server whose folder was taken away is nobody's any more. */
async function until(atMs: number, here: string): Promise<void> {
  do {
    const waitMs = Math.min(LOOK_MS, atMs - Date.now())
    if (waitMs > 0) await sleep(waitMs)
    if (!existsSync(here)) process.exit(4)
  } while (Date.now() < atMs)
}

function writeLog({ log }: GameServer['launch'], line: string): void {
  if (log.from === 'stdout') writeSync(1, `${line}\n`)
  else appendFileSync(log.path, `${line}\n`, log.encoding === 'latin1' ? 'latin1' : 'utf8')
}

type Answering = {
  readonly set: (body: string) => void
  /** In hurried time an answer would be over before anybody can ask: it stays until it was given, where somebody asks at all. */
  readonly given: () => Promise<void>
}

/** The server's own interface: from the first answer on it listens, and knows one call alone. */
function answering({ path: own, headers }: HttpStatus, port: number): Answering {
  let current = ''
  let isAsked = false
  let given = Promise.withResolvers<void>()
  const needed = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const door = createServer((request, response) => {
    const known = request.url === own && needed.every(([name, value]) => request.headers[name] === value)
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' }).end(known ? current : '{}')
    isAsked ||= known
    if (known) given.resolve()
  })
  door.on('error', (fault) => {
    process.stderr.write(`${fault.message}\n`)
    process.exit(3)
  })
  return {
    set: (body) => {
      if (current === '') door.listen(port, '127.0.0.1')
      current = body
      given = Promise.withResolvers<void>()
    },
    given: async () => {
      if (isAsked) isAsked = await Promise.race([given.promise.then(() => true), sleep(GIVEN_MS).then(() => false)])
    },
  }
}

/** Names come from the clock; two sessions that fall into one minute here are hours apart in the race's own time. */
function writeResult(launch: GameServer['launch'], { nameAt, bytes, atMs, announced }: Extract<EmulatedStep, { bytes: Uint8Array }>): void {
  const { folder } = launch.results
  mkdirSync(folder, { recursive: true })
  const now = nameAt(new Date())
  const name = disk.names.has(now) ? nameAt(new Date(Date.now() + atMs)) : now
  disk.names.add(name)
  if (announced) writeLog(launch, announced(name))
  const file = path.join(folder, name)
  const isDue = disk.due.has(file)
  disk.due.set(file, bytes)
  if (!isDue) disk.busy = disk.busy.then(() => writeDue(file))
}

async function writeDue(file: string): Promise<void> {
  const bytes = disk.due.get(file)
  disk.due.delete(file)
  if (bytes) await writeWrongly(file, bytes)
}

async function writeWrongly(file: string, bytes: Uint8Array): Promise<void> {
  if (wrong.includes('filesLate')) return writeLate(file, bytes)
  const count = wrong.includes('filesInPieces') ? PIECES.count : 1
  writeFileSync(file, '')
  for (let i = 0; i < count; i++) {
    if (i > 0) await sleep(PIECES.pauseMs)
    appendFileSync(file, bytes.slice(Math.floor((bytes.length * i) / count), Math.floor((bytes.length * (i + 1)) / count)))
  }
  if (!wrong.includes('filesTwice')) return
  await sleep(TWICE_MS)
  writeFileSync(file, bytes)
}

/** Somebody else brings it to the disk, whether the server is still there or not. */
function writeLate(file: string, bytes: Uint8Array): void {
  writeFileSync(`${file}.part`, bytes)
  const script = 'const [, from, ms] = process.argv; setTimeout(() => require("fs").renameSync(from + ".part", from), Number(ms))'
  spawn(process.execPath, ['-e', script, file, String(LATE_MS)], { detached: true, stdio: 'ignore', env: {} }).unref()
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function readFolder(folder: string, without: readonly string[]): readonly ServerFile[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (without.includes(file)) return []
    if (entry.isDirectory()) return readFolder(file, without)
    return entry.isFile() ? [{ path: file, bytes: readFileSync(file) }] : []
  })
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
