import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PLAYABLE } from '#games/index.ts'
import { loadAll } from '#host/disk.ts'
import { registerHost } from '#modules/hosting/door.ts'
import { newId } from '#server/db/change.ts'
import { connect } from '#server/db/connect.ts'
import { freePort } from '../ports.ts'
import { isRunning, postgresOf, type Postgres } from '../postgres.ts'
import { program, type Program } from '../program.ts'
import { between, type Between } from './between.ts'
import { mailServer, type MailServer } from './mail-server.ts'

export type Web = { readonly url: string; readonly program: Program }
/**
 * The whole platform as processes on one database: `all` as `npm start` runs it, with its embedded PostgreSQL, and beside it a web and a
 * worker that reach the same database over a wire of ours; a race host, a mail server, and a Steam that takes every question and never ends
 * its answer.
 */
export type Stage = {
  readonly folder: string
  readonly dataDir: string
  /** What every program of the platform is started with. */
  readonly env: Readonly<Record<string, string>>
  readonly all: Web
  readonly web: Web
  readonly worker: Program
  readonly host: Program
  readonly programs: readonly Program[]
  readonly webs: readonly Web[]
  readonly postgres: Postgres
  readonly wire: Between
  readonly mail: MailServer
  readonly steamEndpoint: string
  /** Whether the data lies on a disk of its own, which may be filled. */
  readonly ownDisk: boolean
  /** Ends everything in good order; what did not end as it should, in words. */
  readonly stop: () => Promise<readonly string[]>
  /** Ends everything at once, whatever state it is in. */
  readonly abort: () => Promise<void>
}

const ROOT = path.resolve(import.meta.dirname, '../..')
export const MAIN = path.join(ROOT, 'server/main.ts')
const HOST = path.join(ROOT, 'host/main.ts')
/** Race seconds per second: half an hour of race takes a second and a half. */
const SPEED = 1500
const AGAIN_MS = 1000
const DISK_MB = 1200
const READY = / is up: /

export async function stage(options: { readonly ownDisk: boolean }): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-stage-'))
  // the embedded PostgreSQL may run as a user of its own
  chmodSync(folder, 0o755)
  const ownDisk = options.ownDisk && mounted(folder)
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o755 })
  const postgres = postgresOf(dataDir)
  const [mail, steam, wire] = [await mailServer(), await hangingSteam(), await between(() => postgres.port())]
  const [allPort, webPort] = [await freePort(), await freePort()]
  const env = {
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    DEMO_WORLD: 'off',
    SECRET: randomBytes(32).toString('hex'),
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    STEAM_OPENID_ENDPOINT: steam.endpoint,
  }
  const platform = (name: string, port: number, args: readonly string[], more: Readonly<Record<string, string>>): Program =>
    program({
      name,
      script: MAIN,
      args,
      env: { ...env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, ...more },
      ready: READY,
      againMs: AGAIN_MS,
    })
  const all: Web = { url: `http://127.0.0.1:${allPort}`, program: platform('all', allPort, [], {}) }
  const started: Program[] = [all.program]
  // where the suite itself falls over there is no time for anything better
  const atOnce = (): void => {
    for (const one of started) one.signal('SIGKILL')
    postgres.signalAll('SIGKILL')
    endGames(path.join(folder, 'host'))
    if (ownDisk) execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', atOnce)
  let isOver = false
  const abort = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    process.off('exit', atOnce)
    for (const one of started) await one.end('SIGKILL')
    postgres.signalAll('SIGCONT')
    postgres.signal('SIGQUIT')
    await until(() => postgres.pid() === null, 10_000).catch(() => postgres.signal('SIGKILL'))
    endGames(path.join(folder, 'host'))
    await Promise.all([mail.stop(), wire.stop()])
    steam.stop()
    // what was killed this moment lets go of its files a moment later
    if (ownDisk) await until(() => unmounted(folder), 30_000)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await all.program.start()
    const throughWire = { DATABASE_URL: postgres.url().replace(`:${postgres.port()}/`, `:${wire.port}/`) }
    const web: Web = { url: `http://127.0.0.1:${webPort}`, program: platform('web', webPort, ['--role', 'web'], throughWire) }
    const worker = platform('worker', await freePort(), ['--role', 'worker'], throughWire)
    const hostEnv = {
      PADDOCK_URL: all.url,
      HOST_TOKEN: await hostToken(postgres.url()),
      HOST_FOLDER: path.join(folder, 'host'),
      EMULATOR_SPEED: String(SPEED),
    }
    const host = program({ name: 'host', script: HOST, env: hostEnv, ready: /"what":"up"/, againMs: AGAIN_MS })
    started.push(web.program, worker, host)
    await Promise.all([web.program.start(), worker.start(), host.start()])
    const programs = [all.program, web.program, worker, host]
    return {
      folder,
      dataDir,
      env,
      all,
      web,
      worker,
      host,
      programs,
      webs: [all, web],
      postgres,
      wire,
      mail,
      steamEndpoint: steam.endpoint,
      ownDisk,
      abort,
      stop: async () => {
        const wrong: string[] = []
        const pid = postgres.pid()
        for (const one of [host, worker, web.program, all.program]) {
          await Promise.race([one.end('SIGTERM'), new Promise((resolve) => setTimeout(resolve, 30_000))])
          const last = one.exits().at(-1)
          if (one.pid()) wrong.push(`${one.name} does not end within 30 s of SIGTERM`)
          else if (last?.code !== 0) wrong.push(`${one.name} ends with ${last?.code ?? last?.signal} after SIGTERM: ${one.tail().slice(-400)}`)
        }
        if (pid && isRunning(pid)) wrong.push('PostgreSQL is left behind')
        for (const { url, program: one } of [all, web]) if (await answers(url)) wrong.push(`somebody still listens where ${one.name} did`)
        await abort()
        return wrong
      },
    }
  } catch (fault) {
    await abort()
    throw fault
  }
}

/** A disk in memory, as large as it has to be and no larger; `false` where this machine does not allow one. */
function mounted(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function hostToken(databaseUrl: string): Promise<string> {
  const { db, close } = connect(databaseUrl, 1)
  const token = randomBytes(32).toString('base64url')
  const games = PLAYABLE.filter((game) => game.server).map((game) => game.id)
  const facts = { name: 'faults', region: 'DE-Frankfurt', games, address: '127.0.0.1', capacity: 50, portFrom: 9600, portTo: 9999 }
  try {
    await registerHost(db, newId<'host'>(), { ...facts, tokenHash: createHash('sha256').update(token).digest('hex') }, new Date())
    return token
  } finally {
    await close()
  }
}

const unmounted = (folder: string): boolean => spawnSync('umount', [folder], { stdio: 'ignore' }).status === 0

/** Game servers outlive their host by design, each with its processes a session of its own: here nothing may. */
function endGames(folder: string): void {
  if (!existsSync(folder)) return
  for (const { pid } of loadAll(folder)) if (pid && isRunning(pid)) process.kill(-pid, 'SIGKILL')
}

async function hangingSteam() {
  const server = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/plain' })
    reply.write('ns:http://specs.openid.net/auth/2.0\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/openid/login`, stop }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/health/live`, { signal: AbortSignal.timeout(2000) }).then(
    () => true,
    () => false,
  )

/** Waits for the thing itself. */
export async function until(isSo: () => boolean | Promise<boolean>, withinMs: number, everyMs = 50): Promise<void> {
  const endsAt = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > endsAt) throw new Error(`not so within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
