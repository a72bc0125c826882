import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gameOf } from '#games/index.ts'
import type { Game, GameId, GameServer, ServerFile, ServerOrder } from '#games/game.ts'
import type { Command } from './process.ts'
import type { Emulated, Installed, Settings } from './settings.ts'

type Real = Exclude<Installed, Emulated>
export type Playable = Game & { readonly server: GameServer }

/** The game of an order, when this host offers it. */
export function playable(settings: Pick<Settings, 'games'>, id: string): { readonly game: Playable; readonly installed: Installed } | null {
  const installed = settings.games[id as GameId]
  const game = gameOf(id as GameId)
  return installed && game?.server ? { game: game as Playable, installed } : null
}

export const isEmulated = (installed: Installed): installed is Emulated => installed === 'emulator' || 'emulator' in installed
/** Everything but Windows runs a program of Windows under Wine. */
const isUnderWine = (binary: string): boolean => process.platform !== 'win32' && binary.endsWith('.exe')

/** Makes the server's own folder: what the game brings, then exactly the files its writer makes of the order. Throws `UnwritableText`. */
export function prepare(folder: string, game: Playable, installed: Installed, order: ServerOrder): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files = game.server.writeFiles(orderFor(order, game, installed), isEmulated(installed) ? [] : keptFiles(installed, game.server))
  const { folders, results, log } = game.server.launch
  if (!isEmulated(installed)) {
    const written = new Set([...folders, results.folder, ...files.map((file) => file.path), log.from === 'file' ? log.path : ''].map(topOf))
    bring(installed, folder, written, (file) => file === (log.from === 'file' ? log.path : '') || isResult(game, file))
  }
  for (const name of folders) mkdirSync(path.join(folder, name), { recursive: true, mode: 0o700 })
  for (const file of files) {
    const target = path.resolve(folder, file.path)
    if (!target.startsWith(folder + path.sep)) throw new Error(`${file.path} leads out of the server's folder`)
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
    // a file that came with the game keeps its own mode when it is written over
    rmSync(target, { force: true })
    writeFileSync(target, file.bytes, { mode: 0o600 })
  }
}

/** What is started in that folder: the emulator, or the game's own program. */
export function commandOf(
  folder: string,
  game: Playable,
  installed: Installed,
  facts: { order: ServerOrder; startsAt: string; fence: number; speed: number },
): Command {
  if (isEmulated(installed)) {
    const { emulator: troubles, before = [] } = installed === 'emulator' ? { emulator: [] } : installed
    const args = [
      '--game',
      game.id,
      '--speed',
      String(facts.speed),
      '--from',
      facts.startsAt,
      '--seed',
      String(facts.fence),
      '--trouble',
      troubles.join(','),
    ]
    const [program = process.execPath, ...rest] = [...before, process.execPath, path.join(import.meta.dirname, 'emulator.ts'), ...args]
    return { program, args: rest }
  }
  const { launch } = game.server
  const binary = path.join(folder, binaryOf(game, installed))
  const [program = binary, ...args] = [...(installed.before ?? []), binary, ...launch.args(facts.order.ports), ...(installed.args ?? [])]
  return { program, args }
}

/** The program of a real server, inside its folder. */
export const binaryOf = ({ server }: Playable, installed: Real): string =>
  installed.binary ?? (process.platform === 'win32' ? server.launch.binary.win32 : server.launch.binary.linux)

/** The order as this machine can run it. */
function orderFor(order: ServerOrder, game: Playable, installed: Installed): ServerOrder {
  const { underWine } = game.server.launch
  if (!underWine || isEmulated(installed) || !isUnderWine(binaryOf(game, installed))) return order
  return { ...order, options: { ...order.options, ...underWine } }
}

/** The operator's own files, of which every key that is not ours stays. */
const keptFiles = ({ install }: Real, { keeps }: GameServer): readonly ServerFile[] =>
  (keeps ?? []).flatMap((name) => {
    const file = path.join(install, name)
    return existsSync(file) ? [{ path: name, bytes: readFileSync(file) }] : []
  })

/**
 * Links the game's content instead of copying gigabytes; what this race writes, and its program, is its own. A folder the race writes to is
 * copied with what the operator has in it, without results and logs of earlier races.
 */
function bring(installed: Real, folder: string, written: ReadonlySet<string>, isOfARace: (file: string) => boolean): void {
  if (!existsSync(installed.install)) throw new Error(`there is no folder ${installed.install}`)
  const filter = (from: string): boolean => !isOfARace(path.relative(installed.install, from).replaceAll(path.sep, '/'))
  for (const name of readdirSync(installed.install)) {
    const [from, to] = [path.resolve(installed.install, name), path.join(folder, name)]
    if (!statSync(from).isDirectory()) copyFileSync(from, to)
    else if (written.has(name) || installed.files === 'copy') cpSync(from, to, { recursive: true, dereference: true, filter })
    else symlinkSync(from, to, 'junction')
  }
}

const isResult = ({ server }: Playable, file: string): boolean => {
  const { folder, isResult: is } = server.launch.results
  const [of, name] = [path.posix.dirname(file), path.posix.basename(file)]
  return of === folder.replace(/\/$/, '') && is(name)
}

const topOf = (file: string): string => file.split('/')[0] ?? ''
