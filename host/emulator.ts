/**
 * A stand-in for a game's server: `node host/emulator.ts --game acc --speed 60`, run in the folder of one server. It knows only the
 * files that were written there, and writes the log and the result files the real server would, `--speed` times faster than life.
 * `--from` is when people come; `--seed` makes a race repeatable.
 */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { gameOf } from '#games/index.ts'
import type { EmulatedStep } from '#games/emulated.ts'
import type { GameId, GameServer, ServerFile } from '#games/game.ts'
import type { HttpStatus } from '#games/status.ts'

/** A server is up within this, in race time, whether people come or not. */
const OPENING_MS = 1000

const { values } = parseArgs({
  options: {
    game: { type: 'string' },
    speed: { type: 'string', default: '60' },
    from: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Date.now()) },
  },
})
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
  const { steps } = emulate(files, chanceOf(Number(values.seed)))
  const answer = launch.status && answering(launch.status, readFiles(files).ports[launch.status.port] ?? 0)
  const begun = Date.now()
  const here = process.cwd()
  const dueAt = ({ atMs }: EmulatedStep): number =>
    atMs <= OPENING_MS ? begun + atMs / speed : Math.max(begun + OPENING_MS / speed, from) + (atMs - OPENING_MS) / speed
  for (const step of steps) {
    const waitMs = dueAt(step) - Date.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    // a server whose folder was taken away is nobody's any more
    if (!existsSync(here)) process.exit(4)
    if ('exit' in step) process.exit(step.exit)
    if ('log' in step) writeLog(launch, step.log)
    else if ('status' in step) answer?.(step.status)
    else writeResult(launch.results.folder, step)
  }
}

function writeLog({ log }: GameServer['launch'], line: string): void {
  if (log.from === 'stdout') writeSync(1, `${line}\n`)
  else appendFileSync(log.path, `${line}\n`, log.encoding === 'latin1' ? 'latin1' : 'utf8')
}

/** The server's own interface: from the first answer on it listens, and knows one call alone. */
function answering({ path: own, headers }: HttpStatus, port: number): (body: string) => void {
  let current = ''
  const needed = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const door = createServer((request, response) => {
    const known = request.url === own && needed.every(([name, value]) => request.headers[name] === value)
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' }).end(known ? current : '{}')
  })
  door.on('error', (fault) => {
    process.stderr.write(`${fault.message}\n`)
    process.exit(3)
  })
  return (body) => {
    if (current === '') door.listen(port, '127.0.0.1')
    current = body
  }
}

/** Names come from the clock; two sessions that fall into one minute here are hours apart in the race's own time. */
function writeResult(folder: string, { nameAt, bytes, atMs }: Extract<EmulatedStep, { bytes: Uint8Array }>): void {
  mkdirSync(folder, { recursive: true })
  const name = nameAt(new Date())
  const free = existsSync(path.join(folder, name)) ? nameAt(new Date(Date.now() + atMs)) : name
  writeFileSync(path.join(folder, free), bytes)
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
