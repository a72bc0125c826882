import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import path from 'node:path'
import { PLAYABLE } from '#games/index.ts'
import { registerHost } from '#modules/hosting/door.ts'
import { newId } from './db/change.ts'
import type { Running } from './start.ts'

export type LocalHost = { readonly pid: () => number | undefined; readonly stop: () => Promise<void> }

const AGAIN_MS = 1000
const MAIN = path.resolve(import.meta.dirname, '../host/main.ts')
/** What it needs of the environment; nothing secret of the platform is passed on. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot']

/** A race host with emulated game servers beside the platform, for development and the demo: started, and started again when it dies. */
export async function startLocalHost(
  { machine, address }: Running,
  options: { readonly speed?: number; readonly folder?: string } = {},
): Promise<LocalHost> {
  const { config, db, clock, log } = machine
  const token = randomBytes(32).toString('base64url')
  await registerHost(
    db,
    newId<'host'>(),
    {
      name: 'local',
      tokenHash: createHash('sha256').update(token).digest('hex'),
      region: 'IE-Dublin',
      games: PLAYABLE.filter((game) => game.server).map((game) => game.id),
      address: '127.0.0.1',
      capacity: 50,
      portFrom: 9600,
      portTo: 9999,
    },
    clock(),
  )
  const env = {
    ...Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
    PADDOCK_URL: address,
    HOST_TOKEN: token,
    HOST_FOLDER: options.folder ?? path.join(config.dataDir, 'host'),
    EMULATOR_SPEED: String(options.speed ?? config.emulatorSpeed),
    HOST_TIED: 'on',
  }
  const state: { child: ChildProcess | null; stopping: boolean; timer?: NodeJS.Timeout } = { child: null, stopping: false }
  const run = (): void => {
    // its standard input ends with us, however we end: then it ends too, and its game servers run on for the next one
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    state.child = child
    child.stdout.on('data', (text: Buffer) => log.debug({ host: text.toString().trim() }, 'race host'))
    child.on('exit', (code) => {
      state.child = null
      if (state.stopping) return
      log.warn({ code }, 'the local race host ended; starting it again')
      state.timer = setTimeout(run, AGAIN_MS)
    })
  }
  run()
  return {
    pid: () => state.child?.pid,
    stop: async () => {
      state.stopping = true
      clearTimeout(state.timer)
      const { child } = state
      if (!child) return
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}
