import { accessSync, constants, existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { optionDefaults } from '#games/options.ts'
import type { Launch, ServerOrder } from '#games/game.ts'
import { gameCalled } from '#games/index.ts'
import { AT_START } from '../hear/follow.ts'
import { hearing, type Heard } from '../hear/hearing.ts'
import { lastLines } from '../hear/tail.ts'
import { binaryOf, commandOf, isEmulated, playable, prepare, type Playable } from '../prepare.ts'
import { isFree } from '../ports.ts'
import { familyOf, markOf, signalAll, startDetached, type Process } from '../process.ts'
import { folderOf, readGames, type Installed } from '../settings.ts'

type Env = Readonly<Record<string, string | undefined>>
/** A sentence an operator can act on. */
class NotReady extends Error {}

const LOOK_MS = 200
type Waits = { readonly seconds: number; readonly patience: number }
/** A server that does not end by itself is ended. */
const STOP_PATIENCE_MS = 15_000
const LOG_LINES = 20

const OPTIONS = {
  game: { type: 'string' },
  /** So long it must stay up, */
  seconds: { type: 'string', default: '60' },
  /** and so long it may take until it is. */
  patience: { type: 'string', default: '120' },
  track: { type: 'string' },
  layout: { type: 'string' },
  car: { type: 'string' },
  'port-from': { type: 'string' },
  lobby: { type: 'boolean', default: false },
} as const

/**
 * Tries one game's server on this machine, from its program to its end, and says in words what works. Keeps out of the lobby unless `--lobby` is
 * given. Answers the exit code.
 */
export async function check(args: readonly string[], env: Env): Promise<number> {
  const ok = (sentence: string): void => void process.stdout.write(`ok    ${sentence}\n`)
  const folder = path.join(folderOf(env), 'check')
  let run: string | null = null
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS })
    const { game, installed } = chosen(values.game, env)
    ok(program(game, installed, env))
    const order = trialOrder(game, values)
    ok(await portsOf(game.server.launch, order))
    run = path.join(folder, `${game.id}-${process.pid}`)
    ok(written(run, game, installed, order))
    await tried(run, game, installed, order, { seconds: Number(values.seconds), patience: Number(values.patience) }, ok)
    rmSync(run, { recursive: true, force: true })
    process.stdout.write(`\n${game.name} is ready on this machine.\n`)
    return 0
  } catch (fault) {
    process.stdout.write(`FAIL  ${(fault as Error).message}\n`)
    if (run && existsSync(run)) process.stdout.write(`      Its folder stays for a look: ${run}\n`)
    return 1
  }
}

function chosen(id: string | undefined, env: Env): { readonly game: Playable; readonly installed: Installed } {
  const games = readGames(env)
  const found = playable({ games }, gameCalled(id ?? '')?.id ?? '')
  const offered = Object.keys(games).filter((one) => playable({ games }, one))
  if (!found) throw new NotReady(`--game must be one of those this host offers: ${offered.join(', ')}`)
  return found
}

function program(game: Playable, installed: Installed, env: Env): string {
  if (isEmulated(installed)) return `program: ${game.shortName} is emulated here; nothing of the game is needed`
  const binary = path.resolve(installed.install, binaryOf(game, installed))
  if (!existsSync(installed.install)) throw new NotReady(`there is no folder ${installed.install}: install the server there, or mend games.json`)
  if (!existsSync(binary)) throw new NotReady(`there is no program ${binary}: is this the folder of the server itself? "binary" names another one`)
  const [before] = installed.before ?? []
  if (before !== undefined) foundProgram(before, env)
  else if (binary.endsWith('.exe') && process.platform !== 'win32')
    throw new NotReady(`${path.basename(binary)} is a program of Windows: install Wine and say "before": ["wine"] in games.json`)
  else mayRun(binary)
  return `program: ${binary}${before ? `, behind ${before}` : ''}`
}

function foundProgram(name: string, env: Env): void {
  const folders = name.includes(path.sep) ? [''] : (env['PATH'] ?? '').split(path.delimiter)
  const ends = process.platform === 'win32' ? ['', '.exe', '.cmd'] : ['']
  if (!folders.some((folder) => ends.some((end) => existsSync(path.join(folder, name + end)))))
    throw new NotReady(`${name} was not found: install it, or mend "before" in games.json`)
}

function mayRun(binary: string): void {
  try {
    accessSync(binary, constants.X_OK)
  } catch {
    throw new NotReady(`${binary} may not be run: chmod +x ${binary}`)
  }
}

type Wishes = { readonly track?: string; readonly layout?: string; readonly car?: string; readonly 'port-from'?: string; readonly lobby: boolean }

/** An event nobody comes to. */
function trialOrder({ catalogue, options, segmentOptions, server }: Playable, wishes: Wishes): ServerOrder {
  const track = catalogue.tracks.find(({ id }) => id === wishes.track) ?? catalogue.tracks[0]
  const from = wishes['port-from'] === undefined ? null : Number(wishes['port-from'])
  const ports = server.launch.ports.map(({ name, usual }, i) => [name, from === null ? usual : from + i] as const)
  const segment = { durationMin: 5, options: optionDefaults(segmentOptions) }
  return {
    serverName: 'Paddock check',
    tag: 'check',
    trackId: wishes.track ?? track?.id ?? '',
    layoutId: wishes.layout ?? track?.layouts[0]?.id ?? null,
    carIds: [wishes.car ?? catalogue.cars[0]?.id ?? ''],
    maxEntries: 10,
    segments: [
      { type: 'QUALIFY', ...segment },
      { type: 'RACE', ...segment },
    ],
    options: optionDefaults(options),
    passwords: { server: 'check', admin: 'check-admin', spectator: '' },
    closedEntry: false,
    enableServerProtection: !wishes.lobby,
    driverSwap: false,
    hasGridPositions: false,
    entries: [],
    bop: [],
    ports: Object.fromEntries(ports),
  }
}

async function portsOf({ ports }: Launch, order: ServerOrder): Promise<string> {
  const taken: string[] = []
  for (const { name, protocol } of ports) if (!(await isFree(protocol, order.ports[name] ?? 0))) taken.push(`${protocol} ${order.ports[name]}`)
  if (taken.length > 0) throw new NotReady(`in use by another program: ${taken.join(', ')}. End it, or try others with --port-from`)
  return `ports: ${ports.map(({ name, protocol }) => `${protocol} ${order.ports[name]}`).join(', ')} are free here; drivers need them open from outside`
}

function written(run: string, game: Playable, installed: Installed, order: ServerOrder): string {
  try {
    mkdirSync(path.dirname(run), { recursive: true, mode: 0o700 })
    prepare(run, game, installed, order)
  } catch (fault) {
    throw new NotReady(`the server's folder could not be made: ${(fault as Error).message}`)
  }
  return `folder: ${run}, with ${game.server.writeFiles(order).length} files of configuration`
}

/** Starts it, listens for as long as asked, ends it. */
async function tried(run: string, game: Playable, installed: Installed, order: ServerOrder, waits: Waits, ok: (sentence: string) => void) {
  const printed = `${run}.console.log`
  rmSync(printed, { force: true })
  const { log } = game.server.launch
  const own = log.from === 'file' ? path.join(run, log.path) : printed
  const started = await startDetached(
    commandOf(run, game, installed, { order, startsAt: new Date().toISOString(), fence: 1, speed: 1 }),
    run,
    printed,
  )
  const first: Process = { pid: started.pid, mark: markOf(started.pid) }
  const all = (): readonly Process[] => familyOf(first, run, true)
  let heard: Heard = { order, offset: 0, course: AT_START, tail: [], answer: null }
  let trouble = 'no answer yet'
  const hears = hearing(game, () => heard, { log: own, everyMs: LOOK_MS, note: (what) => (trouble = what) })
  hears.ask()
  const begun = Date.now()
  let upMs: number | null = null
  const isCounted = (): boolean => upMs !== null && heard.course.drivers !== null
  const follow = async (untilMs: number, isEnough: () => boolean): Promise<void> => {
    while (Date.now() < untilMs && !isEnough() && heard.course.failed === null && all().length > 0) {
      await wait(LOOK_MS)
      heard = { ...heard, ...hears.news() }
      if (heard.course.started) upMs ??= Date.now() - begun
    }
  }
  try {
    await follow(begun + waits.patience * 1000, isCounted)
    if (isCounted()) await follow(Date.now() + waits.seconds * 1000, () => false)
    const said = [...lastLines(own, LOG_LINES), ...(own === printed ? [] : lastLines(printed, LOG_LINES))].map((line) => `\n      | ${line}`).join('')
    if (heard.course.failed) throw new NotReady(`the server says: ${heard.course.failed}${said}`)
    // its code comes a moment after it
    if (all().length === 0) for (let looks = 0; looks < 10 && started.code() === null; looks++) await wait(LOOK_MS)
    if (all().length === 0)
      throw new NotReady(`the server ended after ${Math.round((Date.now() - begun) / 1000)} s with code ${started.code()}${said}`)
    if (upMs === null)
      throw new NotReady(`the server did not say within ${waits.patience} s that it is up (${log.from === 'file' ? own : trouble})${said}`)
    ok(`start: up after ${(upMs / 1000).toFixed(1)} s, followed ${log.from === 'file' ? `in ${log.path}` : 'on its output'}`)
    const { drivers } = heard.course
    if (drivers === null) throw new NotReady(`nobody can count its drivers: ${trouble}${said}`)
    ok(`drivers: ${drivers} are there, and it can be told`)
  } finally {
    hears.silence()
    ok(await ended(all, game.server.launch))
    rmSync(printed, { force: true })
  }
}

async function ended(all: () => readonly Process[], { stop }: Launch): Promise<string> {
  const begun = Date.now()
  if (all().length === 0) return 'end: it was gone by itself'
  signalAll(all(), stop.by === 'signal' ? stop.signal : 'SIGTERM')
  while (all().length > 0 && Date.now() - begun < STOP_PATIENCE_MS) await wait(LOOK_MS)
  const left = all()
  if (left.length === 0) return `end: it left within ${((Date.now() - begun) / 1000).toFixed(1)} s, and no process stays`
  signalAll(left, 'SIGKILL')
  while (all().length > 0) await wait(LOOK_MS)
  return `end: it did not heed a wish within ${STOP_PATIENCE_MS / 1000} s and was ended by force; no process stays`
}
