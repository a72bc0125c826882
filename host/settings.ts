import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isTrouble, type Trouble } from '#games/emulated.ts'
import { GAME_IDS, type GameId } from '#games/game.ts'

/** A stand-in, and how it misbehaves. */
export type Emulated =
  | 'emulator'
  | {
      readonly emulator: readonly Trouble[]
      /** A starter script in front of it. */
      readonly before?: readonly string[]
    }

/** How a game is run here: the emulator, or the real server's folder. */
export type Installed =
  | Emulated
  | {
      /** The folder the game's tools installed the server into; each race gets a folder of its own made from it. */
      readonly install: string
      /** File inside `install`; the game's usual one when left out. */
      readonly binary?: string
      /** Program in front of it, `["wine"]` for example. */
      readonly before?: readonly string[]
      readonly args?: readonly string[]
      /** `link` (the default) links what the server only reads; `copy` copies everything. */
      readonly files?: 'link' | 'copy'
    }

export type Settings = {
  readonly platformUrl: string
  readonly token: string
  readonly folder: string
  readonly address: string | undefined
  readonly speed: number
  /** Ends when its standard input does: beside a platform that started it. */
  readonly tied: boolean
  readonly games: Partial<Readonly<Record<GameId, Installed>>>
}

/** Everything the environment and games.json decide; throws a sentence an operator can act on. */
export function readSettings(env: Env): Settings {
  const platformUrl = env['PADDOCK_URL']
  const token = env['HOST_TOKEN'] ?? (env['HOST_TOKEN_FILE'] ? readFileSync(env['HOST_TOKEN_FILE'], 'utf8').trim() : undefined)
  if (!platformUrl) throw new Error('PADDOCK_URL must say where the platform is')
  if (!token) throw new Error('HOST_TOKEN must hold the token that tools/add-host.ts printed')
  const folder = folderOf(env)
  const speed = Number(env['EMULATOR_SPEED'] ?? 60)
  if (!(speed >= 1 && speed <= 100_000)) throw new Error('EMULATOR_SPEED must be a number from 1 to 100000')
  return {
    platformUrl: platformUrl.replace(/\/$/, ''),
    token,
    folder,
    address: env['HOST_ADDRESS'],
    speed,
    tied: env['HOST_TIED'] === 'on',
    games: readGames(env),
  }
}

type Env = Readonly<Record<string, string | undefined>>

export const folderOf = (env: Env): string => path.resolve(env['HOST_FOLDER'] ?? './.data/host')

/** How each game is run here; every one is emulated without a file. */
export function readGames(env: Env): Settings['games'] {
  const file = env['GAMES_FILE'] ?? path.join(folderOf(env), 'games.json')
  if (!existsSync(file)) return Object.fromEntries(GAME_IDS.map((id) => [id, 'emulator' as const]))
  const read = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  for (const [id, how] of Object.entries(read)) {
    if (!(GAME_IDS as readonly string[]).includes(id)) throw new Error(`${file}: ${id} is not a game`)
    if (!isInstalled(how)) throw new Error(`${file}: ${id} is "emulator" or {"install": "folder of the server", …}`)
  }
  return read as Settings['games']
}

function isInstalled(how: unknown): boolean {
  if (how === 'emulator') return true
  if (typeof how !== 'object' || how === null) return false
  const { emulator, install } = how as { emulator?: unknown; install?: unknown }
  return typeof install === 'string' || (Array.isArray(emulator) && emulator.every(isTrouble))
}
